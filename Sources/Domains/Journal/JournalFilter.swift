package import Primitives

/// Which entries of the journal somebody wants to see.
package struct JournalFilter: Sendable, Equatable {
    package static let everything = JournalFilter()

    /// Who acted.
    package var person: ID<Person>?
    package var action: String?
    /// The kind of the subject, such as `track`.
    package var kind: String?
    /// Plays are in the histories of people, too, and are many.
    package var excludesPlays: Bool
    /// From this instant on.
    package var from: Timestamp?
    /// Before this instant.
    package var until: Timestamp?

    package init(
        person: ID<Person>? = nil, action: String? = nil, kind: String? = nil, excludesPlays: Bool = false,
        from: Timestamp? = nil, until: Timestamp? = nil
    ) {
        self.person = person
        self.action = action
        self.kind = kind
        self.excludesPlays = excludesPlays
        self.from = from
        self.until = until
    }
}
