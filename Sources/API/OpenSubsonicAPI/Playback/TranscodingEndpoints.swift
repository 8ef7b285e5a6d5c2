package import Accounts
import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Streaming

/// Transcode decisions for players that describe what they can play.
package struct TranscodingEndpoints: Sendable {
    let transcoding: TranscodingService
    let revocations: Revocations

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getTranscodeDecision", .requires(.stream, .stream), takesBody: true, decide)
        SubsonicEndpoint(plain: "getTranscodeStream", .requires(.stream, .stream), stream)
    }

    private func decide(_ call: SubsonicCall) async throws -> Reply {
        guard call.request.method == .post else {
            throw SubsonicFailure(.missingParameter, "Send what the player can do as JSON by POST")
        }
        let track = try Self.song(call)
        let profile = try ClientProfileBody.profile(JSONValue(parsing: await call.request.bytes(upTo: 64 * 1024)))
        let decision = try await transcoding.decide(track, for: profile, as: call.caller)
        return Reply("transcodeDecision") { TranscodeDecisionBody(decision: decision).write(to: &$0) }
    }

    private func stream(_ call: SubsonicCall) async throws -> Response {
        let track = try Self.song(call)
        let access = try call.signedIn()
        guard let parameters = TranscodeParameters(text: try call.required("transcodeParams")) else {
            throw SubsonicFailure.malformed("transcodeParams", "those of a decision")
        }
        let seconds = try call.count("offset", default: 0, most: 1_000_000)
        let audio = try await transcoding.open(
            track, parameters, from: Int64(seconds) * 1000, as: access.principal,
            for: Listener(access.authenticated, at: call.origin),
            begins: call.request.method != .head)
        return AudioResponder(audio: audio, for: access.authenticated, revocations: revocations).respond(
            to: call.request, on: call.context.channel)
    }

    private static func song(_ call: SubsonicCall) throws -> ID<Track> {
        switch try call.required("mediaType") {
        case "song": return try call.track("mediaId")
        case "podcast": throw SubsonicFailure.absent("podcast episode")
        default: throw SubsonicFailure.malformed("mediaType", "song or podcast")
        }
    }
}

/// Reads a player's description of its abilities (`ClientInfo`). Unknown members are ignored, as everywhere in this
/// protocol.
enum ClientProfileBody {
    /// The number of profiles of each kind.
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

    /// Nil for a limitation of a later protocol: nothing here can tell whether it is satisfied.
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

        /// Empty when absent.
        func text(_ name: String) throws(SubsonicFailure) -> String {
            guard members[name] != nil else { return "" }
            guard case .text(let text)? = members[name], text.utf8.count <= 256 else { throw .malformed(name, "text") }
            return text
        }

        /// Nil for the largest integer, which some clients send for no limit.
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

/// A transcode decision in the extension's form.
struct TranscodeDecisionBody: Sendable {
    let decision: TranscodeDecision

    func write(to writer: inout ReplyWriter) {
        writer.attribute("canDirectPlay", decision.canDirectPlay)
        writer.attribute("canTranscode", decision.encoding != nil)
        writer.attribute("errorReason", decision.errorReason)
        writer.attribute("transcodeParams", decision.encoding.map { TranscodeParameters($0).text } ?? "")
        writer.texts("transcodeReason", decision.reasons)
        writer.object("sourceStream") { Self.write(decision.source, to: &$0) }
        if let target = decision.target { writer.object("transcodeStream") { Self.write(target, to: &$0) } }
    }

    private static func write(_ stream: StreamDetails, to writer: inout ReplyWriter) {
        writer.bareText("protocol", "http")
        writer.attribute("container", stream.container)
        writer.attribute("codec", stream.codec)
        writer.attribute("audioChannels", stream.channels)
        writer.attribute("audioBitrate", stream.bitrate)
        writer.attribute("audioProfile", stream.profile)
        writer.attribute("audioSamplerate", stream.sampleRate)
        writer.attribute("audioBitdepth", stream.bitDepth)
    }
}
