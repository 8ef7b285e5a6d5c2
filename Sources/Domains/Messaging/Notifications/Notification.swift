package import Primitives

/// Something that one person was told, as they may read it now.
package struct Notification: Sendable, Equatable {
    package let id: ID<Notification>
    package let kind: NotificationKind
    package let at: Timestamp
    /// Nil until the person has seen it.
    package let readAt: Timestamp?
    /// Nil where nobody is named, or their account is gone.
    package let actor: NamedPerson?
    /// Nil where it leads nowhere, or to music that the person does not see any more.
    package let subject: NotificationSubject?
    /// What the thing was called then; empty for a song that the person does not see any more.
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
