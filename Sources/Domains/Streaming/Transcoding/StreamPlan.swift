package import Catalog

/// What a wish comes to for one track: its file, or a rendition of it.
package enum StreamPlan: Equatable, Sendable {
    case original
    /// The file's own frames from the offset on, in a container that can begin there.
    case cut(Encoding)
    case encoded(Encoding)

    /// The fallback of clients that name none: everything plays it.
    package static let usualFormat = TranscodeFormat.mp3

    /// - `original` is the file, unless it is above the person's own limit.
    /// - A file is not converted to what it is: one of the format asked for, within the limits, is sent as it is.
    /// - A lossy file is never given more bits than it has, since that adds none of what was lost.
    /// - Nor is it made lossless. Who asks for that gets the file itself, or within limits the fallback.
    /// - A lossless format has no bitrate to keep to: what must not exceed one becomes the fallback.
    /// - An offset other than 0 is not a range of the file. What would have been sent as it is, is cut where its format allows that, and
    ///   converted without further loss or to the fallback where not.
    ///
    /// - Parameter ceiling: kbit/s that this person may have at most; nil for no limit. It holds for `original` as well.
    package static func make(for source: AudioProperties, _ wish: StreamRequest, ceiling: Int?) -> StreamPlan {
        let asked = wish.form == .original ? nil : wish.maximumBitrate
        let limit = [asked, ceiling].compactMap(\.self).min()
        let isWithin = limit.map { source.bitrate <= $0 } ?? true
        var format = wish.fallback
        switch wish.form {
        case .original, .any:
            if isWithin { return whole(source, from: wish.offset, wish.fallback) }
        case .format(let wanted):
            if isWithin, source.isAlready(wanted) || (wanted.isLossless && !source.isLossless) {
                return whole(source, from: wish.offset, wish.fallback, as: wanted)
            }
            format = wanted
        }
        if format.isLossless, limit != nil || !source.isLossless { format = wish.fallback }
        return .encoded(encoding(format, of: source, upTo: limit))
    }

    /// - Parameter wanted: in which container it is cut, where there is a choice.
    private static func whole(
        _ source: AudioProperties, from offset: Int64, _ fallback: TranscodeFormat, as wanted: TranscodeFormat? = nil
    ) -> StreamPlan {
        guard offset != 0 else { return .original }
        let formats = [TranscodeFormat.mp3, .opus, wanted == .m4a ? .m4a : .aac]
        if let format = formats.first(where: { source.isAlready($0) }) {
            return .cut(
                Encoding(format, bitrate: source.bitrate, sampleRate: source.sampleRate, channels: source.channels))
        }
        return .encoded(encoding(source.isLossless ? .flac : fallback, of: source, upTo: nil, usual: 320))
    }

    /// The best encoding of `source` in `format` within the limits.
    /// - Parameters:
    ///   - limit: kbit/s.
    ///   - rate: hertz.
    package static func encoding(
        _ format: TranscodeFormat, of source: AudioProperties, upTo limit: Int?, usual: Int? = nil,
        rate: Int? = nil, channels: Int? = nil, depth: Int? = nil
    ) -> Encoding {
        let sampleRate = format.sampleRate(for: source.sampleRate, upTo: rate)
        let channelCount = max(1, min(source.channels > 0 ? source.channels : 2, format.channels, channels ?? .max))
        guard !format.isLossless else {
            let own = source.bitDepth > 16 ? 24 : 16
            return Encoding(
                format, bitrate: 0, sampleRate: sampleRate, channels: channelCount,
                bitDepth: min(own, depth.map { $0 >= 24 ? 24 : 16 } ?? own))
        }
        var bitrate = limit ?? usual ?? format.usualBitrate
        if !source.isLossless, source.bitrate > 0 { bitrate = min(bitrate, source.bitrate) }
        bitrate = min(bitrate, format.highestBitrate(at: sampleRate))
        let rung = TranscodeFormat.bitrates.last { $0 <= bitrate } ?? TranscodeFormat.bitrates[0]
        return Encoding(format, bitrate: rung, sampleRate: sampleRate, channels: channelCount)
    }
}

extension AudioProperties {
    /// Whether decoding gives exactly what was recorded.
    package var isLossless: Bool { ["flac", "alac", "pcm", "ape", "wavpack", "tta"].contains(codec) }

    /// Whether the file is of this codec and in a container that players of the format take.
    package func isAlready(_ format: TranscodeFormat) -> Bool {
        guard codec == format.codec else { return false }
        return switch format {
        case .aac: mediaType == "audio/aac" || mediaType == "audio/mp4"
        case .m4a: mediaType == "audio/mp4"
        case .mp3, .opus, .flac: mediaType == format.mediaType
        }
    }

    /// For `Encoding.estimatedBytes`.
    package var rate: Encoding.AudioRate {
        Encoding.AudioRate(
            bitrate: bitrate, sampleRate: sampleRate, channels: channels, bitDepth: bitDepth,
            isCompressed: isLossless && codec != "pcm")
    }
}
