import HTTPSupport
import Hummingbird
import Primitives
import Streaming

/// `format`, `bitrate` and `offset` of a stream's address.
struct StreamQuery {
    private enum Format: String, CaseIterable {
        case original, mp3, opus, aac, m4a, flac
    }

    static let parameters: [Endpoint.Parameter] = [
        .init(
            "format", .choice(Format.allCases.map(\.rawValue)),
            "Convert to this, unless the file is that already; original is the file whatever its bitrate"),
        .init("bitrate", .integer, "Kbit/s that must not be exceeded, 32 to 320; without a format the result is MP3"),
        .init("offset", .number, "Seconds into the track at which to begin"),
    ]

    let wish: StreamWish

    init(_ request: Request) throws(DomainError) {
        let form: StreamWish.Form =
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
            offset = Int64(seconds * 1000)
        }
        wish = StreamWish(form, maximumBitrate: bitrate, offset: offset)
    }
}
