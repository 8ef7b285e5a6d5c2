import Catalog
import Shelf
import HTTPSupport
import Primitives

/// What the caller and everybody make of something, as members of its body.
enum OpinionFields {
    static func write(_ opinion: Opinion, to json: inout JSONWriter) {
        json.field("liked", opinion.likedAt != nil)
        json.field("likedAt", opinion.likedAt)
        json.field("rating", opinion.rating?.stars)
        json.field("averageRating", opinion.everybody.average)
        json.field("ratingCount", opinion.everybody.count)
    }

    static let required: [(String, Schema)] = [("liked", .flag), ("ratingCount", .integer)]
    static let optional: [(String, Schema)] = [
        ("likedAt", .instant), ("rating", .number), ("averageRating", .number),
    ]
}
