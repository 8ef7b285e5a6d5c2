/// The complete parameters of a conversion: the input of an encoder, and a cache's key for the rendition.
package struct Encoding: Hashable, Sendable {
    /// Increases when the same values give a different output, so that older renditions are no longer served.
    private static let edition = 2

    package let format: TranscodeFormat
    /// In kbit/s, a step of `TranscodeFormat.bitrates`; 0 for lossless formats.
    package let bitrate: Int
    /// Hertz.
    package let sampleRate: Int
    package let channels: Int
    /// Bits per sample of a lossless format, 16 or 24; 0 for the others.
    package let bitDepth: Int

    package init(_ format: TranscodeFormat, bitrate: Int, sampleRate: Int, channels: Int, bitDepth: Int = 0) {
        self.format = format
        self.bitrate = bitrate
        self.sampleRate = sampleRate
        self.channels = channels
        self.bitDepth = bitDepth
    }

    /// The name in a cache: lowercase letters, digits and dashes.
    package var name: String {
        "\(format.rawValue)-\(bitrate)-\(sampleRate)-\(channels)-\(bitDepth)-\(Self.edition)"
    }

    /// The approximate size of so many milliseconds in bytes. For lossless formats it depends on how well the source is
    /// compressed.
    /// - Parameter source: the properties of the source.
    package func estimatedBytes(of milliseconds: Int64, from source: AudioRate) -> Int64 {
        let rate = format.isLossless ? Int64(max(64, source.losslessBitrate(for: self))) : Int64(bitrate)
        let (bits, overflow) = max(0, milliseconds).multipliedReportingOverflow(by: rate)
        guard !overflow else { return .max / 4 }
        // The headers of the container, and one percent for its framing and for encoders that do not keep the rate
        // exactly.
        return bits / 8 + bits / 800 + 4096
    }

    /// The properties of a source that determine the size of its lossless renditions.
    package struct AudioRate: Sendable {
        /// kbit/s of the source.
        let bitrate: Int
        let sampleRate: Int
        let channels: Int
        let bitDepth: Int
        let isCompressed: Bool

        func losslessBitrate(for target: Encoding) -> Int {
            let raw = target.sampleRate * target.channels * max(16, target.bitDepth) / 1000
            let own = sampleRate * channels * max(16, bitDepth) / 1000
            guard isCompressed, own > 0, bitrate > 0 else { return raw * 7 / 10 }
            return min(raw, raw * bitrate / own)
        }
    }
}

/// A format for conversion: a codec in the container that carries it over HTTP.
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

    /// The steps of the bitrate in kbit/s. The set is closed, so that a track has few renditions and each cached one
    /// serves many listeners.
    package static let bitrates = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]

    /// The default bitrate in kbit/s: one that listening tests call transparent for most people and music.
    var usualBitrate: Int {
        switch self {
        case .mp3, .aac, .m4a: 192
        case .opus: 128
        case .flac: 0
        }
    }

    /// The highest bitrate that the encoder accepts at this sample rate (ISO/IEC 13818-3 for MP3 at low ones).
    func highestBitrate(at sampleRate: Int) -> Int {
        switch self {
        case .mp3: sampleRate >= 32_000 ? 320 : sampleRate >= 16_000 ? 160 : 64
        case .opus: 320
        case .aac, .m4a: sampleRate >= 44_100 ? 320 : sampleRate >= 32_000 ? 256 : sampleRate >= 22_050 ? 160 : 64
        case .flac: .max
        }
    }

    /// The sample rates that the encoder accepts, ascending.
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

    /// The largest number of channels; more are mixed down.
    package var channels: Int { isLossless ? 8 : 2 }

    /// The sample rate for encoding: the source's own if it is possible and within `limit`, else the nearest below, of
    /// the same family (44.1 or 48 kHz) if there is one.
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
