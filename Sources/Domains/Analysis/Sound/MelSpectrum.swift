import Signal

/// The grid of time and frequency of everything that is not about notes: 1,024 samples of 22,050 Hz every 256, in 40
/// bands of equal width on the mel scale.
enum MelGrid {
    static let sampleRate = 22_050
    static let window = 1024
    /// Samples from one frame to the next: 11.6 ms.
    static let hop = 256
    static let bandCount = 40
    /// Frames a second.
    static let frameRate = Double(sampleRate) / Double(hop)
    /// In Hz. Above, codecs of low bitrate leave out what others store.
    static let range = 30.0...8500.0

    /// The center of a band in Hz; fractions lie between bands.
    static func center(_ band: Double) -> Double {
        let (low, high) = (mel(range.lowerBound), mel(range.upperBound))
        return 700 * (Functions.exp((low + (high - low) * (band + 1) / Double(bandCount + 1)) / 1127) - 1)
    }

    /// The first band whose center is at or above a frequency.
    static func band(above frequency: Double) -> Int {
        (0..<bandCount).first { center(Double($0)) >= frequency } ?? bandCount
    }

    /// By D. O'Shaughnessy, "Speech Communication" (1987).
    private static func mel(_ frequency: Double) -> Double {
        1127 * Functions.log(1 + frequency / 700)
    }
}

/// The level of each band of one frame after another.
struct MelSpectrum {
    /// The level of silence: −90 dB of a sine of full scale.
    static let floor: Float = -30

    private let transform = RealFFT(MelGrid.window)
    private let shape: [Float]
    /// The weights of the bins of each band, one band after the other.
    private var weights: [Float] = []
    private var bands: [(firstBin: Int, count: Int, offset: Int)] = []
    private var windowed = [Float](repeating: 0, count: MelGrid.window)
    private var powers = [Float](repeating: 0, count: MelGrid.window / 2 + 1)
    /// Samples from the beginning of the next frame. The first frame is centered on the first sample.
    private var pending = [Float](repeating: 0, count: MelGrid.window / 2)
    private var levels = [Float](repeating: Self.floor, count: MelGrid.bandCount)

    init() {
        // A sine of full scale has the power 1 at its bin.
        shape = Window.hann(MelGrid.window).map { $0 * 4 / Float(MelGrid.window) }
        let width = Double(MelGrid.sampleRate) / Double(MelGrid.window)
        for band in 0..<MelGrid.bandCount {
            let (low, center, high) = (
                MelGrid.center(Double(band) - 1), MelGrid.center(Double(band)), MelGrid.center(Double(band) + 1)
            )
            // Low bands are narrower than a bin: a triangle is at least two bins wide on either side.
            let (left, right) = (min(low, center - width), max(high, center + width))
            let bins = Int((left / width).rounded(.up))...Int(right / width)
            let row = bins.map { bin in
                let frequency = Double(bin) * width
                return Float(
                    frequency <= center
                        ? (frequency - left) / (center - left)
                        : (right - frequency) / (right - center))
            }
            bands.append((bins.lowerBound, row.count, weights.count))
            weights += row.map { max(0, $0) }
        }
    }

    /// Calls `body` with the levels of each frame that is complete: base-2 logarithms of power, from `floor` on.
    mutating func add(_ samples: UnsafeBufferPointer<Float>, _ body: (UnsafeBufferPointer<Float>) -> Void) {
        pending.append(contentsOf: samples)
        var start = 0
        while start + MelGrid.window <= pending.count {
            shapeWindow(from: start)
            transform.power(windowed, into: &powers)
            sumBands()
            levels.withUnsafeBufferPointer(body)
            start += MelGrid.hop
        }
        pending.removeFirst(start)
    }

    /// Calls `body` for the frames whose center is within the recording.
    mutating func finish(_ body: (UnsafeBufferPointer<Float>) -> Void) {
        let silence = [Float](repeating: 0, count: MelGrid.window / 2)
        silence.withUnsafeBufferPointer { add($0, body) }
    }

    private mutating func shapeWindow(from start: Int) {
        windowed.withUnsafeMutableBufferPointer { windowed in
            shape.withUnsafeBufferPointer { shape in
                pending.withUnsafeBufferPointer { pending in
                    for index in stride(from: 0, to: MelGrid.window, by: 4) {
                        (SIMD4(pending, at: start + index) * SIMD4(shape, at: index)).store(in: windowed, at: index)
                    }
                }
            }
        }
    }

    private mutating func sumBands() {
        levels.withUnsafeMutableBufferPointer { levels in
            for (number, band) in bands.enumerated() {
                var sum: Float = 0
                for index in 0..<band.count { sum += powers[band.firstBin + index] * weights[band.offset + index] }
                levels[number] = sum
            }
            for index in stride(from: 0, to: MelGrid.bandCount, by: 4) {
                let power = SIMD4(UnsafeBufferPointer(levels), at: index) + 9.313_226e-10
                Functions.log2(power).store(in: levels, at: index)
            }
        }
    }
}
