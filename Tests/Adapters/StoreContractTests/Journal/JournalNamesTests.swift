import Accounts
import Journal
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Names in the journal") struct JournalNamesTests {
    private static let admin = Principal(user: ID("ada"), role: .admin)
    private let fixture: ShelfFixture
    private let journal: JournalService

    init() async throws {
        fixture = try await ShelfFixture()
        journal = JournalService(store: fixture.engine.journal, clock: fixture.clock)
    }

    private func append(_ action: String, _ kind: String, _ id: String, _ details: [String: String] = [:]) async throws
    {
        let entry = JournalEntry(
            at: fixture.clock.now(), by: .init(user: ID("ada"), origin: "test"), action, .init(kind: kind, id: id),
            details: details)
        try await fixture.engine.accounts.record([entry])
        fixture.clock.advance(by: .seconds(1))
    }

    private func entries(_ filter: JournalFilter) async throws -> [JournalRecord] {
        try await journal.entries(filter, .first(50), as: Self.admin).items
    }

    @Test("are shown beside the ids of an entry's subject and details, while the items exist")
    func names() async throws {
        let list = try await fixture.playlist(["t0"], named: "Mix")
        try await fixture.music.change("t0") { $0.title = "Song" }
        try await append("track.edit", "track", "t0")
        try await append("post.create", "post", "gone", ["track": "t0", "day": "2026-11-21"])
        try await append("playlist.edit", "playlist", list.rawValue, ["name": "user"])
        try await append("user.disable", "user", "bob", ["track": "nothing"])
        let found = try await entries(JournalFilter(excludesPlays: true))
        let song = JournalName(name: "Song", artist: "p0")
        let names = found.map { record in
            Dictionary(uniqueKeysWithValues: record.names.map { ("\($0.key.kind) \($0.key.id)", $0.value) })
        }
        #expect(names[0] == ["user bob": JournalName(name: "bob")])
        #expect(names[1] == ["playlist \(list)": JournalName(name: "Mix")])
        #expect(names[2] == ["track t0": song])
        #expect(names[3] == ["track t0": song])
    }

    @Test("entries are found by the kind of their subject, and plays are omitted unless requested")
    func filters() async throws {
        try await append("track.edit", "track", "t0")
        try await append("play.record", "track", "t0")
        try await append("user.edit", "user", "bob")
        let acts = try await entries(JournalFilter(excludesPlays: true)).prefix(2)
        #expect(acts.map(\.action) == ["user.edit", "track.edit"])
        #expect(
            try await entries(.everything).prefix(3).map(\.action) == ["user.edit", "play.record", "track.edit"])
        #expect(try await entries(JournalFilter(kind: "track")).map(\.action) == ["play.record", "track.edit"])
        #expect(
            try await entries(JournalFilter(kind: "track", excludesPlays: true)).map(\.action) == ["track.edit"])
    }
}
