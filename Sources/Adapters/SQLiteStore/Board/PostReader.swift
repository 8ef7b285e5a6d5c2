import Board
import GRDB
import Primitives

/// Reads posts as one viewer sees them.
struct PostReader {
    let db: Database
    let viewer: BoardViewer

    func posts(on day: LocalDay, _ part: ListPart) throws -> [Post] {
        try posts(Self.page, part.newest + ["day": day] + viewer.arguments)
    }

    func post(_ id: ID<Post>) throws -> Post? {
        try posts(Self.post, viewer.arguments + ["id": id]).first
    }

    func own(on day: LocalDay) throws -> Post? {
        try posts(Self.own, ["day": day, "me": viewer.person]).first
    }

    private func posts(_ sql: String, _ arguments: StatementArguments) throws -> [Post] {
        let rows = try db.rows(sql, arguments)
        let reactions = try reactions(to: rows.map { $0["id"] })
        return rows.map { post($0, reactions[$0["id"]] ?? []) }
    }

    private func post(_ row: Row, _ reactions: [ReactionCount]) -> Post {
        let isSeen = viewer.libraries.admits(library: row["library"])
        return Post(
            id: row["id"], day: row["day"], at: row["at"], author: row.person("account"), caption: row["caption"],
            song: isSeen
                ? Post.Song(track: row["track"], title: row["title"], artist: row["artist"], outside: outside(row))
                : nil,
            hiding: BoardRows.hiding(row), reactions: reactions, comments: row["comments"])
    }

    private func outside(_ row: Row) -> Post.Outside? {
        (row["song"] as Int64?).map { song in
            Post.Outside(
                id: song, album: row["album"], durationMilliseconds: row["duration_ms"], hasPicture: row["has_picture"],
                hasPreview: row["has_preview"])
        }
    }

    private func reactions(to posts: [String]) throws -> [String: [ReactionCount]] {
        guard !posts.isEmpty else { return [:] }
        let rows = try db.rows(Self.reactions, ["posts": JSONList(posts), "me": viewer.person])
        var found: [String: [ReactionCount]] = [:]
        for row in rows {
            // Reactions that only another version knows are skipped.
            guard let reaction = Reaction(rawValue: row["reaction"]) else { continue }
            found[row["post"], default: []].append(
                ReactionCount(reaction: reaction, count: row["count"], isOwn: row["own"]))
        }
        let places = Dictionary(uniqueKeysWithValues: Reaction.allCases.enumerated().map { ($1, $0) })
        return found.mapValues { $0.sorted { places[$0.reaction] ?? 0 < places[$1.reaction] ?? 0 } }
    }

    static let page = """
        \(columns)
        WHERE p.day = :day AND (p.at, p.id) < (:after0, :after1) AND \(BoardRows.seen("p"))
        ORDER BY p.at DESC, p.id DESC LIMIT :limit
        """

    static let post = "\(columns) WHERE p.id = :id AND \(BoardRows.seen("p"))"

    static let own = "\(columns) WHERE p.day = :day AND p.account = :me"

    private static let columns = """
        SELECT p.id AS id, p.day AS day, p.at AS at, p.account AS account, a.display_name AS display_name,
          a.picture AS picture, p.caption AS caption, p.track AS track, coalesce(t.part, p.library) AS library,
          p.title AS title, p.artist AS artist, o.song AS song, o.album AS album, o.duration_ms AS duration_ms,
          o.has_picture AS has_picture, o.has_preview AS has_preview, p.hidden_at AS hidden_at, p.hidden_reason AS hidden_reason,
          (SELECT count(*) FROM board_comment c WHERE c.post = p.id AND c.hidden_at IS NULL) AS comments
        FROM board_post p CROSS JOIN account a ON a.id = p.account LEFT JOIN track t ON t.id = p.track
        LEFT JOIN board_outside_song o ON o.post = p.id
        """

    static let reactions = """
        SELECT r.post AS post, r.reaction AS reaction, count(*) AS count, max(r.account = :me) AS own
        FROM json_each(:posts) j CROSS JOIN board_reaction r ON r.post = j.value
        GROUP BY r.post, r.reaction
        """

    static func tracks(_ scope: LibraryScope) -> String {
        """
        SELECT p.track FROM board_post p CROSS JOIN track t ON t.id = p.track
        WHERE p.day = :day AND p.hidden_at IS NULL AND t.missing_since IS NULL\(scope.and("t.library"))
        ORDER BY p.at, p.id LIMIT :limit
        """
    }
}
