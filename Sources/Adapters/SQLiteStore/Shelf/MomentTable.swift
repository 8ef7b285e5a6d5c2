import Catalog
import GRDB
import Moderation
import Primitives
import Shelf

/// The stored moments within one transaction.
struct MomentTable: MomentState, EditedTable {
    let db: Database

    func track(_ id: ID<Track>, in scope: LibraryScope) throws -> MomentTrack? {
        let row = try db.row(Self.track, [id])
        guard let row, scope.admits(library: row["part"]) else { return nil }
        return MomentTrack(part: row["part"], durationMilliseconds: row["duration_ms"])
    }

    func moment(_ id: ID<Moment>) throws -> StoredMoment? {
        try db.row(Self.stored, [id]).map { row in
            StoredMoment(
                id: id, author: row["account"], track: row["track"], title: row["title"], part: row["part"],
                durationMilliseconds: row["duration_ms"], positionMilliseconds: row["position_ms"], text: row["text"],
                hiding: row.hiding, isShared: row["is_shared"])
        }
    }

    func count(by author: ID<Person>, in track: ID<Track>) throws -> Int {
        try db.value(Self.countInTrack, [author, track]) ?? 0
    }

    func count(by author: ID<Person>) throws -> Int {
        try db.value(Self.count, [author]) ?? 0
    }

    func isShared(by author: ID<Person>) throws -> Bool {
        try SharedActivity(db).isShared(by: author)
    }

    /// Whether the user has a moment with this text at this place.
    func has(_ text: MomentText, in track: ID<Track>, at position: Int64, by author: ID<Person>) throws -> Bool {
        try db.exists(Self.same, [author, track, position, text.text])
    }

    func execute(_ write: MomentWrite) throws {
        switch write {
        case .add(let id, let track, let position, let text, let author, let instant):
            try db.run(
                "INSERT INTO moment (id, account, track, position_ms, text, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                [id, author, track, position, text.text, instant])
        case .change(let id, let position, let text, let instant):
            try db.run(
                "UPDATE moment SET position_ms = ?, text = ?, edited_at = ? WHERE id = ?",
                [position, text, instant, id])
        case .remove(let id): try db.run("DELETE FROM moment WHERE id = ?", [id])
        case .hide(let id, let hiding, let moderator): try db.hide("moment", id.rawValue, hiding, by: moderator)
        case .closeReports(let id, let instant, let actor):
            try ReportTable(db).act(on: .moment, id.rawValue, at: instant, by: actor)
        }
    }

    private static let track = """
        SELECT t.part, t.duration_ms FROM track t WHERE t.id = ? AND \(WithdrawnTracks.isListed("t"))
        """
    private static let stored = """
        SELECT m.account, m.track, m.position_ms, m.text, m.hidden_at, m.hidden_reason, t.title, t.part, t.duration_ms,
          \(MomentRows.isShared) AS is_shared
        FROM moment m CROSS JOIN track t ON t.id = m.track CROSS JOIN account a ON a.id = m.account
        WHERE m.id = ? AND \(WithdrawnTracks.isListed("t"))
        """
    static let countInTrack = "SELECT count(*) FROM moment WHERE account = ? AND track = ?"
    private static let same = """
        SELECT 1 FROM moment WHERE account = ? AND track = ? AND position_ms = ? AND text = ? LIMIT 1
        """
    static let count = "SELECT count(*) FROM moment WHERE account = ?"
}

/// Reads moments as one reader sees them.
struct MomentRows {
    let db: Database
    let reader: Principal

    func page(of track: ID<Track>, _ part: ListPart) throws -> Page<Moment> {
        let found = try moments(Self.page(reader.libraries), part.arguments(from: [-1, ""]) + ["track": track])
        return part.page(found) { [.integer($0.pinnedMilliseconds), .text($0.id.rawValue)] }
    }

    func moment(_ id: ID<Moment>) throws -> Moment? {
        try moments(Self.one(reader.libraries), ["id": id.rawValue]).first
    }

    private func moments(_ sql: String, _ arguments: StatementArguments) throws -> [Moment] {
        try db.rows(sql, arguments + reader.arguments + reader.libraries.arguments)
            .map { row in
                Moment(
                    id: row["id"], track: row["track"], author: row.person("account"),
                    pinnedMilliseconds: row["position_ms"], durationMilliseconds: row["duration_ms"], text: row["text"],
                    createdAt: row["created_at"], editedAt: row["edited_at"], hiding: row.hiding)
            }
    }

    /// The condition that the author `a` of the moment `m` shares likes and reviews, and may sign in.
    static let isShared = """
        (a.disabled = 0 AND EXISTS (SELECT 1 FROM sharing s WHERE s.account = m.account AND s.opinions = 'gateway'))
        """

    static func page(_ scope: LibraryScope) -> String {
        """
        \(columns("moment m INDEXED BY moment_by_position"))
        WHERE m.track = :track AND (m.position_ms, m.id) > (:after0, :after1) AND \(seen(scope))
        ORDER BY m.position_ms, m.id LIMIT :limit
        """
    }

    static func one(_ scope: LibraryScope) -> String {
        "\(columns("moment m")) WHERE m.id = :id AND \(seen(scope))"
    }

    /// The condition that the reader sees the moment (`Principal.sees`). It reads `:me` and `:moderates`.
    private static func seen(_ scope: LibraryScope) -> String {
        """
        (m.account = :me OR (m.hidden_at IS NULL OR :moderates) AND \(isShared))
          AND \(WithdrawnTracks.isListed("t"))\(scope.and("t.library"))
        """
    }

    private static func columns(_ source: String) -> String {
        """
        SELECT m.id, m.track, m.account, a.display_name, a.picture, m.position_ms, t.duration_ms, m.text, m.created_at,
          m.edited_at, m.hidden_at, m.hidden_reason
        FROM \(source) CROSS JOIN track t ON t.id = m.track CROSS JOIN account a ON a.id = m.account
        """
    }
}
