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

    package func hide(
        _ id: ID<Playlist>, because reason: ModerationReason?, by caller: Principal, journal entry: JournalEntry
    ) async throws -> ModeratedPlaylist {
        try await database.write(.shelf) { db in
            let playlist = try Self.one(id, db)
            guard (playlist.hiding?.reason) != reason?.text else { return playlist }
            let before = try PlaylistTable(db).readers(of: id)
            let revision = try Int64.fetchOne(
                db,
                sql: """
                    UPDATE playlist SET hidden_at = ?2, hidden_reason = ?3, revision = revision + 1,
                      hidden_by = (SELECT id FROM account WHERE id = ?4)
                    WHERE id = ?1 RETURNING revision
                    """,
                arguments: [
                    id.rawValue, reason.map { _ in entry.at.milliseconds }, reason?.text,
                    reason.map { _ in caller.user.rawValue },
                ])
            try entry.adding("name", playlist.name).append(to: db)
            let topic = "hidden:\(id)"
            try NotificationDraft.takeBack(about: id.rawValue, topic: topic, in: db)
            if let reason {
                try NotificationDraft(
                    to: playlist.owner.id, .playlistHidden, by: caller.user, namesActor: false,
                    about: NotificationSubject(.playlist, id), title: playlist.name, text: reason.text, topic: topic
                ).deliver(in: db, at: entry.at)
                try ReportWriter(db, at: entry.at, by: entry.actor).act(on: .playlist, id.rawValue)
            }
            let after = try PlaylistTable(db).readers(of: id)
            for event in PlaylistEvents.events(id, revision ?? 0, before: before, after: after) {
                try event.append(to: db)
            }
            return try Self.one(id, db)
        }
    }

    package func delete(
        _ id: ID<Playlist>, because reason: ModerationReason, by caller: Principal, journal entry: JournalEntry
    ) async throws {
        try await database.write(.shelf) { db in
            let playlist = try Self.one(id, db)
            let readers = try PlaylistTable(db).readers(of: id)
            try NotificationDraft.takeBack(about: id.rawValue, in: db)
            try db.execute(sql: "DELETE FROM playlist WHERE id = ?", arguments: [id.rawValue])
            try entry.adding("name", playlist.name).append(to: db)
            try NotificationDraft(
                to: playlist.owner.id, .playlistDeleted, by: caller.user, namesActor: false, about: nil,
                title: playlist.name, text: reason.text
            ).deliver(in: db, at: entry.at)
            try ReportWriter(db, at: entry.at, by: entry.actor).act(on: .playlist, id.rawValue)
            for event in PlaylistEvents.events(id, revision: nil, to: readers) { try event.append(to: db) }
        }
    }

    private static func one(_ id: ID<Playlist>, _ db: Database) throws -> ModeratedPlaylist {
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
