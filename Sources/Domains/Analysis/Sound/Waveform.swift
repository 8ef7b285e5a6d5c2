/// The outline of a recording: for every 25th of a second the highest level and the body.
///
/// Levels are square roots of amplitudes, 0 to 255: an amplitude is `(level / 255)²`, 1 being full scale. Half the
/// height is −12 dB, and the lowest level above 0 is −96 dB. All channels count together.
package struct Waveform: Sendable, Equatable {
    package static let pointsPerSecond = 25
    package static let overviewLimit = 1000

    /// The highest absolute sample of each point.
    package let peaks: [UInt8]
    /// The root mean square of each point; never above its peak.
    package let bodies: [UInt8]
    /// Where at least three samples in a row of one channel are at full scale.
    package let clipped: [TimeRange]
    /// Where nothing reaches −60 dBFS for half a second or more.
    package let silent: [TimeRange]

    package init(peaks: [UInt8], bodies: [UInt8], clipped: [TimeRange], silent: [TimeRange]) {
        precondition(peaks.count == bodies.count)
        self.peaks = peaks
        self.bodies = bodies
        self.clipped = clipped
        self.silent = silent
    }

    /// The whole recording in at most `limit` points of equal length, a whole number of the detailed ones. The last may
    /// be shorter.
    package func overview(
        limit: Int = Self.overviewLimit
    ) -> (pointsPerSecond: Double, peaks: [UInt8], bodies: [UInt8]) {
        let size = max(1, (peaks.count + limit - 1) / max(1, limit))
        var (tops, means): ([UInt8], [UInt8]) = ([], [])
        for start in stride(from: 0, to: peaks.count, by: size) {
            let range = start..<min(start + size, peaks.count)
            tops.append(peaks[range].max() ?? 0)
            // A level to the fourth is a power.
            let power = bodies[range].reduce(0.0) { sum, level in
                let square = Double(level) * Double(level)
                return sum + square * square
            }
            means.append(UInt8((power / Double(range.count)).squareRoot().squareRoot().rounded()))
        }
        return (Double(Self.pointsPerSecond) / Double(size), tops, means)
    }

    /// - Parameter amplitude: linear, not negative.
    static func level(_ amplitude: Float) -> UInt8 {
        UInt8((min(1, max(0, amplitude)).squareRoot() * 255).rounded())
    }
}

/// A range of time in milliseconds from the beginning.
package struct TimeRange: Sendable, Equatable {
    package let start: Int
    package let end: Int
}
