import Signal

/// Finds the beats of a recording whose tempo is known, and the strong ones among its onsets.
enum BeatTracker {
    /// The weight of a regular pulse against strong onsets.
    private static let tightness = 100.0
    /// Seconds between a beat and an onset that is on it.
    private static let tolerance = 0.06
    /// The share of onsets around a hard point that are weaker.
    private static let percentile = 0.75
    /// Seconds on either side that are around it.
    private static let surroundings = 5.0

    /// The frames of the beats, by the dynamic programming of D. P. W. Ellis, "Beat Tracking by Dynamic Programming"
    /// (2007).
    ///
    /// - Parameters:
    ///   - envelope: of `MelGrid.frameRate` frames a second, with a root mean square of 1.
    ///   - period: frames from one beat to the next.
    static func beats(_ envelope: [Float], period: Double) -> [Int] {
        let local = smoothed(envelope, reach: period / 32)
        guard local.count > Int(2 * period), let (nearest, farthest) = reach(period) else { return [] }
        let costs = (nearest...farthest).map { distance in
            let ratio = Functions.log(Double(distance) / period)
            return -Float(tightness * ratio * ratio)
        }
        var scores = local
        var previous = [Int32](repeating: -1, count: local.count)
        for frame in nearest..<local.count {
            var best: (score: Float, frame: Int) = (0, -1)
            for distance in nearest...min(farthest, frame) {
                let score = scores[frame - distance] + costs[distance - nearest]
                if best.frame < 0 || score > best.score { best = (score, frame - distance) }
            }
            // A chain begins where there is nothing to go on from.
            guard best.score > 0 else { continue }
            scores[frame] = local[frame] + best.score
            previous[frame] = Int32(best.frame)
        }
        let tail = max(0, scores.count - Int(1.5 * period))..<scores.count
        guard var frame = tail.max(by: { scores[$0] < scores[$1] }) else { return [] }
        var beats = [frame]
        while previous[frame] >= 0 {
            frame = Int(previous[frame])
            beats.append(frame)
        }
        return trimmed(beats.reversed(), local, period: period)
    }

    private static func reach(_ period: Double) -> (Int, Int)? {
        let (nearest, farthest) = (Int((period / 2).rounded()), Int((period * 2).rounded()))
        return nearest >= 1 ? (nearest, farthest) : nil
    }

    /// Without what goes on through silence: the first and last beats, and gaps of eight beats or more, in which
    /// nothing sounds.
    private static func trimmed(_ beats: [Int], _ local: [Float], period: Double) -> [Int] {
        let strengths = beats.map { beat in
            local[max(0, beat - 2)...min(local.count - 1, beat + 2)].max() ?? 0
        }
        let power = strengths.reduce(Float(0)) { $0 + $1 * $1 } / Float(max(1, strengths.count))
        let least = power.squareRoot() * 0.1
        var result: [Int] = []
        var weak: [Int] = []
        for (beat, strength) in zip(beats, strengths) {
            if strength < least {
                weak.append(beat)
                continue
            }
            if !result.isEmpty && weak.count < 8 { result += weak }
            weak = []
            result.append(beat)
        }
        return result
    }

    private static func smoothed(_ envelope: [Float], reach: Double) -> [Float] {
        let size = max(1, Int((reach * 3).rounded(.up)))
        let weights = (-size...size).map { offset in
            let place = Double(offset) / reach
            return Float(Functions.exp(-place * place / 2))
        }
        return envelope.indices.map { index in
            var sum: Float = 0
            for offset in max(-size, -index)...min(size, envelope.count - 1 - index) {
                sum += envelope[index + offset] * weights[offset + size]
            }
            return sum
        }
    }

    /// The onsets on beats that are stronger than most around them.
    static func hardPoints(_ onsets: OnsetEnvelope, _ envelope: [Float], beats: [Int]) -> [HardPoint] {
        let peaks = peaks(envelope)
        guard !peaks.isEmpty, !beats.isEmpty else { return [] }
        // A rise is spread over neighboring frames, by its place between them.
        let strengths = peaks.map { envelope[max(0, $0 - 1)...min(envelope.count - 1, $0 + 1)].reduce(0, +) }
        let strongest = strengths.sorted()[min(strengths.count - 1, strengths.count * 49 / 50)]
        // A band that is always busy counts less.
        let means = onsets.bands.map { band in
            max(1e-6, band.reduce(0, +) / Float(max(1, band.count))).squareRoot()
        }
        var points: [HardPoint] = []
        var (beat, first, last) = (0, 0, 0)
        let reach = Int(surroundings * MelGrid.frameRate)
        for (index, frame) in peaks.enumerated() {
            while beat + 1 < beats.count, abs(beats[beat + 1] - frame) <= abs(beats[beat] - frame) { beat += 1 }
            while peaks[first] < frame - reach { first += 1 }
            while last < peaks.count, peaks[last] <= frame + reach { last += 1 }
            guard abs(Double(beats[beat] - frame)) <= tolerance * MelGrid.frameRate else { continue }
            let around = strengths[first..<last].sorted()
            let least = around[Int(Double(around.count - 1) * percentile)]
            guard strengths[index] >= 0.85 * least else { continue }
            let band = HardPoint.Band.allCases.max { left, right in
                rise(onsets, left, frame) / means[Int(left.rawValue)]
                    < rise(onsets, right, frame) / means[Int(right.rawValue)]
            }
            let time = Int((onsets.time(ofFrame: frame) * 1000).rounded())
            if let previous = points.last, time <= previous.time { continue }
            let strength = UInt8(min(255, max(1, 255 * strengths[index] / strongest)))
            points.append(HardPoint(time: time, strength: strength, band: band ?? .mid))
        }
        return points
    }

    private static func rise(_ onsets: OnsetEnvelope, _ band: HardPoint.Band, _ frame: Int) -> Float {
        let flux = onsets.bands[Int(band.rawValue)]
        return flux[max(0, frame - 1)...min(flux.count - 1, frame + 1)].max() ?? 0
    }

    /// The maxima of an envelope within 60 ms that stand out of the second around them.
    static func peaks(_ envelope: [Float]) -> [Int] {
        let near = 5
        let far = Int(MelGrid.frameRate / 2)
        return envelope.indices.filter { frame in
            let value = envelope[frame]
            guard value > 0.3 else { return false }
            for other in max(0, frame - near)...min(envelope.count - 1, frame + near)
            where envelope[other] > value || (envelope[other] == value && other < frame) {
                return false
            }
            let around = envelope[max(0, frame - far)...min(envelope.count - 1, frame + far)].sorted()
            return value > 1.5 * around[around.count / 2] + 0.2
        }
    }
}
