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
        let part = try Self.list.part(page)
        return try await database.read { db in
            let found = try db.rows(
                Self.page(unreadOnly: unreadOnly, isFirst: part.isFirst),
                part.arguments + ["me": caller.user, "kinds": JSONList(NotificationKind.allCases.map(\.rawValue))]
            ).compactMap { Self.notification($0, for: caller) }
            return (part.page(found) { ($0.at, $0.id) }, try NotificationDraft.unread(of: caller.user, in: db))
        }
    }

    package func markRead(
        _ ids: [ID<Notification>]?, for caller: Principal, at instant: Timestamp
    ) async throws -> Int {
        try await database.write(.notifications) { db in
            if let ids {
                try db.run(
                    """
                    UPDATE notification SET read_at = ?1 WHERE account = ?2 AND read_at IS NULL
                      AND id IN (SELECT value FROM json_each(?3))
                    """, [instant, caller.user, JSONList(ids)])
            } else {
                try db.run(
                    "UPDATE notification SET read_at = ? WHERE account = ? AND read_at IS NULL", [instant, caller.user])
            }
            if db.changesCount > 0 { try NotificationDraft.publishUnread(caller.user, in: db) }
            return try NotificationDraft.unread(of: caller.user, in: db)
        }
    }

    package func muted(for caller: Principal) async throws -> Set<NotificationKind> {
        try await database.read { db in
            let kinds: [String] = try db.values("SELECT kind FROM notification_muting WHERE account = ?", [caller.user])
            return Set(kinds.compactMap { NotificationKind(rawValue: $0) })
        }
    }

    package func mute(_ kinds: Set<NotificationKind>, for caller: Principal) async throws {
        try await database.write(.notifications) { db in
            for kind in NotificationKind.allCases {
                try db.run(
                    kinds.contains(kind)
                        ? "INSERT OR IGNORE INTO notification_muting (account, kind) VALUES (?, ?)"
                        : "DELETE FROM notification_muting WHERE account = ? AND kind = ?",
                    [caller.user, kind.rawValue])
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
        return Notification(
            id: row["id"], kind: kind, at: row["at"], readAt: row["read_at"], actor: row.person(inRole: "actor"),
            // A wish's title is its maker's text; a post's is its song's title.
            subject: isSeen || !isMusic ? subject : nil, title: isSeen || isMusic ? row["title"] : "",
            text: row["text"])
    }

    static func page(unreadOnly: Bool, isFirst: Bool) -> String {
        """
        SELECT n.*, a.display_name AS actor_name, a.picture AS actor_picture
        FROM notification n INDEXED BY \(unreadOnly ? "notification_unread" : "notification_by_date")
        LEFT JOIN account a ON a.id = n.actor
        WHERE n.account = :me\(unreadOnly ? " AND n.read_at IS NULL" : "")
          AND +n.kind IN (SELECT value FROM json_each(:kinds))\(isFirst ? "" : " AND (n.at, n.id) < (:after0, :after1)")
        ORDER BY n.at DESC, n.id DESC LIMIT :limit
        """
    }
}
