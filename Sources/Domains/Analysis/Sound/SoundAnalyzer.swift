import Signal

/// A stream of one channel that the analysis makes on its way, for others to use.
package enum DerivedStream: Sendable {
    /// 8,000 samples a second: the whole recording.
    case mono8000
    /// 11,025 samples a second: the first 120 seconds.
    case mono11025
}

/// Analyzes the samples of one recording in a single pass. It stores numbers of each frame, not the sound: 15 MB for an
/// hour, 80 MB for a day. An instance is for one recording and one thread.
package struct SoundAnalyzer {
    /// Increases when the analysis would find something else in the same samples.
    package static let version = 1

    /// Frames that are handled at once.
    private static let block = 4096
    /// Quieter samples are zeros: numbers near the smallest ones are slow to compute with.
    private static let least: Float = 1e-15
    /// +36 dB: what is louder is no sound.
    private static let most: Float = 64
    /// With less, there is no tempo.
    private static let leastConfidence = 0.1
    private static let beginningSamples = 120 * PitchHistogram.sampleRate

    private let sampleRate: Int
    private let channels: Int
    private var clean: [Float] = []
    private var mono: [Float] = []
    private var levels: LevelMeter
    private var truePeak: TruePeak
    private var toMiddle: Resampler
    /// From the source where its rate is low, otherwise from the middle one.
    private var toNarrow: Resampler
    private var toNotes: Resampler
    private let isNarrowFromSource: Bool
    private var given = 0
    private var spectrum = MelSpectrum()
    private var onsets = OnsetEnvelope()
    private var pitches = PitchHistogram()
    private var features = FeatureExtractor()

    /// Whether sound of this form can be analyzed.
    package static func supports(sampleRate: Int, channels: Int) -> Bool {
        (1...8).contains(channels) && (1000...768_000).contains(sampleRate)
    }

    /// - Parameters:
    ///   - sampleRate: frames a second; made for 8,000 to 192,000.
    ///   - channels: from 1 to 8.
    package init(sampleRate: Int, channels: Int) {
        precondition(Self.supports(sampleRate: sampleRate, channels: channels))
        self.sampleRate = sampleRate
        self.channels = channels
        levels = LevelMeter(sampleRate: sampleRate, channels: channels)
        truePeak = TruePeak(channels: channels)
        // The middle stream's own uses end at 8,500 Hz.
        toMiddle = Resampler(from: sampleRate, to: MelGrid.sampleRate, passband: 0.8)
        isNarrowFromSource = sampleRate < MelGrid.sampleRate
        toNarrow = Resampler(from: isNarrowFromSource ? sampleRate : MelGrid.sampleRate, to: 8000)
        toNotes = Resampler(from: MelGrid.sampleRate, to: PitchHistogram.sampleRate, passband: 0.8)
    }

    /// Takes the next samples.
    ///
    /// - Parameters:
    ///   - interleaved: whole frames; a part of one at the end is ignored. What is not a number is silence.
    ///   - use: called with pieces of the derived streams as they become complete.
    package mutating func add(
        _ interleaved: UnsafeBufferPointer<Float>,
        _ use: (DerivedStream, UnsafeBufferPointer<Float>) -> Void = { _, _ in }
    ) {
        let frames = interleaved.count / channels
        for start in stride(from: 0, to: frames, by: Self.block) {
            let range = start * channels..<min(frames, start + Self.block) * channels
            addBlock(UnsafeBufferPointer(rebasing: interleaved[range]), use)
        }
    }

    /// Ends the recording; `use` gets the rest of the derived streams. The analyzer must not be used afterwards.
    package mutating func finish(
        _ use: (DerivedStream, UnsafeBufferPointer<Float>) -> Void = { _, _ in }
    ) -> SoundAnalysis {
        truePeak.finish()
        var middle: [Float] = []
        toMiddle.finish { middle.append(contentsOf: $0) }
        middle.withUnsafeBufferPointer { addMiddle($0, use) }
        toNarrow.finish { use(.mono8000, $0) }
        var notes: [Float] = []
        toNotes.finish { notes.append(contentsOf: $0) }
        notes.withUnsafeBufferPointer { addNotes($0, use) }
        pitches.finish()
        spectrum.finish { levels in
            onsets.add(levels: levels)
            features.add(levels: levels)
        }
        return result()
    }

    private mutating func addBlock(
        _ samples: UnsafeBufferPointer<Float>, _ use: (DerivedStream, UnsafeBufferPointer<Float>) -> Void
    ) {
        clean.removeAll(keepingCapacity: true)
        clean.append(contentsOf: samples)
        clean.withUnsafeMutableBufferPointer { Self.sanitize($0) }
        clean.withUnsafeBufferPointer { clean in
            levels.add(clean)
            truePeak.add(clean)
        }
        mix()
        var (mono, middle) = ([Float](), [Float]())
        swap(&mono, &self.mono)
        mono.withUnsafeBufferPointer { mono in
            if isNarrowFromSource { toNarrow.add(mono) { use(.mono8000, $0) } }
            toMiddle.add(mono) { middle.append(contentsOf: $0) }
        }
        middle.withUnsafeBufferPointer { addMiddle($0, use) }
        swap(&mono, &self.mono)
    }

    private mutating func addMiddle(
        _ middle: UnsafeBufferPointer<Float>, _ use: (DerivedStream, UnsafeBufferPointer<Float>) -> Void
    ) {
        guard !middle.isEmpty else { return }
        if !isNarrowFromSource { toNarrow.add(middle) { use(.mono8000, $0) } }
        onsets.add(samples: middle)
        spectrum.add(middle) { levels in
            onsets.add(levels: levels)
            features.add(levels: levels)
        }
        var notes: [Float] = []
        toNotes.add(middle) { notes.append(contentsOf: $0) }
        notes.withUnsafeBufferPointer { addNotes($0, use) }
    }

    private mutating func addNotes(
        _ notes: UnsafeBufferPointer<Float>, _ use: (DerivedStream, UnsafeBufferPointer<Float>) -> Void
    ) {
        pitches.add(notes)
        let count = min(notes.count, Self.beginningSamples - given)
        guard count > 0 else { return }
        given += count
        use(.mono11025, UnsafeBufferPointer(rebasing: notes[..<count]))
    }

    private static func sanitize(_ samples: UnsafeMutableBufferPointer<Float>) {
        guard let start = samples.baseAddress else { return }
        let whole = samples.count & ~3
        for index in stride(from: 0, to: whole, by: 4) {
            let value = SIMD4(at: start + index)
            let size = value.magnitudes
            let isSound = size .>= least .& size .<= most
            SIMD4<Float>().replacing(with: value, where: isSound).store(at: start + index)
        }
        for index in whole..<samples.count where !(abs(samples[index]) >= least && abs(samples[index]) <= most) {
            samples[index] = 0
        }
    }

    /// The mean of the channels.
    private mutating func mix() {
        mono.removeAll(keepingCapacity: true)
        guard channels > 1 else {
            mono.append(contentsOf: clean)
            return
        }
        let count = clean.count / channels
        let share = 1 / Float(channels)
        clean.withUnsafeBufferPointer { clean in
            var index = 0
            if channels == 2, let start = clean.baseAddress {
                while index + 4 <= count {
                    let pairs = UnsafeRawPointer(start + 2 * index).loadUnaligned(as: SIMD8<Float>.self)
                    let mean = (pairs.evenHalf + pairs.oddHalf) * 0.5
                    for lane in 0..<4 { mono.append(mean[lane]) }
                    index += 4
                }
            }
            for frame in index..<count {
                var sum: Float = 0
                for channel in 0..<channels { sum += clean[frame * channels + channel] }
                mono.append(sum * share)
            }
        }
    }

    private mutating func result() -> SoundAnalysis {
        let frames = levels.frames
        let (waveform, silence) = levels.finish()
        let flux = onsets.total
        let estimator = TempoEstimator(flux: flux)
        let tempo = estimator.tempo().flatMap { $0.confidence >= Self.leastConfidence ? $0 : nil }
        let seconds = max(1, Double(frames) / Double(sampleRate))
        let onsetRate = Double(BeatTracker.peaks(estimator.envelope).count) / seconds
        let chroma = pitches.chroma()
        let meanFlux = Double(flux.reduce(0, +)) / Double(max(1, flux.count))
        return SoundAnalysis(
            sampleRate: sampleRate, channels: channels, frames: frames, truePeak: Double(truePeak.peak),
            silence: silence, waveform: waveform, tempo: tempo, rhythm: rhythm(tempo, estimator.envelope),
            key: pitches.tonality > 0.1 ? MusicalKey(chroma: chroma) : nil,
            energy: Self.energy(level: levels.body, onsetRate: onsetRate, flux: meanFlux),
            features: SoundFeatures(
                timbre: features.values(), chroma: chroma, tonality: pitches.tonality, pulse: tempo?.confidence ?? 0,
                onsetRate: onsetRate))
    }

    private func rhythm(_ tempo: Tempo?, _ envelope: [Float]) -> Rhythm {
        guard let tempo else { return Rhythm(beats: [], hardPoints: []) }
        let beats = BeatTracker.beats(envelope, period: 60 * MelGrid.frameRate / tempo.beatsPerMinute)
        return Rhythm(
            beats: beats.map { Int((Double($0) / MelGrid.frameRate * 1000).rounded()) },
            hardPoints: BeatTracker.hardPoints(onsets, envelope, beats: beats))
    }

    /// - Parameters:
    ///   - level: root mean square of what is not silent, linear.
    ///   - onsetRate: onsets a second.
    ///   - flux: the mean of the onset envelope.
    private static func energy(level: Double, onsetRate: Double, flux: Double) -> Double {
        guard level > 0 else { return 0 }
        func share(_ value: Double, _ range: ClosedRange<Double>) -> Double {
            min(1, max(0, (value - range.lowerBound) / (range.upperBound - range.lowerBound)))
        }
        // From the quietest fiftieth of the music that the features are normalized by to the loudest.
        let loudness = share(20 * Functions.log10(level), -28 ... -8)
        let energy = 0.4 * loudness + 0.3 * share(onsetRate, 1.5...7.5) + 0.3 * share(flux, 0.08...0.4)
        return Double(Float((energy * 1000).rounded() / 1000))
    }
}
