import Board
import HTTPSupport
import Primitives

/// Somebody who takes part in the board.
struct BoardPersonBody: JSONWritable {
    static let schema = Schema.object(required: [("id", .text), ("name", .text)], optional: [("picture", .text)])

    let person: BoardPerson

    init(_ person: BoardPerson) {
        self.person = person
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.field("id", person.id.rawValue)
            json.field("name", person.name)
            json.field("picture", person.picture.map(ImagePath.text))
        }
    }
}
