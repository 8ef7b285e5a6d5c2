import Administration
import GRDB
import Messaging
import Primitives

/// What admins are told of, as soon as it is so.
enum AdminNotifications {
    /// Somebody asks for a feature.
    static func requestArrived(
        _ id: ID<FeatureRequest>, _ text: String, by person: ID<Person>, _ db: Database, at instant: Timestamp
    ) throws {
        for admin in try admins(db) {
            try NotificationDraft(
                to: admin, .requestArrived, by: person, about: NotificationSubject(.request, id),
                title: String(text.prefix(200)), topic: "request:\(id)"
            ).deliver(in: db, at: instant)
        }
    }

    /// It needs nobody any more.
    static func takeBack(_ id: ID<FeatureRequest>, _ db: Database) throws {
        try NotificationDraft.takeBack(about: id.rawValue, in: db)
    }

    /// Somebody has made an account without being invited.
    static func memberJoined(_ person: ID<Person>, named name: String, _ db: Database, at instant: Timestamp) throws {
        for admin in try admins(db) {
            try NotificationDraft(
                to: admin, .memberJoined, by: person, about: NotificationSubject(.person, person), title: name,
                topic: "joined:\(person)"
            ).deliver(in: db, at: instant)
        }
    }

    private static func admins(_ db: Database) throws -> [ID<Person>] {
        try String.fetchAll(db, sql: "SELECT id FROM account WHERE role = 'admin' AND disabled = 0 ORDER BY id")
            .map { ID($0) }
    }
}
