import Primitives
import Foundation
import GRDB
import Shelf

/// Reads playlists as one user sees them.
struct PlaylistReader {
    let db: Database
    let caller: Principal

    /// Throws `notFound` if the caller may not read the playlist.
    func playlist(_ id: ID<Playlist>) throws -> Playlist {
        guard let playlist = try readable(id) else { throw DomainError.notFound("There is no such playlist") }
        return playlist
    }

    /// Returns nil if the caller may not read the playlist.
    func readable(_ id: ID<Playlist>) throws -> Playlist? {
        try db.row(Self.one, ["id": id, "reader": caller.user]).map(playlist)
    }

    func page(_ query: PlaylistQuery, _ part: ListPart) throws -> Page<Playlist> {
        var arguments = part.arguments + ["reader": caller.user]
        if case .folder(let folder) = query.place {
            guard try SQLitePlaylistFolderStore.hasFolder(folder, of: caller.user, db) else {
                throw DomainError.noPlaylistFolder
            }
            arguments += ["folder": folder]
        }
        let found = try db.rows(Self.page(query, isFirst: part.isFirst), arguments).map {
            (playlist: try playlist($0), sort: $0["sort"] as DatabaseValue)
        }
        return part.page(found) { part.list.key([$0.sort, $0.playlist.id]) }.map(\.playlist)
    }

    private func playlist(_ row: Row) throws -> Playlist {
        let id: String = row["id"]
        let owner: String = row["owner"]
        return Playlist(
            id: ID(id), owner: PlaylistPerson(id: ID(owner), username: row["username"], name: row["display_name"]),
            name: row["name"], description: row["description"],
            visibility: PlaylistVisibility(rawValue: row["visibility"]) ?? .private, cover: row.blobKey("cover"),
            covers: try covers(id), totals: try totals(id), revision: row["revision"], createdAt: row["created_at"],
            changedAt: row["changed_at"],
            mayEdit: row["rules"] == nil && (owner == caller.user.rawValue || row["is_editor"]),
            isOwn: owner == caller.user.rawValue, rules: try (row["rules"] as String?).map(Self.rules),
            hiding: row.hiding)
    }

    /// Throws for rules that only a later version knows, so that they do not look like an empty playlist.
    private static func rules(_ text: String) throws -> SmartRules {
        try SmartRules(StoredJSON.value(text))
    }

    private func totals(_ id: String) throws -> PlaylistTotals {
        var (entries, missing, hidden, duration) = (0, 0, 0, Int64(0))
        let rows = try db.cursor(Self.totals, [id])
        while let row = try rows.next() {
            guard caller.libraries.admits(library: row[0]) else {
                hidden += row[1]
                continue
            }
            entries += row[1]
            missing += row[2]
            duration += row[3]
        }
        return PlaylistTotals(entries: entries, missing: missing, hidden: hidden, durationMilliseconds: duration)
    }

    /// The covers of the first entries that have different ones: a list of a thousand tracks of one album shows one.
    private func covers(_ id: String) throws -> [BlobKey] {
        try db.firstCovers(Self.covers(caller.libraries), ["id": id] + caller.libraries.arguments)
    }

    private static let columns = """
        p.id, p.owner, p.name, p.description, p.visibility, p.cover, p.revision, p.created_at, p.changed_at,
          p.hidden_at, p.hidden_reason, a.username, a.display_name,
          (SELECT s.rules FROM smart_playlist s WHERE s.playlist = p.id) AS rules,
          EXISTS (SELECT 1 FROM playlist_editor e WHERE e.playlist = p.id AND e.account = :reader)
            AND p.visibility = 'collaborative' AS is_editor
        """
    private static let isEditor = isEditor(":reader")
    static let isReadable = isReadable(by: ":reader")

    private static func isEditor(_ reader: String) -> String {
        """
        p.hidden_at IS NULL AND p.visibility = 'collaborative' AND EXISTS (SELECT 1 FROM playlist_editor e
          WHERE e.playlist = p.id AND e.account = \(reader))
        """
    }

    /// - Parameter reader: the parameter that stands for the reader's id.
    static func isReadable(by reader: String) -> String {
        "(p.owner = \(reader) OR p.visibility = 'public' AND p.hidden_at IS NULL OR \(isEditor(reader)))"
    }

    /// Smart playlists of others that filter by the reader's own data are not listed, unless their owner shows the
    /// owner's result (decision 0017).
    static let isListed = """
        (p.owner = :reader OR NOT EXISTS (SELECT 1 FROM smart_playlist s
          WHERE s.playlist = p.id AND s.rules ->> '$.perspective' IS NOT 'owner' AND (
            s.rules ->> '$.order' IN (\(quoted(SmartRules.readersOrders)))
            OR EXISTS (SELECT 1 FROM json_tree(s.rules) r
              WHERE r.key = 'field' AND r.atom IN (\(quoted(SmartRules.readersFields)))))))
        """

    /// The raw values of an enum as SQL strings. They contain no quotes.
    private static func quoted(_ words: [some RawRepresentable<String>]) -> String {
        words.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    }

    static let one = """
        SELECT \(columns) FROM playlist p JOIN account a ON a.id = p.owner WHERE p.id = :id AND \(isReadable)
        """
    static let totals = "SELECT library, entries, missing, duration_ms FROM playlist_total WHERE playlist = ?"

    /// The covers of the first entries; null for entries without a cover or that the reader does not see. The bound
    /// keeps a long list from being walked for one cover.
    static func covers(_ scope: LibraryScope) -> String {
        """
        SELECT CASE WHEN \(WithdrawnTracks.isListed("t"))\(scope.and("t.library")) THEN t.cover END
        FROM playlist_entry e INDEXED BY playlist_entry_order CROSS JOIN track t ON t.id = e.track
        WHERE e.playlist = :id ORDER BY e.place, e.id LIMIT 60
        """
    }

    static func page(_ query: PlaylistQuery, isFirst: Bool) -> String {
        let (column, index) =
            switch query.sort {
            case .name: ("name_key", "playlist_by_name")
            case .created: ("created_at", "playlist_by_created")
            case .changed: ("changed_at", "playlist_by_changed")
            }
        let ownership =
            switch query.ownership {
            case .all: "\(isReadable) AND \(isListed)"
            case .own: "+p.owner = :reader"
            case .others: "+p.owner <> :reader AND \(isReadable) AND \(isListed)"
            case .public: "p.visibility = 'public' AND \(isReadable) AND \(isListed)"
            case .editable:
                "(p.owner = :reader OR \(isEditor)) AND NOT EXISTS (SELECT 1 FROM smart_playlist s WHERE s.playlist = p.id)"
            }
        let filed = "SELECT 1 FROM playlist_in_folder f WHERE f.account = :reader AND f.playlist = p.id"
        let place =
            switch query.place {
            case .anywhere: ""
            case .unfiled: "AND NOT EXISTS (\(filed))"
            case .filed: "AND EXISTS (\(filed))"
            case .folder: "AND EXISTS (\(filed) AND f.folder = :folder)"
            }
        let descending = query.isDescending ? " DESC" : ""
        let after = isFirst ? "" : "AND (p.\(column), p.id) \(query.isDescending ? "<" : ">") (:after0, :after1)"
        return """
            SELECT \(columns), p.\(column) AS sort
            FROM playlist p INDEXED BY \(index) CROSS JOIN account a ON a.id = p.owner
            WHERE \(ownership) \(place) \(after) ORDER BY p.\(column)\(descending), p.id\(descending) LIMIT :limit
            """
    }
}
