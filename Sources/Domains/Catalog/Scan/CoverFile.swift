/// Which picture files stand for a folder: `cover`, `folder` or `front`, and for its artist: `artist`; as jpg, jpeg, png,
/// webp, gif, avif, bmp, tif or tiff, in any case.
enum CoverFile {
    private static let stems = ["cover", "folder", "front"]
    private static let artistStems = ["artist"]
    private static let extensions = ["jpg", "jpeg", "png", "webp", "gif", "avif", "bmp", "tif", "tiff"]

    /// The lower the better; nil for any other file.
    static func rank(_ name: [UInt8]) -> Int? {
        rank(name, among: stems)
    }

    /// The same for the picture of the artist whose albums lie in or below the folder.
    static func artistRank(_ name: [UInt8]) -> Int? {
        rank(name, among: artistStems)
    }

    private static func rank(_ name: [UInt8], among stems: [String]) -> Int? {
        guard let text = String(validating: name, as: UTF8.self)?.lowercased(), let dot = text.lastIndex(of: "."),
            let stem = stems.firstIndex(of: String(text[..<dot])),
            let kind = extensions.firstIndex(of: String(text[text.index(after: dot)...]))
        else { return nil }
        return stem * extensions.count + kind
    }
}
