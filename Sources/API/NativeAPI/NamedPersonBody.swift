import HTTPSupport
import Primitives

/// A user as others see them.
struct NamedPersonBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("id") { $0.person.id.rawValue }
        Field("name") { $0.person.name }
        Field("picture") { $0.person.picture.map(ImagePath.text) }
    }

    let person: NamedPerson

    init(_ person: NamedPerson) {
        self.person = person
    }
}
