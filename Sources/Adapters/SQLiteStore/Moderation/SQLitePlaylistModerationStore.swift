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
        let part = try Self.list.part(page)
        return try await database.read { db in
            let rows = try db.rows(
                Self.page(hiddenOnly: query.hiddenOnly, isFirst: part.isFirst),
                part.arguments + ["key": FoldedText.sortKey(query.text), "folded": FoldedText.fold(query.text)])
            return part.page(rows.map(Self.playlist)) { ($0.changedAt, $0.id) }
        }
    }

    package func playlist(_ id: ID<Playlist>) async throws -> ModeratedPlaylist {
        try await database.read { db in try Self.one(id, db) }
    }

    package func edit<Outcome: Sendable>(
        _ decide: @escaping Decision<any ModeratedPlaylistState, ModerationWrite, Outcome>
    ) async throws -> Outcome {
        try await database.edit(.shelf, ModeratedPlaylistTable.self, decide)
    }

    static func one(_ id: ID<Playlist>, _ db: Database) throws -> ModeratedPlaylist {
        let row = try db.row(
            "\(columns) FROM playlist p JOIN account a ON a.id = p.owner WHERE p.id = ? AND p.visibility = 'public'",
            [id])
        guard let row else { throw DomainError.notFound("There is no such public playlist") }
        return playlist(row)
    }

    private static func playlist(_ row: Row) -> ModeratedPlaylist {
        ModeratedPlaylist(
            id: row["id"], name: row["name"], description: row["description"], owner: row.person("owner"),
            entries: row["entries"], cover: row.blobKey("cover"), changedAt: row["changed_at"], hiding: row.hiding)
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
private struct ModeratedPlaylistTable: ModeratedPlaylistState, EditedTable {
    let db: Database

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
        try db.value("SELECT revision FROM playlist WHERE id = ?", [id]) ?? 0
    }

    func execute(_ write: ModerationWrite) throws {
        switch write {
        case .hide(let id, let hiding, let moderator):
            try db.run(
                """
                UPDATE playlist SET hidden_at = ?2, hidden_reason = ?3, revision = revision + 1,
                  hidden_by = (SELECT id FROM account WHERE id = ?4)
                WHERE id = ?1
                """, [id, hiding?.at, hiding?.reason, hiding.map { _ in moderator }])
        case .remove(let id): try db.run("DELETE FROM playlist WHERE id = ?", [id])
        case .report(let write): try ReportTable(db).execute(write)
        }
    }
}
