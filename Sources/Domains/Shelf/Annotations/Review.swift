package import Catalog
package import Primitives

/// One user's review of a thing, with the author's name.
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

/// One user's review, with the thing that it is about.
package struct WrittenReview: Sendable, Equatable {
    package let subject: AnnotationSubject
    /// The name of the thing.
    package let name: String
    package let cover: BlobKey?
    package let rating: Rating
    package let text: String
    package let at: Timestamp

    package init(
        subject: AnnotationSubject, name: String, cover: BlobKey?, rating: Rating, text: String, at: Timestamp
    ) {
        self.subject = subject
        self.name = name
        self.cover = cover
        self.rating = rating
        self.text = text
        self.at = at
    }
}

/// A review's text as it is stored: plain text of 1 to 4000 characters, with line breaks.
package struct ReviewText: Sendable, Equatable {
    package static let longest = 4000
    package let text: String

    /// Nil for white space only. Line ends become line feeds. Invisible characters, and those that change the direction
    /// of other text, are removed.
    package init?(_ text: String, field: String) throws(DomainError) {
        let whole = PlainText.lines(text)
        guard whole.unicodeScalars.count <= Self.longest else {
            throw .invalid("A review has at most \(Self.longest) characters", field: field)
        }
        guard !whole.isEmpty else { return nil }
        self.text = whole
    }
}
