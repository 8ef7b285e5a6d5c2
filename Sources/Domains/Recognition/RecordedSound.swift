/// A recording while it is being made, as the spectrum that it is compared by.
///
/// Frames come four times as often as those of stored music, 8 ms apart, for nobody knows where between two stored
/// frames a recording began.
package struct RecordedSound: Sendable {
    /// The longest recording, which is as long as the gap between two tracks of a segment. Later samples are dropped.
    package static let maxSeconds = 20

    let tuning: LandmarkTuning
    private var samples: [Float] = []
    /// Rows of `SpectralGrid.rowWidth` levels.
    private var rows: [Float] = []
    private(set) var rowCount = 0

    package init(tuning: LandmarkTuning = LandmarkTuning()) {
        self.tuning = tuning
    }

    package var seconds: Double { Double(samples.count) / Double(SpectralGrid.sampleRate) }

    /// Takes the next samples, of 8 kHz and one channel, in blocks of any size.
    package mutating func add(_ new: UnsafeBufferPointer<Float>) {
        let room = Self.maxSeconds * SpectralGrid.sampleRate - samples.count
        samples.append(contentsOf: new.prefix(max(0, room)))
        let step = SpectralGrid.hop / tuning.shifts
        let width = SpectralGrid.rowWidth
        let complete = samples.count < SpectralGrid.window ? 0 : (samples.count - SpectralGrid.window) / step + 1
        guard complete > rowCount else { return }
        // Made anew each time, for a transform has memory of its own, which copies of this would share.
        var spectrum = FrameSpectrum()
        rows.append(contentsOf: repeatElement(0, count: (complete - rowCount) * width))
        samples.withUnsafeBufferPointer { samples in
            rows.withUnsafeMutableBufferPointer { rows in
                guard let first = samples.baseAddress, let start = rows.baseAddress else { return }
                for number in rowCount..<complete {
                    spectrum.levels(of: first + number * step, into: start + number * width)
                }
            }
        }
        rowCount = complete
    }

    func withRows(_ body: (UnsafePointer<Float>) -> Void) {
        rows.withUnsafeBufferPointer { if let start = $0.baseAddress { body(start) } }
    }

    /// The peaks of every fourth row from `shift` on.
    func peaks(shift: Int) -> [SpectralPeak] {
        var finder = PeakFinder(tuning: tuning, perSecond: tuning.queryPeaks)
        let width = SpectralGrid.rowWidth
        withRows { rows in
            for number in stride(from: shift, to: rowCount, by: tuning.shifts) {
                finder.add { $0.update(from: rows + number * width, count: width) }
            }
        }
        return finder.finish().sorted()
    }
}
