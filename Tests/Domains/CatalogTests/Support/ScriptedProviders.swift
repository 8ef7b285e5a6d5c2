import Catalog
import Journal
import Primitives
import SQLiteStore
import Support
import Synchronization
import Testing

@testable import Lyrics

/// Providers with replies that the test chooses by their name, in place of the network.
final class ScriptedProviders: LyricsProviderClient {
    typealias Answer = @Sendable (NamedTrack) async throws -> ProviderAnswer

    private let answers = Mutex<[String: Answer]>([:])
    private let log = Mutex<[String]>([])

    func base(_ text: String, of kind: LyricsProvider.Kind) throws(DomainError) -> String { text }

    func find(
        _ song: NamedTrack, at provider: LyricsProvider, key: String?, country: String?
    ) async throws -> ProviderAnswer {
        log.withLock { $0.append("\(provider.name): \(song.title)" + (key.map { " by \($0)" } ?? "")) }
        return try await answers.withLock { $0[provider.name] }?(song) ?? .none
    }

    func probe(_ provider: LyricsProvider, key: String?) async throws {
        _ = try await find(NamedTrack(title: "probe", artist: "probe"), at: provider, key: key, country: nil)
    }

    func answer(_ provider: String, _ answer: @escaping Answer) {
        answers.withLock { $0[provider] = answer }
    }

    /// The calls since the last call of this function.
    func taken() -> [String] {
        log.withLock { calls in
            defer { calls = [] }
            return calls
        }
    }

    static func words(
        _ text: String = "La la", countries: Set<String>? = nil, expiresAt: Timestamp? = nil
    ) -> ProviderAnswer {
        let rights = LyricsRights(provider: "somewhere", copyright: "©", countries: countries, expiresAt: expiresAt)
        return .words([
            StoredLyrics(source: .provider, language: nil, format: .lrc, content: Array(text.utf8), rights: rights)
        ])
    }
}

/// A catalog with scripted providers.
struct ProviderFixture {
    let catalog: TestCatalog
    let client = ScriptedProviders()
    let store: SQLiteLyricsLookupStore
    let providers: LyricsProviderService
    let finder: LyricsFinder
    let queue: LyricsLookupQueue
    let service: LyricsLookupService
    let runs: LyricsRunService
    let lyrics: LyricsService
    /// The pauses that the runner made.
    let pauses = Pauses()

    final class Pauses: Sendable {
        private let all = Mutex<[Duration]>([])
        var taken: [Duration] { all.withLock { $0 } }
        func add(_ pause: Duration) { all.withLock { $0.append(pause) } }
    }

    init(songs: Int = 1, country: String? = nil) async throws {
        catalog = try await TestCatalog()
        for number in 0..<songs {
            try catalog.music.write("a/\(number).flac", "title=Song \(number)", "artist=Nina", "duration=200000")
        }
        try await catalog.scan()
        let (database, clock) = (catalog.database, catalog.clock)
        store = SQLiteLyricsLookupStore(database)
        let (health, sealer) = (ServiceHealth<ID<LyricsProvider>>(), SecretSealer(key: Array(0..<32)))
        providers = LyricsProviderService(
            store: SQLiteLyricsProviderStore(database), client: client, sealer: sealer, health: health, clock: clock)
        finder = LyricsFinder(
            store: store, client: client, sealer: sealer, health: health, country: country, clock: clock)
        queue = LyricsLookupQueue(finder: finder) { Issue.record("\($0)") }
        service = LyricsLookupService(finder: finder, queue: queue, lyrics: SQLiteLyricsStore(database))
        let runStore = SQLiteLyricsRunStore(database)
        runs = LyricsRunService(
            store: runStore, lookups: store,
            runner: LyricsRunner(store: runStore, finder: finder, queue: queue, clock: clock), clock: clock)
        lyrics = LyricsService(store: SQLiteLyricsStore(database), country: country, clock: clock)
    }

    @discardableResult
    func add(_ name: String, key: String? = nil, days: Int? = nil) async throws -> LyricsProvider {
        try await providers.add(
            .lrclib,
            LyricsProviderChange(
                name: name, base: "https://\(name).example", key: .some(key), isEnabled: true, storageDays: days),
            as: TestCatalog.admin, by: .gateway)
    }

    func track(_ number: Int = 0) async throws -> ID<Track> {
        try #require(try await catalog.track("Song \(number)")).id
    }

    /// Requests the lyrics like a listener, and returns the outcome.
    func open(_ number: Int = 0) async throws -> LyricsOutcome {
        let track = try await track(number)
        switch try await service.lookUp(track, as: TestCatalog.listener) {
        case .settled(let outcome): return outcome
        case .running: return try #require(await queue.lookUp(track)).outcome
        }
    }

    func words(_ number: Int = 0) async throws -> [String] {
        try await lyrics.lyrics(of: try await track(number), as: TestCatalog.listener).map(\.text)
    }

    /// Runs the background job, like a newly started process, until the condition holds.
    func work(until isDone: @escaping @Sendable (LyricsRun) -> Bool) async throws -> LyricsRun {
        let (clock, pauses) = (catalog.clock, pauses)
        let runner = LyricsRunner(
            store: SQLiteLyricsRunStore(catalog.database), finder: finder, queue: queue, clock: clock
        ) { pause in
            pauses.add(pause)
            clock.advance(by: pause)
            try Task.checkCancellation()
        }
        let work = Task { try await runner.work() }
        defer { work.cancel() }
        let run = try await waitFor("the run is where the test wants it") {
            try await runs.list(as: TestCatalog.admin).first.flatMap { isDone($0) ? $0 : nil }
        }
        work.cancel()
        _ = await work.result
        return run
    }
}
