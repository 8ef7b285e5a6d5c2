package import Primitives

/// The permissions on posts and comments. The service checks them within the transaction that follows, against the
/// state at that moment. `DayOpening` decides when a day ends.
package enum BoardRules {
    /// The facts of a post or comment that decide.
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

    /// Checks that the reader may remove the post: their own, on any day. Removing a post lets its author post again
    /// that day. A hidden post therefore cannot be removed while its day is open, or hiding it would have no effect.
    package static func checkRemoval(ofPost post: Entry, by reader: Principal, today: LocalDay) throws(DomainError) {
        try checkSight(post, by: reader, orElse: .noPost)
        guard post.author == reader.user else { throw DomainError(.forbidden, "This post is not yours") }
        if post.hiding != nil, post.day == today { throw .postHidden }
    }

    package static func checkRemoval(ofComment comment: Entry, by reader: Principal) throws(DomainError) {
        try checkSight(comment, by: reader, orElse: .noComment)
        guard comment.author == reader.user else { throw DomainError(.forbidden, "This comment is not yours") }
    }

    /// Checks that the reader may react to or comment on the post: it is visible to everybody, and its day is open.
    package static func checkAnswer(to post: Entry, by reader: Principal, today: LocalDay) throws(DomainError) {
        try checkSight(post, by: reader, orElse: .noPost)
        guard post.hiding == nil else { throw .postHidden }
        guard post.day == today else { throw .dayClosed }
    }

    package static func checkSight(_ entry: Entry, by reader: Principal, orElse missing: DomainError)
        throws(DomainError)
    {
        guard reader.sees(entry.hiding, by: entry.author) else { throw missing }
    }
}

extension DomainError {
    package static let noPost = DomainError.notFound("There is no such post")
    package static let noComment = DomainError.notFound("There is no such comment")
    package static let noDay = DomainError.notFound("There is no such day on the board")

    /// Earlier days are read-only.
    package static let dayClosed = DomainError(
        .conflict, "This day of the board is over and can only be read", reason: "day_closed")

    package static let postHidden = DomainError(
        .conflict, "A moderator has hidden this post", reason: "post_hidden")

    package static let alreadyPosted = DomainError(
        .conflict, "You have posted a song today. Post the next one tomorrow", reason: "already_posted")
}
