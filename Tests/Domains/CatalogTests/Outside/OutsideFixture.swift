import Catalog
import Files
import NIOPosix
import Primitives
import SQLiteStore
import Support
import Synchronization

/// An outside catalog with replies that the test chooses, in place of the network.
final class ScriptedCatalog: OutsideCatalogClient {
    typealias Search = @Sendable (String) async throws -> [OutsideSong]

    private struct State {
        var search: Search = { _ in [] }
        var songs: [Int64: OutsideSong] = [:]
        var files: [String: [UInt8]] = [:]
        var calls: [String] = []
    }

    private let state = Mutex(State())

    func search(_ text: String, limit: Int, at server: OutsideServer) async throws -> [OutsideSong] {
        let search = state.withLock { state in
            state.calls.append("search \(text) in \(server.country)")
            return state.search
        }
        return try await search(text)
    }

    func song(_ id: Int64, at server: OutsideServer) async throws -> OutsideSong? {
        state.withLock { state in
            state.calls.append("song \(id)")
            return state.songs[id]
        }
    }

    func file(at address: String, upTo limit: Int, of server: OutsideServer) async throws -> [UInt8] {
        let file = state.withLock { state in
            state.calls.append("file \(address)")
            return state.files[address]
        }
        guard let file else { throw ServiceFailure(.failing) }
        return file
    }

    func answer(_ search: @escaping Search) { state.withLock { $0.search = search } }
    func has(_ song: OutsideSong) { state.withLock { $0.songs[song.id] = song } }
    func has(_ bytes: [UInt8], at address: String) { state.withLock { $0.files[address] = bytes } }
    var calls: [String] { state.withLock { $0.calls } }
}

/// A library with one song, and an outside catalog.
struct OutsideFixture {
    static let own = OutsideSong(
        id: 1,
        named: NamedTrack(
            title: "Song 0 (Remastered)", artist: "Nina", album: "Elsewhere", durationMilliseconds: 201_000))
    static let other = OutsideSong(
        id: 2, named: NamedTrack(title: "Other", artist: "Nina", durationMilliseconds: 200_000), isExplicit: true,
        picture: "https://pictures.example/2.jpg", preview: "https://previews.example/2.m4a")
    static let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array(repeating: 1, count: 20)
    static let preview = [0, 0, 0, 0x20] + Array("ftypM4A ".utf8) + Array(repeating: 2, count: 20)

    let catalog: TestCatalog
    let client = ScriptedCatalog()
    let songs: OutsideCatalogService
    let files: OutsideFileService

    init(isOn: Bool = true) async throws {
        catalog = try await TestCatalog()
        try catalog.music.write("a.flac", "title=Song 0", "artist=Nina", "duration=200000")
        try await catalog.scan()
        let server: @Sendable () -> OutsideServer = {
            OutsideServer(isOn: isOn, base: "https://catalog.example", country: "PL")
        }
        let memory = OutsideMemory()
        songs = OutsideCatalogService(
            client: client, server: server, own: SQLiteOwnSongStore(catalog.database), catalog: catalog.store,
            memory: memory, limiter: RateLimiter(clock: catalog.clock), clock: catalog.clock)
        let cache = try await DiskCache.open(
            folder: catalog.folder.path + "/outside", limit: 1 << 20, pool: NIOThreadPool.singleton)
        files = OutsideFileService(
            songs: songs, client: client, server: server, cache: cache, memory: memory,
            limiter: RateLimiter(clock: catalog.clock))
        client.answer { _ in [Self.own, Self.other] }
        for song in [Self.own, Self.other] { client.has(song) }
    }

    /// The titles that are found, each with that of the library's own track. Nil if the catalog was unavailable.
    func found(
        _ text: String = "nina", as caller: Principal = TestCatalog.listener
    ) async throws -> [[String?]]? {
        guard case .found(let results) = try await songs.search(text, as: caller) else { return nil }
        return results.map { [$0.song.named.title, $0.track?.title] }
    }

    /// The time until the catalog is asked again, or nil if it answers.
    func rest(_ text: String = "nina", as caller: Principal = TestCatalog.listener) async throws -> Duration? {
        guard case .unavailable(let rest) = try await songs.search(text, as: caller) else { return nil }
        return rest
    }
}
