/// The statistics of frames whose levels are relative.
struct SpectralStatistics {
    /// 33 dB in base-2 logarithms of power.
    private static let floor: Float = -11
    private static let cepstrumCount = 20
    /// Cepstral coefficients whose correlations count.
    private static let correlated = 10
    /// Frames in each block of the spectral pattern: half a second.
    private static let blockFrames = 20

    private(set) var count = 0
    private let cosines = Cosines(MelGrid.bandCount, cepstrumCount)
    private var last: [Float]?
    private var means = [Double](repeating: 0, count: cepstrumCount)
    private var products = [Double](repeating: 0, count: correlated * correlated)
    private var changeCount = 0
    private var changeMeans = [Double](repeating: 0, count: cepstrumCount)
    private var changePowers = [Double](repeating: 0, count: cepstrumCount)
    private var ripples = [Double](repeating: 0, count: MelGrid.bandCount - 2)
    private var histograms = LevelHistograms(lowest: floor)
    private var block: [[Float]] = []
    private var blocks = 0
    private var pattern = [Double](repeating: 0, count: blockFrames * MelGrid.bandCount)
    private var fluctuation = FluctuationPattern()

    mutating func add(_ levels: [Float]) {
        let frame = levels.map { max(Self.floor, $0) }
        fluctuation.add(frame)
        defer { last = frame }
        guard frame.contains(where: { $0 > Self.floor }) else { return }
        count += 1
        histograms.add(frame)
        for band in ripples.indices {
            ripples[band] += Double(abs(frame[band + 1] - (frame[band] + frame[band + 2]) / 2))
        }
        let cepstrum = cosines.apply(frame)
        for index in cepstrum.indices { means[index] += Double(cepstrum[index]) }
        for row in 0..<Self.correlated {
            for column in row..<Self.correlated {
                products[row * Self.correlated + column] += Double(cepstrum[row] * cepstrum[column])
            }
        }
        addChange(frame)
        addToBlock(frame)
    }

    private mutating func addChange(_ frame: [Float]) {
        guard let last else { return }
        changeCount += 1
        let change = cosines.apply(zip(frame, last).map { $0 - $1 })
        for index in change.indices {
            changeMeans[index] += Double(change[index])
            changePowers[index] += Double(change[index] * change[index])
        }
    }

    /// The levels of each band in a block, sorted: what is short is apart from what lasts.
    private mutating func addToBlock(_ frame: [Float]) {
        block.append(frame)
        guard block.count == Self.blockFrames else { return }
        for band in 0..<MelGrid.bandCount {
            let sorted = block.map { $0[band] }.sorted()
            for (rank, level) in sorted.enumerated() { pattern[rank * MelGrid.bandCount + band] += Double(level) }
        }
        blocks += 1
        block.removeAll(keepingCapacity: true)
    }

    mutating func values() -> [Double] {
        spectralPattern() + levelPercentiles() + roughness() + fluctuation.values() + changes() + correlations()
            + means.dropFirst().map { $0 / Double(count) }
    }

    private func spectralPattern() -> [Double] {
        let bands = MelGrid.bandCount
        let mean = pattern.reduce(0, +) / Double(pattern.count)
        let rows = (0..<Self.blockFrames).map { rank in
            (0..<bands).map { (pattern[rank * bands + $0] - mean) / Double(max(1, blocks)) }
        }
        return Array(Cosines.apply(rows, rows: 4, columns: 12).dropFirst())
    }

    private func levelPercentiles() -> [Double] {
        let levels = [0.1, 0.5, 0.9].map { histograms.percentile($0) }
        let mean = levels[1].reduce(0, +) / Double(MelGrid.bandCount)
        return levels.flatMap { row in Cosines.apply([row.map { $0 - mean }], rows: 1, columns: 12) }
    }

    private func roughness() -> [Double] {
        let pairs = Double(2 * count)
        return (0..<ripples.count / 2).map { (pair: Int) -> Double in
            let sum = ripples[2 * pair] + ripples[2 * pair + 1]
            return sum / pairs
        }
    }

    private func changes() -> [Double] {
        zip(changeMeans, changePowers).map { mean, power in
            let mean = mean / Double(max(1, changeCount))
            return max(0, power / Double(max(1, changeCount)) - mean * mean).squareRoot()
        }
    }

    private func correlations() -> [Double] {
        let frames = Double(count)
        func covariance(_ row: Int, _ column: Int) -> Double {
            products[row * Self.correlated + column] / frames - means[row] / frames * means[column] / frames
        }
        let deviations = (0..<Self.correlated).map { max(0, covariance($0, $0)).squareRoot() + 1e-6 }
        return (0..<Self.correlated).flatMap { row in
            (row + 1..<Self.correlated).map { covariance(row, $0) / (deviations[row] * deviations[$0]) }
        }
    }
}
