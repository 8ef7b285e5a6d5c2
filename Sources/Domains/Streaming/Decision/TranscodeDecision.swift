package import Catalog

/// Decides whether a player can get a track's file unchanged, and otherwise which conversion: the OpenSubsonic
/// extension `transcoding`.
package struct TranscodeDecision: Sendable, Equatable {
    package let source: StreamDetails
    package let canDirectPlay: Bool
    /// The reasons against the unchanged file; empty if it can be played.
    package let reasons: [String]
    /// The best conversion that the player accepts.
    package let encoding: Encoding?
    package let target: StreamDetails?

    /// The reason why the player can play nothing; empty if it can.
    package var errorReason: String {
        canDirectPlay || encoding != nil ? "" : "This track cannot be converted to any format that this player accepts"
    }

    /// - Parameter ceiling: the user's highest bitrate in kbit/s.
    package init(for player: ClientProfile, _ audio: AudioProperties, ceiling: Int? = nil) {
        let source = StreamDetails(audio)
        let most = [player.maximumBitrate, ceiling.map { $0 * 1000 }].compactMap(\.self).filter { $0 > 0 }.min()
        var reasons = Self.obstacles(for: source, player)
        if let most, source.bitrate > most { reasons.append(CodecLimitation.Property.bitrate.reason) }
        self.source = source
        self.reasons = reasons.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
        canDirectPlay = reasons.isEmpty

        let limits = [most, player.maximumTranscodingBitrate].compactMap(\.self).filter { $0 > 0 }
        let limit = limits.min().map { $0 / 1000 }
        encoding =
            player.transcoding.lazy.compactMap { profile in
                Self.format(of: profile).flatMap {
                    EncodingChoice(audio: audio, player: player, profile: profile, format: $0, limit: limit).best
                }
            }.first
        target = encoding.map { StreamDetails($0, from: audio) }
    }

    /// The reasons why `source` cannot be played unchanged: those of the nearest profile, else of its codec's
    /// limitations.
    private static func obstacles(for source: StreamDetails, _ player: ClientProfile) -> [String] {
        let overHTTP = player.directPlay.filter { profile in
            profile.protocols.isEmpty || profile.protocols.contains { ["http", "*"].contains($0.lowercased()) }
        }
        if overHTTP.isEmpty, !player.directPlay.isEmpty { return ["ProtocolNotSupported"] }
        let contained = overHTTP.filter { profile in
            profile.containers.isEmpty || profile.containers.contains { source.isIn(container: $0) }
        }
        if contained.isEmpty { return ["ContainerNotSupported"] }
        let coded = contained.filter { profile in
            profile.codecs.isEmpty || profile.codecs.contains { source.isOf(codec: $0) }
        }
        if coded.isEmpty { return ["AudioCodecNotSupported"] }
        guard coded.contains(where: { Self.isWithin(source.channels, $0.maximumChannels) }) else {
            return [CodecLimitation.Property.channels.reason]
        }
        return player.codecs.filter { source.isOf(codec: $0.codec) }.flatMap(\.limitations)
            .filter { $0.isRequired && !$0.holds(for: source) }.map(\.property.reason)
    }

    private static func isWithin(_ channels: Int, _ most: Int?) -> Bool {
        guard let most, most > 0 else { return true }
        return channels <= most
    }

    /// Nil for a format that the server does not produce.
    private static func format(of profile: TranscodingProfile) -> TranscodeFormat? {
        guard ["http", "*", ""].contains(profile.transport.lowercased()) else { return nil }
        let codec = profile.codec.lowercased()
        return switch (profile.container.lowercased(), codec.isEmpty ? profile.container.lowercased() : codec) {
        case ("mp3", "mp3"), ("mpeg", "mp3"), ("", "mp3"), ("*", "mp3"): .mp3
        case ("ogg", "opus"), ("oga", "opus"), ("opus", "opus"), ("", "opus"), ("*", "opus"): .opus
        case ("aac", "aac"), ("adts", "aac"), ("", "aac"), ("*", "aac"): .aac
        case ("mp4", "aac"), ("m4a", "aac"): .m4a
        case ("flac", "flac"), ("", "flac"), ("*", "flac"): .flac
        default: nil
        }
    }
}

/// A stream as the decision describes it to a player. Numbers are 0 if they are unknown or have no meaning.
package struct StreamDetails: Sendable, Equatable {
    package var container: String
    package var codec: String
    package var channels: Int
    /// bit/s.
    package var bitrate: Int
    package var profile: String
    package var sampleRate: Int
    package var bitDepth: Int

    /// The details of a track's file.
    package init(_ audio: AudioProperties) {
        container = Self.containers[audio.mediaType] ?? audio.codec
        codec = audio.codec
        channels = audio.channels
        bitrate = audio.bitrate.multipliedReportingOverflow(by: 1000).partialValue
        profile = ""
        sampleRate = audio.sampleRate
        bitDepth = audio.bitDepth
    }

    /// The details of a conversion. The bitrate of a lossless one is estimated from the source.
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
