import Catalog
import HTTPSupport

/// What an album or a track says of its cover beside the address, once it is known.
enum CoverBody {
    static func writeMembers(_ facts: ImageFacts?, to json: inout JSONWriter) {
        guard let facts else { return }
        json.field("coverWidth", facts.width)
        json.field("coverHeight", facts.height)
        json.key("colors")
        json.array(facts.colors) { json, color in
            json.object { json in
                json.field("hex", color.hex)
                json.field("weight", Double(color.share) / 1000)
            }
        }
    }

    static let optional: [(String, Schema)] = [
        ("coverWidth", .integer), ("coverHeight", .integer),
        ("colors", .array(.object(required: [("hex", .text), ("weight", .number)], optional: []))),
    ]
}
