import Accounts
import Catalog
import GRDB
import Journal
import Primitives
import Support
import Synchronization
import Testing

@testable import Listening
@testable import SQLiteStore

/// A server in place of the network, with replies that the test chooses. Like ListenBrainz, it stores each track once
/// for each time.
final class ScriptedScrobbles: TokenScrobbleClient, ConsentScrobbleClient {
    typealias Answer = @Sendable ([Scrobble]) throws -> ScrobbleReceipt

    let kind: ScrobbleKind

    private struct State {
        var names = ["good": "bo-there", "other": "bo-elsewhere"]
        var answer: Answer = { _ in ScrobbleReceipt() }
        var pages: [Int64?: ListenPage] = [:]
        var requests: [[String]] = []
        var used: Set<String> = []
        var stored: Set<String> = []
        var announced: [String] = []
        var tokens = 0
        var consent = ConsentAnswer.pending
    }

    private let state = Mutex(State())

    init(_ kind: ScrobbleKind = .listenbrainz) {
        self.kind = kind
    }

    /// The titles of each request since the last call.
    func taken() -> [[String]] {
        state.withLock { state in
            defer { state.requests = [] }
            return state.requests
        }
    }

    var stored: Set<String> { state.withLock { $0.stored } }
    /// The tokens with which plays were sent.
    var used: Set<String> { state.withLock { $0.used } }
    var announced: [String] { state.withLock { $0.announced } }

    func answer(_ answer: @escaping Answer) { state.withLock { $0.answer = answer } }

    func name(_ token: String, _ name: String?) { state.withLock { $0.names[token] = name } }

    func page(before second: Int64?, _ page: ListenPage) { state.withLock { $0.pages[second] = page } }

    func consent(_ answer: ConsentAnswer) { state.withLock { $0.consent = answer } }

    func requestToken(with keys: ApplicationKeys) async throws -> String {
        state.withLock { state in
            state.tokens += 1
            return "token-\(state.tokens)"
        }
    }

    func page(for token: String, with keys: ApplicationKeys) -> String { "\(keys.page)?token=\(token)" }

    func session(of token: String, with keys: ApplicationKeys) async throws -> ConsentAnswer {
        state.withLock { state in
            state.requests.append(["session of \(token)"])
            return state.consent
        }
    }

    func name(of token: String, at base: String) async throws -> String? { state.withLock { $0.names[token] } }

    func submit(_ plays: [Scrobble], with token: String, at base: String) async throws -> ScrobbleReceipt {
        try state.withLock { state in
            state.requests.append(plays.map(\.track.title))
            state.used.insert(token)
            let receipt = try state.answer(plays)
            let taken = plays.filter { receipt.refused[$0.play] == nil && !receipt.delayed.contains($0.play) }
            state.stored.formUnion(taken.map { "\($0.playedAt.milliseconds / 1000) \($0.track.title)" })
            return receipt
        }
    }

    func announce(_ track: NamedTrack, by client: String, with token: String, at base: String) async throws {
        state.withLock { $0.announced.append("\(track.artist): \(track.title) by \(client)") }
    }

    func listens(
        of name: String, before second: Int64?, with token: String, at base: String
    ) async throws -> ListenPage {
        state.withLock { state in
            state.requests.append(["listens of \(name) before \(second.map(String.init) ?? "now")"])
            return state.pages[second] ?? ListenPage(plays: [], oldest: nil, pause: nil)
        }
    }
}

/// A catalog whose listener scrobbles to a scripted server.
struct ScrobbleFixture {
    static let base = "https://listens.example"
    static let bo = TestCatalog.listener

    let catalog: TestCatalog
    let client: ScriptedScrobbles
    let store: SQLiteScrobbleStore
    let listening: ListeningService
    let service: ScrobbleService
    let tokens: ScrobbleTokenService
    let beginnings = PlayBeginnings()
    private let server = Setting()

    /// The address that the admins have switched on.
    final class Setting: Sendable {
        private let base = Mutex<String?>(ScrobbleFixture.base)
        var value: String? { base.withLock { $0 } }
        func set(_ value: String?) { base.withLock { $0 = value } }
    }

    /// - Parameter shortest: the length of the first song in milliseconds.
    init(_ kind: ScrobbleKind = .listenbrainz, songs: Int = 3, shortest: Int = 200_000) async throws {
        client = ScriptedScrobbles(kind)
        catalog = try await TestCatalog()
        for number in 0..<songs {
            try catalog.music.write(
                "a/\(number).flac", "title=Song \(number)", "artist=Nina",
                "duration=\(number == 0 ? shortest : 200_000)")
        }
        try await catalog.scan()
        try await catalog.database.write(.accounts) { db in
            try db.execute(
                sql: """
                    INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                      theme, created_at)
                    VALUES ('bo', 'bo', 'bo', 'bo', 'bo', 'listener', 0, 'en', 'system', 0)
                    """)
        }
        let (database, clock, server) = (catalog.database, catalog.clock, server)
        store = SQLiteScrobbleStore(database, of: kind)
        listening = ListeningService(
            plays: SQLitePlayStore(database), catalog: catalog.store, tracker: PlaybackTracker(),
            events: ListeningEvents(), clock: clock, monotonic: clock,
            began: { [beginnings] in beginnings.note($0, of: $1) })
        service = ScrobbleService(
            store: store, kind: kind, sealer: SecretSealer(key: Array(0..<32)), server: { server.value },
            clock: clock)
        tokens = ScrobbleTokenService(scrobbles: service, client: client)
    }

    func connect(_ token: String = "good") async throws { try await tokens.connect(token, as: Self.bo, by: .gateway) }

    func turnOff(_ base: String? = nil) { server.set(base) }

    /// Submits a play from a player, at `minutes` from now.
    func play(_ number: Int, minutes: Int = 0, source: PlaySource = .player) async throws {
        let track = try #require(try await catalog.track("Song \(number)")).id
        let at = catalog.clock.now().advanced(by: .seconds(minutes * 60))
        try await listening.record(
            [SubmittedPlay(track: track, playedAt: at)], by: "Tuner", source: source, as: Self.bo, from: "test")
    }

    /// Runs the sender like a newly started process. Returns the time until its next attempt.
    ///
    /// - Parameter meanwhile: called in each round, between reading the links and the first step for one.
    @discardableResult
    func work(
        secret: UInt8 = 0, meanwhile: @escaping @Sendable () async throws -> Void = {}
    ) async throws -> Duration {
        let server = server
        let sender = ScrobbleSender(
            store: store, client: client, sealer: SecretSealer(key: (0..<32).map { $0 ^ secret }),
            server: { server.value },
            person: { _ in
                try await meanwhile()
                return Self.bo
            },
            take: { plays, _ in
                let new = plays.filter { $0.track.artist == "Nina" }.count
                return (new, plays.count - new)
            }, clock: catalog.clock)
        return try await sender.work()
    }

    func state() async throws -> ScrobbleState { try await service.state(as: Self.bo) }

    /// The number of rows of links and waiting plays.
    func rows() async throws -> Int {
        try await catalog.database.read { db in
            try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM scrobble) + (SELECT count(*) FROM scrobble_link)")
        } ?? 0
    }

    func notices() async throws -> [String] {
        try await catalog.database.read { db in
            try String.fetchAll(db, sql: "SELECT kind FROM notification WHERE account = 'bo' ORDER BY id")
        }
    }
}
