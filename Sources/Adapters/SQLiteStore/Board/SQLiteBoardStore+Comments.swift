package import Board
import GRDB
package import Primitives

extension SQLiteBoardStore {
    package func comments(
        on topic: CommentTopic, for viewer: Principal, _ page: PageRequest
    ) async throws -> Page<Comment>? {
        let part = try Self.comments.part(page)
        let found: [Comment]? = try await database.read { db in
            if case .post(let post) = topic {
                guard let entry = try BoardTable(db).post(post)?.entry, viewer.sees(entry.hiding, by: entry.author)
                else { return nil }
            }
            return try CommentReader(db: db, viewer: viewer).comments(on: topic, part)
        }
        return found.map { part.page($0) { ($0.at, $0.id) } }
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

    func comments(on topic: CommentTopic, _ part: ListPart) throws -> [Comment] {
        switch topic {
        case .post(let post): try comments(Self.onPost, part.newest + ["topic": post])
        case .day(let day): try comments(Self.onDay, part.newest + ["topic": day])
        }
    }

    /// Newest first.
    func comments(on day: LocalDay, after instant: Timestamp, limit: Int) throws -> [Comment] {
        try comments(Self.since, ["topic": day, "since": instant, "limit": limit])
    }

    func comment(_ id: ID<Comment>) throws -> Comment? {
        try comments(Self.comment, ["id": id]).first
    }

    private func comments(_ sql: String, _ arguments: StatementArguments) throws -> [Comment] {
        try db.rows(sql, arguments + viewer.arguments).map { row in
            Comment(
                id: row["id"], day: row["day"], post: row["post"], at: row["at"], author: row.person("account"),
                username: row["username"], text: row["text"], hiding: row.hiding)
        }
    }

    static let onPost = newest("c.post = :topic AND (c.at, c.id) < (:after0, :after1)")
    static let onDay = newest("c.day = :topic AND c.post IS NULL AND (c.at, c.id) < (:after0, :after1)")
    static let since = newest("c.day = :topic AND c.post IS NULL AND c.at > :since")

    private static func newest(_ condition: String) -> String {
        "\(columns) WHERE \(condition) AND \(BoardRows.seen("c")) ORDER BY c.at DESC, c.id DESC LIMIT :limit"
    }

    static let comment = "\(columns) WHERE c.id = :id AND \(BoardRows.seen("c"))"

    private static let columns = """
        SELECT c.id AS id, c.day AS day, c.post AS post, c.at AS at, c.account AS account,
          a.username AS username, a.display_name AS display_name, a.picture AS picture, c.text AS text, c.hidden_at AS hidden_at,
          c.hidden_reason AS hidden_reason
        FROM board_comment c CROSS JOIN account a ON a.id = c.account
        """
}
