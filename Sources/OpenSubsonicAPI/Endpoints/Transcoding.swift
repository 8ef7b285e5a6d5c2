package import Accounts
import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Streaming

/// What a player is to be given of a song, and that: the extension `transcoding`.
package struct TranscodingEndpoints: Sendable {
    private let transcoding: TranscodingService
    private let revocations: Revocations

    package init(transcoding: TranscodingService, revocations: Revocations) {
        self.transcoding = transcoding
        self.revocations = revocations
    }

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint("getTranscodeDecision", .requires(.stream, .stream), takesBody: true, decide),
            SubsonicEndpoint(media: "getTranscodeStream", .requires(.stream, .stream), plainErrors: true, stream),
        ]
    }

    @Sendable private func decide(_ call: SubsonicCall) async throws -> Reply {
        let track = try Self.song(call)
        let player = try ClientInfo(JSONValue(parsing: try await call.request.bytes(upTo: 64 * 1024))).profile
        let decision = try await transcoding.decide(track, for: player, as: call.caller)
        return Reply { $0.object("transcodeDecision") { DecisionBody(decision).write(to: &$0) } }
    }

    @Sendable private func stream(_ call: SubsonicCall) async throws -> Response {
        let track = try Self.song(call)
        guard let parameters = TranscodeParameters(text: try call.required("transcodeParams")) else {
            throw SubsonicFailure.malformed("transcodeParams", "what getTranscodeDecision has given")
        }
        let seconds = try call.count("offset", default: 0, most: 1_000_000)
        let access = try call.signedIn()
        let audio = try await transcoding.open(
            track, parameters, from: Int64(seconds) * 1000, as: access.principal,
            begins: call.request.method != .head)
        return AudioResponder(audio: audio, revocations: revocations).respond(
            to: call.request, on: call.context.channel, for: access.authenticated)
    }

    private static func song(_ call: SubsonicCall) throws -> ID<Track> {
        switch try call.required("mediaType", upTo: 64) {
        case "song": return try call.track("mediaId")
        case "podcast": throw SubsonicFailure.absent("podcast episode")
        default: throw SubsonicFailure.malformed("mediaType", "song or podcast")
        }
    }
}
