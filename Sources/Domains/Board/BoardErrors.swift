package import Primitives

extension DomainError {
    package static let noPost = DomainError.notFound("There is no such post")
    package static let noComment = DomainError.notFound("There is no such comment")
    package static let noDay = DomainError.notFound("There is no such day on the board")

    /// Earlier days are read, and nothing is added to them.
    package static let dayClosed = DomainError(
        .conflict, "This day of the board is over", reason: "day_closed")

    package static let postHidden = DomainError(
        .conflict, "A moderator has hidden this post", reason: "post_hidden")

    package static let alreadyPosted = DomainError(
        .conflict, "You have posted a song today", reason: "already_posted")
}
