import Catalog
import HTTPSupport
import Primitives
import Shelf

struct WrittenReviewBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("kind", .choice(AnnotationSubject.Kind.allCases.map(\.rawValue))), ("id", .text), ("name", .text),
            ("rating", .number), ("review", .text), ("at", .instant),
        ], optional: [("cover", .text)])

    let review: WrittenReview

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", review.subject.kind.rawValue)
            json.field("id", review.subject.id)
            json.field("name", review.name)
            json.field("cover", review.cover.map(ImagePath.text))
            json.field("rating", review.rating.stars)
            json.field("review", review.text)
            json.field("at", review.at)
        }
    }
}
