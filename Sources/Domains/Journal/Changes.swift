package import Primitives

/// Everything that follows from one decision. A store writes it in one transaction, in this order: the domain's own
/// rows, the journal, the events, the notifications, what follows from it elsewhere.
///
/// A domain's service decides and describes; its store only writes. `Write` is the domain's list of what its store can
/// write, such as `BoardWrite`.
package struct Changes<Write: Sendable>: Sendable {
    /// The time of the decision.
    package let instant: Timestamp
    package var writes: [Write]
    package var journal: [JournalEntry]
    package var events: [Event]
    package var notifications: [NotificationChange]
    /// Writes that have a journal, events and notifications of their own, which come after this decision's.
    package var followUps: [Write]

    package init(
        at instant: Timestamp, _ writes: Write..., journal: [JournalEntry] = [], events: [Event] = [],
        notifications: [NotificationChange] = [], followUps: [Write] = []
    ) {
        self.init(
            at: instant, writes, journal: journal, events: events, notifications: notifications, followUps: followUps)
    }

    package init(
        at instant: Timestamp, _ writes: [Write], journal: [JournalEntry] = [], events: [Event] = [],
        notifications: [NotificationChange] = [], followUps: [Write] = []
    ) {
        self.instant = instant
        self.writes = writes
        self.journal = journal
        self.events = events
        self.notifications = notifications
        self.followUps = followUps
    }

    /// Takes over the changes of another domain that follow from the same decision.
    ///
    /// - Parameter write: wraps one of that domain's writes.
    package mutating func append<Other>(_ other: Changes<Other>, as write: (Other) -> Write) {
        writes += other.writes.map(write)
        journal += other.journal
        events += other.events
        notifications += other.notifications
        followUps += other.followUps.map(write)
    }
}

/// Decides on what is stored, within the transaction that also writes the changes: a store's `edit` runs it. Nil changes
/// nothing. The outcome is what `edit` returns.
package typealias Decision<State, Write: Sendable, Outcome> =
    @Sendable (State) throws -> (Changes<Write>?, Outcome)

/// A store that lets its domain decide within the transaction that writes.
package protocol ChangeStore<State, Write>: Sendable {
    /// The stored values, as the transaction sees them.
    associatedtype State
    associatedtype Write: Sendable

    /// Runs `decide` on a state that no other change reaches meanwhile, and writes the changes: all in one transaction.
    /// Nothing is written if `decide` throws, or returns nil as the changes.
    func edit<Outcome: Sendable>(_ decide: @escaping Decision<State, Write, Outcome>) async throws -> Outcome
}

extension ChangeStore {
    /// As above, for a decision whose changes are all that comes of it.
    package func edit(_ decide: @escaping @Sendable (State) throws -> Changes<Write>?) async throws {
        try await edit { (try decide($0), ()) }
    }
}

/// A change of users' notifications.
package enum NotificationChange: Sendable, Equatable {
    case deliver(NotificationDraft)
    /// Removes the notifications about a subject.
    ///
    /// - Parameters:
    ///   - kind: nil for every kind.
    ///   - topic: nil for every topic.
    ///   - person: nil for every recipient.
    case retract(about: String, kind: NotificationKind? = nil, topic: String? = nil, from: ID<Person>? = nil)
    /// Removes the user's notification of a topic, whatever it is about.
    case retractTopic(String, from: ID<Person>)
}
