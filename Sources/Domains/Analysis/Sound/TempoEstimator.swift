import Signal

/// Finds the speed of the pulse in an onset envelope.
///
/// The autocorrelation of the envelope in windows of twelve seconds, each normalized, is summed over four beats and
/// weighted by a log-normal prior around 120 beats a minute. See D. P. W. Ellis, "Beat Tracking by Dynamic Programming"
/// (Journal of New Music Research 36, 2007), and for the windows P. Grosche and M. Müller, "Extracting Predominant
/// Local Pulse Information from Music Recordings" (2011).
struct TempoEstimator {
    static let range = 40.0...220.0
    private static let center = 120.0
    /// The width of the prior in octaves.
    private static let spread = 0.9
    private static let windowSeconds = 12.0
    private static let harmonics = 4
    /// Seconds: in less, chance repeats too.
    private static let shortest = 4.0

    /// The envelope without its slow changes, never negative, with a root mean square of 1.
    let envelope: [Float]
    /// The autocorrelation by lag in frames, 1 at lag 0.
    private let correlation: [Double]

    /// - Parameter flux: of `MelGrid.frameRate` frames a second.
    init(flux: [Float]) {
        envelope = Self.whitened(flux)
        correlation = Self.correlation(envelope)
    }

    /// Nil where nothing repeats, and for less than four seconds.
    func tempo() -> Tempo? {
        guard envelope.count >= Int(Self.shortest * MelGrid.frameRate),
            let best = candidates().max(by: { $0.score < $1.score })
        else { return nil }
        var period = best.period
        // Equal beats at twice the speed are the beats.
        if 60 * MelGrid.frameRate / (period / 2) <= 205,
            strength(period / 2) >= 0.92 * strength(period), strength(period) > 0
        {
            period /= 2
        }
        period = refined(period)
        let pulse = pulse(period)
        guard pulse > 0 else { return nil }
        return Tempo(
            beatsPerMinute: stored(60 * MelGrid.frameRate / period), confidence: stored(confidence(period)),
            alternatives: alternatives(period))
    }

    /// In the precision in which an analysis is stored.
    private func stored(_ value: Double) -> Double {
        Double(Float(value))
    }

    private func alternatives(_ period: Double) -> [Tempo.Alternative] {
        let own = pulse(period)
        let related: [(Tempo.Relation, Double)] = [
            (.half, 2), (.double, 0.5), (.third, 3), (.triple, 1.0 / 3), (.other, 2.0 / 3), (.other, 1.5),
        ]
        var found = related.compactMap { relation, factor -> Tempo.Alternative? in
            let other = period * factor
            let beatsPerMinute = 60 * MelGrid.frameRate / other
            guard Self.range.contains(beatsPerMinute) else { return nil }
            let strength = min(1, max(0, pulse(other) / own))
            guard strength >= (relation == .other ? 0.6 : 0.3) else { return nil }
            return Tempo.Alternative(
                beatsPerMinute: stored(beatsPerMinute), strength: stored(strength), relation: relation)
        }
        let unrelated = candidates().filter { candidate in
            let ratio = candidate.period / period
            return [1, 2, 0.5, 3, 1.0 / 3, 4, 0.25, 1.5, 2.0 / 3].allSatisfy { abs(ratio / $0 - 1) > 0.06 }
        }
        if let other = unrelated.max(by: { $0.score < $1.score }) {
            let strength = min(1, pulse(other.period) / own)
            if strength >= 0.6 {
                let beatsPerMinute = 60 * MelGrid.frameRate / refined(other.period)
                found.append(
                    .init(beatsPerMinute: stored(beatsPerMinute), strength: stored(strength), relation: .other))
            }
        }
        return found.sorted { $0.strength > $1.strength }
    }

    /// The local maxima of the weighted pulse, in steps of a tenth of a frame.
    private func candidates() -> [(period: Double, score: Double)] {
        let (shortest, longest) = (
            60 * MelGrid.frameRate / Self.range.upperBound, 60 * MelGrid.frameRate / Self.range.lowerBound
        )
        let periods = stride(from: shortest, through: longest, by: 0.1).map { $0 }
        let scores = periods.map { pulse($0) * prior($0) }
        return scores.indices.dropFirst().dropLast().compactMap { index in
            guard scores[index] > 0, scores[index] >= scores[index - 1], scores[index] >= scores[index + 1] else {
                return nil
            }
            return (periods[index], scores[index])
        }
    }

    private func prior(_ period: Double) -> Double {
        let octaves = Functions.log2(60 * MelGrid.frameRate / period / Self.center) / Self.spread
        return Functions.exp(-octaves * octaves / 2)
    }

    /// The correlation over one beat and its multiples.
    private func pulse(_ period: Double) -> Double {
        (1...Self.harmonics).reduce(0.0) { $0 + strength(period * Double($1)) / Double($1) }
    }

    /// The correlation between two lags, by linear interpolation.
    private func strength(_ lag: Double) -> Double {
        let whole = Int(lag)
        guard whole + 1 < correlation.count else { return 0 }
        let share = lag - Double(whole)
        return correlation[whole] * (1 - share) + correlation[whole + 1] * share
    }

    /// A period near another one that fits many beats: the highest sum over as many as the correlation reaches.
    private func refined(_ period: Double) -> Double {
        var best = (sum: -Double.infinity, period: period)
        for factor in stride(from: 0.975, through: 1.025, by: 0.0005) {
            let own = period * factor
            let count = min(16, Int(Double(correlation.count - 2) / own))
            guard count > 0 else { return period }
            let sum = (1...count).reduce(0.0) { $0 + strength(own * Double($1)) } / Double(count)
            if sum > best.sum { best = (sum, own) }
        }
        return best.period
    }

    /// How much of the envelope repeats with the period: noise gives 0, a click track 1.
    private func confidence(_ period: Double) -> Double {
        let peaks = (1...3).map { strength(period * Double($0)) }
        let valleys = (0...2).map { strength(period * (Double($0) + 0.5)) }
        let contrast = peaks.reduce(0, +) / 3 - max(0, valleys.min() ?? 0) / 2
        return min(1, max(0, (contrast - 0.04) / 0.5))
    }

    private static func whitened(_ flux: [Float]) -> [Float] {
        let reach = Int(MelGrid.frameRate / 2)
        var sums = [0.0]
        sums.reserveCapacity(flux.count + 1)
        for value in flux { sums.append(sums[sums.count - 1] + Double(value)) }
        var result = flux.indices.map { index in
            let range = max(0, index - reach)..<min(flux.count, index + reach + 1)
            let mean = (sums[range.upperBound] - sums[range.lowerBound]) / Double(range.count)
            return max(0, flux[index] - Float(mean))
        }
        let power = result.reduce(0.0) { $0 + Double($1 * $1) } / Double(max(1, result.count))
        guard power > 1e-9 else { return [Float](repeating: 0, count: flux.count) }
        let scale = Float(1 / power.squareRoot())
        for index in result.indices { result[index] *= scale }
        return result
    }

    private static func correlation(_ envelope: [Float]) -> [Double] {
        let window = Int(windowSeconds * MelGrid.frameRate)
        let longest = min(envelope.count - 1, Int(8 * MelGrid.frameRate))
        guard longest > 8 else { return [] }
        var sums = [Double](repeating: 0, count: longest + 1)
        envelope.withUnsafeBufferPointer { envelope in
            for start in stride(from: 0, to: envelope.count, by: window / 2) {
                let end = min(envelope.count, start + window)
                let part = UnsafeBufferPointer(rebasing: envelope[start..<end])
                guard part.count > 8 else { continue }
                let mean = part.reduce(0, +) / Float(part.count)
                let own = product(part, part, mean)
                guard own > Float(part.count) * 0.01 else { continue }
                for lag in 0...longest where lag < part.count {
                    let rest = part.count - lag
                    guard rest > part.count / 4 else { break }
                    let value = product(
                        UnsafeBufferPointer(rebasing: part[..<rest]), UnsafeBufferPointer(rebasing: part[lag...]), mean)
                    // Fewer products at longer lags.
                    sums[lag] += Double(value / own) * Double(part.count) / Double(rest)
                }
            }
        }
        guard sums[0] > 0 else { return [] }
        return sums.map { $0 / sums[0] }
    }

    /// The sum of products, less their means.
    private static func product(
        _ left: UnsafeBufferPointer<Float>, _ right: UnsafeBufferPointer<Float>, _ mean: Float
    ) -> Float {
        guard let a = left.baseAddress, let b = right.baseAddress else { return 0 }
        var sum = SIMD4<Float>()
        let whole = left.count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
            sum += (SIMD4(at: a + index) - mean) * (SIMD4(at: b + index) - mean)
        }
        return (whole..<left.count).reduce(sum.sum()) { $0 + (a[$1] - mean) * (b[$1] - mean) }
    }
}
