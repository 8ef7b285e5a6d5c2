package import Accounts
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
        try Self.requireSong(call)
        let caller = try call.caller
        let profile = try ClientProfileBody.profile(JSONValue(parsing: call.request.bytes(upTo: 256 * 1024)))
        let decision = try await transcoding.decide(call.track("mediaId"), for: profile, as: caller)
        return Reply { writer in
            writer.object("transcodeDecision") { TranscodeDecisionBody(decision).write(to: &$0) }
        }
    }

    @Sendable private func stream(_ call: SubsonicCall) async throws -> Response {
        try Self.requireSong(call)
        let access = try call.signedIn()
        guard let parameters = TranscodeParameters(text: try call.required("transcodeParams")) else {
            throw SubsonicFailure.malformed("transcodeParams", "those of a decision")
        }
        let seconds = try call.count("offset", default: 0, most: 1_000_000)
        let audio = try await transcoding.open(
            call.track("mediaId"), parameters, from: Int64(seconds) * 1000, as: access.principal,
            begins: call.request.method != .head)
        return AudioResponder(audio: audio, revocations: revocations).respond(
            to: call.request, on: call.context.channel, for: access.authenticated)
    }

    private static func requireSong(_ call: SubsonicCall) throws {
        guard try call.required("mediaType") == "song" else {
            throw SubsonicFailure.malformed("mediaType", "song: there is nothing else here")
        }
    }
}
