package import Accounts
import Blobs
import Catalog
import HTTPSupport
import HTTPTypes
import Hummingbird
import NIOCore
import Primitives
package import Streaming

/// The audio itself.
package struct MediaEndpoints: Sendable {
    private let streaming: StreamingService
    private let revocations: Revocations

    package init(streaming: StreamingService, revocations: Revocations) {
        self.streaming = streaming
        self.revocations = revocations
    }

    package var endpoints: [SubsonicEndpoint] {
        [
            SubsonicEndpoint(media: "stream", .requires(.stream, .stream), stream),
            SubsonicEndpoint(media: "download", .requires(.stream, .stream), download),
        ]
    }

    @Sendable private func stream(_ call: SubsonicCall) async throws -> Response {
        try await file(call, [:])
    }

    /// The file as it is, under its own name.
    @Sendable private func download(_ call: SubsonicCall) async throws -> Response {
        try await file(call, [.contentDisposition: "attachment"])
    }

    private func file(_ call: SubsonicCall, _ fields: HTTPFields) async throws -> Response {
        let access = try call.signedIn()
        let track = try await streaming.open(call.track(), as: access.principal)
        var fields = fields
        if fields[.contentDisposition] != nil {
            fields[.contentDisposition] = AttachmentName.field(track.source.path.name)
        }
        fields[.cacheControl] = "private, no-cache"
        let file = track.file
        let tag = "\"\(String(file.size, radix: 16))-\(String(file.modifiedNanoseconds, radix: 16))\""
        let validators = Validators(
            entityTag: tag, lastModified: HTTPDate(seconds: file.modifiedNanoseconds / 1_000_000_000))
        let channel = call.context.channel
        let permit = StreamPermit(
            revocations.open(for: access.authenticated, from: track.source.library.rawValue) {
                channel.close(promise: nil)
            })
        return FileResponder(
            file: file, validators: validators, mediaType: track.source.mediaType, fields: fields,
            mayContinue: { permit.holds }
        ).respond(to: call.request, on: channel)
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
