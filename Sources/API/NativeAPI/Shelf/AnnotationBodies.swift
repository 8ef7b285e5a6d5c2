import Catalog
import Shelf
import HTTPSupport
import Primitives

/// What the caller makes of one thing.
struct AnnotationBody: JSONWritable {
    static let schema = Schema.object(
        required: AnnotationFields.required,
        optional: AnnotationFields.optional + [("ratedAt", .instant), ("review", .text)])

    let annotation: Annotation
    let review: String?

    func write(to json: inout JSONWriter) {
        json.object { json in
            AnnotationFields.write(annotation, to: &json)
            json.field("ratedAt", annotation.ratedAt)
            json.field("review", review)
        }
    }
}

/// A rating as clients send it.
struct RatingBody {
    /// Four bytes for each character, and the rest.
    static let longest = 20 * 1024
    static let schema = Schema.object(required: [("rating", .number)], optional: [("review", .nullable(.text))])

    let change: RatingChange

    init(_ fields: consuming JSONFields) throws(DomainError) {
        var fields = fields
        guard let stars = try fields.optionalNumber("rating") else {
            throw .invalid("rating is missing", field: "rating")
        }
        guard let rating = Rating(stars: stars) else {
            throw .invalid("rating must be between 1 and 5 in half steps", field: "rating")
        }
        let review: RatingChange.Review
        switch fields.presence(of: "review") {
        case .absent: review = .keep
        case .null: review = .remove
        case .value:
            let text = try fields.text("review", upTo: 4 * ReviewText.longest)
            review = try ReviewText(text, field: "review").map { .write($0) } ?? .remove
        }
        try fields.end()
        change = RatingChange(rating, review: review)
    }
}

struct ReviewBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("author", NamedPersonBody.schema),
            ("rating", .number), ("review", .text), ("at", .instant),
        ], optional: [])

    let review: Review

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("author", NamedPersonBody(review.author))
            json.field("rating", review.rating.stars)
            json.field("review", review.text)
            json.field("at", review.at)
        }
    }
}

/// Who sees what the caller likes and wrote.
struct SharingBody: JSONWritable {
    static let schema = Schema.object(
        required: [("opinions", .choice(AnnotationSharing.allCases.map(\.rawValue)))], optional: [])

    let sharing: AnnotationSharing

    func write(to json: inout JSONWriter) {
        json.object { $0.field("opinions", sharing.rawValue) }
    }
}
