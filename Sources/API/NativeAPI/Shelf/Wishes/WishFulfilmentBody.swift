import HTTPSupport
import Primitives
import Shelf

/// The wish that came true, and the item that it is now on the caller's shelf.
struct WishFulfilmentBody: JSONWritable {
    static let schema = Schema.object(required: [("wishId", .text)], optional: [("itemId", .text)])

    let wish: ID<Wish>
    let item: ID<ShelfItem>?

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("wishId", wish.rawValue)
            json.field("itemId", item?.rawValue)
        }
    }
}
