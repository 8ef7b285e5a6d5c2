package import Catalog

/// The result of a request for one track: its file, or a rendition of it.
package enum StreamPlan: Equatable, Sendable {
    case original
    /// The file's own frames from the offset on, in a container that can begin there.
    case cut(Encoding)
    case encoded(Encoding)

    /// The fallback of clients that name none: every player supports it.
    package static let usualFormat = TranscodeFormat.mp3

    /// - `original` is the file, unless it exceeds the user's own limit.
    /// - A file is not converted to its own format: a file of the requested format, within the limits, is sent
    ///   unchanged.
    /// - A lossy file is never converted to a higher bitrate, since that restores nothing of what was lost.
    /// - Nor is it converted to a lossless format. Such a request gets the file itself, or the fallback if the file
    ///   exceeds the limits.
    /// - A lossless format has no target bitrate: if a limit applies, the fallback is used instead.
    /// - An offset other than 0 is not a range of the file. A file that would be sent unchanged is trimmed if its
    ///   format allows that; otherwise it is converted without further loss, or to the fallback.
    ///
    /// - Parameter ceiling: the user's highest bitrate in kbit/s; nil for no limit. It applies to `original` as well.
    package static func make(for source: AudioProperties, _ request: StreamRequest, ceiling: Int?) -> StreamPlan {
        let asked = request.form == .original ? nil : request.maximumBitrate
        let limit = [asked, ceiling].compactMap(\.self).min()
        let isWithin = limit.map { source.bitrate <= $0 } ?? true
        var format = request.fallback
        switch request.form {
        case .original, .any:
            if isWithin { return whole(source, from: request.offset, request.fallback) }
        case .format(let wanted):
            if isWithin, source.isAlready(wanted) || (wanted.isLossless && !source.isLossless) {
                return whole(source, from: request.offset, request.fallback, as: wanted)
            }
            format = wanted
        }
        if format.isLossless, limit != nil || !source.isLossless { format = request.fallback }
        return .encoded(encoding(format, of: source, upTo: limit))
    }

    /// - Parameter wanted: the container of a trimmed file, if there is a choice.
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
    ///   - limit: the highest bitrate in kbit/s.
    ///   - rate: the highest sample rate in hertz.
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
    /// Whether decoding gives exactly the audio that was encoded.
    package var isLossless: Bool { ["flac", "alac", "pcm", "ape", "wavpack", "tta"].contains(codec) }

    /// Whether the file is of this codec and in a container that players of the format accept.
    package func isAlready(_ format: TranscodeFormat) -> Bool {
        guard codec == format.codec else { return false }
        return switch format {
        case .aac: mediaType == "audio/aac" || mediaType == "audio/mp4"
        case .m4a: mediaType == "audio/mp4"
        case .mp3, .opus, .flac: mediaType == format.mediaType
        }
    }

    /// The input of `Encoding.estimatedBytes`.
    package var rate: Encoding.AudioRate {
        Encoding.AudioRate(
            bitrate: bitrate, sampleRate: sampleRate, channels: channels, bitDepth: bitDepth,
            isCompressed: isLossless && codec != "pcm")
    }
}

/// A client's request for the audio of a track.
package struct StreamRequest: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// The file unchanged, whatever its bitrate.
        case original
        /// The file unchanged, unless it exceeds the bitrate.
        case any
        /// In this format, unless the file already is and does not exceed the bitrate.
        case format(TranscodeFormat)
    }

    package var form: Form
    /// The highest bitrate in kbit/s; nil for no limit.
    package var maximumBitrate: Int?
    /// The lossy format of the conversion if the file must not be sent unchanged and no other format is requested.
    package let fallback: TranscodeFormat
    /// The start within the track, in milliseconds.
    package var offset: Int64

    package init(
        _ form: Form = .any, maximumBitrate: Int? = nil, offset: Int64 = 0,
        fallback: TranscodeFormat = StreamPlan.usualFormat
    ) {
        self.form = form
        self.fallback = fallback.isLossless ? StreamPlan.usualFormat : fallback
        self.maximumBitrate = maximumBitrate
        self.offset = offset
    }
}
