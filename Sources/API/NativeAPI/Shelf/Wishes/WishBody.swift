import Catalog
import HTTPSupport
import Primitives
import Shelf

/// An open wish. `arrival` is a track that came since and may be it, for those who may hear that.
struct WishBody: JSONWritable {
    static let schema = Schema.object(
        required: [
            ("id", .text), ("title", .text), ("artist", .text), ("note", .text),
            ("person", NamedPersonBody.schema),
            ("backerCount", .integer), ("backed", .flag), ("own", .flag), ("createdAt", .instant),
            ("changedAt", .instant),
        ], optional: [("cover", .text), ("arrival", .named("TrackItem"))])

    let item: WishItem
    let annotations: Annotations

    func write(to json: inout JSONWriter) {
        json.object { writeMembers(to: &$0) }
    }

    private func writeMembers(to json: inout JSONWriter) {
        let wish = item.wish
        json.field("id", wish.id.rawValue)
        json.field("title", wish.title)
        json.field("artist", wish.artist)
        json.field("note", wish.note)
        json.field("cover", wish.cover.map(ImagePath.text))
        json.field("person", NamedPersonBody(wish.person))
        json.field("backerCount", wish.backers)
        json.field("backed", wish.isBacked)
        json.field("own", wish.isOwn)
        if let arrival = item.arrival { json.field("arrival", TrackItemBody(arrival, annotations)) }
        json.field("createdAt", wish.createdAt)
        json.field("changedAt", wish.changedAt)
    }
}
