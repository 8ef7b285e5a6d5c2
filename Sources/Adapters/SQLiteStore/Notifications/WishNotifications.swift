import GRDB
import Messaging
import Primitives
import Shelf

/// Tells those who wished for something, or backed it, what became of it.
struct WishNotifications {
    private let wish: Wish
    private let db: Database
    private let instant: Timestamp

    init(_ wish: Wish, _ db: Database, at instant: Timestamp) {
        self.wish = wish
        self.db = db
        self.instant = instant
    }

    func backed(by person: ID<Person>) throws {
        try NotificationDraft(
            to: wish.person.id, .wishBacked, by: person, about: NotificationSubject(.wish, wish.id),
            title: wish.title, topic: topic(of: person)
        ).deliver(in: db, at: instant)
    }

    func unbacked(by person: ID<Person>) throws {
        try NotificationDraft.takeBack(about: wish.id.rawValue, topic: topic(of: person), in: db)
    }

    /// To be called while the wish and its backers are still there.
    ///
    /// - Parameter subject: what it has become, where others can have it too.
    func arrived(as subject: AnnotationSubject?, by person: ID<Person>) throws {
        let backers = try String.fetchAll(
            db, sql: "SELECT account FROM wish_backer WHERE wish = ? ORDER BY account", arguments: [wish.id.rawValue])
        var library: String?
        var target: NotificationSubject?
        if let subject, let kind = NotificationSubject.Kind(rawValue: subject.kind.rawValue) {
            library = try String.fetchOne(
                db, sql: "SELECT part FROM \(kind.rawValue) WHERE id = ?", arguments: [subject.id])
            target = NotificationSubject(kind, subject.id)
        }
        for recipient in [wish.person.id] + backers.map({ ID<Person>($0) }) {
            try NotificationDraft(
                to: recipient, .wishArrived, by: person, about: target, title: wish.title, library: library,
                topic: "arrived:\(wish.id)"
            ).deliver(in: db, at: instant)
        }
    }

    /// Nobody is led to a wish that is gone.
    static func takeBack(_ wish: ID<Wish>, in db: Database) throws {
        try NotificationDraft.takeBack(about: wish.rawValue, in: db)
    }

    private func topic(of person: ID<Person>) -> String { "backed:\(wish.id):\(person)" }
}
