import Signal

/// Collects the mel spectra of a recording, and the statistics by which recordings are compared.
///
/// The groups of features follow K. Seyerlehner et al., "Fusing Block-Level Features for Music Similarity Estimation"
/// (DAFx 2010): spectral patterns, fluctuation patterns and correlations, in a smaller form; and the cepstral means and
/// changes of B. Logan and A. Salomon, "A Music Similarity Function Based on Signal Analysis" (ICME 2001).
///
/// Levels are relative to that of the recording, and what is 33 dB below it does not count: there, codecs of low bitrates
/// leave holes.
struct FeatureExtractor {
    /// Frames with sound that are needed: three seconds.
    private static let fewest = 130
    /// −72 dB: a recording that is quieter is silence.
    private static let quietest: Float = -24
    /// Steps of a stored level in an octave of power.
    private static let steps: Float = 8

    /// Two hours: what follows does not count.
    private static let most = Int(MelGrid.frameRate * 3600)

    private var isOdd = false
    /// The levels of every second frame of `MelGrid`, in steps above `MelSpectrum.floor`: 6 MB for an hour.
    private var stored: [UInt8] = []
    /// The sum of the powers of each frame's loudest band.
    private var power = 0.0

    mutating func add(levels: UnsafeBufferPointer<Float>) {
        isOdd.toggle()
        guard isOdd, stored.count < Self.most * MelGrid.bandCount else { return }
        var highest = MelSpectrum.floor
        for level in levels {
            highest = max(highest, level)
            stored.append(UInt8(min(255, max(0, (level - MelSpectrum.floor) * Self.steps))))
        }
        power += Functions.exp2(Double(highest))
    }

    /// The features before they are normalized, in the order of `FeatureGroup`. Nil for less than three seconds of
    /// sound, and for silence.
    func values() -> [Double]? {
        let count = stored.count / MelGrid.bandCount
        guard count >= Self.fewest, power > 0 else { return nil }
        let reference = Float(Functions.log2(power / Double(count)))
        guard reference > Self.quietest else { return nil }
        var statistics = SpectralStatistics()
        for start in stride(from: 0, to: stored.count, by: MelGrid.bandCount) {
            let frame = stored[start..<start + MelGrid.bandCount].map { step in
                Float(step) / Self.steps + MelSpectrum.floor - reference
            }
            statistics.add(frame)
        }
        return statistics.count >= Self.fewest ? statistics.values() : nil
    }
}
