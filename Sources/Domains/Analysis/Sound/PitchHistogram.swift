import Signal

/// The notes of a recording: how much of its sound is at each place within the octave.
///
/// Spectral peaks of 8,192 samples of 11,025 Hz count with the square root of their amplitude, in steps of ten cents,
/// so that the tuning can be found at the end. See E. Gómez, "Tonal Description of Polyphonic Audio for Music Content
/// Processing" (INFORMS Journal on Computing 18, 2006).
struct PitchHistogram {
    static let sampleRate = 11_025
    private static let window = 8192
    private static let hop = 4096
    /// Steps of an octave.
    private static let steps = 120
    /// In Hz: below, a semitone is less than the resolution; above, there are mostly overtones.
    private static let range = 80.0...2000.0
    /// The amplitude of the quietest frame that counts: −66 dB.
    private static let quietest: Float = 0.0005
    /// The weakest peak that counts, relative to the strongest of its frame: −34 dB in power.
    private static let weakest: Float = 0.0004

    private let transform = RealFFT(window)
    private let shape: [Float]
    private var pending: [Float] = []
    private var windowed = [Float](repeating: 0, count: window)
    private var powers = [Float](repeating: 0, count: window / 2 + 1)
    private var histogram = [Double](repeating: 0, count: steps)
    /// Frames with notes.
    private(set) var frames = 0
    /// The sum of each frame's share of power that is in peaks.
    private var tonal = 0.0

    init() {
        shape = Window.hann(Self.window).map { $0 * 4 / Float(Self.window) }
    }

    /// How much of the power between 80 and 2,000 Hz is in notes, from 0 to 1.
    var tonality: Double { frames == 0 ? 0 : tonal / Double(frames) }

    /// - Parameter samples: of 11,025 Hz.
    mutating func add(_ samples: UnsafeBufferPointer<Float>) {
        pending.append(contentsOf: samples)
        var start = 0
        while start + Self.window <= pending.count {
            measure(from: start)
            start += Self.hop
        }
        pending.removeFirst(start)
    }

    /// Counts the rest of a recording that is shorter than one window.
    mutating func finish() {
        guard frames == 0, pending.count >= Self.sampleRate / 4 else { return }
        pending += [Float](repeating: 0, count: max(0, Self.window - pending.count))
        measure(from: 0)
    }

    private mutating func measure(from start: Int) {
        for index in 0..<Self.window { windowed[index] = pending[start + index] * shape[index] }
        transform.power(windowed, into: &powers)
        let width = Double(Self.sampleRate) / Double(Self.window)
        let bins = Int(Self.range.lowerBound / width)...Int(Self.range.upperBound / width)
        var (strongest, total): (Float, Float) = (0, 0)
        for bin in bins {
            strongest = max(strongest, powers[bin])
            total += powers[bin]
        }
        guard strongest > Self.quietest * Self.quietest else { return }
        var (weights, places): ([Double], [Double]) = ([], [])
        var inPeaks: Float = 0
        for bin in bins where powers[bin] > strongest * Self.weakest {
            let power = powers[bin]
            guard power > powers[bin - 1], power >= powers[bin + 1], power > powers[bin - 2], power > powers[bin + 2]
            else { continue }
            // A parabola through the logarithms finds the frequency between bins.
            let (left, center, right) = (level(bin - 1), level(bin), level(bin + 1))
            let curve = left - 2 * center + right
            let shift = curve < -1e-6 ? max(-0.5, min(0.5, (left - right) / (2 * curve))) : 0
            let octaves = Functions.log2((Double(bin) + Double(shift)) * width / 261.625_565_300_598_6)
            // Overtones are high: what is above 500 Hz counts less.
            let falling = octaves > 1 ? Functions.exp2(-0.7 * (octaves - 1)) : 1
            weights.append(Double(power).squareRoot().squareRoot() * falling)
            places.append(octaves)
            inPeaks += powers[bin - 1] + power + powers[bin + 1]
        }
        let sum = weights.reduce(0, +)
        guard sum > 0 else { return }
        for (weight, octaves) in zip(weights, places) {
            let place = (octaves - octaves.rounded(.down)) * Double(Self.steps)
            histogram[Int(place.rounded()) % Self.steps] += weight / sum
        }
        frames += 1
        tonal += Double(min(1, inPeaks / total))
    }

    private func level(_ bin: Int) -> Float {
        Float(Functions.log(Double(max(powers[bin], 1e-20))))
    }

    /// The weight of each of the twelve notes from C on, which sum to 1; all 0 without notes.
    func chroma() -> [Double] {
        let perNote = Self.steps / 12
        // The tuning is the offset at which most of the weight is near the notes.
        let offsets = -perNote / 2..<perNote / 2
        let folded = offsets.map { offset in
            (0..<12).map { note in
                (-2...2).reduce(0.0) { sum, near in
                    let step = (note * perNote + offset + near + Self.steps) % Self.steps
                    return sum + histogram[step] * (1 - Double(abs(near)) / 3)
                }
            }
        }
        guard let best = folded.max(by: { $0.reduce(0, +) < $1.reduce(0, +) }) else { return [] }
        let sum = best.reduce(0, +)
        return best.map { sum > 0 ? $0 / sum : 0 }
    }
}

extension MusicalKey {
    /// How often each degree of the scale occurs in music, by J. Albrecht and D. Shanahan, "The Use of Large Corpora to
    /// Train a New Type of Key-Finding Algorithm" (Music Perception 31, 2013).
    private static let majorProfile = [
        0.238, 0.006, 0.111, 0.006, 0.137, 0.094, 0.016, 0.214, 0.009, 0.080, 0.008, 0.081,
    ]
    private static let minorProfile = [
        0.220, 0.006, 0.104, 0.123, 0.019, 0.103, 0.012, 0.214, 0.062, 0.022, 0.061, 0.052,
    ]

    /// The key whose profile correlates best with a chroma. Nil where none does.
    ///
    /// - Parameter chroma: the weights of the twelve notes from C on.
    init?(chroma: [Double]) {
        guard chroma.count == 12, chroma.contains(where: { $0 > 0 }) else { return nil }
        var ranked: [(tonic: Int, mode: Mode, fit: Double)] = []
        for tonic in 0..<12 {
            let turned = (0..<12).map { chroma[(tonic + $0) % 12] }
            ranked.append((tonic, .major, Self.correlation(turned, Self.majorProfile)))
            ranked.append((tonic, .minor, Self.correlation(turned, Self.minorProfile)))
        }
        ranked.sort { $0.fit > $1.fit }
        let (best, next) = (ranked[0], ranked[1])
        guard best.fit > 0.35 else { return nil }
        let lead = min(1, (best.fit - next.fit) / 0.12)
        let fit = min(1, (best.fit - 0.35) / 0.5)
        self.init(tonic: best.tonic, mode: best.mode, confidence: Double(Float(fit * (0.3 + 0.7 * lead))))
    }

    private static func correlation(_ left: [Double], _ right: [Double]) -> Double {
        let (leftMean, rightMean) = (left.reduce(0, +) / 12, right.reduce(0, +) / 12)
        var (both, leftPower, rightPower) = (0.0, 0.0, 0.0)
        for (a, b) in zip(left, right) {
            both += (a - leftMean) * (b - rightMean)
            leftPower += (a - leftMean) * (a - leftMean)
            rightPower += (b - rightMean) * (b - rightMean)
        }
        let power = (leftPower * rightPower).squareRoot()
        return power > 0 ? both / power : 0
    }
}
