/// The true peak of sound: the highest level between samples too, by four-fold oversampling.
///
/// The filter is that of Recommendation ITU-R BS.1770-5, Annex 2: four phases of twelve coefficients. At sample rates
/// from 96 kHz on it is more than accurate.
package struct TruePeak: Sendable {
    /// The highest absolute sample, linear.
    package private(set) var samplePeak: Float = 0
    /// The true peak, linear (1 is full scale); never below `samplePeak`.
    package var peak: Float { max(samplePeak, interpolated) }

    private static let taps = 12
    /// The first two phases; the other two are their mirror images.
    private static let first: [Float] = [
        0.001_708_984_375, 0.010_986_328_125, -0.019_653_320_312_5, 0.033_203_125, -0.059_448_242_187_5,
        0.137_329_101_562_5, 0.972_167_968_75, -0.102_294_921_875, 0.047_607_421_875, -0.026_611_328_125,
        0.014_892_578_125, -0.008_300_781_25,
    ]
    private static let second: [Float] = [
        -0.029_174_804_687_5, 0.029_296_875, -0.051_757_812_5, 0.089_111_328_125, -0.166_503_906_25, 0.465_087_890_625,
        0.779_785_156_25, -0.200_317_382_812_5, 0.101_562_5, -0.058_227_539_062_5, 0.033_081_054_687_5,
        -0.018_920_898_437_5,
    ]
    /// The most that interpolation can add: the sum of the second phase's magnitudes is 2.033.
    private static let mostGain: Float = 2.04
    /// Samples that are looked at together.
    private static let block = 64

    private let channels: Int
    private var interpolated: Float = 0
    /// The last eleven frames, then new samples.
    private var buffer: [Float]

    package init(channels: Int) {
        precondition(channels > 0)
        self.channels = channels
        buffer = [Float](repeating: 0, count: (Self.taps - 1) * channels)
    }

    /// - Parameter interleaved: whole frames of finite samples.
    package mutating func add(_ interleaved: UnsafeBufferPointer<Float>) {
        guard !interleaved.isEmpty else { return }
        let history = (Self.taps - 1) * channels
        buffer.append(contentsOf: interleaved)
        let padding = (Self.block - interleaved.count % Self.block) % Self.block
        buffer.append(contentsOf: repeatElement(0, count: padding))
        measure(blocks: (interleaved.count + padding) / Self.block, history: history)
        buffer.removeLast(padding)
        buffer.removeFirst(buffer.count - history)
    }

    /// Lets the last samples pass through the filter.
    package mutating func finish() {
        let silence = [Float](repeating: 0, count: (Self.taps - 1) * channels)
        silence.withUnsafeBufferPointer { add($0) }
    }

    private mutating func measure(blocks: Int, history: Int) {
        var (sample, highest) = (samplePeak, interpolated)
        let channels = channels
        buffer.withUnsafeBufferPointer { buffer in
            guard let start = UnsafeRawBufferPointer(buffer).baseAddress else { return }
            // The peaks of the samples that reach into a block, and of the block.
            var before = Self.peak(start, count: history)
            for block in 0..<blocks {
                let own = Self.peak(start + (history + block * Self.block) * 4, count: Self.block)
                sample = max(sample, own)
                // Most blocks of music are too quiet to matter.
                if max(own, before) * Self.mostGain > max(highest, sample) {
                    highest = max(highest, Self.interpolate(start + block * Self.block * 4, stride: channels * 4))
                }
                // With many channels the filter reaches over several blocks.
                before =
                    history <= Self.block
                    ? own : Self.peak(start + (block + 1) * Self.block * 4, count: history)
            }
        }
        (samplePeak, interpolated) = (sample, highest)
    }

    private static func peak(_ start: UnsafeRawPointer, count: Int) -> Float {
        var most = SIMD4<Float>()
        let whole = count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
            let value = start.loadUnaligned(fromByteOffset: index * 4, as: SIMD4<Float>.self)
            most = most.larger(value.magnitudes)
        }
        var peak = most.max()
        for index in whole..<count {
            peak = max(peak, abs(start.loadUnaligned(fromByteOffset: index * 4, as: Float.self)))
        }
        return peak
    }

    /// The highest interpolated value of a block, whose filter begins at `start`. Interleaved channels need no
    /// separation: the samples of one channel are `stride` bytes apart.
    private static func interpolate(_ start: UnsafeRawPointer, stride: Int) -> Float {
        var most = SIMD4<Float>()
        first.withUnsafeBufferPointer { first in
            second.withUnsafeBufferPointer { second in
                for index in Swift.stride(from: 0, to: block * 4, by: 16) {
                    var (a, b, c, d) = (SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>(), SIMD4<Float>())
                    for tap in 0..<taps {
                        let value = start.loadUnaligned(fromByteOffset: index + tap * stride, as: SIMD4<Float>.self)
                        a += value * first[tap]
                        b += value * second[tap]
                        c += value * second[taps - 1 - tap]
                        d += value * first[taps - 1 - tap]
                    }
                    most = most.larger(a.magnitudes.larger(b.magnitudes)).larger(c.magnitudes.larger(d.magnitudes))
                }
            }
        }
        return most.max()
    }
}
