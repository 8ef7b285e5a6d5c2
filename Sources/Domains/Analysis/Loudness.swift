import Foundation

/// The loudness of a recording by EBU R 128.
package struct Loudness: Sendable, Equatable {
    /// The loudness to which ReplayGain 2.0 levels, in LUFS.
    package static let reference = -18.0

    /// The integrated loudness, in LUFS.
    package let integrated: Double
    /// The loudness range, in LU.
    package let range: Double
    /// The largest absolute sample; 1 is full scale.
    package let samplePeak: Double
    /// The largest absolute value between samples too, four times oversampled; 1 is full scale.
    package let truePeak: Double
    /// The loudness of its blocks, from which the loudness of an album is computed.
    package let histogram: LoudnessHistogram

    package init(
        integrated: Double, range: Double, samplePeak: Double, truePeak: Double, histogram: LoudnessHistogram
    ) {
        self.integrated = integrated
        self.range = range
        self.samplePeak = samplePeak
        self.truePeak = truePeak
        self.histogram = histogram
    }

    /// The gain in dB that brings the recording to the reference (ReplayGain 2.0).
    package var gain: Double { Self.reference - integrated }
}

/// The loudness of a recording's gating blocks (400 ms, every 100 ms), which its integrated loudness is the gated mean of.
/// Some 300 KB for an hour.
///
/// Source: ITU-R BS.1770-4, annex 1.
package struct GatingBlocks: Sendable {
    /// Above the absolute gate.
    private var energies: [Double] = []
    /// The coarse form, which is stored.
    package private(set) var histogram = LoudnessHistogram()

    package init() {}

    /// - Parameter loudness: in LUFS.
    package mutating func add(_ loudness: Double) {
        guard loudness.isFinite, loudness > LoudnessHistogram.floor else { return }
        energies.append(pow(10, loudness / 10))
        histogram.add(loudness)
    }

    /// The integrated loudness in LUFS; nil for silence.
    package var integrated: Double? {
        guard !energies.isEmpty else { return nil }
        let gate = Self.mean(energies) * pow(10, LoudnessHistogram.relativeGate / 10)
        return 10 * log10(Self.mean(energies.filter { $0 >= gate }))
    }

    private static func mean(_ energies: [Double]) -> Double { energies.reduce(0, +) / Double(energies.count) }
}

/// The number of a recording's gating blocks (400 ms, every 100 ms) at each loudness, in steps of 0.1 LU from -70 LUFS.
///
/// Source: ITU-R BS.1770-4, annex 1: blocks below -70 LUFS do not count, nor do those more than 10 LU below the mean of
/// the others.
package struct LoudnessHistogram: Sendable, Equatable {
    static let floor = -70.0
    private static let stepsPerUnit = 10.0
    static let highest = 1000
    static let relativeGate = -10.0

    /// The number of blocks in each step.
    private(set) var counts: [Int: Int]

    package init(_ counts: [Int: Int] = [:]) {
        self.counts = counts
    }

    package mutating func add(_ loudness: Double) {
        guard loudness.isFinite, loudness > Self.floor else { return }
        counts[min(Self.highest, Int((loudness - Self.floor) * Self.stepsPerUnit)), default: 0] += 1
    }

    package mutating func add(_ other: LoudnessHistogram) {
        counts.merge(other.counts, uniquingKeysWith: +)
    }

    /// The integrated loudness in LUFS; nil for silence.
    package var integrated: Double? {
        guard let mean = Self.mean(counts) else { return nil }
        let gate = mean + Self.relativeGate
        return Self.mean(counts.filter { Self.loudness(of: $0.key) >= gate })
    }

    private static func loudness(of step: Int) -> Double { floor + (Double(step) + 0.5) / stepsPerUnit }

    /// The mean of energies, as loudness.
    private static func mean(_ counts: [Int: Int]) -> Double? {
        var (energy, blocks) = (0.0, 0)
        for (step, count) in counts {
            energy += Double(count) * pow(10, loudness(of: step) / 10)
            blocks += count
        }
        return blocks > 0 ? 10 * log10(energy / Double(blocks)) : nil
    }
}
