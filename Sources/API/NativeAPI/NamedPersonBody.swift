import HTTPSupport
import Primitives

/// A user as others see them.
struct NamedPersonBody: JSONWritable {
    static let schema = Schema.object(required: [("id", .text), ("name", .text)], optional: [("picture", .text)])

    let person: NamedPerson

    init(_ person: NamedPerson) {
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
