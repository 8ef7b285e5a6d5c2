import Catalog
import Foundation
import GRDB
import Primitives

/// Transfers the user data of one track or album to another, within a transaction. If both have the same kind of data,
/// the target keeps its own, unless the source is being removed and its data is newer.
///
/// Triggers on inserted and deleted rows maintain the sums of plays and playlists, so those rows are deleted and
/// inserted again.
struct TrackDataTransfer {
    private let db: Database
    private let arguments: [String: String?]
    private let isWhole: Bool

    /// - Parameter library: transfers only the data of users who see this library, and only where the target has none
    ///   yet; nil transfers everything, because the row of `old` is being removed.
    init(_ db: Database, from old: String, to new: String, seenIn library: String? = nil) {
        self.db = db
        arguments = ["from": old, "to": new, "library": library]
        isWhole = library == nil
    }

    func track() throws {
        try annotations("track")
        try run(Self.bookmarks(isWhole))
        try run(["UPDATE play_queue_track SET track = :to WHERE track = :from AND \(Self.isSeer)"])
        try run(["UPDATE moment SET track = :to WHERE track = :from AND \(Self.isSeer)"])
        try move("playlist_entry", where: "playlist IN (SELECT id FROM playlist WHERE \(Self.isSeer("owner")))")
        try move("play", where: Self.isSeer)
        try move(
            "play_count", where: Self.isSeer,
            or: """
                ON CONFLICT (account, track) DO UPDATE SET plays = plays + excluded.plays,
                  last_played_at = max(last_played_at, excluded.last_played_at)
                """)
        try run(Self.shelf("track", title: "title", search: "search_title"))
        guard isWhole else { return }
        try run(Self.rest)
        if let new = arguments["to"] ?? nil { try ExplicitFlags(db).settle(new) }
    }

    /// Transfers an album's data. Its plays follow its tracks.
    func album() throws {
        try annotations("album")
        try run(Self.shelf("album", title: "name", search: "search_name"))
    }

    private func annotations(_ kind: String) throws {
        let newer =
            isWhole
            ? "DO UPDATE SET rating = excluded.rating, review = coalesce(excluded.review, review),"
                + " rated_at = excluded.rated_at WHERE excluded.rated_at > rated_at" : "DO NOTHING"
        try run([
            """
            INSERT INTO \(kind)_like (account, \(kind), liked_at)
            SELECT account, :to, liked_at FROM \(kind)_like WHERE \(kind) = :from AND \(Self.isSeer) ON CONFLICT DO NOTHING
            """,
            "DELETE FROM \(kind)_like WHERE \(kind) = :from AND \(Self.isSeer)",
            """
            INSERT INTO \(kind)_rating (account, \(kind), rating, rated_at, review)
            SELECT account, :to, rating, rated_at, review FROM \(kind)_rating WHERE \(kind) = :from AND \(Self.isSeer)
            ON CONFLICT (account, \(kind)) \(newer)
            """,
            "DELETE FROM \(kind)_rating WHERE \(kind) = :from AND \(Self.isSeer)",
            """
            UPDATE share_item SET \(kind) = :to
            WHERE \(kind) = :from AND share IN (SELECT id FROM share WHERE \(Self.isSeer))
            """,
        ])
    }

    private func run(_ statements: [String]) throws {
        for sql in statements {
            let statement = try db.cachedStatement(sql: sql)
            // Not every statement reads all of them.
            let used = arguments.filter { sql.contains(":\($0.key)") }
            try statement.execute(arguments: StatementArguments(used))
        }
    }

    private func move(_ table: String, where condition: String, or conflict: String = "") throws {
        let sql = "DELETE FROM \(table) WHERE track = :from AND \(condition) RETURNING *"
        let rows = try db.rows(sql, StatementArguments(arguments.filter { sql.contains(":\($0.key)") }))
        for row in rows {
            let columns = Array(row.columnNames)
            let values = columns.map { $0 == "track" ? (arguments["to"] ?? nil)?.databaseValue ?? .null : row[$0] }
            try db.run(
                """
                INSERT INTO \(table) (\(columns.joined(separator: ", ")))
                VALUES (\(columns.map { _ in "?" }.joined(separator: ", "))) \(conflict)
                """, StatementArguments(values))
        }
    }

    private static let isSeer = isSeer("account")

    /// The condition that `person` may see `:library`; if that is nil, everybody may.
    static func isSeer(_ person: String) -> String {
        "(:library IS NULL OR \(sees(person, ":library")))"
    }

    private static func sees(_ person: String, _ library: String) -> String {
        """
        \(person) IN (SELECT who.id FROM account who WHERE who.all_libraries = 1
          OR EXISTS (SELECT 1 FROM account_library given WHERE given.account = who.id AND given.library = \(library)))
        """
    }

    private static func bookmarks(_ isWhole: Bool) -> [String] {
        let newer =
            isWhole
            ? "DO UPDATE SET position_ms = excluded.position_ms, comment = coalesce(excluded.comment, comment),"
                + " changed_at = excluded.changed_at WHERE excluded.changed_at > changed_at" : "DO NOTHING"
        return [
            """
            INSERT INTO bookmark (account, track, position_ms, comment, created_at, changed_at)
            SELECT account, :to, position_ms, comment, created_at, changed_at FROM bookmark
            WHERE track = :from AND \(isSeer) ON CONFLICT (account, track) \(newer)
            """,
            "DELETE FROM bookmark WHERE track = :from AND \(isSeer)",
        ]
    }

    /// Updates shelf items. If two items of one shelf become the same, the one without a comment is deleted.
    private static func shelf(_ kind: String, title: String, search: String) -> [String] {
        [
            """
            UPDATE shelf_item SET \(kind) = :to, (library, title, title_key, title_search) = (
              SELECT t.part, iif(t.\(title) = '', shelf_item.title, t.\(title)), t.\(title)_key, t.\(search)
              FROM \(kind) t WHERE t.id = :to)
            WHERE \(kind) = :from AND \(isSeer)
              AND NOT EXISTS (SELECT 1 FROM shelf_item o WHERE o.\(kind) = :to AND o.account = shelf_item.account)
            """,
            "DELETE FROM shelf_item WHERE \(kind) = :from AND comment = '' AND \(isSeer)",
            """
            UPDATE shelf_item SET rating = ifnull((SELECT r.rating FROM \(kind)_rating r
              WHERE r.\(kind) = :to AND r.account = shelf_item.account), 0)
            WHERE \(kind) = :to
            """,
        ]
    }

    /// The data that belongs to no single user, or would lead elsewhere for users who do not see the library.
    private static let rest = [
        """
        UPDATE track SET explicit_mark = (SELECT o.explicit_mark FROM track o WHERE o.id = :from)
        WHERE id = :to AND explicit_mark IS NULL
        """,
        "UPDATE board_post SET track = :to WHERE track = :from",
        "UPDATE wish SET arrival = :to WHERE arrival = :from",
        "UPDATE submission SET track = :to WHERE track = :from",
        "UPDATE track_edit_history SET track = :to WHERE track = :from",
        "UPDATE lyrics_version SET track = :to WHERE track = :from",
        "UPDATE OR IGNORE lyrics_sidecar SET track = :to WHERE track = :from",
        """
        UPDATE OR IGNORE submission_alike SET track = (SELECT seq FROM track WHERE id = :to)
        WHERE track = (SELECT seq FROM track WHERE id = :from)
        """,
    ]

    /// The condition that any user who sees the library of `kept` has data about `lost`.
    static func concerns(_ lost: String, seenIn library: String) -> String {
        let tables = [
            "track_like", "track_rating", "bookmark", "play", "play_count", "shelf_item", "play_queue_track", "moment",
        ]
        let own = tables.map {
            "EXISTS (SELECT 1 FROM \($0) h WHERE h.track = \(lost) AND \(sees("h.account", library)))"
        }
        let others = [
            """
            EXISTS (SELECT 1 FROM playlist_entry h JOIN playlist l ON l.id = h.playlist
              WHERE h.track = \(lost) AND \(sees("l.owner", library)))
            """,
            """
            EXISTS (SELECT 1 FROM share_item h JOIN share s ON s.id = h.share
              WHERE h.track = \(lost) AND \(sees("s.account", library)))
            """,
        ]
        return "(" + (own + others).joined(separator: " OR ") + ")"
    }
}

/// Missing tracks and present ones whose files are equal.
enum TrackReunion {
    /// The missing tracks that replace a copy: each takes the earliest of the copies that were added after it.
    static func continuities(_ db: Database) throws -> [TrackContinuity] {
        guard try isNeeded(db) else { return [] }
        var taken: Set<String> = []
        return try db.rows(laterCopies).compactMap { row in
            guard let copy = KnownFolderReader.signedTrack(row) else { return nil }
            let lost: String = row["lost"]
            guard !taken.contains(lost), !taken.contains(copy.id.rawValue) else { return nil }
            taken.formUnion([lost, copy.id.rawValue])
            return TrackContinuity(
                lost: ID(lost), lostSince: Timestamp(milliseconds: row["lost_since"]), copy: copy,
                album: ID(row["album"]))
        }
    }

    /// Missing tracks with user data, and the track of an equal file that was added before them.
    static func earlierCopies(_ db: Database) throws -> [(lost: String, kept: String, library: String)] {
        guard try isNeeded(db) else { return [] }
        return try db.rows(earlierOriginals).map { ($0["lost"], $0["id"], $0["library"]) }
    }

    /// Transfers user data from `lost` to `kept`, for users who see the library of `kept`.
    static func transferUserData(_ db: Database) throws {
        for (lost, kept, library) in try earlierCopies(db) {
            try TrackDataTransfer(db, from: lost, to: kept, seenIn: library).track()
        }
    }

    /// Whether any track is missing, found by counting two indexes.
    private static func isNeeded(_ db: Database) throws -> Bool {
        try db.value("SELECT (SELECT count(*) FROM track) > (SELECT count(*) \(present))") ?? false
    }

    /// `track_rules` covers the condition, so that no row is read.
    private static let present = "FROM track INDEXED BY track_rules WHERE missing_since IS NULL"
    private static let missing = "SELECT seq FROM track EXCEPT SELECT seq \(present)"
    private static let laterCopies = """
        SELECT m.id AS lost, m.missing_since AS lost_since, p.id, p.library, p.folder, p.name, p.size, p.modified_ns, p.inode,
          p.signature, p.missing_since, p.album
        FROM track m CROSS JOIN track p INDEXED BY track_by_signature
          ON p.signature = m.signature AND p.missing_since IS NULL AND (p.added_at, p.id) > (m.added_at, m.id)
        WHERE m.seq IN (\(missing)) AND \(WithdrawnTracks.isListed("m"))
        ORDER BY m.added_at, m.id, p.added_at, p.id
        """
    private static let earlierOriginals = """
        SELECT m.id AS lost, p.id, p.library
        FROM track m CROSS JOIN track p INDEXED BY track_by_signature
          ON p.signature = m.signature AND p.missing_since IS NULL AND (p.added_at, p.id) < (m.added_at, m.id)
        WHERE m.seq IN (\(missing)) AND \(WithdrawnTracks.isListed("m")) AND \(TrackDataTransfer.concerns("m.id", seenIn: "p.library"))
        ORDER BY m.id, p.added_at, p.id
        """
}
