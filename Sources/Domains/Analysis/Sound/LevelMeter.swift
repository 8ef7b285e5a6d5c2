import Signal

/// Measures the waveform of a recording and the silence at its ends.
struct LevelMeter {
    /// 32,767 / 32,768 and less a little, for what was quantized to 16 bits.
    private static let fullScale: Float = 0.99996
    /// Consecutive samples at full scale that are clipped.
    private static let clippedRun = 3
    /// Points (half a second) from which on silence is mentioned.
    private static let silentPoints = Waveform.pointsPerSecond / 2

    private let sampleRate: Int
    private let channels: Int
    private(set) var frames = 0
    private var firstSound: Int?
    private var lastSound = 0
    private var peaks: [UInt8] = []
    private var bodies: [UInt8] = []
    private var clipped = RangeList()
    private var silent = RangeList()
    /// The current point: its highest sample, the sum of squares and the frame after it.
    private var peak: Float = 0
    private var power = 0.0
    /// The sum of squares of the points that are not silent, and their samples.
    private var soundPower = 0.0
    private var soundSamples = 0.0
    private var start = 0
    private var end: Int
    /// Samples of each channel at full scale up to the current frame.
    private var runs: [Int]
    private var quietPoints = 0

    init(sampleRate: Int, channels: Int) {
        self.sampleRate = sampleRate
        self.channels = channels
        runs = [Int](repeating: 0, count: channels)
        end = sampleRate / Waveform.pointsPerSecond
    }

    /// - Parameter interleaved: whole frames of finite samples.
    mutating func add(_ interleaved: UnsafeBufferPointer<Float>) {
        let count = interleaved.count / channels
        var done = 0
        while done < count {
            let length = min(count - done, end - frames)
            measure(UnsafeBufferPointer(rebasing: interleaved[done * channels..<(done + length) * channels]))
            done += length
            frames += length
            if frames == end { finishPoint() }
        }
    }

    private mutating func measure(_ samples: UnsafeBufferPointer<Float>) {
        guard let start = samples.baseAddress else { return }
        var (most, sum) = (SIMD4<Float>(), SIMD4<Float>())
        let whole = samples.count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
            let value = SIMD4(at: start + index)
            most = most.larger(value.magnitudes)
            sum += value * value
        }
        var (highest, total) = (most.max(), Double(sum.sum()))
        for index in whole..<samples.count {
            highest = max(highest, abs(samples[index]))
            total += Double(samples[index] * samples[index])
        }
        peak = max(peak, highest)
        power += total
        if highest >= EdgeSilence.threshold { findEdges(samples) }
        if highest >= Self.fullScale || runs.contains(where: { $0 > 0 }) { findClipping(samples) }
    }

    private mutating func findEdges(_ samples: UnsafeBufferPointer<Float>) {
        if firstSound == nil {
            firstSound = samples.firstIndex { abs($0) >= EdgeSilence.threshold }.map { frames + $0 / channels }
        }
        if let last = samples.lastIndex(where: { abs($0) >= EdgeSilence.threshold }) {
            lastSound = frames + last / channels
        }
    }

    private mutating func findClipping(_ samples: UnsafeBufferPointer<Float>) {
        for channel in 0..<channels {
            var run = runs[channel]
            for frame in 0..<samples.count / channels {
                if abs(samples[frame * channels + channel]) >= Self.fullScale {
                    run += 1
                } else if run > 0 {
                    note(run, endingAt: frames + frame)
                    run = 0
                }
            }
            runs[channel] = run
        }
    }

    private mutating func note(_ run: Int, endingAt frame: Int) {
        guard run >= Self.clippedRun else { return }
        clipped.add(milliseconds(frame - run), milliseconds(frame) + 1)
    }

    private mutating func finishPoint() {
        guard frames > start else { return }
        let level = Waveform.level(peak)
        peaks.append(level)
        let samples = Double((frames - start) * channels)
        bodies.append(min(level, Waveform.level(Float((power / samples).squareRoot()))))
        if peak < EdgeSilence.threshold {
            quietPoints += 1
        } else {
            soundPower += power
            soundSamples += samples
            finishSilence(at: start)
        }
        (peak, power, start) = (0, 0, frames)
        end = max(frames + 1, (peaks.count + 1) * sampleRate / Waveform.pointsPerSecond)
    }

    private mutating func finishSilence(at frame: Int) {
        if quietPoints >= Self.silentPoints {
            let first = peaks.count - (frame == frames ? 0 : 1) - quietPoints
            silent.add(first * 1000 / Waveform.pointsPerSecond, milliseconds(frame))
        }
        quietPoints = 0
    }

    private func milliseconds(_ frame: Int) -> Int {
        let (seconds, rest) = frame.quotientAndRemainder(dividingBy: sampleRate)
        return seconds * 1000 + rest * 1000 / sampleRate
    }

    /// The root mean square of all that is not silent.
    var body: Double { soundSamples > 0 ? (soundPower / soundSamples).squareRoot() : 0 }

    mutating func finish() -> (waveform: Waveform, silence: EdgeSilence) {
        finishPoint()
        finishSilence(at: frames)
        for channel in 0..<channels { note(runs[channel], endingAt: frames) }
        let silence = firstSound.map { EdgeSilence(start: $0, end: frames - 1 - lastSound) }
        return (
            Waveform(peaks: peaks, bodies: bodies, clipped: clipped.ranges, silent: silent.ranges),
            silence ?? EdgeSilence(start: frames, end: 0)
        )
    }
}

/// Ranges of time in ascending order of their ends. Near ones are merged, so that there are never more than `limit`.
private struct RangeList {
    private static let limit = 1000

    private(set) var ranges: [TimeRange] = []
    /// Milliseconds between two ranges that remain apart.
    private var gap = 50

    mutating func add(_ start: Int, _ end: Int) {
        insert(TimeRange(start: start, end: end))
        while ranges.count > Self.limit {
            gap *= 2
            let all = ranges
            ranges.removeAll(keepingCapacity: true)
            for range in all { insert(range) }
        }
    }

    private mutating func insert(_ range: TimeRange) {
        var range = range
        // Another channel may have been noted before.
        while let last = ranges.last, range.start - last.end <= gap {
            range = TimeRange(start: min(last.start, range.start), end: max(last.end, range.end))
            ranges.removeLast()
        }
        ranges.append(range)
    }
}
