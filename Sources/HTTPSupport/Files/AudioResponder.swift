package import Accounts
import Blobs
import HTTPTypes
package import Hummingbird
package import NIOCore
package import Streaming

/// Answers with a track's audio, whatever it is made from, for as long as the listener may hear it.
package struct AudioResponder: Sendable {
    package let audio: AudioStream
    package let revocations: Revocations
    /// Announces the length of what is still being made by an estimate, for players that cannot do without.
    package let estimatesLength: Bool

    package init(audio: AudioStream, revocations: Revocations, estimatesLength: Bool = false) {
        self.audio = audio
        self.revocations = revocations
        self.estimatesLength = estimatesLength
    }

    package func respond(to request: Request, on channel: any Channel, for authenticated: Authenticated) -> Response {
        var fields: HTTPFields = [.cacheControl: "private, no-cache", .vary: "Cookie, Authorization"]
        if audio.encoding != nil, let name = HTTPField.Name("X-Content-Duration") {
            fields[name] = Self.seconds(audio.duration)
        }
        guard case .growing(let reader) = audio.content else {
            return whole(request, fields, on: channel, for: authenticated)
        }
        let permit = permit(channel, authenticated) { reader.leave() }
        // A client that goes while nothing is being sent to it is not noticed by sending.
        channel.closeFuture.whenComplete { [weak reader] _ in reader?.leave() }
        return GrowingFileResponder(
            file: reader.file, mediaType: audio.mediaType, fields: fields,
            announcedLength: estimatesLength ? audio.estimatedBytes : nil,
            available: { try await reader.available(beyond: $0) }, mayContinue: { permit.holds }
        ).respond(on: channel)
    }

    private func whole(
        _ request: Request, _ fields: HTTPFields, on channel: any Channel, for authenticated: Authenticated
    ) -> Response {
        guard case .file(let file) = audio.content else {
            var fields = fields
            fields[.contentType] = audio.mediaType
            fields[.acceptRanges] = "none"
            // Of no known length, which an empty body would have.
            return Response(status: .ok, headers: fields, body: ResponseBody { try await $0.finish(nil) })
        }
        // Nanoseconds and size tell versions of a file apart; the file's own, since it may have changed after the last scan.
        let tag = "\"\(String(file.size, radix: 16))-\(String(file.modifiedNanoseconds, radix: 16))\""
        let validators = Validators(
            entityTag: tag, lastModified: HTTPDate(seconds: file.modifiedNanoseconds / 1_000_000_000))
        let permit = permit(channel, authenticated) {}
        return FileResponder(
            file: file, validators: validators, mediaType: audio.mediaType, fields: fields,
            mayContinue: { permit.holds }
        ).respond(to: request, on: channel)
    }

    /// The stream ends when the session or token does, or the library is taken from its person, wherever in the file it is by then and
    /// whether or not anybody reads it.
    private func permit(
        _ channel: any Channel, _ authenticated: Authenticated, _ onRevoke: @escaping @Sendable () -> Void
    ) -> StreamPermit {
        StreamPermit(
            revocations.open(for: authenticated, from: audio.libraryID) {
                onRevoke()
                channel.close(promise: nil)
            })
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
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
