package import Catalog

/// What somebody now makes of something.
package struct RatingChange: Sendable, Equatable {
    /// What becomes of the review that was there.
    package enum Review: Sendable, Equatable {
        case keep, remove
        case write(ReviewText)
    }

    package let rating: Rating
    package let review: Review

    package init(_ rating: Rating, review: Review = .keep) {
        self.rating = rating
        self.review = review
    }
}
