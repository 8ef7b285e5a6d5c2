package import Catalog
package import Primitives

/// What one person makes of something, and what everybody together does.
package struct Annotation: Sendable, Equatable {
    /// Since when the person likes it; nil when they do not.
    package let likedAt: Timestamp?
    package let rating: Rating?
    package let ratedAt: Timestamp?
    package let everybody: RatingTotal

    package static let none = Annotation(likedAt: nil, rating: nil, ratedAt: nil, everybody: .none)

    package init(likedAt: Timestamp?, rating: Rating?, ratedAt: Timestamp?, everybody: RatingTotal) {
        self.likedAt = likedAt
        self.rating = rating
        self.ratedAt = ratedAt
        self.everybody = everybody
    }
}
