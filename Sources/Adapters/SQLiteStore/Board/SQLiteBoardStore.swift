package import Board
package import Catalog
import GRDB
package import Journal
package import Primitives

/// The daily board in SQLite.
package struct SQLiteBoardStore: BoardStore {
    static let posts = "board.posts"
    static let comments = "board.comments"
    private static let days = "board.days"

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
        let position = try BoardRows.position(page.cursor, of: Self.posts)
        let found = try await database.read { db in
            try PostReader(db: db, viewer: viewer).page(of: day, after: position, limit: page.limit + 1)
        }
        return BoardRows.page(found, limit: page.limit) {
            Cursor(list: Self.posts, values: [.integer($0.at.milliseconds), .text($0.id.rawValue)])
        }
    }

    package func post(_ id: ID<Post>, for viewer: Principal) async throws -> Post? {
        try await database.read { try PostReader(db: $0, viewer: viewer).post(id) }
    }

    package func ownPost(on day: LocalDay, for viewer: Principal) async throws -> Post? {
        try await database.read { try PostReader(db: $0, viewer: viewer).own(on: day) }
    }

    package func tracks(on day: LocalDay, for viewer: Principal, limit: Int) async throws -> [ID<Track>] {
        try await database.read { db in
            try String.fetchAll(
                db, sql: PostReader.tracks(viewer.libraries),
                arguments: ["day": day.number, "limit": limit] + viewer.libraries.arguments
            ).map { ID($0) }
        }
    }

    package func days(for viewer: Principal, _ page: PageRequest) async throws -> Page<ListedDay> {
        var before = LocalDay(number: Int(Int32.max))
        if let cursor = page.cursor {
            guard case .integer(let number) = try cursor.values(of: Self.days, count: 1)[0] else {
                throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
            }
            before = LocalDay(number: Int(number))
        }
        let start = before
        let found = try await database.read { db in
            try BoardTable(db).list(before: start, for: viewer, limit: page.limit + 1)
        }
        return BoardRows.page(found, limit: page.limit) {
            Cursor(list: Self.days, values: [.integer(Int64($0.day.number))])
        }
    }
}

/// The columns and conditions that posts and comments share.
enum BoardRows {
    /// The condition that a viewer sees a post or comment (`Principal.sees`). It reads `:me` and `:moderates`.
    static func seen(_ alias: String) -> String {
        "(\(alias).hidden_at IS NULL OR \(alias).account = :me OR :moderates)"
    }

    static func author(_ row: Row) -> NamedPerson {
        let picture: String? = row["picture"]
        return NamedPerson(
            id: ID(row["account"]), name: row["display_name"], picture: picture.flatMap { BlobKey(hex: $0) })
    }

    static func hiding(_ row: Row) -> Hiding? {
        guard let at: Int64 = row["hidden_at"], let reason: String = row["hidden_reason"] else { return nil }
        return Hiding(at: Timestamp(milliseconds: at), reason: reason)
    }

    /// Reads `account`, `day` and the columns of hiding.
    static func entry(_ row: Row) -> BoardRules.Entry {
        BoardRules.Entry(author: ID(row["account"]), day: LocalDay(number: row["day"]), hiding: hiding(row))
    }

    /// The position after which a page by time begins. No id begins with a tilde or a greater character.
    static func position(_ cursor: Primitives.Cursor?, of list: String) throws -> (at: Int64, id: String) {
        guard let cursor else { return (Int64.max, "~") }
        let values = try cursor.values(of: list, count: 2)
        guard case .integer(let at) = values[0], case .text(let id) = values[1] else {
            throw DomainError.invalid("This cursor belongs to another list or order", field: "cursor")
        }
        return (at, id)
    }

    static func page<Item>(_ items: [Item], limit: Int, after: (Item) -> Primitives.Cursor) -> Page<Item> {
        let shown = Array(items.prefix(limit))
        return Page(items: shown, next: items.count > limit ? shown.last.map(after) : nil)
    }
}
