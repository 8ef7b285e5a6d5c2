package import Catalog
package import Primitives

/// What one person wrote about something, with their name to it.
package struct Review: Sendable, Equatable {
    package let author: NamedPerson
    package let rating: Rating
    package let text: String
    package let at: Timestamp

    package init(author: NamedPerson, rating: Rating, text: String, at: Timestamp) {
        self.author = author
        self.rating = rating
        self.text = text
        self.at = at
    }
}
