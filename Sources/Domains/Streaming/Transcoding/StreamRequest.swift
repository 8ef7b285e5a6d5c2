/// How a client would like to hear a track.
package struct StreamRequest: Hashable, Sendable {
    package enum Form: Hashable, Sendable {
        /// The file as it is, whatever its bitrate.
        case original
        /// The file as it is, unless it is above the bitrate.
        case any
        /// In this format, unless the file is in it already and not above the bitrate.
        case format(TranscodeFormat)
    }

    package var form: Form
    /// kbit/s that must not be exceeded; nil for no limit.
    package var maximumBitrate: Int?
    /// What to convert to where the file must not be sent as it is and no other format is asked for; a lossy one.
    package let fallback: TranscodeFormat
    /// Milliseconds into the track at which to begin.
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
