import GRDB
package import Journal
package import Messaging
package import Primitives

/// Notifications in SQLite.
package struct SQLiteNotificationStore: NotificationStore {
    private static let list = KeysetList(name: "notifications", columns: [.integer, .text])
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func notifications(
        unreadOnly: Bool, for caller: Principal, _ page: PageRequest
    ) async throws -> (page: Page<Notification>, unread: Int) {
        let position = try Self.list.position(page.cursor)
        return try await database.read { db in
            var arguments: [String: DatabaseValue] = [
                "me": caller.user.rawValue.databaseValue, "limit": (page.limit + 1).databaseValue,
                "kinds": JSONList(NotificationKind.allCases.map(\.rawValue)).databaseValue,
            ]
            for (index, value) in (position ?? []).enumerated() { arguments["after\(index)"] = value }
            let sql = Self.page(unreadOnly: unreadOnly, isFirst: position == nil)
            let found = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: StatementArguments(arguments))
                .compactMap { Self.notification($0, for: caller) }
            let page = Self.list.page(found, limit: page.limit) {
                [.integer($0.at.milliseconds), .text($0.id.rawValue)]
            }
            return (page, try NotificationDraft.unread(of: caller.user, in: db))
        }
    }

    package func markRead(
        _ ids: [ID<Notification>]?, for caller: Principal, at instant: Timestamp
    ) async throws -> Int {
        try await database.write(.notifications) { db in
            if let ids {
                try db.execute(
                    sql: """
                        UPDATE notification SET read_at = ?1 WHERE account = ?2 AND read_at IS NULL
                          AND id IN (SELECT value FROM json_each(?3))
                        """,
                    arguments: [instant.milliseconds, caller.user.rawValue, JSONList(ids.map(\.rawValue))])
            } else {
                try db.execute(
                    sql: "UPDATE notification SET read_at = ? WHERE account = ? AND read_at IS NULL",
                    arguments: [instant.milliseconds, caller.user.rawValue])
            }
            if db.changesCount > 0 { try NotificationDraft.publishUnread(caller.user, in: db) }
            return try NotificationDraft.unread(of: caller.user, in: db)
        }
    }

    package func muted(for caller: Principal) async throws -> Set<NotificationKind> {
        try await database.read { db in
            let kinds = try String.fetchAll(
                db, sql: "SELECT kind FROM notification_muting WHERE account = ?", arguments: [caller.user.rawValue])
            return Set(kinds.compactMap { NotificationKind(rawValue: $0) })
        }
    }

    package func mute(_ kinds: Set<NotificationKind>, for caller: Principal) async throws {
        try await database.write(.notifications) { db in
            for kind in NotificationKind.allCases {
                try db.execute(
                    sql: kinds.contains(kind)
                        ? "INSERT OR IGNORE INTO notification_muting (account, kind) VALUES (?, ?)"
                        : "DELETE FROM notification_muting WHERE account = ? AND kind = ?",
                    arguments: [caller.user.rawValue, kind.rawValue])
            }
        }
    }

    /// A notification about a library that the user no longer sees leads nowhere and names no song.
    private static func notification(_ row: Row, for caller: Principal) -> Notification? {
        guard let kind = NotificationKind(rawValue: row["kind"]) else { return nil }
        let isSeen = (row["library"] as String?).map { caller.libraries.admits(library: $0) } ?? true
        var subject: NotificationSubject?
        if let id: String = row["subject"], let kind = NotificationSubject.Kind(rawValue: row["subject_kind"] ?? "") {
            subject = NotificationSubject(kind, id, day: row["day"])
        }
        let isMusic = subject?.kind == .track || subject?.kind == .album
        let actor: String? = row["actor"]
        return Notification(
            id: ID(row["id"]), kind: kind, at: Timestamp(milliseconds: row["at"]),
            readAt: (row["read_at"] as Int64?).map { Timestamp(milliseconds: $0) },
            actor: actor.map {
                NamedPerson(id: ID($0), name: row["display_name"] ?? "", picture: row.blobKey("picture"))
            },
            // A wish's title is its maker's text; a post's is its song's title.
            subject: isSeen || !isMusic ? subject : nil, title: isSeen || isMusic ? row["title"] : "",
            text: row["text"])
    }

    static func page(unreadOnly: Bool, isFirst: Bool) -> String {
        """
        SELECT n.*, a.display_name, a.picture
        FROM notification n INDEXED BY \(unreadOnly ? "notification_unread" : "notification_by_date")
        LEFT JOIN account a ON a.id = n.actor
        WHERE n.account = :me\(unreadOnly ? " AND n.read_at IS NULL" : "")
          AND +n.kind IN (SELECT value FROM json_each(:kinds))\(isFirst ? "" : " AND (n.at, n.id) < (:after0, :after1)")
        ORDER BY n.at DESC, n.id DESC LIMIT :limit
        """
    }
}
