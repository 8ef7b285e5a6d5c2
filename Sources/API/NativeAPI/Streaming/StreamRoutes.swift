package import Accounts
package import Catalog
package import HTTPSupport
package import HTTPTypes
package import Hummingbird
package import NIOCore
package import Primitives
package import Streaming

/// The audio itself.
package struct StreamRoutes: Sendable {
    private let transcoding: TranscodingService
    private let revocations: Revocations
    private let headEnd = HeadEnd()

    package init(transcoding: TranscodingService, revocations: Revocations) {
        self.transcoding = transcoding
        self.revocations = revocations
    }

    package static let path = "/api/v1/tracks/{id}/stream"
    private static let ends = (before: "/api/v1/tracks/", after: "/stream")

    package var endpoints: [Endpoint] { [endpoint] }

    private var endpoint: Endpoint {
        Endpoint(
            .get, Self.path, .requires(.stream), tag: "catalogue",
            "The track's file as it is, with ranges and conditions as RFC 9110 has them; or converted, which has those too as soon as "
                + "all of it has been made",
            parameters: StreamQuery.parameters, reply: .bytes(mediaType: "audio/*"), handler: stream)
    }

    /// Whether a request is for a part of a track's file. Nothing of it is read but method and path.
    package static func isForPart(_ request: HTTPRequest) -> Bool {
        request.method == .get && track(of: request) != nil && request.headerFields[.range] != nil
    }

    private static func track(of request: HTTPRequest) -> ID<Track>? {
        guard let path = request.path, path.hasPrefix(ends.before), path.hasSuffix(ends.after) else { return nil }
        let id = path.utf8.dropFirst(ends.before.utf8.count).dropLast(ends.after.utf8.count)
        guard (1...64).contains(id.count), id.allSatisfy({ isOfIDs($0) }) else { return nil }
        return ID(String(decoding: id, as: UTF8.self))
    }

    /// Others may be escaped, or belong to another path or a query.
    private static func isOfIDs(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Makes the answers to such requests, where they are for a little, as players make them by the dozen while a song plays, and it takes no
    /// waiting: by the same rules as the endpoint.
    package func answersAtOnce(
        by access: AccessControl
    ) -> @Sendable (Request, String, any Channel) -> WireAnswer? {
        { [endpoint, transcoding, revocations, headEnd] request, address, channel in
            guard let track = Self.track(of: request.head), FileResponder.isForLittle(request.head),
                let authenticated = access.admitAtOnce(request, to: endpoint, from: address),
                let audio = transcoding.openAtOnce(
                    track, as: authenticated.principal, for: Listener(authenticated, at: address))
            else { return nil }
            return AudioResponder(audio: audio, for: authenticated, revocations: revocations).respondAtOnce(
                to: request, on: channel, end: headEnd)
        }
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
