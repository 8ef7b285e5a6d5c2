package import Primitives

/// Where an archive has a picture that somebody gave to something: `pictures/KEY.jpg`.
package enum PictureFile {
    /// The column of a section that tells it.
    package static let column = "picture"
    private static let folder = "pictures/"
    private static let ending = ".jpg"

    package static func name(of key: BlobKey) -> String { folder + key.hex + ending }

    /// Nil for any other name.
    package static func key(of name: String) -> BlobKey? {
        guard name.hasPrefix(folder), name.hasSuffix(ending) else { return nil }
        return BlobKey(hex: String(name.dropFirst(folder.count).dropLast(ending.count)))
    }
}
