/// Changes the sample rate of one channel, in blocks of any size.
///
/// A finite impulse response filter (a sinc in a Kaiser window) in polyphase form: only the samples that are put out
/// are computed. See R. E. Crochiere and L. R. Rabiner, "Multirate Digital Signal Processing", 3.3 and 4.3, and for the
/// window J. F. Kaiser, "Nonrecursive Digital Filter Design Using the I0-sinh Window Function" (1974). Where the rate
/// falls to less than a quarter, a short first filter divides it by a whole number.
///
/// The delay of the filters is removed: output sample n is at the time n / `to`. Aliases are below −80 dB.
package struct Resampler: Sendable {
    package let from: Int
    package let to: Int
    private var stages: [PolyphaseFilter]
    /// Filtered samples between two stages.
    private var between: [Float] = []
    private var taken = 0
    private var given = 0

    /// - Parameters:
    ///   - from: samples a second of the input, 1 Hz to 10 MHz.
    ///   - to: samples a second of the output.
    ///   - passband: the end of the passband as a share of half the lower rate. The work grows with its nearness to 1.
    package init(from: Int, to: Int, passband: Double = 0.91) {
        precondition((1...10_000_000).contains(from) && (1...10_000_000).contains(to))
        self.from = from
        self.to = to
        let divisor = from / (to * 2)
        let pass = passband * Double(min(from, to)) / 2
        switch (from == to, divisor >= 2) {
        case (true, _): stages = []
        case (_, true):
            let rate = Double(from) / Double(divisor)
            // What the first filter leaves beyond the band, the second one removes.
            stages = [
                PolyphaseFilter(up: 1, down: divisor, rate: Double(from), pass: pass, stop: rate - Double(to) / 2),
                PolyphaseFilter(up: to * divisor, down: from, rate: rate, pass: pass, stop: Double(to) / 2),
            ]
        default:
            let stop = Double(min(from, to)) / 2
            stages = [PolyphaseFilter(up: to, down: from, rate: Double(from), pass: pass, stop: stop)]
        }
    }

    /// Calls `body` with the samples that are complete, at most once.
    package mutating func add(
        _ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void
    ) {
        taken += samples.count
        run(samples, limit: .max, body)
    }

    /// Calls `body` with the rest, at most once. All in all there are `taken × to / from` samples, rounded up.
    package mutating func finish(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        guard !stages.isEmpty, taken > 0 else { return }
        let (whole, rest) = taken.quotientAndRemainder(dividingBy: from)
        let total = whole * to + (rest * to + from - 1) / from
        // Silence until the filters have let go of the last sample.
        let reach = stages.reduce(0) { $0 + $1.taps } * max(1, from / to) + from / to + 16
        let silence = [Float](repeating: 0, count: reach)
        silence.withUnsafeBufferPointer { run($0, limit: max(0, total - given), body) }
    }

    private mutating func run(
        _ samples: UnsafeBufferPointer<Float>, limit: Int, _ body: (UnsafeBufferPointer<Float>) -> Void
    ) {
        guard let last = stages.indices.last else {
            if !samples.isEmpty { body(samples) }
            return
        }
        stages[0].process(samples)
        if last == 1 { process(stages[0].output) }
        let count = min(limit, stages[last].output.count)
        given += count
        guard count > 0 else { return }
        stages[last].output.withUnsafeBufferPointer { body(UnsafeBufferPointer(rebasing: $0[..<count])) }
    }

    private mutating func process(_ output: [Float]) {
        output.withUnsafeBufferPointer { stages[1].process($0) }
    }
}

/// One filter that changes the rate by `up / down`.
private struct PolyphaseFilter: Sendable {
    /// With more phases than this, coefficients are interpolated between the nearest two of them, which errs by less
    /// than −100 dB.
    private static let mostPhases = 512
    /// In dB.
    private static let attenuation = 84.0

    /// The coefficients of a phase, a multiple of 16: so many input samples contribute to one output sample.
    let taps: Int
    /// The result of the last call of `process`.
    private(set) var output: [Float] = []

    private let up: Int
    private let down: Int
    private let isExact: Bool
    private let coefficients: [Float]
    /// Input that is still needed, from the first sample that the next output sample uses.
    private var buffer: [Float]
    /// The place of the next output sample after its first input sample, in 1 / `up` input samples.
    private var phase = 0
    /// Input samples to pass over first.
    private var skip = 0

    /// - Parameters:
    ///   - rate: of the input.
    ///   - pass: the upper end of the passband, in the unit of `rate`.
    ///   - stop: the lower end of the stopband.
    init(up: Int, down: Int, rate: Double, pass: Double, stop: Double) {
        var (divisor, rest) = (up, down)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        self.up = up / divisor
        self.down = down / divisor
        isExact = self.up <= Self.mostPhases
        let phases = isExact ? self.up : Self.mostPhases
        let length = (Self.attenuation - 7.95) / (14.36 * (stop - pass) / rate)
        taps = max(16, (Int(length.rounded(.up)) + 15) / 16 * 16)
        let half = Double(taps / 2)
        let cutoff = (pass + stop) / rate
        let window = Window.kaiser(beta: 0.1102 * (Self.attenuation - 8.7))
        var table: [Float] = []
        table.reserveCapacity((phases + 1) * taps)
        for phase in 0...phases {
            let row = (0..<taps).map { tap in
                let time = Double(phase) / Double(phases) + half - 1 - Double(tap)
                let angle = time * cutoff
                let sinc = abs(angle) < 1e-9 ? 1 : Functions.rotation(turns: angle / 2).sine / (Double.pi * angle)
                return sinc * window(time / half)
            }
            let sum = row.reduce(0, +)
            table += row.map { Float($0 / sum) }
        }
        coefficients = table
        buffer = [Float](repeating: 0, count: taps / 2 - 1)
    }

    mutating func process(_ samples: UnsafeBufferPointer<Float>) {
        output.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: samples)
        if skip > 0 {
            let passed = min(skip, buffer.count)
            buffer.removeFirst(passed)
            skip -= passed
        }
        guard skip == 0, buffer.count >= taps else { return }
        output.reserveCapacity((buffer.count - taps + 1) * up / down + 2)
        var index = 0
        let last = buffer.count - taps
        buffer.withUnsafeBufferPointer { buffer in
            coefficients.withUnsafeBufferPointer { coefficients in
                guard let samples = buffer.baseAddress, let table = coefficients.baseAddress else { return }
                if up == 1 {
                    while index + down <= last {
                        let (first, second) = products(samples + index, samples + index + down, table)
                        output.append(first)
                        output.append(second)
                        index += 2 * down
                    }
                }
                while index <= last {
                    output.append(value(samples + index, table))
                    phase += down
                    if phase >= up {
                        let (whole, rest) = phase.quotientAndRemainder(dividingBy: up)
                        (index, phase) = (index + whole, rest)
                    }
                }
            }
        }
        skip = max(0, index - buffer.count)
        buffer.removeFirst(min(index, buffer.count))
    }

    @inline(__always)
    private func value(_ samples: UnsafePointer<Float>, _ coefficients: UnsafePointer<Float>) -> Float {
        if isExact { return product(samples, coefficients + phase * taps) }
        let (row, rest) = (phase * Self.mostPhases).quotientAndRemainder(dividingBy: up)
        let share = Float(rest) / Float(up)
        let near = product(samples, coefficients + row * taps)
        return near + share * (product(samples, coefficients + (row + 1) * taps) - near)
    }

    @inline(__always)
    private func product(_ samples: UnsafePointer<Float>, _ coefficients: UnsafePointer<Float>) -> Float {
        var sums = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        for tap in stride(from: 0, to: taps, by: 16) {
            let (a, b) = (samples + tap, coefficients + tap)
            sums.0 += SIMD4(at: a) * SIMD4(at: b)
            sums.1 += SIMD4(at: a + 4) * SIMD4(at: b + 4)
            sums.2 += SIMD4(at: a + 8) * SIMD4(at: b + 8)
            sums.3 += SIMD4(at: a + 12) * SIMD4(at: b + 12)
        }
        return (sums.0 + sums.1 + sums.2 + sums.3).sum()
    }

    /// Two products with the same coefficients, which are read once for both.
    @inline(__always)
    private func products(
        _ first: UnsafePointer<Float>, _ second: UnsafePointer<Float>, _ coefficients: UnsafePointer<Float>
    ) -> (Float, Float) {
        var sums = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
        var others = sums
        for tap in stride(from: 0, to: taps, by: 16) {
            let (a, b, c) = (first + tap, second + tap, coefficients + tap)
            let (c0, c1, c2, c3) = (SIMD4(at: c), SIMD4(at: c + 4), SIMD4(at: c + 8), SIMD4(at: c + 12))
            sums.0 += SIMD4(at: a) * c0
            sums.1 += SIMD4(at: a + 4) * c1
            sums.2 += SIMD4(at: a + 8) * c2
            sums.3 += SIMD4(at: a + 12) * c3
            others.0 += SIMD4(at: b) * c0
            others.1 += SIMD4(at: b + 4) * c1
            others.2 += SIMD4(at: b + 8) * c2
            others.3 += SIMD4(at: b + 12) * c3
        }
        return ((sums.0 + sums.1 + sums.2 + sums.3).sum(), (others.0 + others.1 + others.2 + others.3).sum())
    }
}
