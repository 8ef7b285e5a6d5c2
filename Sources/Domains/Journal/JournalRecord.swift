package import Primitives

/// An entry as it stands in the journal.
package struct JournalRecord: Sendable, Equatable {
    package let number: Int64
    package let id: String
    package let at: Timestamp
    package let actor: JournalEntry.Actor
    /// What the person is called; nil when their account is gone, and where nobody is named.
    package let actorName: String?
    package let action: String
    package let subject: JournalEntry.Subject?
    package let details: [String: String]
    package let seal: JournalSeal
    /// What the things are called that it refers to, as far as they are there; empty where nobody has looked them up.
    package var names: [JournalReference: JournalName] = [:]

    package init(
        number: Int64, id: String, at: Timestamp, actor: JournalEntry.Actor, actorName: String?, action: String,
        subject: JournalEntry.Subject?, details: [String: String], seal: JournalSeal
    ) {
        self.number = number
        self.id = id
        self.at = at
        self.actor = actor
        self.actorName = actorName
        self.action = action
        self.subject = subject
        self.details = details
        self.seal = seal
    }
}
