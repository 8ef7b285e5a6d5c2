package import Primitives

/// A notification as its recipient may read it now.
package struct Notification: Sendable, Equatable {
    package let id: ID<Notification>
    package let kind: NotificationKind
    package let at: Timestamp
    /// Nil until the user has seen it.
    package let readAt: Timestamp?
    /// The user who caused it; nil when none is named, or the account was deleted.
    package let actor: NamedPerson?
    /// Nil when it leads nowhere, or to music that the user no longer sees.
    package let subject: NotificationSubject?
    /// The name of the thing at that time; empty for a track that the user no longer sees.
    package let title: String
    /// A reason or a reaction; empty for most kinds.
    package let text: String

    package init(
        id: ID<Notification>, kind: NotificationKind, at: Timestamp, readAt: Timestamp?, actor: NamedPerson?,
        subject: NotificationSubject?, title: String, text: String
    ) {
        self.id = id
        self.kind = kind
        self.at = at
        self.readAt = readAt
        self.actor = actor
        self.subject = subject
        self.title = title
        self.text = text
    }
}

/// A notification to be delivered. Stores deliver it in the transaction that makes it true.
package struct NotificationDraft: Sendable, Equatable {
    /// The number of notifications that are retained for each user; the oldest are removed.
    package static let maximumPerUser = 500

    package let recipient: ID<Person>
    package let kind: NotificationKind
    /// The user who caused it, who never receives it.
    package let actor: ID<Person>?
    /// Whether the recipient sees who caused it.
    package let namesActor: Bool
    package let subject: NotificationSubject?
    package let title: String
    package let text: String
    /// The library of the music that it is about.
    package let library: String?
    /// Each topic is notified once; nil to notify each time.
    package let topic: String?

    package init(
        to recipient: ID<Person>, _ kind: NotificationKind, by actor: ID<Person>?, namesActor: Bool = true,
        about subject: NotificationSubject?, title: String, text: String = "", library: String? = nil,
        topic: String? = nil
    ) {
        self.recipient = recipient
        self.kind = kind
        self.actor = actor
        self.namesActor = namesActor
        self.subject = subject
        self.title = title
        self.text = text
        self.library = library
        self.topic = topic
    }

    /// Whether it is about the recipient's own act, and is therefore not delivered.
    package var isOfOwnAct: Bool { recipient == actor }

    /// The event for the recipient's clients.
    package static func event(unread: Int, to person: ID<Person>, newest: ID<Notification>? = nil) -> Event {
        var data: [String: Event.Value] = ["unread": .integer(Int64(unread))]
        data["id"] = newest.map { .text($0.rawValue) }
        return Event(.notification, to: .person(person), data)
    }
}

/// The thing that a notification leads to.
package struct NotificationSubject: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        case post, wish, playlist, track, album, submission, request, person, report
    }

    package let kind: Kind
    package let id: String
    /// The day of a post on the board, as `2026-11-21`.
    package let day: String?

    package init(_ kind: Kind, _ id: String, day: String? = nil) {
        self.kind = kind
        self.id = id
        self.day = day
    }

    package init<Entity>(_ kind: Kind, _ id: ID<Entity>, day: String? = nil) {
        self.init(kind, id.rawValue, day: day)
    }
}
