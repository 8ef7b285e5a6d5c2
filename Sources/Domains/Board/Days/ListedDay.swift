package import Primitives

/// A day of the archive.
package struct ListedDay: Sendable, Equatable {
    package let day: LocalDay
    /// How many of each the reader sees.
    package let posts: Int
    package let comments: Int

    package init(day: LocalDay, posts: Int, comments: Int) {
        self.day = day
        self.posts = posts
        self.comments = comments
    }
}
