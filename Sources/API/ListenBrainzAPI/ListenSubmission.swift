import Catalog
import HTTPSupport
import Hummingbird
import Listening
import NIOCore
import Primitives

/// The body of `submit-listens`, with the limits that ListenBrainz documents.
struct ListenSubmission: Sendable {
    enum Kind: String {
        case single, playingNow = "playing_now", `import`
    }

    private static let mostListens = 1000
    /// 4 KiB for each listen.
    static let mostBytes = 4 << 20

    let kind: Kind
    /// A play that begins now has the time 0.
    let plays: [NamedPlay]

    init(_ body: ByteBuffer) throws {
        guard case .object(let fields) = try JSONValue(parsing: body) else {
            throw RequestFailure.malformed("JSON document must be an object")
        }
        guard let name = fields["listen_type"]?.text, let kind = Kind(rawValue: name) else {
            throw RequestFailure.malformed(
                "JSON document requires a valid listen_type key: single, playing_now or import")
        }
        guard case .array(let listens)? = fields["payload"], !listens.isEmpty else {
            throw RequestFailure.malformed("JSON document does not contain any listens")
        }
        guard kind == .import || listens.count == 1 else {
            throw RequestFailure.malformed("JSON document contains too many listens: \(name) takes one")
        }
        guard listens.count <= Self.mostListens else {
            throw RequestFailure.malformed("JSON document contains more than \(Self.mostListens) listens")
        }
        self.kind = kind
        plays = try listens.map { try Self.play($0, kind) }
    }

    private static func play(_ value: JSONValue, _ kind: Kind) throws(RequestFailure) -> NamedPlay {
        guard case .object(let listen) = value, case .object(let data)? = listen["track_metadata"] else {
            throw .malformed("Each listen must contain the object track_metadata")
        }
        var seconds: Int64 = 0
        switch (listen["listened_at"], kind) {
        case (nil, .playingNow), (.null?, .playingNow): break
        case (_, .playingNow): throw .malformed("A listen of playing_now has no listened_at")
        case (let at?, _):
            guard let whole = at.whole, (0..<253_402_300_800).contains(whole) else {
                throw .malformed("listened_at must be a whole number of seconds since 1970")
            }
            seconds = whole
        case (nil, _): throw .malformed("Each listen must contain listened_at")
        }
        var info: [String: JSONValue] = [:]
        if case .object(let fields)? = data["additional_info"] { info = fields }
        let track = NamedTrack(
            recording: try optional(info["recording_mbid"], "recording_mbid"),
            isrc: try optional(info["isrc"], "isrc"), title: try required(data, "track_name"),
            artist: try required(data, "artist_name"), album: try optional(data["release_name"], "release_name"),
            durationMilliseconds: length(info))
        var client: String?
        for name in ["submission_client", "media_player", "listening_from"] where client == nil {
            client = try optional(info[name], name)
        }
        return NamedPlay(track: track, playedAt: Timestamp(milliseconds: seconds * 1000), client: client)
    }

    private static func required(_ fields: [String: JSONValue], _ name: String) throws(RequestFailure) -> String {
        guard let text = try optional(fields[name], name) else {
            throw .malformed("track_metadata.\(name) must be a single string that is not empty")
        }
        return text
    }

    /// Nil when absent or blank.
    private static func optional(_ value: JSONValue?, _ name: String) throws(RequestFailure) -> String? {
        guard let value, value != .null else { return nil }
        guard let text = value.text, text.utf8.count <= 2048, !text.utf8.contains(0) else {
            throw .malformed("\(name) must be a string of at most 2048 bytes")
        }
        return text.allSatisfy(\.isWhitespace) ? nil : text
    }

    /// A length that cannot be read is none.
    private static func length(_ info: [String: JSONValue]) -> Int64? {
        let seconds = info["duration"]?.whole.flatMap { (0...1 << 40).contains($0) ? $0 * 1000 : nil }
        return (info["duration_ms"]?.whole ?? seconds).flatMap { $0 > 0 ? $0 : nil }
    }
}

extension JSONValue {
    fileprivate var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    /// A whole number, also as text, as some players write it.
    fileprivate var whole: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number.rounded())
        case .text(let text): Int64(text)
        default: nil
        }
    }
}
