package import Primitives

/// One row of the journal: who did what to which thing, when and from where.
///
/// Every action that changes something appends an entry, in the transaction that makes the change.
package struct JournalEntry: Sendable, Equatable {
    package let id: ID<JournalEntry>
    package let at: Timestamp
    package let actor: Actor
    /// The action, as `noun.verb`: `user.create`, `session.create`, `scan.start`.
    package let action: String
    /// The thing that the action changed.
    package let subject: Subject?
    /// Additional facts, never secrets.
    package let details: [String: String]

    /// The user who acted, and from where.
    package struct Actor: Sendable, Equatable {
        /// Nil for the server itself and for a caller who has not signed in.
        package let user: ID<Person>?
        /// An IP address, `command line` or `gateway`.
        package let origin: String

        package init(user: ID<Person>?, origin: String) {
            self.user = user
            self.origin = origin
        }

        package init(_ caller: Principal, from origin: String) {
            self.init(user: caller.user, origin: origin)
        }

        package static let gateway = Actor(user: nil, origin: "gateway")
        package static let commandLine = Actor(user: nil, origin: "command line")
    }

    package struct Subject: Hashable, Sendable {
        /// `user`, `session`, `library`, `track` …
        package let kind: String
        package let id: String

        package init(kind: String, id: String) {
            self.kind = kind
            self.id = id
        }

        package init<Entity>(_ kind: String, _ id: ID<Entity>) {
            self.init(kind: kind, id: id.rawValue)
        }
    }

    package init(
        at: Timestamp, by actor: Actor, _ action: String, _ subject: Subject? = nil, details: [String: String] = [:]
    ) {
        id = .make(at: at)
        self.at = at
        self.actor = actor
        self.action = action
        self.subject = subject
        self.details = details
    }

    package init(
        at instant: Timestamp, by caller: Principal, from origin: String, _ action: String, _ subject: Subject? = nil,
        details: [String: String] = [:]
    ) {
        self.init(at: instant, by: Actor(caller, from: origin), action, subject, details: details)
    }

    /// A change of a setting; its values are shown without secrets.
    package static func setting(
        _ id: String, from before: String, to after: String, by actor: Actor, at now: Timestamp
    ) -> JournalEntry {
        JournalEntry(
            at: now, by: actor, "setting.change", Subject(kind: "setting", id: id),
            details: ["from": before, "to": after])
    }

    /// The same entry with one more detail, which only the transaction knows.
    package func adding(_ name: String, _ value: String) -> JournalEntry {
        var details = details
        details[name] = value
        return JournalEntry(at: at, by: actor, action, subject, details: details)
    }
}
