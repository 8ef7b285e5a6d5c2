package import Board
package import Catalog
import GRDB
package import Journal
package import Primitives

/// The daily board in SQLite.
package struct SQLiteBoardStore: BoardStore {
    private static let posts = KeysetList(name: "board.posts", columns: [.integer, .text])
    static let comments = KeysetList(name: "board.comments", columns: [.integer, .text])
    private static let days = KeysetList(name: "board.days", columns: [.integer])

    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func inspect<Outcome: Sendable>(
        _ body: @escaping @Sendable (any BoardState) throws -> Outcome
    ) async throws -> Outcome {
        try await database.read { try body(BoardTable($0)) }
    }

    package func edit<Outcome: Sendable>(
        _ opening: DayOpening,
        _ decide: @escaping @Sendable (any BoardState, BoardMoment) throws -> (Changes<BoardWrite>?, Outcome)
    ) async throws -> Outcome {
        try await database.write(.board) { db in
            let board = BoardTable(db)
            let (moment, opened) = try opening.decide(board)
            try opened.write(to: db, board.execute)
            let (changes, outcome) = try decide(board, moment)
            try changes?.write(to: db, board.execute)
            return outcome
        }
    }

    package func posts(on day: LocalDay, for viewer: Principal, _ page: PageRequest) async throws -> Page<Post> {
        let part = try Self.posts.part(page)
        let found = try await database.read { try PostReader(db: $0, viewer: viewer).posts(on: day, part) }
        return part.page(found) { ($0.at, $0.id) }
    }

    package func post(_ id: ID<Post>, for viewer: Principal) async throws -> Post? {
        try await database.read { try PostReader(db: $0, viewer: viewer).post(id) }
    }

    package func ownPost(on day: LocalDay, for viewer: Principal) async throws -> Post? {
        try await database.read { try PostReader(db: $0, viewer: viewer).own(on: day) }
    }

    package func tracks(on day: LocalDay, for viewer: Principal, limit: Int) async throws -> [ID<Track>] {
        try await database.read { db in
            try db.values(
                PostReader.tracks(viewer.libraries), ["day": day, "limit": limit] + viewer.libraries.arguments)
        }
    }

    package func days(for viewer: Principal, _ page: PageRequest) async throws -> Page<ListedDay> {
        let part = try Self.days.part(page)
        let found = try await database.read { try BoardTable($0).days(for: viewer, part) }
        return part.page(found) { [.integer(Int64($0.day.number))] }
    }
}

extension Principal {
    /// The arguments of the conditions on hidden content: `:me` and `:moderates`.
    var arguments: StatementArguments { ["me": user, "moderates": may(.moderate)] }
}

/// The columns and conditions that posts and comments share.
enum BoardRows {
    /// The condition that a viewer sees a post or comment (`Principal.sees`). It reads `Principal.arguments`.
    static func seen(_ alias: String) -> String {
        "(\(alias).hidden_at IS NULL OR \(alias).account = :me OR :moderates)"
    }

    /// Reads `account`, `day` and the columns of hiding.
    static func entry(_ row: Row) -> BoardRules.Entry {
        BoardRules.Entry(author: row["account"], day: row["day"], hiding: row.hiding)
    }
}
