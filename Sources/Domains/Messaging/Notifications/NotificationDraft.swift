package import Primitives

/// Something that somebody is to be told. Stores deliver it in the transaction that makes it true.
package struct NotificationDraft: Sendable, Equatable {
    /// How many are kept of each person; the oldest go.
    package static let kept = 500

    package let recipient: ID<Person>
    package let kind: NotificationKind
    /// Whose act it is: they are never told of it themselves.
    package let actor: ID<Person>?
    /// Whether the recipient learns who that was.
    package let namesActor: Bool
    package let subject: NotificationSubject?
    package let title: String
    package let text: String
    /// Of the music that it is about.
    package let library: String?
    /// The recipient is told once of each; nil to be told each time.
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

    /// What the recipient's clients hear.
    package static func event(unread: Int, to person: ID<Person>, newest: ID<Notification>? = nil) -> Event {
        var data: [String: Event.Value] = ["unread": .integer(Int64(unread))]
        data["id"] = newest.map { .text($0.rawValue) }
        return Event("notification", to: .person(person), data)
    }
}
