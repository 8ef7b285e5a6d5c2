package import Primitives
package import Catalog

/// What one person wrote, with what it is about.
package struct WrittenReview: Sendable, Equatable {
    package let subject: AnnotationSubject
    /// Of what it is about.
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
