package import Blobs
package import Primitives

/// Gives out stored pictures: covers and, as they lie in the same store, profile pictures.
package struct ArtworkService: Sendable {
    private let blobs: any BlobStore

    package init(blobs: any BlobStore) {
        self.blobs = blobs
    }

    /// Throws `notFound` when no such picture is stored. `key` is the text form that items carry.
    package func image(_ key: String, as caller: Principal) async throws -> StoredImage {
        try caller.require(.browse)
        guard let key = BlobKey(hex: key), let bytes = try await blobs.read(key),
            let kind = ImageKind(sniffing: bytes)
        else {
            throw DomainError.notFound("There is no such image")
        }
        return StoredImage(key: key, kind: kind, bytes: bytes)
    }
}
