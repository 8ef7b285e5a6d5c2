package import Primitives

/// Serves stored pictures, in full size or as smaller renditions: covers, and the pictures of users, playlists,
/// shelves, wishes and submissions, which are in the same store. A picture that no item shows to the caller does not
/// exist for them (`ImageAccess`).
package struct ArtworkService: Sendable {
    /// The number of bytes that identify the kind of a picture.
    private static let headSize = 12

    private let blobs: any BlobStore
    private let cache: any CacheStore
    private let facts: any ImageFactsStore
    private let access: ImageAccess
    private let queue: RenditionQueue
    private let clock: any WallClock

    package init(
        blobs: any BlobStore, cache: any CacheStore, facts: any ImageFactsStore,
        access: any ImageAccessStore, queue: RenditionQueue, clock: any WallClock
    ) {
        self.blobs = blobs
        self.cache = cache
        self.facts = facts
        self.access = ImageAccess(store: access)
        self.queue = queue
        self.clock = clock
    }

    /// Opens the original picture. Throws `notFound` if no such picture is stored; with reason `image_broken` if it is
    /// stored and cannot be shown. `key` is the text form that items carry.
    package func open(_ key: String, as caller: Principal) async throws -> OpenImage {
        try caller.require(.browse)
        guard let key = BlobKey(hex: key), try await access.admits(caller, to: key),
            let file = try await blobs.open(key)
        else { throw Self.absent }
        guard try await !facts.isBroken(key, at: clock.now()) else { throw Self.broken }
        // The kind comes from the content, not from a declared type: nothing that a browser would run is served as an
        // image.
        guard let kind = ImageKind(sniffing: try await head(of: file, key)) else { throw Self.absent }
        return OpenImage(key: key, kind: kind, file: file)
    }

    /// The picture in this size and format. Throws `notFound` if no such picture is stored; with reason `image_broken`
    /// if it is stored and cannot be shown; `unavailable` if it cannot be rendered at present.
    package func rendition(
        of key: String, size: RenditionSize, format: RenditionFormat, as caller: Principal
    ) async throws -> (Rendition, RenditionContent) {
        try caller.require(.browse)
        guard let key = BlobKey(hex: key), try await access.admits(caller, to: key) else {
            throw Self.absent
        }
        return try await rendition(Rendition(.image(key), size: size, format: format))
    }

    /// The same, with a drawing for `name` in place of a picture that cannot be shown.
    package func rendition(
        of key: String, orDrawing name: String, size: RenditionSize, format: RenditionFormat, as caller: Principal
    ) async throws -> (Rendition, RenditionContent) {
        do {
            return try await rendition(of: key, size: size, format: format, as: caller)
        } catch let error as DomainError where error.reason == Self.broken.reason {
            return try await drawing(for: name, size: size, format: format, as: caller)
        }
    }

    /// Opens the original picture; nil if it cannot be shown. Throws `notFound` if no such picture is stored.
    package func openUnlessBroken(_ key: String, as caller: Principal) async throws -> OpenImage? {
        do {
            return try await open(key, as: caller)
        } catch let error as DomainError where error.reason == Self.broken.reason {
            return nil
        }
    }

    /// A drawing for an item without a picture. The same name always gives the same drawing.
    package func drawing(
        for name: String, size: RenditionSize, format: RenditionFormat, as caller: Principal
    ) async throws -> (Rendition, RenditionContent) {
        try caller.require(.browse)
        return try await rendition(
            Rendition(.drawing(seed: DrawingSeed.of(name)), size: size, format: format))
    }

    private func rendition(_ rendition: Rendition) async throws -> (Rendition, RenditionContent) {
        if let file = try await cache.open(rendition.name) { return (rendition, .file(file)) }
        if case .image(let key) = rendition.source, try await facts.isBroken(key, at: clock.now()) {
            throw Self.broken
        }
        do {
            return (rendition, try await queue.make(rendition))
        } catch let failure as ImageFailure {
            switch failure {
            case .broken: throw Self.broken
            case .missing: throw Self.absent
            case .unavailable:
                throw DomainError(
                    .unavailable, "Pictures cannot be made at the moment", reason: "artwork_unavailable",
                    retryAfter: .seconds(5))
            }
        }
    }

    private func head(of file: any ReadableFile, _ key: BlobKey) async throws -> [UInt8] {
        var head = [UInt8](repeating: 0, count: Self.headSize)
        if let count = try head.withUnsafeMutableBytes({ try file.readIfCached(into: $0, at: 0) }) {
            return Array(head.prefix(count))
        }
        return Array(try await blobs.read(key)?.prefix(Self.headSize) ?? [])
    }

    private static let absent = DomainError.notFound("There is no such image")
    private static let broken = DomainError(
        .notFound, "This image is damaged or too large and cannot be shown", reason: "image_broken")
}

/// A picture ready to be sent.
package struct OpenImage: Sendable {
    package let key: BlobKey
    package let kind: ImageKind
    package let file: any ReadableFile
}
