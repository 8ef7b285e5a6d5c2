/// What a track can be converted to: a codec in the container that carries it over HTTP.
package enum TranscodeFormat: String, Sendable, CaseIterable {
    case mp3
    /// In Ogg.
    case opus
    /// AAC-LC in ADTS, which can be joined at any frame.
    case aac
    /// AAC-LC in fragmented MP4, for players that take no ADTS.
    case m4a
    case flac

    /// As `AudioProperties.codec` spells it.
    package var codec: String {
        switch self {
        case .mp3: "mp3"
        case .opus: "opus"
        case .aac, .m4a: "aac"
        case .flac: "flac"
        }
    }

    package var mediaType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: "audio/ogg"
        case .aac: "audio/aac"
        case .m4a: "audio/mp4"
        case .flac: "audio/flac"
        }
    }

    package var isLossless: Bool { self == .flac }

    /// kbit/s, the rungs of a ladder: closed, so that a track has few renditions and the cache many listeners for each.
    package static let bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

    /// kbit/s where nobody asks for one: what listening tests call transparent for most people and music.
    var usualBitrate: Int {
        switch self {
        case .mp3, .aac, .m4a: 192
        case .opus: 128
        case .flac: 0
        }
    }

    /// The most that the encoder takes at this sample rate (ISO/IEC 13818-3 for MP3 at low ones).
    func highestBitrate(at sampleRate: Int) -> Int {
        switch self {
        case .mp3: sampleRate >= 32_000 ? 320 : sampleRate >= 16_000 ? 160 : 64
        case .opus: 320
        case .aac, .m4a: sampleRate >= 44_100 ? 320 : sampleRate >= 32_000 ? 256 : sampleRate >= 22_050 ? 160 : 64
        case .flac: .max
        }
    }

    /// The sample rates that the encoder takes, rising.
    package var sampleRates: [Int] {
        switch self {
        case .mp3: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        case .opus: [48_000]
        case .aac, .m4a: [8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000]
        case .flac:
            [
                8_000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 88_200, 96_000, 176_400, 192_000,
            ]
        }
    }

    /// The most channels; more are mixed down.
    package var channels: Int { isLossless ? 8 : 2 }

    /// The rate to encode at: the source's own where that is possible and within `limit`, else the nearest below, of the same family
    /// (44.1 or 48 kHz) if there is one.
    package func sampleRate(for source: Int, upTo limit: Int? = nil) -> Int {
        let possible = sampleRates.filter { $0 <= limit ?? .max }
        guard let lowest = possible.first else { return sampleRates[0] }
        guard source > 0 else { return possible.last { $0 <= 48_000 } ?? lowest }
        if possible.contains(source) { return source }
        if self == .opus { return 48_000 }
        let family = possible.filter { $0 <= source && source % $0 == 0 }
        return family.last ?? possible.last { $0 <= source } ?? lowest
    }
}
