package import Primitives

/// What somebody said about a post or about a day as a whole, as one reader sees it.
package struct Comment: Sendable, Equatable {
    package let id: ID<Comment>
    package let day: LocalDay
    /// Nil when it is about the day.
    package let post: ID<Post>?
    package let at: Timestamp
    package let author: NamedPerson
    /// By which the author signs in: for clients that know people by nothing else.
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
