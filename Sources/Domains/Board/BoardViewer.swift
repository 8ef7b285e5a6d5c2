package import Primitives

/// Who looks at the board, as far as it changes what there is to see.
package struct BoardViewer: Sendable, Equatable {
    package let person: ID<Person>
    package let libraries: LibraryScope
    /// Whether what moderators have hidden is there, with the reason.
    package let moderates: Bool

    package init(_ caller: Principal) {
        person = caller.user
        libraries = caller.libraries
        moderates = caller.may(.moderate)
    }

    /// What was hidden is there for its author and for moderators.
    package func sees(_ hiding: Hiding?, by author: ID<Person>) -> Bool {
        hiding == nil || moderates || author == person
    }
}
