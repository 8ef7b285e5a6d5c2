package import Board
import GRDB
package import Primitives

extension SQLiteBoardStore {
    package func comments(
        on topic: CommentTopic, for viewer: Principal, _ page: PageRequest
    ) async throws -> Page<Comment>? {
        let position = try BoardRows.position(page.cursor, of: Self.comments)
        let found: [Comment]? = try await database.read { db in
            if case .post(let post) = topic {
                guard let entry = try BoardTable(db).post(post)?.entry, viewer.sees(entry.hiding, by: entry.author)
                else { return nil }
            }
            return try CommentReader(db: db, viewer: viewer).page(of: topic, after: position, limit: page.limit + 1)
        }
        guard let found else { return nil }
        return BoardRows.page(found, limit: page.limit) {
            Cursor(list: Self.comments, values: [.integer($0.at.milliseconds), .text($0.id.rawValue)])
        }
    }

    package func comments(
        on day: LocalDay, after instant: Timestamp, limit: Int, for viewer: Principal
    ) async throws -> [Comment] {
        try await database.read { db in
            try CommentReader(db: db, viewer: viewer).comments(on: day, after: instant, limit: limit).reversed()
        }
    }

    package func comment(_ id: ID<Comment>, for viewer: Principal) async throws -> Comment? {
        try await database.read { try CommentReader(db: $0, viewer: viewer).comment(id) }
    }
}

/// Reads comments as one viewer sees them.
struct CommentReader {
    let db: Database
    let viewer: Principal

    func page(of topic: CommentTopic, after position: (at: Int64, id: String), limit: Int) throws -> [Comment] {
        let arguments: StatementArguments = [
            "at": position.at, "id": position.id, "limit": limit, "me": viewer.user.rawValue,
            "moderates": viewer.may(.moderate),
        ]
        switch topic {
        case .post(let post):
            return try comments(Self.onPost, arguments + ["topic": post.rawValue])
        case .day(let day):
            return try comments(Self.onDay, arguments + ["topic": day.number])
        }
    }

    /// Newest first.
    func comments(on day: LocalDay, after instant: Timestamp, limit: Int) throws -> [Comment] {
        try comments(
            Self.since,
            [
                "topic": day.number, "since": instant.milliseconds, "limit": limit, "me": viewer.user.rawValue,
                "moderates": viewer.may(.moderate),
            ])
    }

    func comment(_ id: ID<Comment>) throws -> Comment? {
        try comments(
            Self.comment,
            ["id": id.rawValue, "me": viewer.user.rawValue, "moderates": viewer.may(.moderate)]
        ).first
    }

    private func comments(_ sql: String, _ arguments: StatementArguments) throws -> [Comment] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
            let post: String? = row["post"]
            return Comment(
                id: ID(row["id"]), day: LocalDay(number: row["day"]), post: post.map { ID($0) },
                at: Timestamp(milliseconds: row["at"]), author: BoardRows.author(row), username: row["username"],
                text: row["text"],
                hiding: BoardRows.hiding(row))
        }
    }

    static let onPost = """
        \(columns)
        WHERE c.post = :topic AND (c.at, c.id) < (:at, :id) AND \(BoardRows.seen("c"))
        ORDER BY c.at DESC, c.id DESC LIMIT :limit
        """

    static let onDay = """
        \(columns)
        WHERE c.day = :topic AND c.post IS NULL AND (c.at, c.id) < (:at, :id) AND \(BoardRows.seen("c"))
        ORDER BY c.at DESC, c.id DESC LIMIT :limit
        """

    static let since = """
        \(columns)
        WHERE c.day = :topic AND c.post IS NULL AND c.at > :since AND \(BoardRows.seen("c"))
        ORDER BY c.at DESC, c.id DESC LIMIT :limit
        """

    static let comment = "\(columns) WHERE c.id = :id AND \(BoardRows.seen("c"))"

    private static let columns = """
        SELECT c.id AS id, c.day AS day, c.post AS post, c.at AS at, c.account AS account,
          a.username AS username, a.display_name AS display_name, a.picture AS picture, c.text AS text, c.hidden_at AS hidden_at,
          c.hidden_reason AS hidden_reason
        FROM board_comment c CROSS JOIN account a ON a.id = c.account
        """
}
