import GRDB
import Messaging
import Primitives

extension NotificationDraft {
    /// Tells the recipient, unless it is their own act, they have muted the kind or were told of the topic. The oldest beyond the bound go.
    func deliver(in db: Database, at instant: Timestamp) throws {
        guard recipient != actor else { return }
        let id = ID<Notification>.make(at: instant)
        try db.cachedStatement(sql: Self.insertion)
            .execute(arguments: [
                "id": id.rawValue, "account": recipient.rawValue, "kind": kind.rawValue, "at": instant.milliseconds,
                "actor": namesActor ? actor?.rawValue : nil, "subjectKind": subject?.kind.rawValue,
                "subject": subject?.id, "day": subject?.day, "library": library, "title": title, "text": text,
                "topic": topic,
            ])
        guard db.changesCount > 0 else { return }
        try db.cachedStatement(sql: Self.pruning).execute(arguments: [recipient.rawValue, Self.kept])
        try Self.tell(recipient, newest: id, in: db)
        try MailedNotifications.add(self, id, at: instant, db)
    }

    /// Takes back what people were told about something that is gone, or of one topic of it.
    static func takeBack(
        about subject: String, topic: String? = nil, from person: ID<Person>? = nil, in db: Database
    ) throws {
        let people = try String.fetchSet(
            db.cachedStatement(sql: Self.withdrawal),
            arguments: ["subject": subject, "topic": topic, "account": person?.rawValue])
        for person in people.sorted() { try tell(ID(person), in: db) }
    }

    /// Lets the person's clients know how many are unread.
    static func tell(_ person: ID<Person>, newest: ID<Notification>? = nil, in db: Database) throws {
        try event(unread: try unread(of: person, in: db), to: person, newest: newest).append(to: db)
    }

    static func unread(of person: ID<Person>, in db: Database) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: Self.unread), arguments: [person.rawValue]) ?? 0
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
        DELETE FROM notification WHERE subject = :subject AND (:topic IS NULL OR topic = :topic)
          AND (:account IS NULL OR account = :account) RETURNING account
        """
    static let unread = "SELECT count(*) FROM notification WHERE account = ? AND read_at IS NULL"
}
