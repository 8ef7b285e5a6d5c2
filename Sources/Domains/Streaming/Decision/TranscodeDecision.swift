package import Catalog

/// Whether a player can be given a track's file as it is, and what it is given otherwise: the extension `transcoding` of OpenSubsonic.
package struct TranscodeDecision: Sendable, Equatable {
    package let source: StreamDetails
    package let canDirectPlay: Bool
    /// Why not; empty when it can.
    package let reasons: [String]
    /// The best conversion that the player takes.
    package let encoding: Encoding?
    package let target: StreamDetails?

    /// Why there is nothing that this player could play.
    package var errorReason: String {
        canDirectPlay || encoding != nil ? "" : "None of the formats that this player takes can be made of this track"
    }

    /// - Parameter ceiling: kbit/s that this person may have at most.
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

    /// Why `source` cannot be played as it is: of the profile that comes nearest, else of its codec's limitations.
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

    /// Nil for what is not made here.
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
