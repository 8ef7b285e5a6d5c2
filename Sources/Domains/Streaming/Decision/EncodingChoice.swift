import Catalog

/// The encodings in one format that a player takes of a track, and the best of them.
struct EncodingChoice {
    let audio: AudioProperties
    let player: ClientProfile
    let profile: TranscodingProfile
    let format: TranscodeFormat
    /// kbit/s.
    let limit: Int?

    /// There are few enough possibilities to look at each of them. What is required must hold; then as much as possible of what is not; then
    /// it is to be as near as possible to what would be made without limitations, with sound lost rather than made up.
    var best: Encoding? {
        guard audio.isLossless || !format.isLossless else { return nil }
        let ideal = StreamPlan.encoding(format, of: audio, upTo: limit)
        // A rung below the lowest there is cannot be made.
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
        // A lossless rendition has no bitrate to keep to, and is not made worse than that of a lossy one for the sake of one.
        if let limit, StreamDetails(best, from: audio).bitrate / 1000 > limit { return nil }
        return best
    }

    /// Two channels may be asked for where there is one.
    static func mostChannels(beside ideal: Encoding) -> Int { max(2, ideal.channels) }

    /// Hertz. Players that want a rate want one that is usual, whatever the source has; more than both would only be larger.
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

    /// Lower is better, the first difference decides.
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
