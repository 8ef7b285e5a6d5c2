import Signal

/// The grid of time and frequency on which peaks are found: 1,024 samples of 8 kHz sound every 256, between 250 and
/// 3,900 Hz.
package enum SpectralGrid {
    /// Samples a second that everything here takes.
    package static let sampleRate = 8000
    static let window = 1024
    /// Samples from one frame to the next: 32 ms.
    static let hop = 256
    /// The bins in use, 7.8 Hz each.
    static let firstBin = 32
    static let binCount = 468
    /// A row of levels in memory: the bins in use and padding that is always at the floor, so that rows divide into
    /// vectors.
    static let rowWidth = 480
    /// Frames a second.
    static let frameRate = Double(sampleRate) / Double(hop)
}

/// The spectrum of one frame in natural logarithms of amplitude, with a floor far below anything audible.
struct FrameSpectrum {
    static let floor: Float = -12

    private let transform: RealFFT
    private let shape: [Float]
    private var windowed: [Float]
    private var powers: [Float]

    init() {
        transform = RealFFT(SpectralGrid.window)
        // A sine of full scale has the amplitude 1 at its bin.
        shape = Window.hann(SpectralGrid.window).map { $0 / Float(SpectralGrid.window / 4) }
        windowed = [Float](repeating: 0, count: SpectralGrid.window)
        powers = [Float](repeating: 0, count: SpectralGrid.window / 2 + 1)
    }

    /// Writes a row of `SpectralGrid.rowWidth` levels of the 1,024 samples.
    mutating func levels(of samples: UnsafePointer<Float>, into row: UnsafeMutablePointer<Float>) {
        for i in 0..<SpectralGrid.window { windowed[i] = samples[i] * shape[i] }
        windowed.withUnsafeBufferPointer { windowed in
            powers.withUnsafeMutableBufferPointer { powers in
                guard let input = windowed.baseAddress, let output = powers.baseAddress else { return }
                transform.power(input, into: output)
                let used = output + SpectralGrid.firstBin
                for bin in stride(from: 0, to: SpectralGrid.rowWidth, by: 8) {
                    var power = SIMD8<Float>(repeating: 0)
                    if bin + 8 <= SpectralGrid.binCount {
                        power = UnsafeRawPointer(used + bin).loadUnaligned(as: SIMD8<Float>.self)
                    } else {
                        for i in 0..<max(0, SpectralGrid.binCount - bin) { power[i] = used[bin + i] }
                    }
                    let level = Self.halfLogarithm(power)
                    UnsafeMutableRawPointer(row + bin).storeBytes(of: level, as: SIMD8<Float>.self)
                }
            }
        }
    }

    /// Half the natural logarithm of powers, that is the logarithm of amplitudes, within 0.0005.
    private static func halfLogarithm(_ power: SIMD8<Float>) -> SIMD8<Float> {
        // A sound that is not a number (a damaged file) is silence.
        let least = SIMD8<Float>(repeating: 1e-20)
        let valid = power.replacing(with: least, where: .!(power .> least))
        let bits = unsafeBitCast(valid, to: SIMD8<Int32>.self)
        let exponent = SIMD8<Float>((bits &>> 23) &- 127)
        let mantissa = unsafeBitCast((bits & 0x7F_FFFF) | 0x3F80_0000, to: SIMD8<Float>.self)
        // log2 on 1…2, a polynomial of least greatest error.
        var series = mantissa * -0.056_570_85 + 0.447_178_61
        series = series * mantissa - 1.469_956_8
        series = series * mantissa + 2.821_202_6
        series = series * mantissa - 1.741_793_9
        let level = (exponent + series) * 0.346_573_59
        let lowest = SIMD8<Float>(repeating: floor)
        return level.replacing(with: lowest, where: .!(level .> lowest))
    }
}
