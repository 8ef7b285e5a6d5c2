import Shelf
import HTTPSupport

/// What the caller now makes of what they have judged; no items where there are too many to tell.
struct OpinionsEventBody: JSONWritable {
    let opinions: [OpinionSubject: Opinion]

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.key("items")
            json.array(opinions) { json, item in
                json.object { json in
                    json.field("kind", item.key.kind.rawValue)
                    json.field("id", item.key.id)
                    OpinionFields.write(item.value, to: &json)
                }
            }
        }
    }
}

/// What everybody together now makes of something.
struct RatingEventBody: JSONWritable {
    let subject: OpinionSubject
    let total: RatingTotal

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("kind", subject.kind.rawValue)
            json.field("id", subject.id)
            json.field("averageRating", total.average)
            json.field("ratingCount", total.count)
        }
    }
}
