package import Catalog

/// A stream as the decision describes it to a player. Numbers are 0 where they are not known or have no meaning.
package struct StreamDetails: Sendable, Equatable {
    package var container: String
    package var codec: String
    package var channels: Int
    /// bit/s.
    package var bitrate: Int
    package var profile: String
    package var sampleRate: Int
    package var bitDepth: Int

    /// A track's file.
    package init(_ audio: AudioProperties) {
        container = Self.containers[audio.mediaType] ?? audio.codec
        codec = audio.codec
        channels = audio.channels
        bitrate = audio.bitrate.multipliedReportingOverflow(by: 1000).partialValue
        profile = ""
        sampleRate = audio.sampleRate
        bitDepth = audio.bitDepth
    }

    /// What a conversion gives; of a lossless one the bitrate is what the source lets expect.
    init(_ encoding: Encoding, from audio: AudioProperties) {
        container =
            switch encoding.format {
            case .mp3: "mp3"
            case .opus: "ogg"
            case .aac: "aac"
            case .m4a: "mp4"
            case .flac: "flac"
            }
        codec = encoding.format.codec
        channels = encoding.channels
        bitrate = 1000 * (encoding.format.isLossless ? audio.rate.losslessBitrate(for: encoding) : encoding.bitrate)
        profile = codec == "aac" ? "LC" : ""
        sampleRate = encoding.sampleRate
        bitDepth = encoding.bitDepth
    }

    private static let containers = [
        "audio/mpeg": "mp3", "audio/flac": "flac", "audio/ogg": "ogg", "audio/mp4": "mp4", "audio/aac": "aac",
        "audio/wav": "wav", "audio/aiff": "aiff", "audio/x-ms-wma": "asf", "audio/x-ape": "ape",
        "audio/x-wavpack": "wv",
    ]

    /// Whether players mean this stream's container by `name`.
    func isIn(container name: String) -> Bool {
        let name = name.lowercased()
        if name == "*" || name == container { return true }
        return Self.otherNames[container]?.contains(name) ?? false
    }

    func isOf(codec name: String) -> Bool {
        let name = name.lowercased()
        if name == "*" || name == codec { return true }
        return codec == "pcm" && (name == "wav" || name.hasPrefix("pcm_")) || codec == "wma" && name.hasPrefix("wma")
    }

    private static let otherNames: [String: Set<String>] = [
        "mp4": ["m4a", "m4b", "mov", "aac"], "ogg": ["oga", "opus", "vorbis"], "aac": ["adts"], "aiff": ["aif"],
        "asf": ["wma"], "wv": ["wavpack"], "wav": ["wave"], "mp3": ["mpeg"],
    ]
}
