import Catalog
import HTTPSupport
import Hummingbird
import Primitives
import Shelf

/// An open wish. One for an outside song has its genre, length and number there. `arrival` is a later track that may fulfill it; only users who may hear that track see it.
struct WishBody: ObjectBody {
    static let component: String? = "Wish"
    static let fields = Fields<Self> {
        Field("id") { $0.item.wish.id.rawValue }
        Field("title") { $0.item.wish.title }
        Field("artist") { $0.item.wish.artist }
        Field("note") { $0.item.wish.note }
        Field("cover") { $0.item.wish.cover.map(ImagePath.text) }
        Field("genre") { $0.item.wish.song.genre }
        Field("durationMs") { $0.item.wish.song.durationMilliseconds }
        Field("outsideId") { $0.item.wish.song.outside }
        Field("person") { $0.item.wish.person }
        Field("backerCount") { $0.item.wish.backers }
        Field("backed") { $0.item.wish.isBacked }
        Field("own") { $0.item.wish.isOwn }
        Field("arrival") { body in body.item.arrival.map { arrival in TrackItemBody(arrival, body.annotations) } }
        Field("createdAt") { $0.item.wish.createdAt }
        Field("changedAt") { $0.item.wish.changedAt }
    }

    let item: WishItem
    let annotations: Annotations
}

/// A new wish.
struct WishDraftBody: InputBody {
    let title = Input<String>("title", .text(upTo: 8192))
    let artist = Input<String?>("artist", .text(upTo: 8192))
    let note = Input<String?>("note", .text(upTo: 16 * 1024))

    func read(_ request: Request) async throws -> WishDraft {
        let (title, artist, note) = try await request.read(\.title, \.artist, \.note, of: self)
        return try WishDraft(title: title, artist: artist ?? "", note: note ?? "")
    }
}

/// A change of a wish.
struct WishChangeBody: InputBody {
    let title = Input<String?>("title", .text(upTo: 8192))
    let artist = Input<String?>("artist", .text(upTo: 8192))
    let note = Input<String?>("note", .text(upTo: 16 * 1024))

    func read(_ request: Request) async throws -> WishChange {
        let (title, artist, note) = try await request.read(\.title, \.artist, \.note, of: self)
        return try WishChange(title: title, artist: artist, note: note)
    }
}

/// The item that fulfills a wish, and whether it is added to the caller's shelf; by default it is.
struct WishFulfillmentDraftBody: InputBody {
    let item = ShelfItemDraftBody()
    let isShelved = Input<Bool?>("shelve", .flag)

    func read(_ request: Request) async throws -> WishFulfillment {
        var fields = try await request.input(self)
        let isShelved = try fields.read(\.isShelved) ?? true
        let draft = try fields.read(part: \.item, ShelfItemDraftBody.draft)
        try fields.end()
        return try WishFulfillment(draft, isShelved: isShelved)
    }
}

/// The fulfilled wish, and the item that it has become on the caller's shelf.
struct WishFulfillmentBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("wishId") { $0.wish.rawValue }
        Field("itemId") { $0.item?.rawValue }
    }

    let wish: ID<Wish>
    let item: ID<ShelfItem>?
}
