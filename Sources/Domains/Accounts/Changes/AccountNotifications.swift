import Journal
import Primitives

/// Notifications about accounts, to their users and to admins.
enum AccountNotifications {
    /// Notifies the user that an admin has removed the second factor.
    static func secondFactorRemoved(of person: ID<Person>, by actor: JournalEntry.Actor) -> NotificationChange {
        .deliver(NotificationDraft(to: person, .secondFactorRemoved, by: actor.user, about: nil, title: ""))
    }

    /// Notifies the user of a passkey that was added to the account.
    static func passkeyAdded(_ passkey: Passkey) -> NotificationChange {
        .deliver(
            NotificationDraft(to: passkey.user, .passkeyAdded, by: nil, about: nil, title: passkey.label))
    }

    /// Notifies the user that a user of the identity provider was connected to the account, and may sign in to it.
    static func identityLinked(_ link: IdentityLink) -> NotificationChange {
        .deliver(NotificationDraft(to: link.user, .identityLinked, by: nil, about: nil, title: link.label))
    }

    /// Notifies the admins that a user has signed up without an invitation.
    static func memberJoined(_ user: User, to admins: [ID<Person>]) -> [NotificationChange] {
        admins.map { admin in
            .deliver(
                NotificationDraft(
                    to: admin, .memberJoined, by: user.id, about: NotificationSubject(.person, user.id),
                    title: user.displayName, topic: "joined:\(user.id)"))
        }
    }
}
