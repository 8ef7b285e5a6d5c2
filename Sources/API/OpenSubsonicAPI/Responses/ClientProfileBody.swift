import HTTPSupport
import Primitives
import Streaming

/// Reads what a player says it can do (`ClientInfo`). What it says beyond that is ignored, as everywhere in this protocol.
enum ClientProfileBody {
    /// Of each kind.
    private static let mostProfiles = 100

    static func profile(_ body: JSONValue) throws(SubsonicFailure) -> ClientProfile {
        let fields = try Fields(body)
        return ClientProfile(
            name: try fields.text("name"), platform: try fields.text("platform"),
            maximumBitrate: try fields.number("maxAudioBitrate"),
            maximumTranscodingBitrate: try fields.number("maxTranscodingAudioBitrate"),
            directPlay: try fields.list("directPlayProfiles") { fields throws(SubsonicFailure) in
                DirectPlayProfile(
                    containers: try fields.texts("containers"), codecs: try fields.texts("audioCodecs"),
                    protocols: try fields.texts("protocols"),
                    maximumChannels: try fields.number("maxAudioChannels"))
            },
            transcoding: try fields.list("transcodingProfiles") { fields throws(SubsonicFailure) in
                TranscodingProfile(
                    container: try fields.text("container"), codec: try fields.text("audioCodec"),
                    transport: try fields.text("protocol"), maximumChannels: try fields.number("maxAudioChannels"))
            },
            codecs: try fields.list("codecProfiles") { fields throws(SubsonicFailure) in
                CodecProfile(
                    codec: try fields.text("name"),
                    limitations: try fields.list("limitations", limitation).compactMap(\.self))
            })
    }

    /// Nil for one of a later protocol: nothing here is known to keep it or to break it.
    private static func limitation(_ fields: Fields) throws(SubsonicFailure) -> CodecLimitation? {
        guard let property = CodecLimitation.Property(rawValue: try fields.text("name")) else { return nil }
        guard let comparison = CodecLimitation.Comparison(rawValue: try fields.text("comparison")) else {
            throw .malformed("comparison", "one of this protocol")
        }
        return CodecLimitation(
            property, comparison, try fields.texts("values"), isRequired: try fields.flag("required"))
    }

    private struct Fields {
        private let members: [String: JSONValue]

        init(_ value: JSONValue) throws(SubsonicFailure) {
            guard case .object(let members) = value else { throw .malformed("The body", "made of JSON objects") }
            self.members = members
        }

        /// Empty where it is absent.
        func text(_ name: String) throws(SubsonicFailure) -> String {
            guard members[name] != nil else { return "" }
            guard case .text(let text)? = members[name], text.utf8.count <= 256 else { throw .malformed(name, "text") }
            return text
        }

        /// The largest number that there is stands for no limit with some.
        func number(_ name: String) throws(SubsonicFailure) -> Int? {
            switch members[name] {
            case nil, .null: return nil
            case .integer(let number) where number >= 0: return Int(min(number, 1_000_000_000))
            default: throw .malformed(name, "a whole number")
            }
        }

        func flag(_ name: String) throws(SubsonicFailure) -> Bool {
            switch members[name] {
            case nil, .null: return false
            case .flag(let flag): return flag
            default: throw .malformed(name, "true or false")
            }
        }

        func texts(_ name: String) throws(SubsonicFailure) -> [String] {
            try elements(name).map { value throws(SubsonicFailure) in
                guard case .text(let text) = value, text.utf8.count <= 256 else {
                    throw SubsonicFailure.malformed(name, "a list of texts")
                }
                return text
            }
        }

        func list<Item>(
            _ name: String, _ item: (Fields) throws(SubsonicFailure) -> Item
        ) throws(SubsonicFailure) -> [Item] {
            try elements(name).map { value throws(SubsonicFailure) in try item(Fields(value)) }
        }

        private func elements(_ name: String) throws(SubsonicFailure) -> [JSONValue] {
            switch members[name] {
            case nil, .null: return []
            case .array(let elements) where elements.count <= mostProfiles: return elements
            default: throw .malformed(name, "a list of at most \(mostProfiles)")
            }
        }
    }
}
