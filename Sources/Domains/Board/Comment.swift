package import Primitives

/// A comment on a post or on a day as a whole, as one reader sees it.
package struct Comment: Sendable, Equatable {
    package let id: ID<Comment>
    package let day: LocalDay
    /// Nil for a comment on the day.
    package let post: ID<Post>?
    package let at: Timestamp
    package let author: NamedPerson
    /// The author's user name, for clients that identify users by nothing else.
    package let username: String
    package let text: String
    package let hiding: Hiding?

    package init(
        id: ID<Comment>, day: LocalDay, post: ID<Post>?, at: Timestamp, author: NamedPerson, username: String,
        text: String, hiding: Hiding?
    ) {
        self.id = id
        self.day = day
        self.post = post
        self.at = at
        self.author = author
        self.username = username
        self.text = text
        self.hiding = hiding
    }
}

/// The subject of comments.
package enum CommentTopic: Sendable, Equatable {
    case post(ID<Post>)
    case day(LocalDay)
}

/// A comment's text: one to a thousand characters.
package struct CommentText: Sendable, Equatable {
    package static let longest = 1000

    package let text: String

    package init(_ text: String) throws(DomainError) {
        self.text = try BoardText.checked(text, length: 1...Self.longest, field: "text")
    }
}
