import Catalog
import HTTPSupport
import Hummingbird
import Primitives
package import Shelf

/// The caller's annotation of one item.
struct AnnotationBody: ObjectBody {
    static let component: String? = "Opinion"
    static let fields = Fields<Self> {
        Field(allOf: Annotation.self) { $0.annotation }
        Field("ratedAt") { $0.annotation.ratedAt }
        Field("review") { $0.review }
    }

    let annotation: Annotation
    let review: String?
}

/// A rating as clients send it.
struct RatingBody: InputBody {
    /// The largest body in bytes: four for each character, and some overhead.
    private static let longest = 20 * 1024

    let rating = Input<Rating>("rating", .rating)
    let review = Input<Patch<String>>("review", .text(upTo: 4 * ReviewText.longest))

    func read(_ request: Request) async throws -> RatingChange {
        try await request.read(self, upTo: Self.longest) { fields in
            let rating = try fields.read(\.rating)
            let review: RatingChange.Review
            switch try fields.read(\.review) {
            case .absent: review = .keep
            case .null: review = .remove
            case .value(let text): review = try ReviewText(text, field: "review").map { .write($0) } ?? .remove
            }
            return RatingChange(rating, review: review)
        }
    }
}

extension InputKind where Value == Rating {
    /// Stars.
    static var rating: Self {
        Self(.number) { fields, name throws(DomainError) in
            guard let stars = try fields.optionalNumber(name) else { return nil }
            guard let rating = Rating(stars: stars) else {
                throw DomainError.invalid("\(name) must be between 1 and 5 in half steps", field: name)
            }
            return rating
        }
    }
}

extension Review: ObjectBody {
    package static let component: String? = "Review"
    package static let fields = Fields<Self> {
        Field("author") { $0.author }
        Field("rating") { $0.rating.stars }
        Field("review") { $0.text }
        Field("at") { $0.at }
    }
}

/// The visibility of the caller's likes and reviews.
struct SharingBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("opinions") { $0.sharing }
    }

    let sharing: AnnotationSharing
}

/// The caller's annotation of an item and that of all users together, as members of its body.
extension Annotation: ObjectBody {
    package static let fields = Fields<Self> {
        Field("liked") { $0.likedAt != nil }
        Field("likedAt") { $0.likedAt }
        Field("rating") { $0.rating?.stars }
        Field("averageRating") { $0.everybody.average }
        Field("ratingCount") { $0.everybody.count }
    }
}
