import Signal

/// How much each point of a recording's spectrum stands out from the frequencies around it, less what is usual for its
/// bin.
///
/// Where a recording holds a piece of music, its points at the places of the piece's peaks stand out, also where noise
/// has covered most landmarks. Under any other alignment the sum over those places is near 0 with the sum of the bins'
/// variances as its own: most of what two pieces share, such as a key or a beat, is in every frame of a bin or in every
/// bin of a frame, and has been taken off.
struct ContrastMap {
    /// Alignments that are tried at once, 8 ms apart, the middle one at this place.
    static let alignments = 16
    static let middle = 8
    private static let pad = 16

    let rowCount: Int
    private let stride: Int
    /// For each bin the rows in order, with zeros before and behind.
    private var values: [Float]
    /// The variance of each bin.
    private var variances: [Float]

    init(_ sound: RecordedSound) {
        rowCount = sound.rowCount
        stride = rowCount + 2 * Self.pad
        values = [Float](repeating: 0, count: SpectralGrid.binCount * stride)
        variances = [Float](repeating: 0, count: SpectralGrid.binCount)
        guard rowCount > 0 else { return }
        fill(sound)
        center()
    }

    private mutating func fill(_ sound: RecordedSound) {
        let bins = SpectralGrid.binCount, reach = sound.tuning.contrastBins
        let low = sound.tuning.leastContrast, high = sound.tuning.greatestContrast
        let weights = (0..<bins).map { 1 / Float(min(bins - 1, $0 + reach) - max(0, $0 - reach) + 1) }
        let stride = stride, count = rowCount
        sound.withRows { rows in
            values.withUnsafeMutableBufferPointer { values in
                guard let start = values.baseAddress else { return }
                for number in 0..<count {
                    let row = rows + number * SpectralGrid.rowWidth
                    let column = start + Self.pad + number
                    var sum: Float = 0
                    for i in 0..<reach { sum += row[i] }
                    for bin in 0..<bins {
                        if bin + reach < bins { sum += row[bin + reach] }
                        if bin > reach { sum -= row[bin - reach - 1] }
                        let contrast = row[bin] - sum * weights[bin]
                        column[bin * stride] = contrast < low ? low : contrast > high ? high : contrast
                    }
                }
            }
        }
    }

    /// Takes each bin's mean off.
    private mutating func center() {
        let stride = stride, count = rowCount
        values.withUnsafeMutableBufferPointer { values in
            guard let start = values.baseAddress else { return }
            for bin in 0..<SpectralGrid.binCount {
                let column = start + bin * stride + Self.pad
                var sum: Float = 0, squares: Float = 0
                for row in 0..<count {
                    sum += column[row]
                    squares += column[row] * column[row]
                }
                let mean = sum / Float(count)
                for row in 0..<count { column[row] -= mean }
                variances[bin] = max(0, squares / Float(count) - mean * mean)
            }
        }
    }

    /// How well a segment's peaks fit if the recording begins at `start` on its timeline, in units of the standard
    /// deviation of chance.
    ///
    /// - Returns: The best of the alignments within 64 ms, and by how many rows of 8 ms the recording begins later than
    ///   `start`.
    func fit(_ segment: LandmarkSegment, start: Int, shifts: Int) -> (score: Float, delay: Float) {
        var sums = SIMD16<Float>(repeating: 0)
        var variance: Float = 1e-6
        let stride = stride, rowCount = rowCount
        values.withUnsafeBufferPointer { values in
            variances.withUnsafeBufferPointer { variances in
                guard let origin = values.baseAddress else { return }
                segment.forEachPeak(from: start, to: start + (rowCount + shifts - 1) / shifts) { frame, bin in
                    let row = (frame - start) * shifts
                    guard row < rowCount, bin < SpectralGrid.binCount else { return }
                    let first = origin + bin * stride + Self.pad + row - Self.middle
                    sums += UnsafeRawPointer(first).loadUnaligned(as: SIMD16<Float>.self)
                    variance += variances[bin]
                }
            }
        }
        var best = 1
        for i in 2..<Self.alignments - 1 where sums[i] > sums[best] { best = i }
        // The parabola through the greatest sum and its neighbors.
        let (before, top, after) = (sums[best - 1], sums[best], sums[best + 1])
        let bend = before - 2 * top + after
        let between = bend < 0 ? max(-0.5, min(0.5, 0.5 * (before - after) / bend)) : 0
        return (top / variance.squareRoot(), Float(Self.middle - best) - between)
    }
}
