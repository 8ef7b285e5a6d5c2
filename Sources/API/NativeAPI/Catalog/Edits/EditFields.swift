import Catalog
import HTTPSupport
import Primitives

/// Reads the fields of a correction, where absent, null and a value are three things.
enum EditFields {
    /// A cover can only go back to the file's here; its bytes come by PUT.
    static func common(_ fields: inout JSONFields) throws(DomainError) -> EditChange {
        var change = EditChange()
        change.albumArtists = try names("albumArtists", &fields)
        change.genres = try names("genres", &fields)
        switch fields.presence(of: "year") {
        case .absent: break
        case .null: change.year = .revert
        case .value: change.year = .set(Int(try fields.integer("year", in: 1...9999)))
        }
        switch fields.presence(of: "cover") {
        case .absent: break
        case .null: change.cover = .revert
        case .value:
            throw .invalid("cover can only be null here; send the image's bytes with PUT to …/cover", field: "cover")
        }
        return change
    }

    static func number(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> EditChange.Step<Int> {
        switch fields.presence(of: name) {
        case .absent: .leave
        case .null: .revert
        case .value: .set(Int(try fields.integer(name, in: 1...99_999)))
        }
    }

    static func text(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> EditChange.Step<String> {
        switch fields.presence(of: name) {
        case .absent: .leave
        case .null: .revert
        case .value: .set(try fields.text(name, upTo: 4096))
        }
    }

    static func names(_ name: String, _ fields: inout JSONFields) throws(DomainError) -> EditChange.Step<[String]> {
        switch fields.presence(of: name) {
        case .absent: .leave
        case .null: .revert
        case .value: .set(try fields.texts(name, count: EditRules.maximumNames, eachUpTo: 4096))
        }
    }
}
