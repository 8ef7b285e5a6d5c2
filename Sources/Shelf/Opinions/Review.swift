package import Blobs
package import Catalog
package import Primitives

/// What one person wrote about something, with their name to it.
package struct Review: Sendable, Equatable {
    package let author: ID<Person>
    package let name: String
    package let picture: BlobKey?
    package let rating: Rating
    package let text: String
    package let at: Timestamp

    package init(
        author: ID<Person>, name: String, picture: BlobKey?, rating: Rating, text: String, at: Timestamp
    ) {
        self.author = author
        self.name = name
        self.picture = picture
        self.rating = rating
        self.text = text
        self.at = at
    }
}
