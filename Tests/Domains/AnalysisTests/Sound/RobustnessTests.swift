import Analysis
import Testing

@Suite("Audio of any kind") struct RobustnessTests {
    @Test("invalid samples count as silence")
    func notNumbers() {
        var source = GeneratedSound(seconds: 0)
        let odd: [Float] = [
            .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 1e38, -.leastNormalMagnitude / 4, .signalingNaN,
        ]
        let samples = (0..<30_000).map { index in index % 5 == 0 ? odd[index / 5 % odd.count] : 0.1 * source.random() }
        let result = analysis(of: samples, rate: 22_050, channels: 2)
        #expect(result.frames == 15_000 && result.truePeak < 1 && result.energy.isFinite)
        #expect(analysis(of: [Float](repeating: .nan, count: 50_000), rate: 44_100).silence.start == 50_000)
    }

    @Test("very short and empty recordings are analyzed", arguments: [0, 1, 2, 3, 100, 441, 512, 2000, 9000])
    func short(count: Int) {
        var source = GeneratedSound(seconds: 0)
        let samples = (0..<count).map { _ in source.random() }
        let result = analysis(of: samples, rate: 44_100, block: 64)
        #expect(result.frames == count && result.tempo == nil && result.features.isNone)
        #expect(result.waveform.peaks.count == (count + 1763) / 1764)
        #expect(SoundAnalysis(bytes: result.bytes) == result)
    }

    @Test(
        "all sample rates and channel counts are supported", arguments: [8000, 11_025, 12_345, 48_000, 192_000],
        [1, 2, 8])
    func shapes(rate: Int, channels: Int) {
        var source = GeneratedSound(seconds: 0)
        let samples = (0..<rate / 8 * channels).map { _ in 0.5 * source.random() }
        var (narrow, notes) = (0, 0)
        var analyzer = SoundAnalyzer(sampleRate: rate, channels: channels)
        func count(_ stream: DerivedStream, _ part: UnsafeBufferPointer<Float>) {
            switch stream {
            case .mono8000: narrow += part.count
            case .mono11025: notes += part.count
            }
        }
        samples.withUnsafeBufferPointer { analyzer.add($0, count) }
        let result = analyzer.finish(count)
        #expect(result.frames == rate / 8)
        #expect(abs(narrow - 1000) <= 2 && abs(notes - 1378) <= 2)
    }

    @Test("the stream for fingerprints ends after two minutes")
    func beginning() {
        var notes = 0
        var analyzer = SoundAnalyzer(sampleRate: 8000, channels: 1)
        let second = [Float](repeating: 0.25, count: 8000)
        for _ in 0..<123 {
            second.withUnsafeBufferPointer { samples in
                analyzer.add(samples) { stream, part in if stream == .mono11025 { notes += part.count } }
            }
        }
        _ = analyzer.finish()
        #expect(notes == 120 * 11_025)
    }

    @Test("the block size does not affect the result")
    func blocks() {
        var sound = GeneratedSound(seconds: 6)
        for beat in 0..<12 { sound.addClick(at: 0.2 + Double(beat) * 0.45) }
        let whole = analysis(of: sound.samples, rate: sound.rate, block: 1 << 20)
        #expect(analysis(of: sound.samples, rate: sound.rate, block: 777) == whole)
    }
}
