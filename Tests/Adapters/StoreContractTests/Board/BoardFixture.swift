import Accounts
import Board
import Catalog
import Foundation
import GRDB
import Journal
import Primitives
import SQLiteStore
import Support
import Synchronization

/// A fresh database on disk with people and two libraries in it, and the board over it with a clock that is set by hand.
final class BoardFixture: Sendable {
    static let ada = Principal(user: ID("ada"), role: .listener)
    static let bob = Principal(user: ID("bob"), role: .contributor)
    static let mo = Principal(user: ID("mo"), role: .moderator)

    let clock: TestClock
    let board: BoardService
    let store: SQLiteBoardStore
    let log: SQLiteEventLog
    let accounts: SQLiteAccountStore
    private let catalogue: SQLiteCatalogStore
    private let database: SQLiteDatabase
    private let folder: TemporaryFolder
    private let side: DatabaseQueue

    /// `t0` … `t3` are in the library `l0`, and `s0` in the library `l1`.
    init(zone: String = "Europe/Warsaw", at time: String = "2026-11-21T12:00:00Z", people: Int = 0) async throws {
        clock = TestClock(time)
        folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        database = try SQLiteDatabase.open(path: path)
        side = try DatabaseQueue(path: path)
        store = SQLiteBoardStore(database)
        log = SQLiteEventLog(database)
        catalogue = SQLiteCatalogStore(database)
        board = try Self.board(zone, clock, store, catalogue)
        accounts = SQLiteAccountStore(database)
        for person in [Self.ada, Self.bob, Self.mo] + (0..<people).map(Self.person) {
            let user = User(
                id: person.user, username: try Username(person.user.rawValue), role: person.role,
                createdAt: clock.now())
            try await accounts.create(presenting: nil) { _ in NewAccount(user, journal: []) }
        }
        try await side.write { db in
            try FixtureRows.insertLibrary(db)
            try FixtureRows.insertAlbum("a0", db)
            for number in 0..<4 { try FixtureRows.insertTrack("t\(number)", album: "a0", db) }
            try db.execute(
                sql: "INSERT INTO library (id, name, name_key, path, added_at) VALUES ('l1', 'S', 's', ?, 0)",
                arguments: [Data("/secret".utf8)])
            try FixtureRows.insertTrack("s0", album: "a0", db)
            try db.execute(sql: "UPDATE track SET library = 'l1', title = 'Secret' WHERE id = 's0'")
        }
    }

    static func person(_ number: Int) -> Principal {
        Principal(user: ID("p\(number)"), role: .listener)
    }

    private static func board(
        _ zone: String, _ clock: TestClock, _ store: SQLiteBoardStore, _ catalogue: SQLiteCatalogStore
    ) throws -> BoardService {
        guard let zone = TimeZone(identifier: zone) else { throw DomainError.invalid("No such zone", field: "zone") }
        return BoardService(
            store: store, catalog: catalogue,
            clock: BoardClock(calendar: DayCalendar(zone: zone), wall: clock), throttle: BoardThrottle())
    }

    /// The same board after a restart with another zone.
    func restarted(in zone: String) throws -> BoardService {
        try Self.board(zone, clock, store, catalogue)
    }

    @discardableResult
    func post(
        _ track: String, _ caption: String? = nil, as caller: Principal = ada
    ) async throws -> PostOutcome<PostItem> {
        try await board.post(PostDraft(track: ID(track), caption: caption), as: caller, from: "192.0.2.1")
    }

    /// The post's id; throws `already_posted` where there was one.
    func posted(_ track: String, as caller: Principal = ada) async throws -> ID<Post> {
        guard case .posted(let item) = try await post(track, as: caller) else { throw DomainError.alreadyPosted }
        return item.post.id
    }

    func comment(_ text: String, on post: ID<Post>? = nil, as caller: Principal = ada) async throws -> Comment {
        try await board.comment(CommentText(text), on: post, as: caller, from: "192.0.2.1")
    }

    func today(as caller: Principal = ada) async throws -> BoardDay {
        try await board.board(on: .today, .first(500), as: caller)
    }

    func change(_ sql: String) throws {
        try side.write { try $0.execute(sql: sql) }
    }

    func number(_ sql: String) throws -> Int {
        try side.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    func journal(_ action: String) throws -> Int {
        try number("SELECT count(*) FROM journal WHERE action = '\(action)'")
    }
}
