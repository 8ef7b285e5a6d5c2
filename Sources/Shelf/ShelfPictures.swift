package import Accounts
package import Blobs

/// Keeps the pictures that people give to playlists, folders, entries and wishes: checked, decoded and encoded anew as squares. What was sent goes
/// with the next sweep.
package struct ShelfPictures: Sendable {
    private let blobs: any BlobStore
    private let maker: any PictureMaker

    package init(blobs: any BlobStore, maker: any PictureMaker) {
        self.blobs = blobs
        self.maker = maker
    }

    /// `bytes` is a whole JPEG, PNG or WebP file, whatever its declared type was.
    package func keep(_ bytes: [UInt8]) async throws -> BlobKey {
        try PictureRules.check(bytes)
        return try await blobs.put(maker.square(blobs.put(bytes)))
    }
}
