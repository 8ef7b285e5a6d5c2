import HTTPSupport
import Streaming

/// The body of getTranscodeDecision: what a player can do. Members that nobody asks for are ignored; what is asked for must be of its kind.
struct ClientInfo {
    private static let mostItems = 200
    private static let longestText = 256

    let profile: ClientProfile

    init(_ body: JSONValue) throws(SubsonicFailure) {
        let members = try Self.object(body, "the body")
        profile = ClientProfile(
            name: try Self.text(members, "name"), platform: try Self.text(members, "platform"),
            maximumBitrate: try Self.number(members, "maxAudioBitrate"),
            maximumTranscodingBitrate: try Self.number(members, "maxTranscodingAudioBitrate"),
            directPlay: try Self.list(members, "directPlayProfiles", Self.directPlay),
            transcoding: try Self.list(members, "transcodingProfiles", Self.transcoding),
            codecs: try Self.list(members, "codecProfiles", Self.codec))
    }

    private static func directPlay(_ members: [String: JSONValue]) throws(SubsonicFailure) -> DirectPlayProfile {
        DirectPlayProfile(
            containers: try texts(members, "containers"), codecs: try texts(members, "audioCodecs"),
            protocols: try texts(members, "protocols"), maximumChannels: try number(members, "maxAudioChannels"))
    }

    private static func transcoding(_ members: [String: JSONValue]) throws(SubsonicFailure) -> TranscodingProfile {
        TranscodingProfile(
            container: try text(members, "container"), codec: try text(members, "audioCodec"),
            transport: try text(members, "protocol"), maximumChannels: try number(members, "maxAudioChannels"))
    }

    private static func codec(_ members: [String: JSONValue]) throws(SubsonicFailure) -> CodecProfile {
        CodecProfile(
            codec: try text(members, "name"), limitations: try list(members, "limitations", limitation))
    }

    private static func limitation(_ members: [String: JSONValue]) throws(SubsonicFailure) -> CodecLimitation {
        let required = members["required"] ?? .null
        guard let property = CodecLimitation.Property(rawValue: try text(members, "name")),
            let comparison = CodecLimitation.Comparison(rawValue: try text(members, "comparison"))
        else { throw .malformed("limitations", "of a name and a comparison that the protocol has") }
        return CodecLimitation(
            property, comparison, try texts(members, "values"), isRequired: required == .flag(true))
    }

    // MARK: Kinds

    private static func object(_ value: JSONValue, _ name: String) throws(SubsonicFailure) -> [String: JSONValue] {
        guard case .object(let members) = value else { throw .malformed(name, "an object") }
        return members
    }

    private static func list<Item>(
        _ members: [String: JSONValue], _ name: String,
        _ make: ([String: JSONValue]) throws(SubsonicFailure) -> Item
    ) throws(SubsonicFailure) -> [Item] {
        var items: [Item] = []
        for value in try array(members, name) { items.append(try make(try object(value, name))) }
        return items
    }

    private static func array(_ members: [String: JSONValue], _ name: String) throws(SubsonicFailure) -> [JSONValue] {
        switch members[name] ?? .null {
        case .null: return []
        case .array(let values) where values.count <= mostItems: return values
        default: throw .malformed(name, "a list of at most \(mostItems)")
        }
    }

    private static func texts(_ members: [String: JSONValue], _ name: String) throws(SubsonicFailure) -> [String] {
        var texts: [String] = []
        for value in try array(members, name) { texts.append(try text(["value": value], "value")) }
        return texts
    }

    /// Empty when it is absent.
    private static func text(_ members: [String: JSONValue], _ name: String) throws(SubsonicFailure) -> String {
        switch members[name] ?? .null {
        case .null: return ""
        case .text(let text) where text.utf8.count <= longestText: return text
        case .integer(let number): return String(number)
        default: throw .malformed(name, "text of at most \(longestText) bytes")
        }
    }

    private static func number(_ members: [String: JSONValue], _ name: String) throws(SubsonicFailure) -> Int? {
        switch members[name] ?? .null {
        case .null: return nil
        case .integer(let number) where (0...1_000_000_000).contains(number): return Int(number)
        default: throw .malformed(name, "a whole number from 0 to 1000000000")
        }
    }
}
