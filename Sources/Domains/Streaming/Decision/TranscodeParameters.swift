package import Catalog

/// The `transcodeParams` of a decision: a URL-safe text that describes a conversion. It is valid as long as the formats
/// are.
///
/// It is not a credential. A made-up text gives at most what `stream` gives on request: each part is one of a closed
/// set, and the access and the bitrate of the user are checked when it is used.
package struct TranscodeParameters: Sendable, Equatable {
    package let encoding: Encoding

    package init(_ encoding: Encoding) {
        self.encoding = encoding
    }

    /// Nil for a text that no decision returned.
    package init?(text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        let numbers = parts.dropFirst().compactMap { part -> Int? in
            part.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(part) : nil
        }
        guard parts.count == 5, numbers.count == 4, let format = TranscodeFormat(rawValue: String(parts[0])),
            format.sampleRates.contains(numbers[1]), (1...format.channels).contains(numbers[2])
        else { return nil }
        if format.isLossless {
            guard numbers[0] == 0, [16, 24].contains(numbers[3]) else { return nil }
        } else {
            guard TranscodeFormat.bitrates.contains(numbers[0]), numbers[3] == 0 else { return nil }
        }
        encoding = Encoding(
            format, bitrate: numbers[0], sampleRate: numbers[1], channels: numbers[2], bitDepth: numbers[3])
    }

    package var text: String {
        "\(encoding.format.rawValue)-\(encoding.bitrate)-\(encoding.sampleRate)-\(encoding.channels)-\(encoding.bitDepth)"
    }

    /// The encoding as the user may get it for this track: no more bits than the source has or the limit allows, no
    /// more channels and samples than a decision about it could state, and nothing lossless from a lossy source.
    ///
    /// - Parameter ceiling: the user's highest bitrate in kbit/s.
    package func encoding(of audio: AudioProperties, ceiling: Int?) -> Encoding {
        let limit = [ceiling, encoding.format.isLossless ? nil : encoding.bitrate].compactMap(\.self).min()
        guard !encoding.format.isLossless || (audio.isLossless && ceiling == nil) else {
            return StreamPlan.encoding(StreamPlan.usualFormat, of: audio, upTo: limit)
        }
        let possible = StreamPlan.encoding(encoding.format, of: audio, upTo: limit)
        let sampleRate =
            encoding.sampleRate <= EncodingChoice.highestRate(beside: possible)
            ? encoding.sampleRate : possible.sampleRate
        return Encoding(
            encoding.format,
            bitrate: min(encoding.bitrate, possible.bitrate, encoding.format.highestBitrate(at: sampleRate)),
            sampleRate: sampleRate,
            channels: min(encoding.channels, EncodingChoice.mostChannels(beside: possible)),
            bitDepth: encoding.bitDepth)
    }
}
