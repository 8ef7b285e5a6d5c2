/// A point of the spectrum that is stronger than all around it.
package struct SpectralPeak: Hashable, Sendable, Comparable {
    /// Frames of 32 ms from the beginning.
    package var frame: UInt32
    /// Bins of 7.8 Hz above 250 Hz: below 512.
    package var bin: UInt16

    package static func < (left: Self, right: Self) -> Bool {
        (left.frame, left.bin) < (right.frame, right.bin)
    }
}

/// The peaks of a piece of music and its length.
package struct TrackPeaks: Hashable, Sendable {
    /// Frames of 32 ms that the music takes.
    package var frameCount: UInt32
    /// In order of time, then of frequency, each once.
    package var peaks: [SpectralPeak]
}

/// Finds the spectral peaks of a piece of music as its samples come by.
///
/// After Wang, "An Industrial-Strength Audio Search Algorithm" (ISMIR 2003). Memory is the window of time that a peak
/// is compared with, about 60 KB, and 8 bytes a peak, whatever the length. Copies share the memory of one transform:
/// use one of them.
package struct PeakExtractor {
    /// Raised when stored peaks of an earlier build no longer go with this one's.
    package static let version = 1

    private let tuning: LandmarkTuning
    private var spectrum = FrameSpectrum()
    /// Samples that no complete frame has come for.
    private var pending: [Float] = []
    private var finder: PeakFinder
    private var sampleCount = 0

    package init(tuning: LandmarkTuning = LandmarkTuning()) {
        self.tuning = tuning
        finder = PeakFinder(tuning: tuning, perSecond: tuning.storedPeaks)
        pending.reserveCapacity(1 << 14)
    }

    /// Takes the next samples, of 8 kHz and one channel, in blocks of any size.
    package mutating func add(_ samples: UnsafeBufferPointer<Float>) {
        sampleCount += samples.count
        var rest = samples[...]
        while !rest.isEmpty {
            let part = rest.prefix(8192)
            rest = rest.dropFirst(part.count)
            pending.append(contentsOf: part)
            takeFrames()
        }
    }

    private mutating func takeFrames() {
        var start = 0
        pending.withUnsafeBufferPointer { pending in
            guard let first = pending.baseAddress else { return }
            while start + SpectralGrid.window <= pending.count {
                let samples = first + start
                finder.add { spectrum.levels(of: samples, into: $0) }
                start += SpectralGrid.hop
            }
        }
        pending.removeFirst(start)
    }

    /// The peaks of all that was added.
    package mutating func finish() -> TrackPeaks {
        var peaks = finder.finish()
        peaks.sort()
        let frames = (sampleCount + SpectralGrid.hop - 1) / SpectralGrid.hop
        return TrackPeaks(frameCount: UInt32(clamping: frames), peaks: peaks)
    }
}
