package import Accounts
import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import Primitives
package import Streaming

/// The audio itself.
package struct StreamRoutes: Sendable {
    private let transcoding: TranscodingService
    private let revocations: Revocations

    package init(transcoding: TranscodingService, revocations: Revocations) {
        self.transcoding = transcoding
        self.revocations = revocations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/tracks/{id}/stream", .requires(.stream), tag: "catalogue",
                "The track's file as it is, with ranges and conditions as RFC 9110 has them; or converted, which has those too as soon as "
                    + "all of it has been made",
                parameters: StreamQuery.parameters, reply: .bytes(mediaType: "audio/*"), handler: stream)
        ]
    }

    @Sendable private func stream(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard let authenticated = context.authenticated else { throw DomainError.signedOut }
        let wish = try StreamQuery(request).wish
        let audio = try await transcoding.open(
            context.id("id"), wish, as: authenticated.principal,
            for: Listener(authenticated, at: context.remoteAddress), begins: request.method != .head)
        return AudioResponder(audio: audio, for: authenticated, revocations: revocations).respond(
            to: request, on: context.channel)
    }
}
