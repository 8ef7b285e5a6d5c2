/// A pair of peaks: what a recording and a piece of music are compared by.
struct Landmark {
    /// The first peak's bin (9 bits), how far the second is above it (7) and how many frames later (6).
    var hash: UInt32
    /// The first peak's frame.
    var frame: UInt32

    static let hashBits = 22
}

enum Landmarks {
    /// Pairs each peak with up to `fan` of the next ones within reach, in order of time.
    ///
    /// - Parameter peaks: In order of time, then of frequency.
    @inline(__always)
    static func forEach(
        _ peaks: UnsafeBufferPointer<SpectralPeak>, fan: Int, tuning: LandmarkTuning, _ body: (Landmark) -> Void
    ) {
        let maxFrames = UInt32(tuning.maxFrames), maxBins = Int32(tuning.maxBins)
        for i in 0..<peaks.count {
            let first = peaks[i]
            var left = fan
            var j = i + 1
            while left > 0, j < peaks.count {
                let second = peaks[j]
                j += 1
                let later = second.frame &- first.frame
                if later == 0 { continue }
                if later > maxFrames { break }
                let higher = Int32(second.bin) - Int32(first.bin)
                if higher > maxBins || higher < -maxBins { continue }
                left -= 1
                let hash = UInt32(first.bin) << 13 | UInt32(bitPattern: higher + 64) << 6 | later
                body(Landmark(hash: hash, frame: first.frame))
            }
        }
    }
}
