import Signal

/// How often each band has each level, in steps of an eighth of an octave of power.
struct LevelHistograms {
    private static let steps = 256

    let lowest: Float
    private var counts = [UInt32](repeating: 0, count: MelGrid.bandCount * steps)
    private var total = 0

    init(lowest: Float) {
        self.lowest = lowest
    }

    mutating func add(_ frame: [Float]) {
        total += 1
        for (band, level) in frame.enumerated() {
            let step = max(0, min(Self.steps - 1, Int((level - lowest) * 8)))
            counts[band * Self.steps + step] &+= 1
        }
    }

    /// The level of each band that a share of the frames is below.
    func percentile(_ share: Double) -> [Double] {
        (0..<MelGrid.bandCount).map { band in
            var sum = 0.0
            for step in 0..<Self.steps {
                let own = Double(counts[band * Self.steps + step])
                let rest = share * Double(total) - sum
                if own >= rest, own > 0 { return (Double(step) + rest / own) / 8 + Double(lowest) }
                sum += own
            }
            return Double(lowest)
        }
    }
}

/// How strongly ten parts of the spectrum pulse at each speed from 0.3 to 11 times a second: the rhythm, whatever its
/// notes. See E. Pampalk, "Computational Models of Music Similarity and their Application in Music Information
/// Retrieval" (2006), 2.2.4.
struct FluctuationPattern {
    private static let window = 256
    private static let bands = 10
    /// The modulation bins at which groups of them begin; the last ends before the last number.
    private static let edges = [2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 17, 20, 24, 28, 33, 39, 46, 54, 64]

    private let transform = RealFFT(window)
    private let shape = Window.hann(window)
    private var recent: [[Float]] = []
    private var rises = [[Float]](repeating: [], count: bands)
    private var sums = [[Double]](repeating: [Double](repeating: 0, count: window / 2 + 1), count: bands)
    private var windows = 0

    mutating func add(_ frame: [Float]) {
        let size = MelGrid.bandCount / Self.bands
        let levels = (0..<Self.bands).map { band in
            (0..<size).reduce(Float(0)) { $0 + frame[band * size + $1] } / Float(size)
        }
        recent.append(levels)
        guard recent.count > 2 else { return }
        let old = recent.removeFirst()
        for band in rises.indices { rises[band].append(max(0, levels[band] - old[band])) }
        guard rises[0].count == Self.window else { return }
        measure()
        for band in rises.indices { rises[band].removeFirst(Self.window / 2) }
    }

    private mutating func measure() {
        windows += 1
        var powers = [Float](repeating: 0, count: Self.window / 2 + 1)
        for band in rises.indices {
            let mean = rises[band].reduce(0, +) / Float(rises[band].count)
            var shaped = [Float](repeating: 0, count: Self.window)
            for (index, rise) in rises[band].enumerated() { shaped[index] = (rise - mean) * shape[index] }
            transform.power(shaped, into: &powers)
            for bin in powers.indices { sums[band][bin] += Double(powers[bin]).squareRoot() }
        }
    }

    mutating func values() -> [Double] {
        if windows == 0, !rises[0].isEmpty { measure() }
        let groups = zip(Self.edges, Self.edges.dropFirst())
        let rows = groups.map { first, end in
            sums.map { band in
                let mean = band[first..<end].reduce(0, +) / Double(end - first) / Double(max(1, windows))
                return Functions.log(mean + 0.05)
            }
        }
        return Cosines.apply(rows, rows: 6, columns: 4)
    }
}

/// The discrete cosine transform (type II, orthonormal), cut off after some coefficients.
struct Cosines {
    private let count: Int
    private let table: [Float]

    init(_ count: Int, _ coefficients: Int) {
        self.count = count
        table = (0..<coefficients).flatMap { row in
            (0..<count).map { Float(Self.weight(row, $0, count)) }
        }
    }

    private static func weight(_ row: Int, _ index: Int, _ count: Int) -> Double {
        let angle = (Double(index) + 0.5) * Double(row) / Double(2 * count)
        return Functions.rotation(turns: angle).cosine * (Double(row == 0 ? 1 : 2) / Double(count)).squareRoot()
    }

    func apply(_ values: [Float]) -> [Float] {
        stride(from: 0, to: table.count, by: count).map { start in
            table.withUnsafeBufferPointer { table in
                values.withUnsafeBufferPointer { values in
                    var sum = SIMD4<Float>()
                    for index in stride(from: 0, to: count, by: 4) {
                        sum += SIMD4(table, at: start + index) * SIMD4(values, at: index)
                    }
                    return sum.sum()
                }
            }
        }
    }

    /// The transform of a table in both directions, row by row.
    static func apply(_ table: [[Double]], rows: Int, columns: Int) -> [Double] {
        let width = table.first?.count ?? 0
        let narrow = table.map { line in
            (0..<columns).map { column in
                line.indices.reduce(0.0) { $0 + line[$1] * weight(column, $1, width) }
            }
        }
        return (0..<rows).flatMap { row in
            (0..<columns).map { column in
                narrow.indices.reduce(0.0) { $0 + narrow[$1][column] * weight(row, $1, table.count) }
            }
        }
    }
}
