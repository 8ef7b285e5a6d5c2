package import Accounts
import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Streaming

/// What a player is given that says what it can play.
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
            SubsonicEndpoint(plain: "getTranscodeStream", .requires(.stream, .stream), stream),
        ]
    }

    @Sendable private func decide(_ call: SubsonicCall) async throws -> Reply {
        guard call.request.method == .post else {
            throw SubsonicFailure(.missingParameter, "Send what the player can do as JSON by POST")
        }
        let track = try Self.song(call)
        let profile = try ClientProfileBody.profile(JSONValue(parsing: await call.request.bytes(upTo: 64 * 1024)))
        let decision = try await transcoding.decide(track, for: profile, as: call.caller)
        return Reply { writer in
            writer.object("transcodeDecision") { TranscodeDecisionBody(decision).write(to: &$0) }
        }
    }

    @Sendable private func stream(_ call: SubsonicCall) async throws -> Response {
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
