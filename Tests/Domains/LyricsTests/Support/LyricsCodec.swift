import Lyrics
import Testing

/// A format, with the features of lyrics that it supports.
struct LyricsCodec: Sendable, CustomTestStringConvertible {
    enum Ends: Sendable {
        /// Every line has an end.
        case always
        /// A line may have an end, unless the next line starts before it.
        case untilNext
        case any, never
    }

    enum Voices: Sendable {
        case none, numbered, named, declared
    }

    let name: String
    /// In milliseconds. Nil for lyrics without times.
    var resolution: Int?
    var ends = Ends.always
    var words = false
    /// Whether all lines or none have words, and words start with their line.
    var allWords = false
    /// Whether words may have no ends.
    var openWords = false
    var voices = Voices.none
    var languages: [String] = []
    var title = false
    var artist = false
    /// Whether it supports only the letters of ISO 6937.
    var latin = false
    var source = LyricsSource.sidecar
    let write: @Sendable (SongLyrics) throws -> [UInt8]
    let read: @Sendable ([UInt8]) -> SongLyrics?

    var testDescription: String { name }

    private init(_ format: LyricsFormat, resolution: Int?, _ set: (inout Self) -> Void = { _ in }) {
        name = format.rawValue + (resolution == nil ? ", plain" : "")
        self.resolution = resolution
        write = { try format.content(of: $0) }
        read = { format.lyrics(from: $0, source: .sidecar).first }
        set(&self)
    }

    private init(
        _ name: String, resolution: Int?, write: @escaping @Sendable (SongLyrics) -> [UInt8],
        read: @escaping @Sendable ([UInt8]) -> SongLyrics?, _ set: (inout Self) -> Void
    ) {
        self.name = name
        self.resolution = resolution
        self.write = write
        self.read = read
        source = .tag
        languages = ["eng", "pol", "spa"]
        set(&self)
    }

    static let all: [LyricsCodec] =
        [
            LyricsCodec(.lrc, resolution: 10) {
                ($0.ends, $0.words, $0.voices) = (.untilNext, true, .numbered)
                ($0.title, $0.artist, $0.languages) = (true, true, ["en", "pl", "pt-br"])
            },
            LyricsCodec(.lrc, resolution: nil) { ($0.title, $0.artist, $0.languages) = (true, true, ["en", "pl"]) },
            LyricsCodec(.ttml, resolution: 1, ttml), LyricsCodec(.ttml, resolution: nil, ttml),
            LyricsCodec(.dfxp, resolution: 1, ttml),
            LyricsCodec(.stl, resolution: 40) {
                ($0.title, $0.artist, $0.latin, $0.languages) = (true, true, true, ["en", "pl", "es"])
            },
            LyricsCodec(.srt, resolution: 1),
            LyricsCodec(.vtt, resolution: 1) { ($0.words, $0.voices, $0.languages) = (true, .named, ["en", "pl"]) },
            LyricsCodec(.txt, resolution: nil),
        ]
        + (0...3 as ClosedRange<UInt8>).flatMap { encoding in
            [
                LyricsCodec(
                    "SYLT in encoding \(encoding)", resolution: 1,
                    write: { SYLTFrame.content(of: $0, encoding: encoding) }, read: { SYLTFrame.lyrics(from: $0) }
                ) { ($0.ends, $0.words, $0.allWords, $0.latin) = (.untilNext, true, true, encoding == 0) },
                LyricsCodec(
                    "USLT in encoding \(encoding)", resolution: nil,
                    write: { USLTFrame.content(of: $0, encoding: encoding) }, read: { USLTFrame.lyrics(from: $0) }
                ) { $0.latin = encoding == 0 },
            ]
        }

    private static func ttml(_ codec: inout Self) {
        (codec.ends, codec.words, codec.openWords, codec.voices) = (.any, codec.resolution != nil, true, .declared)
        (codec.title, codec.languages) = (true, ["en", "pl"])
        if codec.resolution == nil { codec.voices = .none }
    }
}
