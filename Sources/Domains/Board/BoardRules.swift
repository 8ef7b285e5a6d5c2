package import Primitives

/// Who may do what to something on the board. Stores ask within their transactions, about what is there by then.
package enum BoardRules {
    /// So many days the board may be ahead of the calendar by another zone (UTC+14 after UTC-12); more are a clock's mistake.
    package static let farthestAhead = 2

    /// What is asked about a post or a comment.
    package struct Entry: Sendable, Equatable {
        package let author: ID<Person>
        package let day: LocalDay
        package let hiding: Hiding?

        package init(author: ID<Person>, day: LocalDay, hiding: Hiding?) {
            self.author = author
            self.day = day
            self.hiding = hiding
        }
    }

    /// One's own, on any day. A removed post frees the day for another one; so a hidden post stays as long as its day is open, or hiding
    /// it would have no effect.
    package static func checkRemoval(ofPost post: Entry, by reader: BoardViewer, today: LocalDay) throws(DomainError) {
        try checkSight(post, by: reader, orElse: .noPost)
        guard post.author == reader.person else { throw DomainError(.forbidden, "This post is not yours") }
        if post.hiding != nil, post.day == today { throw .postHidden }
    }

    package static func checkRemoval(ofComment comment: Entry, by reader: BoardViewer) throws(DomainError) {
        try checkSight(comment, by: reader, orElse: .noComment)
        guard comment.author == reader.person else { throw DomainError(.forbidden, "This comment is not yours") }
    }

    /// Reactions and comments are for what everybody sees, on the day that is open.
    package static func checkAnswer(to post: Entry, by reader: BoardViewer, today: LocalDay) throws(DomainError) {
        try checkSight(post, by: reader, orElse: .noPost)
        guard post.hiding == nil else { throw .postHidden }
        guard post.day == today else { throw .dayClosed }
    }

    package static func checkSight(_ entry: Entry, by reader: BoardViewer, orElse missing: DomainError)
        throws(DomainError)
    {
        guard reader.sees(entry.hiding, by: entry.author) else { throw missing }
    }
}
