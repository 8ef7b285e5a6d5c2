/// The discrete Fourier transform of real samples, for one length that is a power of two.
///
/// Samples are packed in pairs into complex numbers of half the length, which are transformed by Stockham's
/// self-sorting method in steps of radix 4 (the last of radix 2 where needed), and the spectrum of the real samples is
/// separated at the end. See C. Van Loan, "Computational Frameworks for the Fast Fourier Transform", 1.7 and 4.3.
/// Nothing is scaled: a cosine of amplitude 1 at a bin has the magnitude count / 2 there.
///
/// Nothing is allocated after `init`. An instance must not be used by two threads at once.
package final class RealFFT {
    package static let lengths = 32...8192

    package let count: Int
    private let half: Int
    /// The complex numbers, real parts before imaginary parts, and room for the next step.
    private let scratch: UnsafeMutablePointer<Float>
    /// For each step of radix 4 and each group: the factors of the second, third and fourth input; cosines of four
    /// groups, then their sines.
    private let factors: UnsafeMutablePointer<Float>
    /// The factors that separate the real spectrum: half a cosine and half a sine of each bin.
    private let separation: UnsafeMutablePointer<Float>

    /// - Parameter count: the number of samples, a power of two in `lengths`.
    package init(_ count: Int) {
        precondition(Self.lengths.contains(count) && count & (count - 1) == 0, "not a length of this transform")
        self.count = count
        half = count / 2
        scratch = .allocate(capacity: 4 * half)
        scratch.initialize(repeating: 0, count: 4 * half)
        var table: [Float] = []
        var length = half
        while length >= 4 {
            for group in 0..<length / 4 {
                for power in 1...3 {
                    let turn = Functions.rotation(turns: -Double(group * power) / Double(length))
                    table += [Float(turn.cosine), Float(turn.sine)]
                }
            }
            length /= 4
        }
        factors = .allocate(capacity: table.count)
        factors.initialize(from: table, count: table.count)
        separation = .allocate(capacity: 2 * half)
        for bin in 0..<half {
            let turn = Functions.rotation(turns: -Double(bin) / Double(count))
            (separation + bin).initialize(to: Float(turn.cosine / 2))
            (separation + half + bin).initialize(to: Float(turn.sine / 2))
        }
    }

    deinit {
        scratch.deallocate()
        factors.deallocate()
        separation.deallocate()
    }

    /// The power of each bin from 0 to half the sample rate.
    ///
    /// - Parameters:
    ///   - input: `count` samples.
    ///   - powers: room for `count / 2 + 1` squared magnitudes.
    package func power(_ input: UnsafePointer<Float>, into powers: UnsafeMutablePointer<Float>) {
        let (re, im) = transform(input)
        let last = half
        powers[0] = (re[0] + im[0]) * (re[0] + im[0])
        powers[last] = (re[0] - im[0]) * (re[0] - im[0])
        separate(re, im) { bin, real, imaginary, mirror in
            (real.low * real.low + imaginary.low * imaginary.low).store(at: powers + bin)
            (real.high * real.high + imaginary.high * imaginary.high).reversed.store(at: powers + mirror)
        }
        powers[last / 2] = re[last / 2] * re[last / 2] + im[last / 2] * im[last / 2]
    }

    /// The complex spectrum, from 0 to half the sample rate.
    ///
    /// - Parameters:
    ///   - input: `count` samples.
    ///   - real: room for `count / 2 + 1` real parts.
    ///   - imaginary: room for as many imaginary parts.
    package func forward(
        _ input: UnsafePointer<Float>, real outputReal: UnsafeMutablePointer<Float>,
        imaginary outputImaginary: UnsafeMutablePointer<Float>
    ) {
        let (re, im) = transform(input)
        (outputReal[0], outputImaginary[0]) = (re[0] + im[0], 0)
        (outputReal[half], outputImaginary[half]) = (re[0] - im[0], 0)
        separate(re, im) { bin, real, imaginary, mirror in
            real.low.store(at: outputReal + bin)
            imaginary.low.store(at: outputImaginary + bin)
            real.high.reversed.store(at: outputReal + mirror)
            imaginary.high.reversed.store(at: outputImaginary + mirror)
        }
        (outputReal[half / 2], outputImaginary[half / 2]) = (re[half / 2], -im[half / 2])
    }

    private typealias Pair = (low: SIMD4<Float>, high: SIMD4<Float>)

    /// Calls `body` with four bins and their mirror images (`half` − bin, in the order of the low ones) at a time. The
    /// low bins begin at the first argument, the reversed high ones at the last. Bins 0, `half` / 2 and `half` are
    /// left to the caller; the one in the middle is written twice and must be overwritten.
    @inline(__always)
    private func separate(
        _ re: UnsafeMutablePointer<Float>, _ im: UnsafeMutablePointer<Float>,
        _ body: (_ bin: Int, _ real: Pair, _ imaginary: Pair, _ mirror: Int) -> Void
    ) {
        let middle = half / 2
        // From 1 to the middle; the last four overlap the ones before them.
        var bin = 1
        while true {
            let start = min(bin, middle - 4)
            let mirror = half - start - 3
            let (a, b) = (SIMD4(at: re + start), SIMD4(at: im + start))
            let (c, d) = (SIMD4(at: re + mirror).reversed, SIMD4(at: im + mirror).reversed)
            let (cosine, sine) = (SIMD4(at: separation + start), SIMD4(at: separation + half + start))
            let (evenReal, evenImaginary) = ((a + c) * 0.5, (b - d) * 0.5)
            let (oddReal, oddImaginary) = (b + d, c - a)
            let turnedReal = oddReal * cosine - oddImaginary * sine
            let turnedImaginary = oddReal * sine + oddImaginary * cosine
            body(
                start, (evenReal + turnedReal, evenReal - turnedReal),
                (evenImaginary + turnedImaginary, turnedImaginary - evenImaginary), mirror)
            if bin >= middle - 4 { return }
            bin += 4
        }
    }

    /// Transforms pairs of samples as complex numbers. The result is in `scratch`.
    private func transform(
        _ input: UnsafePointer<Float>
    ) -> (UnsafeMutablePointer<Float>, UnsafeMutablePointer<Float>) {
        var (from, to) = (scratch, scratch + 2 * half)
        for index in stride(from: 0, to: half, by: 4) {
            let pairs = UnsafeRawPointer(input + 2 * index).loadUnaligned(as: SIMD8<Float>.self)
            pairs.evenHalf.store(at: from + index)
            pairs.oddHalf.store(at: from + half + index)
        }
        first(from, to)
        swap(&from, &to)
        var factors = UnsafePointer(factors) + half / 4 * 6
        var (length, width) = (half / 4, 4)
        while length >= 4 {
            quarter(from, to, length: length, width: width, factors)
            factors += length / 4 * 6
            swap(&from, &to)
            length /= 4
            width *= 4
        }
        if length == 2 {
            for index in stride(from: 0, to: 2 * half, by: half) {
                for offset in stride(from: index, to: index + width, by: 4) {
                    let (a, b) = (SIMD4(at: from + offset), SIMD4(at: from + offset + width))
                    (a + b).store(at: to + offset)
                    (a - b).store(at: to + offset + width)
                }
            }
            swap(&from, &to)
        }
        return (from, from + half)
    }

    /// The first step of radix 4, four groups at a time: results of a group lie side by side.
    @inline(__always)
    private func first(_ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>) {
        let quarter = half / 4
        for group in stride(from: 0, to: quarter, by: 4) {
            let table = factors + group * 6
            func factor(_ index: Int) -> SIMD4<Float> {
                SIMD4(table[index], table[index + 6], table[index + 12], table[index + 18])
            }
            let step = butterfly(
                (SIMD4(at: from + group), SIMD4(at: from + half + group)),
                (SIMD4(at: from + group + quarter), SIMD4(at: from + half + group + quarter)),
                (SIMD4(at: from + group + 2 * quarter), SIMD4(at: from + half + group + 2 * quarter)),
                (SIMD4(at: from + group + 3 * quarter), SIMD4(at: from + half + group + 3 * quarter)),
                (factor(0), factor(1)), (factor(2), factor(3)), (factor(4), factor(5)))
            transpose(step.0.0, step.1.0, step.2.0, step.3.0, to + 4 * group)
            transpose(step.0.1, step.1.1, step.2.1, step.3.1, to + half + 4 * group)
        }
    }

    /// A later step of radix 4: `width` transforms of `length` lie side by side.
    @inline(__always)
    private func quarter(
        _ from: UnsafeMutablePointer<Float>, _ to: UnsafeMutablePointer<Float>, length: Int, width: Int,
        _ factors: UnsafePointer<Float>
    ) {
        let apart = length / 4 * width
        for group in 0..<length / 4 {
            let table = factors + group * 6
            let second = (SIMD4<Float>(repeating: table[0]), SIMD4<Float>(repeating: table[1]))
            let third = (SIMD4<Float>(repeating: table[2]), SIMD4<Float>(repeating: table[3]))
            let fourth = (SIMD4<Float>(repeating: table[4]), SIMD4<Float>(repeating: table[5]))
            for offset in stride(from: 0, to: width, by: 4) {
                let (a, z) = (from + group * width + offset, to + 4 * group * width + offset)
                let step = butterfly(
                    (SIMD4(at: a), SIMD4(at: a + half)), (SIMD4(at: a + apart), SIMD4(at: a + half + apart)),
                    (SIMD4(at: a + 2 * apart), SIMD4(at: a + half + 2 * apart)),
                    (SIMD4(at: a + 3 * apart), SIMD4(at: a + half + 3 * apart)), second, third, fourth)
                step.0.0.store(at: z)
                step.0.1.store(at: z + half)
                step.1.0.store(at: z + width)
                step.1.1.store(at: z + half + width)
                step.2.0.store(at: z + 2 * width)
                step.2.1.store(at: z + half + 2 * width)
                step.3.0.store(at: z + 3 * width)
                step.3.1.store(at: z + half + 3 * width)
            }
        }
    }
}

private typealias ComplexLanes = (SIMD4<Float>, SIMD4<Float>)

/// Four inputs to four outputs of a decimation in frequency; the last three are turned by their factors.
@inline(__always)
private func butterfly(
    _ a: ComplexLanes, _ b: ComplexLanes, _ c: ComplexLanes, _ d: ComplexLanes, _ second: ComplexLanes,
    _ third: ComplexLanes, _ fourth: ComplexLanes
) -> (ComplexLanes, ComplexLanes, ComplexLanes, ComplexLanes) {
    let (sumReal, sumImaginary) = (a.0 + c.0, a.1 + c.1)
    let (differenceReal, differenceImaginary) = (a.0 - c.0, a.1 - c.1)
    let (otherReal, otherImaginary) = (b.0 + d.0, b.1 + d.1)
    // (b − d) turned by a quarter.
    let (turnedReal, turnedImaginary) = (b.1 - d.1, d.0 - b.0)
    return (
        (sumReal + otherReal, sumImaginary + otherImaginary),
        product((differenceReal + turnedReal, differenceImaginary + turnedImaginary), second),
        product((sumReal - otherReal, sumImaginary - otherImaginary), third),
        product((differenceReal - turnedReal, differenceImaginary - turnedImaginary), fourth)
    )
}

@inline(__always)
private func product(_ a: ComplexLanes, _ b: ComplexLanes) -> ComplexLanes {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// Stores four vectors lane by lane: the first lanes of all, then the second ones.
@inline(__always)
private func transpose(
    _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>, _ to: UnsafeMutablePointer<Float>
) {
    var (outer, inner, all) = (SIMD8<Float>(), SIMD8<Float>(), SIMD16<Float>())
    (outer.evenHalf, outer.oddHalf) = (a, c)
    (inner.evenHalf, inner.oddHalf) = (b, d)
    (all.evenHalf, all.oddHalf) = (outer, inner)
    UnsafeMutableRawPointer(to).storeBytes(of: all, as: SIMD16<Float>.self)
}
