import Catalog
import GRDB
import Moderation
import Primitives
import Shelf

/// The stored moments within one transaction.
struct MomentTable: MomentState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func track(_ id: ID<Track>, in scope: LibraryScope) throws -> MomentTrack? {
        let row = try Row.fetchOne(db.cachedStatement(sql: Self.track), arguments: [id.rawValue])
        guard let row, scope.admits(library: row["part"]) else { return nil }
        return MomentTrack(part: row["part"], durationMilliseconds: row["duration_ms"])
    }

    func moment(_ id: ID<Moment>) throws -> StoredMoment? {
        try Row.fetchOne(db.cachedStatement(sql: Self.stored), arguments: [id.rawValue]).map { row in
            StoredMoment(
                id: id, author: ID(row["account"]), track: ID(row["track"]), title: row["title"], part: row["part"],
                durationMilliseconds: row["duration_ms"], positionMilliseconds: row["position_ms"], text: row["text"],
                hiding: MomentRows.hiding(row), isShared: row["is_shared"])
        }
    }

    func count(by author: ID<Person>, in track: ID<Track>) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: Self.countInTrack), arguments: [author.rawValue, track.rawValue]) ?? 0
    }

    func count(by author: ID<Person>) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: Self.count), arguments: [author.rawValue]) ?? 0
    }

    func isShared(by author: ID<Person>) throws -> Bool {
        try SharedActivity(db).isShared(by: author)
    }

    /// Whether the user has a moment with this text at this place.
    func has(
        _ text: MomentText, in track: ID<Track>, at position: Int64, by author: ID<Person>
    ) throws -> Bool {
        try Int.fetchOne(
            db.cachedStatement(sql: Self.same), arguments: [author.rawValue, track.rawValue, position, text.text])
            != nil
    }

    func execute(_ write: MomentWrite) throws {
        switch write {
        case .add(let id, let track, let position, let text, let author, let instant):
            try run(
                "INSERT INTO moment (id, account, track, position_ms, text, created_at) VALUES (?, ?, ?, ?, ?, ?)",
                [id.rawValue, author.rawValue, track.rawValue, position, text.text, instant.milliseconds])
        case .change(let id, let position, let text, let instant):
            try run(
                "UPDATE moment SET position_ms = ?, text = ?, edited_at = ? WHERE id = ?",
                [position, text, instant.milliseconds, id.rawValue])
        case .remove(let id):
            try run("DELETE FROM moment WHERE id = ?", [id.rawValue])
        case .hide(let id, let hiding, let moderator):
            try run(
                "UPDATE moment SET hidden_at = ?, hidden_by = ?, hidden_reason = ? WHERE id = ?",
                [hiding?.at.milliseconds, hiding.map { _ in moderator.rawValue }, hiding?.reason, id.rawValue])
        case .closeReports(let id, let instant, let actor):
            try ReportTable(db).act(on: .moment, id.rawValue, at: instant, by: actor)
        }
    }

    private func run(_ sql: String, _ arguments: StatementArguments) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
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

    /// - Parameter position: the position and the id after which the page begins.
    func page(of track: ID<Track>, after position: [DatabaseValue], limit: Int) throws -> [Moment] {
        try moments(
            Self.page(reader.libraries),
            ["track": track.rawValue, "position": position[0], "after": position[1], "limit": limit])
    }

    func moment(_ id: ID<Moment>) throws -> Moment? {
        try moments(Self.one(reader.libraries), ["id": id.rawValue]).first
    }

    private func moments(_ sql: String, _ arguments: StatementArguments) throws -> [Moment] {
        let own: StatementArguments = ["me": reader.user.rawValue, "moderates": reader.may(.moderate)]
        return try Row.fetchAll(
            db.cachedStatement(sql: sql), arguments: arguments + own + reader.libraries.arguments
        ).map { row in
            Moment(
                id: ID(row["id"]), track: ID(row["track"]),
                author: NamedPerson(
                    id: ID(row["account"]), name: row["display_name"], picture: row.blobKey("picture")),
                pinnedMilliseconds: row["position_ms"], durationMilliseconds: row["duration_ms"], text: row["text"],
                createdAt: Timestamp(milliseconds: row["created_at"]),
                editedAt: (row["edited_at"] as Int64?).map { Timestamp(milliseconds: $0) },
                hiding: Self.hiding(row))
        }
    }

    static func hiding(_ row: Row) -> Hiding? {
        guard let at: Int64 = row["hidden_at"], let reason: String = row["hidden_reason"] else { return nil }
        return Hiding(at: Timestamp(milliseconds: at), reason: reason)
    }

    /// The condition that the author `a` of the moment `m` shares likes and reviews, and may sign in.
    static let isShared = """
        (a.disabled = 0 AND EXISTS (SELECT 1 FROM sharing s WHERE s.account = m.account AND s.opinions = 'gateway'))
        """

    static func page(_ scope: LibraryScope) -> String {
        """
        \(columns("moment m INDEXED BY moment_by_position"))
        WHERE m.track = :track AND (m.position_ms, m.id) > (:position, :after) AND \(seen(scope))
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
