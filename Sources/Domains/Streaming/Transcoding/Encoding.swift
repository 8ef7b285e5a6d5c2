/// One way to convert a track, in full: what an encoder needs to know, and a cache to tell renditions apart.
package struct Encoding: Hashable, Sendable {
    /// Counts up when the same values come to mean another output, so that nothing made before is served any more.
    private static let edition = 2

    package let format: TranscodeFormat
    /// kbit/s, a rung of `TranscodeFormat.bitrates`; 0 for lossless formats.
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

    /// Lowercase letters, digits and dashes.
    package var name: String {
        "\(format.rawValue)-\(bitrate)-\(sampleRate)-\(channels)-\(bitDepth)-\(Self.edition)"
    }

    /// About how many bytes so much of this takes. For lossless formats from how well the source compresses.
    /// - Parameter source: the properties of what is converted.
    package func estimatedBytes(of milliseconds: Int64, from source: AudioRate) -> Int64 {
        let rate = format.isLossless ? Int64(max(64, source.losslessBitrate(for: self))) : Int64(bitrate)
        let (bits, overflow) = max(0, milliseconds).multipliedReportingOverflow(by: rate)
        guard !overflow else { return .max / 4 }
        // Headers of the container, and a hundredth for its framing and for encoders that do not keep exactly to the rate.
        return bits / 8 + bits / 800 + 4096
    }

    /// What a source's bitrate tells about the size of its lossless renditions.
    package struct AudioRate: Sendable {
        /// kbit/s of the source.
        let bitrate: Int
        let sampleRate: Int
        let channels: Int
        let bitDepth: Int
        let isCompressed: Bool

        package init(bitrate: Int, sampleRate: Int, channels: Int, bitDepth: Int, isCompressed: Bool = false) {
            self.bitrate = bitrate
            self.sampleRate = sampleRate
            self.channels = channels
            self.bitDepth = bitDepth
            self.isCompressed = isCompressed
        }

        func losslessBitrate(for target: Encoding) -> Int {
            let raw = target.sampleRate * target.channels * max(16, target.bitDepth) / 1000
            let own = sampleRate * channels * max(16, bitDepth) / 1000
            guard isCompressed, own > 0, bitrate > 0 else { return raw * 7 / 10 }
            return min(raw, raw * bitrate / own)
        }
    }
}
