package import Blobs
package import Primitives

/// Gives out stored pictures: covers and, as they lie in the same store, profile pictures.
package struct ArtworkService: Sendable {
    /// How many bytes tell what kind of picture it is.
    private static let headSize = 12

    private let blobs: any BlobStore

    package init(blobs: any BlobStore) {
        self.blobs = blobs
    }

    /// Holds a picture open for sending. Throws `notFound` when no such picture is stored. `key` is the text form that items carry.
    ///
    /// What the picture is, its content says, whatever anybody declared: nothing that a browser would run is ever given as an image.
    package func open(_ key: String, as caller: Principal) async throws -> OpenImage {
        try caller.require(.browse)
        guard let key = BlobKey(hex: key), let file = try await blobs.open(key),
            let kind = ImageKind(sniffing: try await head(of: file, key))
        else {
            throw DomainError.notFound("There is no such image")
        }
        return OpenImage(key: key, kind: kind, file: file)
    }

    /// The first bytes: from memory, as a rule, else through the store, which waits for the disk off the cooperative pool.
    private func head(of file: any HeldFile, _ key: BlobKey) async throws -> [UInt8] {
        var head = [UInt8](repeating: 0, count: Self.headSize)
        if let count = try head.withUnsafeMutableBytes({ try file.readIfCached(into: $0, at: 0) }) {
            if Int64(count) == min(Int64(Self.headSize), file.size) { return Array(head.prefix(count)) }
        }
        return Array(try await blobs.read(key)?.prefix(Self.headSize) ?? [])
    }
}
