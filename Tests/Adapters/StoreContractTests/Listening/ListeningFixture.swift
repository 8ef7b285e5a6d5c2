import Accounts
import Catalog
import Foundation
import Support
import GRDB
import Journal
import Listening
import Primitives
import SQLiteStore
import Synchronization

/// A fresh database on disk with some people and tracks in it, and the listening services over it with clocks that stand still.
final class ListeningFixture: Sendable {
    static let ada = Principal(user: ID("ada"), role: .listener)
    static let bob = Principal(user: ID("bob"), role: .listener)

    let clock = TestClock()
    let events = ListeningEvents()
    let plays: SQLitePlayStore
    let queues: SQLiteQueueStore
    let libraries: SQLiteLibraryStore
    let listening: ListeningService
    let queue: QueueService
    let bookmarks: BookmarkService
    let radio: RadioService
    let accounts: SQLiteAccountStore
    let catalogue: SQLiteCatalogStore
    private let folder: TemporaryFolder
    let database: SQLiteDatabase
    /// A second connection, for what the stores do not offer.
    private let side: DatabaseQueue

    /// Tracks are named `t0`, `t1` …, each 100 seconds long; two in a row make an album: `a0` holds `t0` and `t1`.
    init(tracks: Int = 6) async throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        database = try SQLiteDatabase.open(path: path)
        side = try DatabaseQueue(path: path)
        plays = SQLitePlayStore(database)
        queues = SQLiteQueueStore(database)
        libraries = SQLiteLibraryStore(database)
        catalogue = SQLiteCatalogStore(database)
        listening = ListeningService(
            plays: plays, catalog: catalogue, tracker: PlaybackTracker(), events: events, clock: clock,
            monotonic: clock)
        queue = QueueService(queues: queues, catalog: catalogue, clock: clock)
        bookmarks = BookmarkService(store: SQLiteBookmarkStore(database), catalog: catalogue, clock: clock)
        radio = RadioService(store: SQLiteRadioStore(database), clock: clock)
        accounts = SQLiteAccountStore(database)
        for person in [Self.ada, Self.bob] {
            let user = User(
                id: person.user, username: try Username(person.user.rawValue), role: person.role,
                createdAt: clock.now())
            try await accounts.create(presenting: nil) { _ in NewAccount(user, journal: []) }
        }
        try await side.write { db in
            try FixtureRows.insertLibrary(db)
            for number in 0..<(tracks + 1) / 2 { try FixtureRows.insertAlbum("a\(number)", db) }
            for number in 0..<tracks { try FixtureRows.insertTrack("t\(number)", album: "a\(number / 2)", db) }
        }
    }

    /// Plays the track to its end, in reports ten seconds apart, and lets one second pass.
    @discardableResult
    func hear(_ track: String, as caller: Principal = ada) async throws -> PlaybackAnswer {
        let play = try PlayID(UUID().uuidString)
        try await report(play, track, .start, 0, as: caller)
        for position in stride(from: 10, to: 100, by: 10) {
            clock.advance(by: .seconds(10))
            try await report(play, track, .progress, position, as: caller)
        }
        clock.advance(by: .seconds(10))
        let answer = try await report(play, track, .end, 100, as: caller)
        clock.advance(by: .seconds(1))
        return answer
    }

    @discardableResult
    func report(
        _ play: PlayID, _ track: String, _ event: PlaybackEvent, _ position: Int, as caller: Principal = ada
    ) async throws -> PlaybackAnswer {
        try await listening.report(
            PlaybackReport(play: play, track: ID(track), event: event, position: .seconds(position), client: "test"),
            as: caller, from: "192.0.2.1")
    }

    func history(as caller: Principal = ada, limit: Int = 500) async throws -> [String] {
        try await listening.history(PageRequest(limit: limit), as: caller).items.map(\.play.track.rawValue)
    }

    func list(_ tracks: [String], at index: Int = 0, expecting revision: Int64? = nil) throws -> QueueReplacement {
        try QueueReplacement(
            tracks: tracks.map { ID($0) }, currentIndex: index, position: .seconds(5), client: "web",
            expected: revision)
    }

    func remove(_ track: String) throws {
        try side.write { try FixtureRows.flagMissing(track, $0) }
    }

    /// Deletes the track's row.
    func delete(_ track: String) throws {
        try side.write { try FixtureRows.delete(track, $0) }
    }

    func removeAccount(_ person: String) throws {
        try side.write { try $0.execute(sql: "DELETE FROM account WHERE id = ?", arguments: [person]) }
    }

    func texts(_ sql: String) throws -> [String] {
        try side.read { try String.fetchAll($0, sql: sql) }
    }

    func number(_ sql: String) throws -> Int {
        try side.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    func change(_ sql: String) throws {
        try side.write { try $0.execute(sql: sql) }
    }

    func journal(_ action: String) throws -> Int {
        try side.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM journal WHERE action = ?", arguments: [action])
        }
            ?? 0
    }
}
