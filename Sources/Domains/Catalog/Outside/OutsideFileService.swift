package import Primitives

/// The pictures and previews of outside songs. The server fetches them and passes them on, so that no browser talks to
/// the outside; it fetches only addresses that the service itself has named.
package struct OutsideFileService: Sendable {
    /// The bytes of the largest file; a preview of 30 seconds has about one million.
    package static let largest = 4 << 20
    private static let userPace = (burst: 120, refill: Duration.milliseconds(500))

    /// A file as it is served.
    package struct Content: Sendable {
        package let file: any ReadableFile
        package let mediaType: String
        /// Names the content. Another file of the same song has another name.
        package let name: String
    }

    private let songs: OutsideCatalogService
    private let client: any OutsideCatalogClient
    private let server: @Sendable () async throws -> OutsideServer
    private let cache: any CacheStore
    private let memory: OutsideMemory
    private let limiter: RateLimiter<ID<Person>>

    package init(
        songs: OutsideCatalogService, client: any OutsideCatalogClient,
        server: @escaping @Sendable () async throws -> OutsideServer, cache: any CacheStore, memory: OutsideMemory,
        limiter: RateLimiter<ID<Person>>
    ) {
        self.songs = songs
        self.client = client
        self.server = server
        self.cache = cache
        self.memory = memory
        self.limiter = limiter
    }

    /// Throws as `OutsideCatalogService.song` does; `notFound` where the song has no such file, and `unavailable` where
    /// it cannot be had or is of another kind.
    package func open(_ kind: OutsideFileKind, of id: Int64, as caller: Principal) async throws -> Content {
        try caller.require(kind == .picture ? .browse : .stream)
        let server = try await server()
        guard server.isOn else { throw DomainError.outsideOff }
        let stem = "\(kind.rawValue)-\(String(StableHash(server.base).value, radix: 16))-\(id)"
        // Who hears no explicit songs shares no answer with who does.
        return try await memory.files.run("\(stem) \(caller.libraries.includesExplicit)") {
            if let found = try await cached(stem, kind, caller) { return found }
            let song = try await songs.song(id, as: caller)
            guard let address = kind == .picture ? song.picture : song.preview else {
                throw DomainError.noOutsideFile(kind)
            }
            if let wait = limiter.take(caller.user, burst: Self.userPace.burst, refill: Self.userPace.refill) {
                throw DomainError.outsideUnavailable(for: wait)
            }
            try await fetch(address, as: Self.stem(stem, isExplicit: song.isExplicit), kind, server)
            return try await cached(stem, kind, caller).orThrow(DomainError.outsideUnavailable(for: .seconds(60)))
        }
    }

    /// The bytes of the song's picture, for a copy of it; nil where it has none or it cannot be had at the moment.
    /// Throws `outsideOff` and `noOutsideSong`.
    package func pictureBytes(of id: Int64, as caller: Principal) async throws -> [UInt8]? {
        do {
            return try await cache.bytes(of: open(.picture, of: id, as: caller).name)
        } catch let error as DomainError where error.code == .unavailable || error == .noOutsideFile(.picture) {
            return nil
        }
    }

    /// The name says whether the song is explicit, so that a cached file needs no second question.
    private static func stem(_ stem: String, isExplicit: Bool) -> String {
        "\(stem)-\(isExplicit ? "explicit" : "clean")"
    }

    private func cached(_ stem: String, _ kind: OutsideFileKind, _ caller: Principal) async throws -> Content? {
        for isExplicit in caller.libraries.includesExplicit ? [false, true] : [false] {
            for (name, type) in kind.mediaTypes {
                let name = "\(Self.stem(stem, isExplicit: isExplicit))-\(name)"
                if let file = try await cache.open(name) { return Content(file: file, mediaType: type, name: name) }
            }
        }
        return nil
    }

    private func fetch(
        _ address: String, as stem: String, _ kind: OutsideFileKind, _ server: OutsideServer
    ) async throws {
        do {
            let bytes = try await client.file(at: address, upTo: Self.largest, of: server)
            guard let name = kind.name(sniffing: bytes) else { throw ServiceFailure(.malformed) }
            try await cache.put(bytes, as: "\(stem)-\(name)")
        } catch let failure as ServiceFailure {
            throw DomainError.outsideUnavailable(for: failure.retryAfter ?? .seconds(60))
        }
    }
}
