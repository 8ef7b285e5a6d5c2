package import Accounts
import Catalog
package import HTTPSupport
package import HTTPTypes
package import Hummingbird
package import NIOCore
import Primitives
package import Streaming

/// Streams the audio itself.
package struct StreamRoutes: Sendable {
    private let transcoding: TranscodingService
    private let revocations: Revocations
    private let commonFields = CommonFields()

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
            "The track's original file, with ranges and conditions by RFC 9110; or converted, with both as soon as "
                + "the conversion is complete", parameters: StreamQuery.parameters, reply: .bytes(mediaType: "audio/*")
        ) { request, context in
            let authenticated = try context.signedIn()
            let streamRequest = try StreamQuery(request).wish
            let audio = try await transcoding.open(
                context.id("id"), streamRequest, as: authenticated.principal,
                for: Listener(authenticated, at: context.remoteAddress), begins: request.method != .head)
            return AudioResponder(audio: audio, for: authenticated, revocations: revocations).respond(
                to: request, on: context.channel)
        }
    }

    /// Whether a request asks for a part of a track's file. Only its method and path are read.
    package static func isForPart(_ request: HTTPRequest) -> Bool {
        request.method == .get && track(of: request) != nil && request.headerFields[.range] != nil
    }

    private static func track(of request: HTTPRequest) -> ID<Track>? {
        guard let path = request.path, path.hasPrefix(ends.before), path.hasSuffix(ends.after) else { return nil }
        let id = path.utf8.dropFirst(ends.before.utf8.count).dropLast(ends.after.utf8.count)
        guard (1...64).contains(id.count), id.allSatisfy({ isOfIDs($0) }) else { return nil }
        return ID(String(decoding: id, as: UTF8.self))
    }

    /// Whether an id may contain this byte. Other bytes may be escaped, or belong to another path or a query.
    private static func isOfIDs(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"): true
        default: false
        }
    }

    /// Answers such requests at once where they ask for little and nothing has to be waited for: players send them by
    /// the dozen while a song plays. The endpoint's rules apply.
    package func answersAtOnce(
        by access: AccessControl
    ) -> @Sendable (Request, RequestOrigin, any Channel) -> WireAnswer? {
        { [endpoint, transcoding, revocations, commonFields] request, origin, channel in
            guard let track = Self.track(of: request.head), FileResponder.isForLittle(request.head),
                let authenticated = access.admitAtOnce(request, to: endpoint, from: origin),
                let audio = transcoding.openAtOnce(
                    track, as: authenticated.principal, for: Listener(authenticated, at: origin.address))
            else { return nil }
            return AudioResponder(audio: audio, for: authenticated, revocations: revocations).respondAtOnce(
                to: request, on: channel, end: commonFields)
        }
    }
}

/// The parameters `format`, `bitrate` and `offset` of a stream's address.
struct StreamQuery {
    private enum Format: String, CaseIterable {
        case original, mp3, opus, aac, m4a, flac
    }

    private enum Fallback: String, CaseIterable {
        case mp3, opus, aac, m4a
    }

    static let parameters: [Endpoint.Parameter] = [
        .init(
            "format", .choice(of: Format.self),
            "The format to convert to, unless the file has it; original is the file whatever its bitrate"),
        .init("bitrate", .integer, "The highest bitrate in kbit/s, 32 to 320"),
        .init(
            "fallback", .choice(of: Fallback.self),
            "Without a format: the format if a conversion is necessary; mp3 by default"),
        .init("offset", .number, "The start within the track, in seconds"),
    ]

    let wish: StreamRequest

    init(_ request: Request) throws(DomainError) {
        let form: StreamRequest.Form =
            switch try request.choice("format", of: Format.self) {
            case nil: .any
            case .original: .original
            case .mp3: .format(.mp3)
            case .opus: .format(.opus)
            case .aac: .format(.aac)
            case .m4a: .format(.m4a)
            case .flac: .format(.flac)
            }
        var bitrate: Int?
        if let text = try request.text("bitrate", upTo: 16) {
            guard let number = Int(text), (32...320).contains(number) else {
                throw .invalid("bitrate must be a whole number from 32 to 320", field: "bitrate")
            }
            if form == .format(.flac) || form == .original {
                throw .invalid("This format has no bitrate limit; leave bitrate out", field: "bitrate")
            }
            bitrate = number
        }
        var offset: Int64 = 0
        if let text = try request.text("offset", upTo: 24) {
            guard let seconds = Double(text), seconds >= 0, seconds <= 1_000_000 else {
                throw .invalid("offset must be a number of seconds, 0 or more", field: "offset")
            }
            offset = Int64((seconds * 1000).rounded())
        }
        let fallback = try request.choice("fallback", of: Fallback.self).flatMap {
            TranscodeFormat(rawValue: $0.rawValue)
        }
        wish = StreamRequest(
            form, maximumBitrate: bitrate, offset: offset, fallback: fallback ?? StreamPlan.usualFormat)
    }
}
