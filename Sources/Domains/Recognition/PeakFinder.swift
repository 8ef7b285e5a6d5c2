/// Finds the peaks of a stream of rows of levels, and of those the strongest of each second.
///
/// A peak is the greatest of the levels within `widthBins` bins and `widthFrames` frames on each side.
struct PeakFinder {
    private struct Found {
        var level: Float
        var peak: SpectralPeak
    }

    private let bins: Int
    private let lowBins: Int
    private let lowWidth: Int
    private let frames: Int
    private let quota: PeakQuota
    /// The last rows, as they came and with each level replaced by the greatest within reach, in a ring.
    private var rows: [Float]
    private var maxima: [Float]
    private var scratch: [Float]
    private var added = 0
    private var second: [Found] = []
    private var secondNumber = 0
    private var chosen: [SpectralPeak] = []

    private let width = SpectralGrid.rowWidth
    private let ring: Int

    init(tuning: LandmarkTuning, perSecond: Int) {
        bins = tuning.widthBins
        lowBins = tuning.lowWidthBins
        lowWidth = tuning.lowBins
        frames = tuning.widthFrames
        quota = PeakQuota(perSecond: perSecond, bands: tuning.bands, share: tuning.bandShare)
        ring = 2 * frames + 1
        rows = [Float](repeating: -.infinity, count: ring * width)
        maxima = [Float](repeating: -.infinity, count: ring * width)
        scratch = [Float](repeating: -.infinity, count: 2 * (width + 64))
    }

    /// Takes the next row, which `fill` writes.
    mutating func add(_ fill: (UnsafeMutablePointer<Float>) -> Void) {
        let slot = (added % ring) * width
        rows.withUnsafeMutableBufferPointer { if let start = $0.baseAddress { fill(start + slot) } }
        spread(slot)
        added += 1
        if added > frames { examine(added - 1 - frames) }
    }

    private mutating func spread(_ slot: Int) {
        // Tones of music lie closer together, in Hz, the lower they are.
        spread(slot, reach: bins, count: width)
        spread(slot, reach: lowBins, count: lowWidth)
    }

    /// Puts the greatest level within `reach` bins on each side in the place of each of the first `count`, by doubling.
    private mutating func spread(_ slot: Int, reach: Int, count: Int) {
        let width = width
        let size = width + 64
        rows.withUnsafeBufferPointer { rows in
            maxima.withUnsafeMutableBufferPointer { maxima in
                scratch.withUnsafeMutableBufferPointer { scratch in
                    guard let input = rows.baseAddress, let output = maxima.baseAddress, var from = scratch.baseAddress
                    else { return }
                    // `from[i]` is the greatest of `done` levels from i − reach on.
                    var to = from + size
                    let used = min(width, count + reach)
                    let end = (reach + count + 7) & ~7
                    for i in 0..<reach { from[i] = -.infinity }
                    (from + reach).update(from: input + slot, count: used)
                    for i in reach + used..<max(reach + used, end + 32) { from[i] = -.infinity }
                    let wanted = 2 * reach + 1
                    var done = 1
                    while done < wanted {
                        let step = min(done, wanted - done)
                        greater(from, from + step, into: to, count: end)
                        for i in end..<end + 32 { to[i] = -.infinity }
                        swap(&from, &to)
                        done += step
                    }
                    (output + slot).update(from: from, count: count)
                }
            }
        }
    }

    private mutating func examine(_ frame: Int) {
        let number = frame * SpectralGrid.hop / SpectralGrid.sampleRate
        if number != secondNumber {
            closeSecond()
            secondNumber = number
        }
        let width = width
        let row = (frame % ring) * width
        rows.withUnsafeBufferPointer { rows in
            maxima.withUnsafeBufferPointer { maxima in
                guard let levels = rows.baseAddress, let greatest = maxima.baseAddress else { return }
                for start in stride(from: 0, to: width, by: 8) {
                    let level = load(levels + row + start)
                    var isPeak = level .> FrameSpectrum.floor + 2
                    // First its own row, which few levels pass.
                    isPeak = isPeak .& (level .== load(greatest + row + start))
                    if !any(isPeak) { continue }
                    for other in 0..<ring where isPeak != SIMDMask(repeating: false) {
                        isPeak = isPeak .& (level .>= load(greatest + other * width + start))
                    }
                    if !any(isPeak) { continue }
                    for i in 0..<8 where isPeak[i] && start + i < SpectralGrid.binCount {
                        second.append(
                            Found(
                                level: level[i],
                                peak: SpectralPeak(frame: UInt32(truncatingIfNeeded: frame), bin: UInt16(start + i))))
                    }
                }
            }
        }
    }

    /// Keeps the strongest of the second that is complete.
    private mutating func closeSecond() {
        guard !second.isEmpty else { return }
        second.sort { ($0.level, $1.peak) > ($1.level, $0.peak) }
        var room = quota.start()
        var left: [SpectralPeak] = []
        for found in second {
            if quota.take(found.peak.bin, from: &room) {
                chosen.append(found.peak)
            } else {
                left.append(found.peak)
            }
        }
        chosen.append(contentsOf: left.prefix(room.anywhere))
        second.removeAll(keepingCapacity: true)
    }

    mutating func finish() -> [SpectralPeak] {
        let end = added
        for _ in 0..<frames {
            add { row in for i in 0..<SpectralGrid.rowWidth { row[i] = -.infinity } }
        }
        // Rows that never came can hold no peak.
        closeSecond()
        chosen.removeAll { $0.frame >= UInt32(truncatingIfNeeded: end) }
        return chosen
    }
}

/// How many peaks a second may have: a share of them for each band of frequencies, the rest wherever they are
/// strongest.
struct PeakQuota {
    struct Room {
        var bands: [Int]
        var anywhere: Int
    }

    private let perBand: Int
    private let bands: Int
    private let perSecond: Int

    init(perSecond: Int, bands: Int, share: Float) {
        self.bands = bands
        self.perSecond = perSecond
        perBand = Int(Float(perSecond) * share / Float(bands))
    }

    func start() -> Room {
        Room(bands: [Int](repeating: perBand, count: bands), anywhere: perSecond - perBand * bands)
    }

    func take(_ bin: UInt16, from room: inout Room) -> Bool {
        let band = Int(bin) * bands / SpectralGrid.binCount
        guard room.bands[band] > 0 else { return false }
        room.bands[band] -= 1
        return true
    }
}

@inline(__always)
private func load(_ pointer: UnsafePointer<Float>) -> SIMD8<Float> {
    UnsafeRawPointer(pointer).loadUnaligned(as: SIMD8<Float>.self)
}

/// The greater of each pair of `count` numbers, a multiple of 8.
@inline(__always)
private func greater(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, into result: UnsafeMutablePointer<Float>, count: Int
) {
    for i in stride(from: 0, to: count, by: 8) {
        let first = load(left + i)
        let second = load(right + i)
        UnsafeMutableRawPointer(result + i).storeBytes(
            of: first.replacing(with: second, where: second .> first), as: SIMD8<Float>.self)
    }
}
