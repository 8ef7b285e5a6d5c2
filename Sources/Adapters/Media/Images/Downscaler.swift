import Glibc

/// Shrinks an image row by row, in linear light with premultiplied alpha. It stores only a few rows, however large the
/// image is.
final class Downscaler {
    private let sourceWidth: Int
    private let sourceHeight: Int
    private let columns: ResampleWeights
    private let rows: ResampleWeights
    private var line: [SIMD4<Float>]
    private var narrow: [SIMD4<Float>]
    /// One sum for each row of the result that has begun and not ended; the first one is the row `firstOpen`.
    private var sums: [[SIMD4<Float>]] = []
    private var firstOpen = 0
    private var nextRow = 0
    private var pixels: [UInt8]
    private let width: Int
    private let height: Int

    /// - Parameter edge: the longest allowed side; a smaller image keeps its size.
    init(width sourceWidth: Int, height sourceHeight: Int, edge: Int) {
        self.sourceWidth = sourceWidth
        self.sourceHeight = sourceHeight
        let longer = max(sourceWidth, sourceHeight)
        let target = min(edge, longer)
        width = max(1, (sourceWidth * target + longer / 2) / longer)
        height = max(1, (sourceHeight * target + longer / 2) / longer)
        columns = ResampleWeights(from: sourceWidth, to: width)
        rows = ResampleWeights(from: sourceHeight, to: height)
        line = Array(repeating: .zero, count: sourceWidth)
        narrow = Array(repeating: .zero, count: width)
        pixels = Array(repeating: 0, count: width * height * 4)
    }

    /// Takes the next row: at least `4 * width` bytes as in `Raster`. Rows beyond the declared height are ignored.
    func push(_ row: UnsafeBufferPointer<UInt8>) {
        guard nextRow < sourceHeight, row.count >= sourceWidth * 4 else { return }
        spread(row)
        narrowLine()
        var output = firstOpen
        while output < height, rows.spans[output].start <= nextRow {
            let span = rows.spans[output]
            if output - firstOpen == sums.count { sums.append(Array(repeating: .zero, count: width)) }
            if nextRow < span.end {
                add(rows.weights[span.offset + nextRow - span.start], to: output - firstOpen)
            }
            output += 1
        }
        nextRow += 1
        while firstOpen < height, rows.spans[firstOpen].end <= nextRow, !sums.isEmpty {
            emit(sums.removeFirst(), to: firstOpen)
            firstOpen += 1
        }
    }

    /// The result; nil unless every row was pushed.
    func finish() -> Raster? {
        guard firstOpen == height else { return nil }
        return Raster(width: width, height: height, pixels: pixels)
    }

    private func spread(_ row: UnsafeBufferPointer<UInt8>) {
        let count = sourceWidth
        LightTable.linear.withUnsafeBufferPointer { linear in
            line.withUnsafeMutableBufferPointer { line in
                for x in 0..<count {
                    let alpha = row[4 * x + 3]
                    let color = SIMD4(
                        linear[Int(row[4 * x])], linear[Int(row[4 * x + 1])], linear[Int(row[4 * x + 2])], 1)
                    line[x] = alpha == 255 ? color : color * (Float(alpha) / 255)
                }
            }
        }
    }

    private func narrowLine() {
        guard width < sourceWidth else {
            swap(&line, &narrow)
            return
        }
        line.withUnsafeBufferPointer { line in
            columns.weights.withUnsafeBufferPointer { weights in
                columns.spans.withUnsafeBufferPointer { spans in
                    narrow.withUnsafeMutableBufferPointer { narrow in
                        for x in 0..<spans.count {
                            let span = spans[x]
                            var sum = SIMD4<Float>.zero
                            for index in 0..<span.count {
                                sum += line[span.start + index] * weights[span.offset + index]
                            }
                            narrow[x] = sum
                        }
                    }
                }
            }
        }
    }

    private func add(_ weight: Float, to open: Int) {
        narrow.withUnsafeBufferPointer { narrow in
            sums[open].withUnsafeMutableBufferPointer { sum in
                for x in 0..<sum.count { sum[x] += narrow[x] * weight }
            }
        }
    }

    private func emit(_ sum: [SIMD4<Float>], to row: Int) {
        let steps = Float(LightTable.steps)
        let range = (row * width * 4)..<((row + 1) * width * 4)
        pixels.withUnsafeMutableBufferPointer { pixels in
            let output = UnsafeMutableBufferPointer(rebasing: pixels[range])
            LightTable.bytes.withUnsafeBufferPointer { bytes in
                for x in 0..<sum.count {
                    let value = sum[x]
                    let alpha = min(1, max(0, value.w))
                    // Invisible pixels stay zero.
                    guard alpha > 0.001 else { continue }
                    let light = (value / alpha).clamped(lowerBound: .zero, upperBound: .one) * steps + 0.5
                    output[4 * x] = bytes[Int(light.x)]
                    output[4 * x + 1] = bytes[Int(light.y)]
                    output[4 * x + 2] = bytes[Int(light.z)]
                    output[4 * x + 3] = UInt8(alpha * 255 + 0.5)
                }
            }
        }
    }
}

/// The samples of one axis that make up each sample of a shorter one, with their weights.
///
/// The filter is Catmull-Rom (Catmull and Rom, 1974), scaled to the ratio: sharp, with little ringing.
struct ResampleWeights {
    struct Span {
        /// The first sample, the number of samples, and the index of the first weight.
        let start: Int
        let count: Int
        let offset: Int

        var end: Int { start + count }
    }

    let spans: [Span]
    let weights: [Float]

    /// - Parameters:
    /// - source: the number of samples.
    /// - target: the wanted number of samples, at least 1 and not more than `source`.
    init(from source: Int, to target: Int) {
        let ratio = Double(source) / Double(target)
        var spans: [Span] = []
        var weights: [Float] = []
        for index in 0..<target {
            let center = (Double(index) + 0.5) * ratio - 0.5
            let first = max(0, Int((center - 2 * ratio).rounded(.up)))
            let last = min(source - 1, Int((center + 2 * ratio).rounded(.down)))
            var values = (first...max(first, last)).map { Self.catmullRom(abs(Double($0) - center) / ratio) }
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

/// Converts between sRGB bytes and linear light (IEC 61966-2-1). Averaging plain bytes would darken fine detail.
enum LightTable {
    /// The linear light for each byte.
    static let linear: [Float] = (0..<256).map { byte in
        let value = Float(byte) / 255
        return value <= 0.04045 ? value / 12.92 : powf((value + 0.055) / 1.055, 2.4)
    }

    /// The byte for each step of light from 0 to `steps`.
    static let bytes: [UInt8] = (0...steps).map { step in
        let light = Float(step) / Float(steps)
        let value = light <= 0.0031308 ? light * 12.92 : 1.055 * powf(light, 1 / 2.4) - 0.055
        return UInt8(max(0, min(255, (value * 255).rounded())))
    }

    static let steps = 8191
}
