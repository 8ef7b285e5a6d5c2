package import Accounts
import Glibc
import HTTPTypes
package import Hummingbird
package import NIOCore
import NIOPosix
import Primitives
package import Streaming

/// Responds with audio from any source, for as long as the listener may hear it.
package struct AudioResponder: Sendable {
    /// Registers the stream where it can be ended, with a function that ends it, callable once and from any thread. The
    /// returned function is called before every chunk and says whether the stream may go on. Releasing it removes the
    /// stream.
    package typealias Entry = @Sendable (_ end: @escaping @Sendable () -> Void) -> @Sendable () -> Bool

    private let audio: AudioStream
    /// Whether to announce an estimated length of an unfinished transcode, for players that require a length.
    private let estimatesLength: Bool
    /// The request field by which the same URL has different responses for different listeners.
    private let vary: String?
    private let enter: Entry

    /// Makes a responder for every listener that `enter` admits.
    package init(audio: AudioStream, enter: @escaping Entry) {
        self.audio = audio
        self.enter = enter
        estimatesLength = false
        vary = nil
    }

    /// Makes a responder for a user. The stream ends when the session or token does, or when the user loses the
    /// library, at any point of the file and whether or not the client reads it.
    package init(
        audio: AudioStream, for authenticated: Authenticated, revocations: Revocations, estimatesLength: Bool = false
    ) {
        self.audio = audio
        self.estimatesLength = estimatesLength
        vary = "Cookie, Authorization"
        let (library, track) = (audio.libraryID, audio.trackID)
        enter = { end in
            let permit = StreamPermit(
                revocations.open(for: authenticated, from: library, playing: track, onRevoke: end))
            return { permit.holds }
        }
    }

    /// Like `respond`, for a part of a complete file that is in memory; nil for everything else.
    ///
    /// - Parameter end: the last lines of the head.
    package func respondAtOnce(to request: Request, on channel: any Channel, end: CommonFields) -> WireAnswer? {
        guard case .file(let file) = audio.content else { return nil }
        return responder(file, fields, channel).respondAtOnce(to: request, on: channel, end: end)
    }

    package func respond(to request: Request, on channel: any Channel) -> Response {
        let fields = fields
        guard case .growing(let reader) = audio.content else {
            return whole(request, fields, on: channel)
        }
        let mayContinue = enter {
            reader.leave()
            channel.cut()
        }
        // A client that leaves while nothing is being sent cannot be noticed by sending.
        channel.closeFuture.whenComplete { [weak reader] _ in reader?.leave() }
        return GrowingFileResponder(
            file: reader.file, mediaType: audio.mediaType, fields: fields,
            announcedLength: estimatesLength ? audio.estimatedBytes : nil,
            available: { try await reader.available(beyond: $0) }, mayContinue: mayContinue, sent: sent
        ).respond(on: channel)
    }

    private func whole(_ request: Request, _ fields: HTTPFields, on channel: any Channel) -> Response {
        guard case .file(let file) = audio.content else {
            var fields = fields
            fields[.contentType] = audio.mediaType
            fields[.acceptRanges] = "none"
            if estimatesLength { fields[.contentLength] = "\(audio.estimatedBytes)" }
            return Response(status: .ok, headers: fields, body: ResponseBody { try await $0.finish(nil) })
        }
        return responder(file, fields, channel).respond(to: request, on: channel)
    }

    private var fields: HTTPFields {
        var fields: HTTPFields = [.cacheControl: "private, no-cache"]
        fields[.vary] = vary
        if audio.encoding != nil, let name = HTTPField.Name("X-Content-Duration") {
            fields[name] = Self.seconds(audio.duration)
        }
        return fields
    }

    private func responder(_ file: any ReadableFile, _ fields: HTTPFields, _ channel: any Channel) -> FileResponder {
        // The file's own validators, since it may have changed after the last scan.
        FileResponder(
            file: file, validators: Validators(of: file), mediaType: audio.mediaType, fields: fields,
            mayContinue: enter { channel.cut() }, sent: sent)
    }

    /// Counts the sent bytes, and keeps the stream registered as long as there are bytes to count.
    private var sent: @Sendable (Int) -> Void {
        { [place = audio.place] in place?.sent($0) }
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }
}

/// Keeps a stream in the registry of open streams for as long as the response lives.
package final class StreamPermit: Sendable {
    private let stream: OpenStream

    package init(_ stream: OpenStream) {
        self.stream = stream
    }

    deinit {
        stream.close()
    }

    package var holds: Bool { !stream.isRevoked }
}

extension Listener {
    /// Makes the listener from the signed-in user and the address. The player is the credential.
    package init(_ authenticated: Authenticated, at address: String) {
        let player =
            switch authenticated.credential {
            case .session(let id): "session " + id.rawValue
            case .token(let id): "token " + id.rawValue
            case .deviceKey(let id): "device key " + id.rawValue
            }
        self.init(person: authenticated.principal.user, player: player, address: address)
    }
}

extension Channel {
    /// Aborts the output on this channel for a listener who has lost access. On a connection of its own, the kernel's
    /// unsent bytes are discarded instead of being sent first. A stream of HTTP/2 is no socket and leaves its
    /// connection to the other streams. May be called from any thread.
    func cut() {
        if let socket = self as? any SocketOptionProvider {
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        }
        close(promise: nil)
    }
}
