package import Primitives
import GRDB
package import Journal
package import Moderation
import Messaging
package import Shelf

/// Public playlists for moderators, in SQLite.
package struct SQLitePlaylistModerationStore: PlaylistModerationStore {
    private static let list = KeysetList(name: "moderation.playlists", columns: [.integer, .text])
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func playlists(
        _ query: ModeratedPlaylistQuery, _ page: PageRequest
    ) async throws -> Page<ModeratedPlaylist> {
        let position = try Self.list.position(page.cursor)
        return try await database.read { db in
            var arguments: [String: DatabaseValue] = [
                "key": FoldedText.sortKey(query.text).databaseValue,
                "folded": FoldedText.fold(query.text).databaseValue,
                "limit": (page.limit + 1).databaseValue,
            ]
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let sql = Self.page(hiddenOnly: query.hiddenOnly, isFirst: position == nil)
            let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
            return Self.list.page(rows.map(Self.playlist), limit: page.limit) {
                [.integer($0.changedAt.milliseconds), .text($0.id.rawValue)]
            }
        }
    }

    package func playlist(_ id: ID<Playlist>) async throws -> ModeratedPlaylist {
        try await database.read { db in try Self.one(id, db) }
    }

    package func edit(
        _ decide: @escaping @Sendable (any ModeratedPlaylistState) throws -> Changes<ModerationWrite>
    ) async throws {
        try await database.write(.shelf) { db in
            let playlists = ModeratedPlaylistTable(db)
            try decide(playlists).write(to: db, playlists.execute)
        }
    }

    static func one(_ id: ID<Playlist>, _ db: Database) throws -> ModeratedPlaylist {
        let row = try Row.fetchOne(
            db.cachedStatement(
                sql:
                    "\(columns) FROM playlist p JOIN account a ON a.id = p.owner WHERE p.id = ? AND p.visibility = 'public'"
            ), arguments: [id.rawValue])
        guard let row else { throw DomainError.notFound("There is no such public playlist") }
        return playlist(row)
    }

    private static func playlist(_ row: Row) -> ModeratedPlaylist {
        ModeratedPlaylist(
            id: ID(row["id"]), name: row["name"], description: row["description"],
            owner: NamedPerson(id: ID(row["owner"]), name: row["display_name"], picture: row.blobKey("picture")),
            entries: row["entries"], cover: row.blobKey("cover"),
            changedAt: Timestamp(milliseconds: row["changed_at"]), hiding: PlaylistReader.hiding(row))
    }

    static func page(hiddenOnly: Bool, isFirst: Bool) -> String {
        """
        \(columns) FROM playlist p INDEXED BY playlist_by_changed CROSS JOIN account a ON a.id = p.owner
        WHERE p.visibility = 'public'\(hiddenOnly ? " AND p.hidden_at IS NOT NULL" : "")
          AND (instr(p.name_key, :key) > 0 OR instr(a.search_text, :folded) > 0)
          \(isFirst ? "" : "AND (p.changed_at, p.id) < (:after0, :after1)")
        ORDER BY p.changed_at DESC, p.id DESC LIMIT :limit
        """
    }

    private static let columns = """
        SELECT p.id, p.owner, p.name, p.description, p.cover, p.changed_at, p.hidden_at, p.hidden_reason,
          a.display_name, a.picture,
          (SELECT ifnull(sum(entries), 0) FROM playlist_total t WHERE t.playlist = p.id) AS entries
        """
}

/// The stored public playlists within one transaction.
private struct ModeratedPlaylistTable: ModeratedPlaylistState {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    var reports: any ReportState { ReportTable(db) }

    func playlist(_ id: ID<Playlist>) throws -> ModeratedPlaylist {
        try SQLitePlaylistModerationStore.one(id, db)
    }

    func access(to id: ID<Playlist>) throws -> PlaylistAccess {
        guard let access = try PlaylistTable(db).access(to: id) else {
            throw DomainError.notFound("There is no such public playlist")
        }
        return access
    }

    func revision(of id: ID<Playlist>) throws -> Int64 {
        try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT revision FROM playlist WHERE id = ?"), arguments: [id.rawValue]) ?? 0
    }

    func execute(_ write: ModerationWrite) throws {
        switch write {
        case .hide(let id, let hiding, let moderator):
            try db.execute(
                sql: """
                    UPDATE playlist SET hidden_at = ?2, hidden_reason = ?3, revision = revision + 1,
                      hidden_by = (SELECT id FROM account WHERE id = ?4)
                    WHERE id = ?1
                    """,
                arguments: [
                    id.rawValue, hiding?.at.milliseconds, hiding?.reason, hiding.map { _ in moderator.rawValue },
                ])
        case .remove(let id): try db.execute(sql: "DELETE FROM playlist WHERE id = ?", arguments: [id.rawValue])
        case .report(let write): try ReportTable(db).execute(write)
        }
    }
}
