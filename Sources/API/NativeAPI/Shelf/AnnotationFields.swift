import Catalog
import Shelf
import HTTPSupport
import Primitives

/// What the caller and everybody make of something, as members of its body.
enum AnnotationFields {
    static func write(_ annotation: Annotation, to json: inout JSONWriter) {
        json.field("liked", annotation.likedAt != nil)
        json.field("likedAt", annotation.likedAt)
        json.field("rating", annotation.rating?.stars)
        json.field("averageRating", annotation.everybody.average)
        json.field("ratingCount", annotation.everybody.count)
    }

    static let required: [(String, Schema)] = [("liked", .flag), ("ratingCount", .integer)]
    static let optional: [(String, Schema)] = [
        ("likedAt", .instant), ("rating", .number), ("averageRating", .number),
    ]
}
