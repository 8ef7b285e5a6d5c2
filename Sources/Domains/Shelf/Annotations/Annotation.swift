package import Catalog
package import Primitives

/// One user's like and rating of a thing, with the ratings of all users.
package struct Annotation: Sendable, Equatable {
    /// The time at which the user liked it; nil when they do not like it.
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

/// The anonymous total of all users' ratings.
package struct RatingTotal: Sendable, Equatable {
    package let count: Int
    /// The sum, in half stars.
    package let sum: Int

    package static let none = RatingTotal(count: 0, sum: 0)

    package init(count: Int, sum: Int) {
        self.count = count
        self.sum = sum
    }

    /// The average in stars, rounded to hundredths; nil where nobody has rated it.
    package var average: Double? {
        count > 0 ? (Double(sum) / Double(count) * 50).rounded() / 100 : nil
    }
}

/// A thing that users can like, rate and review.
package enum AnnotationSubject: Hashable, Sendable {
    case track(ID<Track>)
    case album(ID<Album>)
    case artist(ID<Artist>)

    package enum Kind: String, Sendable, CaseIterable {
        case track, album, artist
    }

    package var kind: Kind {
        switch self {
        case .track: .track
        case .album: .album
        case .artist: .artist
        }
    }

    /// The id as text.
    package var id: String {
        switch self {
        case .track(let id): id.rawValue
        case .album(let id): id.rawValue
        case .artist(let id): id.rawValue
        }
    }

    package init(_ kind: Kind, _ id: String) {
        switch kind {
        case .track: self = .track(ID(id))
        case .album: self = .album(ID(id))
        case .artist: self = .artist(ID(id))
        }
    }
}

/// One user's annotations of the things on a page.
package struct Annotations: Sendable {
    private let found: [AnnotationSubject: Annotation]

    package static let none = Annotations([:])

    /// - Parameter found: only the things that have an annotation.
    package init(_ found: [AnnotationSubject: Annotation]) {
        self.found = found
    }

    package subscript(subject: AnnotationSubject) -> Annotation { found[subject] ?? .none }
    package subscript(track: ID<Track>) -> Annotation { found[.track(track)] ?? .none }
    package subscript(album: ID<Album>) -> Annotation { found[.album(album)] ?? .none }
    package subscript(artist: ID<Artist>) -> Annotation { found[.artist(artist)] ?? .none }
}

/// A new rating, with a change of the review.
package struct RatingChange: Sendable, Equatable {
    /// The change of the present review.
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
