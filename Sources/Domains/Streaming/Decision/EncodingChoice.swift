import Catalog

/// The choice of the best encoding of a track in one format that a player accepts.
struct EncodingChoice {
    let audio: AudioProperties
    let player: ClientProfile
    let profile: TranscodingProfile
    let format: TranscodeFormat
    /// kbit/s.
    let limit: Int?

    /// The best encoding; nil if there is none. There are few enough candidates to examine each of them. Required
    /// conditions must be met; then as many of the others as possible; then the encoding must be as near as possible to
    /// the one without limitations, with less quality preferred to artificial quality.
    var best: Encoding? {
        guard audio.isLossless || !format.isLossless else { return nil }
        let ideal = StreamPlan.encoding(format, of: audio, upTo: limit)
        // No bitrate is lower than the lowest step.
        if let limit, !format.isLossless, ideal.bitrate > limit { return nil }
        let limitations = player.codecs.filter { $0.codec.lowercased() == format.codec }.flatMap(\.limitations)
        var best: (encoding: Encoding, rank: [Int])?
        for encoding in candidates(around: ideal) {
            let details = StreamDetails(encoding, from: audio)
            let broken = limitations.filter { !$0.holds(for: details) }
            guard !broken.contains(where: \.isRequired) else { continue }
            let rank = rank(encoding, ideal, broken.count)
            if best.map({ rank.lexicographicallyPrecedes($0.rank) }) ?? true { best = (encoding, rank) }
        }
        guard let best = best?.encoding else { return nil }
        // A lossless rendition has no target bitrate. It is not reduced below the quality of a lossy one to meet a
        // limit.
        if let limit, StreamDetails(best, from: audio).bitrate / 1000 > limit { return nil }
        return best
    }

    /// The largest number of channels: two may be requested even of one.
    static func mostChannels(beside ideal: Encoding) -> Int { max(2, ideal.channels) }

    /// The highest sample rate in hertz. Players that request a rate request a common one, whatever the source has; a
    /// rate above both would only make the stream larger.
    static func highestRate(beside ideal: Encoding) -> Int { max(48_000, ideal.sampleRate) }

    private func candidates(around ideal: Encoding) -> [Encoding] {
        let mostChannels = min(format.channels, profile.maximumChannels.flatMap { $0 > 0 ? $0 : nil } ?? .max)
        let bitrates = format.isLossless ? [0] : TranscodeFormat.bitrates.filter { $0 <= ideal.bitrate }
        let depths = format.isLossless ? [16, 24] : [0]
        return format.sampleRates.filter { $0 <= Self.highestRate(beside: ideal) }.flatMap { rate in
            (1...max(1, min(mostChannels, Self.mostChannels(beside: ideal)))).flatMap { channels in
                bitrates.filter { $0 <= format.highestBitrate(at: rate) }.flatMap { bitrate in
                    depths.map {
                        Encoding(format, bitrate: bitrate, sampleRate: rate, channels: channels, bitDepth: $0)
                    }
                }
            }
        }
    }

    /// The rank of an encoding: lower is better, the first difference decides.
    private func rank(_ encoding: Encoding, _ ideal: Encoding, _ broken: Int) -> [Int] {
        func distance(_ value: Int, _ wanted: Int) -> Int {
            value > wanted ? 1_000_000 + value - wanted : wanted - value
        }
        return [
            broken, distance(encoding.channels, ideal.channels), distance(encoding.sampleRate, ideal.sampleRate),
            distance(encoding.bitDepth, ideal.bitDepth), ideal.bitrate - encoding.bitrate,
        ]
    }
}
