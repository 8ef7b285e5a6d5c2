package import Accounts
import Primitives
import HTTPTypes
package import Hummingbird
package import NIOCore
package import Streaming

/// Answers with audio, whatever it is made from, for as long as the listener may hear it.
package struct AudioResponder: Sendable {
    /// Enters the stream where it is ended from, by calling what is handed over, once and from any thread. What it returns is asked before
    /// every chunk whether the stream may go on; the stream leaves when that is let go.
    package typealias Entry = @Sendable (_ end: @escaping @Sendable () -> Void) -> @Sendable () -> Bool

    private let audio: AudioStream
    /// Announces the length of what is still being made by an estimate, for players that cannot do without.
    private let estimatesLength: Bool
    /// By what the same address gives one listener something else than another.
    private let vary: String?
    private let enter: Entry

    /// For whoever `enter` lets listen.
    package init(audio: AudioStream, enter: @escaping Entry) {
        self.audio = audio
        self.enter = enter
        estimatesLength = false
        vary = nil
    }

    /// For a person. The stream ends when the session or token does, or the library is taken from them, wherever in the file it is by then
    /// and whether or not anybody reads it.
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

    /// As `respond` answers, where that is a part of a whole file and in memory; nil where not.
    ///
    /// - Parameter end: of its head.
    package func respondAtOnce(to request: Request, on channel: any Channel, end: HeadEnd) -> WireAnswer? {
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
        // A client that goes while nothing is being sent to it is not noticed by sending.
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

    /// Counts what is sent, and keeps the stream's place for as long as there is something to count.
    private var sent: @Sendable (Int) -> Void {
        { [place = audio.place] in place?.sent($0) }
    }

    private static func seconds(_ milliseconds: Int64) -> String {
        let rest = String(milliseconds % 1000)
        return "\(milliseconds / 1000)." + String(repeating: "0", count: 3 - rest.utf8.count) + rest
    }
}
