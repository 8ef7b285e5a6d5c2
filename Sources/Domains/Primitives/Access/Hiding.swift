/// A moderator's decision to hide what a user has made from others.
package struct Hiding: Sendable, Equatable {
    package let at: Timestamp
    /// Shown to the author or owner.
    package let reason: String

    package init(at: Timestamp, reason: String) {
        self.at = at
        self.reason = reason
    }
}

extension Principal {
    /// Whether the caller sees something: what is hidden, only its author and moderators see.
    package func sees(_ hiding: Hiding?, by author: ID<Person>) -> Bool {
        hiding == nil || author == user || may(.moderate)
    }
}
