import GRDB
import Journal
import Messaging
import Primitives
import Shelf

extension NotificationDraft {
    /// Delivers the notification, unless it is about the recipient's own act, its kind is muted, or its topic was
    /// already delivered. Deletes the oldest beyond the limit.
    func deliver(in db: Database, at instant: Timestamp) throws {
        guard !isOfOwnAct else { return }
        let id = ID<Notification>.make(at: instant)
        try db.run(
            Self.insertion,
            [
                "id": id, "account": recipient, "kind": kind.rawValue, "at": instant, "actor": namesActor ? actor : nil,
                "subjectKind": subject?.kind.rawValue, "subject": subject?.id, "day": subject?.day, "library": library,
                "title": title, "text": text, "topic": topic,
            ])
        guard db.changesCount > 0 else { return }
        try db.run(Self.pruning, [recipient, Self.maximumPerUser])
        try Self.publishUnread(recipient, newest: id, in: db)
        try MailedNotifications.add(self, id, at: instant, db)
    }

    /// Removes the notifications about a subject: all, or those of one kind, about one topic, to one recipient.
    static func retract(
        about subject: String, kind: NotificationKind? = nil, topic: String? = nil, from person: ID<Person>? = nil,
        in db: Database
    ) throws {
        let people: Set<String> = try db.valueSet(
            Self.withdrawal, ["subject": subject, "kind": kind?.rawValue, "topic": topic, "account": person])
        for person in people.sorted() { try publishUnread(ID(person), in: db) }
    }

    static func retract(_ topic: String, from person: ID<Person>, in db: Database) throws {
        try db.run("DELETE FROM notification WHERE account = ? AND topic = ?", [person, topic])
        if db.changesCount > 0 { try publishUnread(person, in: db) }
    }

    /// Publishes the user's number of unread notifications to their clients.
    static func publishUnread(_ person: ID<Person>, newest: ID<Notification>? = nil, in db: Database) throws {
        try event(unread: try unread(of: person, in: db), to: person, newest: newest).append(to: db)
    }

    static func unread(of person: ID<Person>, in db: Database) throws -> Int {
        try db.value(Self.unread, [person]) ?? 0
    }

    private static let insertion = """
        INSERT INTO notification
          (id, account, kind, at, actor, subject_kind, subject, day, library, title, text, topic)
        SELECT :id, a.id, :kind, :at, :actor, :subjectKind, :subject, :day, :library, :title, :text, :topic
        FROM account a WHERE a.id = :account
          AND NOT EXISTS (SELECT 1 FROM notification_muting m WHERE m.account = a.id AND m.kind = :kind)
        ON CONFLICT (account, topic) DO NOTHING
        """
    static let pruning = """
        DELETE FROM notification WHERE id IN
          (SELECT id FROM notification WHERE account = ?1 ORDER BY at DESC, id DESC LIMIT -1 OFFSET ?2)
        """
    static let withdrawal = """
        DELETE FROM notification WHERE subject = :subject AND (:kind IS NULL OR kind = :kind)
          AND (:topic IS NULL OR topic = :topic) AND (:account IS NULL OR account = :account) RETURNING account
        """
    static let unread = "SELECT count(*) FROM notification WHERE account = ? AND read_at IS NULL"
}
