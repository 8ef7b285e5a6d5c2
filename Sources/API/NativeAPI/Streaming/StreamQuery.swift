import HTTPSupport
import Hummingbird
import Primitives
import Streaming

/// `format`, `bitrate` and `offset` of a stream's address.
struct StreamQuery {
    private enum Format: String, CaseIterable {
        case original, mp3, opus, aac, m4a, flac
    }

    private enum Fallback: String, CaseIterable {
        case mp3, opus, aac, m4a
    }

    static let parameters: [Endpoint.Parameter] = [
        .init(
            "format", .choice(Format.allCases.map(\.rawValue)),
            "Convert to this, unless the file is that already; original is the file whatever its bitrate"),
        .init("bitrate", .integer, "Kbit/s that must not be exceeded, 32 to 320"),
        .init(
            "fallback", .choice(Fallback.allCases.map(\.rawValue)),
            "Without a format: what to convert to should that be needed; mp3 unless it says otherwise"),
        .init("offset", .number, "Seconds into the track at which to begin"),
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
                throw .invalid("What is sent as it was recorded has no bitrate to keep to", field: "bitrate")
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
