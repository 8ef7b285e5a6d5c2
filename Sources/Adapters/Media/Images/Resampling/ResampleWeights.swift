/// Which samples of one axis make up each sample of a shorter one, and with what weight.
///
/// The filter is Catmull-Rom (Catmull and Rom, 1974), stretched to the ratio: sharp, with little ringing.
struct ResampleWeights {
    struct Span {
        /// The first sample, how many follow it, and where their weights begin.
        let start: Int
        let count: Int
        let offset: Int

        var end: Int { start + count }
    }

    let spans: [Span]
    let weights: [Float]

    /// - Parameters:
    ///   - source: samples there are.
    ///   - target: samples wanted, at least 1 and not more than `source`.
    init(from source: Int, to target: Int) {
        let ratio = Double(source) / Double(target)
        var spans: [Span] = []
        var weights: [Float] = []
        for index in 0..<target {
            let centre = (Double(index) + 0.5) * ratio - 0.5
            let first = max(0, Int((centre - 2 * ratio).rounded(.up)))
            let last = min(source - 1, Int((centre + 2 * ratio).rounded(.down)))
            var values = (first...max(first, last)).map { Self.catmullRom(abs(Double($0) - centre) / ratio) }
            var start = first
            while values.count > 1, values.first.map({ abs($0) < 1e-6 }) ?? false {
                values.removeFirst()
                start += 1
            }
            while values.count > 1, values.last.map({ abs($0) < 1e-6 }) ?? false { values.removeLast() }
            let sum = values.reduce(0, +)
            spans.append(Span(start: start, count: values.count, offset: weights.count))
            weights += values.map { Float($0 / (sum == 0 ? 1 : sum)) }
        }
        self.spans = spans
        self.weights = weights
    }

    private static func catmullRom(_ x: Double) -> Double {
        if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
        if x < 2 { return ((-0.5 * x + 2.5) * x - 4) * x + 2 }
        return 0
    }
}
