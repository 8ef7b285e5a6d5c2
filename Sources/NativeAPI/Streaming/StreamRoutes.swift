package import Accounts
import Blobs
import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
package import Streaming

/// The audio itself.
package struct StreamRoutes: Sendable {
    private let streaming: StreamingService
    private let revocations: Revocations

    package init(streaming: StreamingService, revocations: Revocations) {
        self.streaming = streaming
        self.revocations = revocations
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/tracks/{id}/stream", .requires(.stream), tag: "catalogue",
                "The track's file as it is; ranges and conditions as RFC 9110 has them",
                reply: .bytes(mediaType: "audio/*"), handler: stream)
        ]
    }

    @Sendable private func stream(_ request: Request, _ context: GatewayContext) async throws -> Response {
        guard let authenticated = context.authenticated else { throw DomainError.signedOut }
        let track = try await streaming.open(context.id("id"), as: authenticated.principal)
        let file = track.file
        // Nanoseconds and size tell versions of a file apart; the file's own, since it may have changed after the last scan.
        let tag = "\"\(String(file.size, radix: 16))-\(String(file.modifiedNanoseconds, radix: 16))\""
        let validators = Validators(
            entityTag: tag, lastModified: HTTPDate(seconds: file.modifiedNanoseconds / 1_000_000_000))
        // The stream ends when the session or token does, or the library is taken from its person, wherever in the file it is by then and
        // whether or not anybody reads it.
        let channel = context.channel
        let permit = StreamPermit(
            revocations.open(for: authenticated, from: track.source.library.rawValue) { channel.close(promise: nil) })
        return FileResponder(
            file: file, validators: validators, mediaType: track.source.mediaType,
            fields: [.cacheControl: "private, no-cache", .vary: "Cookie, Authorization"],
            mayContinue: { permit.holds }
        ).respond(to: request, on: context.channel)
    }
}

/// Stands in the registry of open streams for as long as the response lives.
private final class StreamPermit: Sendable {
    private let stream: OpenStream

    init(_ stream: OpenStream) {
        self.stream = stream
    }

    deinit {
        stream.close()
    }

    var holds: Bool { !stream.isRevoked }
}
