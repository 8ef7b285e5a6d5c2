import GRDB
import Journal
import Messaging
import Primitives

/// What people are told of their own accounts.
enum AccountNotifications {
    static func secondFactorRemoved(of person: ID<Person>, by actor: JournalEntry.Actor, _ db: Database) throws {
        try NotificationDraft(to: person, .secondFactorRemoved, by: actor.user, about: nil, title: "")
            .deliver(in: db, at: SystemWallClock().now())
    }
}
