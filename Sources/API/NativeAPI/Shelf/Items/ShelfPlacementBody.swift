import HTTPSupport
import Shelf

/// What came of putting things somewhere.
struct ShelfPlacementBody: JSONWritable {
    let outcome: ShelfPlacement.Outcome

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("added", outcome.added)
            json.field("moved", outcome.moved)
        }
    }
}
