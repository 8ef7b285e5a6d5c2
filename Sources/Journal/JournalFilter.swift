package import Primitives

/// Which entries of the journal somebody wants to see.
package struct JournalFilter: Sendable, Equatable {
    package static let everything = JournalFilter()

    /// Who acted.
    package var person: ID<Person>?
    package var action: String?
    /// From this instant on.
    package var from: Timestamp?
    /// Before this instant.
    package var until: Timestamp?

    package init(
        person: ID<Person>? = nil, action: String? = nil, from: Timestamp? = nil, until: Timestamp? = nil
    ) {
        self.person = person
        self.action = action
        self.from = from
        self.until = until
    }
}
