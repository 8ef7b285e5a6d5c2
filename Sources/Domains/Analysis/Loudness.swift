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

/// The number of a recording's gating blocks (400 ms, every 100 ms) at each loudness, in steps of 0.1 LU from -70 LUFS.
///
/// Source: ITU-R BS.1770-4, annex 1: blocks below -70 LUFS do not count, nor do those more than 10 LU below the mean of
/// the others.
package struct LoudnessHistogram: Sendable, Equatable {
    private static let floor = -70.0
    private static let stepsPerUnit = 10.0
    private static let highest = 1000
    private static let relativeGate = -10.0

    /// The number of blocks in each step.
    private var counts: [Int: Int] = [:]

    package init() {}

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

extension LoudnessHistogram {
    /// Pairs of the distance to the step before and the count, as variable-length numbers: some hundred bytes.
    package var bytes: [UInt8] {
        var (bytes, last) = ([UInt8](), 0)
        for (step, count) in counts.sorted(by: { $0.key < $1.key }) {
            for number in [step - last, count] {
                var rest = UInt64(number)
                while rest >= 0x80 {
                    bytes.append(UInt8(rest & 0x7F) | 0x80)
                    rest >>= 7
                }
                bytes.append(UInt8(rest))
            }
            last = step
        }
        return bytes
    }

    /// Nil for bytes that `bytes` does not write.
    package init?(bytes: some Collection<UInt8>) {
        var (numbers, value, place) = ([Int](), 0, 0)
        for byte in bytes {
            guard place <= 35 else { return nil }
            value |= Int(byte & 0x7F) << place
            place += 7
            if byte < 0x80 {
                numbers.append(value)
                (value, place) = (0, 0)
            }
        }
        guard place == 0, numbers.count.isMultiple(of: 2) else { return nil }
        var step = 0
        for index in stride(from: 0, to: numbers.count, by: 2) {
            step += numbers[index]
            guard step <= Self.highest, counts.updateValue(numbers[index + 1], forKey: step) == nil else { return nil }
        }
    }
}
