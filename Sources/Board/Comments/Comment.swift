package import Primitives

/// What somebody said about a post or about a day as a whole, as one reader sees it.
package struct Comment: Sendable, Equatable {
    package let id: ID<Comment>
    package let day: LocalDay
    /// Nil when it is about the day.
    package let post: ID<Post>?
    package let at: Timestamp
    package let author: BoardPerson
    package let text: String
    package let hiding: Hiding?

    package init(
        id: ID<Comment>, day: LocalDay, post: ID<Post>?, at: Timestamp, author: BoardPerson, text: String,
        hiding: Hiding?
    ) {
        self.id = id
        self.day = day
        self.post = post
        self.at = at
        self.author = author
        self.text = text
        self.hiding = hiding
    }
}
