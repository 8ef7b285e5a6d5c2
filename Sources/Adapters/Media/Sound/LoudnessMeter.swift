import Analysis
import CEbur128

/// Measures loudness by libebur128, in blocks of a tenth of a second. The integrated loudness is the gated mean of the
/// momentary ones, which are needed anyway: the library would compute each a second time.
struct LoudnessMeter: ~Copyable {
    private static let modes = [EBUR128_MODE_LRA, EBUR128_MODE_SAMPLE_PEAK]
    /// The momentary loudness covers 400 ms: the first three blocks do not fill it.
    private static let firstWhole = 4

    private var state: UnsafeMutablePointer<ebur128_state>?
    private let channels: Int
    private var blocks = 0
    private var gating = GatingBlocks()

    /// The frames of one block.
    let blockFrames: Int

    init(sampleRate: Int, channels: Int) throws(SoundProblem) {
        self.channels = channels
        blockFrames = max(1, sampleRate / 10)
        let mode = Self.modes.reduce(Int32(0)) { $0 | Int32($1.rawValue) }
        state = ebur128_init(UInt32(channels), UInt(sampleRate), mode)
        guard state != nil else { throw .unsupported }
    }

    deinit {
        var state = state
        ebur128_destroy(&state)
    }

    /// - Parameter samples: interleaved, one block; the last one may be shorter.
    mutating func add(_ samples: UnsafeBufferPointer<Float>) {
        guard let start = samples.baseAddress else { return }
        let frames = samples.count / channels
        guard ebur128_add_frames_float(state, start, frames) == 0, frames == blockFrames else { return }
        blocks += 1
        var loudness = 0.0
        if blocks >= Self.firstWhole, ebur128_loudness_momentary(state, &loudness) == 0 { gating.add(loudness) }
    }

    /// Nil for silence, and for less than 400 ms.
    ///
    /// - Parameter truePeak: linear.
    consuming func finish(truePeak: Double) -> Loudness? {
        guard let integrated = gating.integrated else { return nil }
        var range = 0.0
        if ebur128_loudness_range(state, &range) != 0 || !range.isFinite { range = 0 }
        var samplePeak = 0.0
        for channel in 0..<UInt32(channels) {
            var peak = 0.0
            if ebur128_sample_peak(state, channel, &peak) == 0 { samplePeak = max(samplePeak, peak) }
        }
        return Loudness(
            integrated: integrated, range: range, samplePeak: samplePeak, truePeak: max(samplePeak, truePeak),
            histogram: gating.histogram)
    }
}
