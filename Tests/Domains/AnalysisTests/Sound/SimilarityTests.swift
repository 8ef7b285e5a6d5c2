import Analysis
import Testing

@Suite("Similar audio") struct SimilarityTests {
    /// Music of one style: notes of a register and clicks at a tempo.
    private func music(register: Int, step: Double, noise: Float, seed: Int) -> SoundAnalysis {
        var sound = GeneratedSound(seconds: 8, rate: 22_050)
        for index in 0..<Int(8 / step) {
            let note = register + [0, 4, 7, 12, 9, 5][(index * (seed + 3)) % 6]
            sound.addNote(note, from: Double(index) * step, seconds: step * 1.5)
            if noise > 0 { sound.addClick(at: Double(index) * step, amplitude: noise) }
        }
        return sound.analyzed()
    }

    @Test("music of the same style is closer than music of another style")
    func kinds() {
        let calm = music(register: -24, step: 1, noise: 0, seed: 1).features
        let calmToo = music(register: -22, step: 0.9, noise: 0, seed: 2).features
        let busy = music(register: 12, step: 0.2, noise: 0.5, seed: 1).features
        #expect(SoundFeatures.distance(calm, calm) == 0)
        #expect(SoundFeatures.distance(calm, busy) == SoundFeatures.distance(busy, calm))
        #expect(SoundFeatures.distance(calm, calmToo) < 0.7 * SoundFeatures.distance(calm, busy))
        #expect(SoundFeatures.similarity(0) == 1 && SoundFeatures.similarity(.infinity) == 0)
    }

    @Test("loudness, sample rate and stereo do not affect similarity")
    func copies() {
        var sound = GeneratedSound(seconds: 8, rate: 44_100)
        for index in 0..<32 {
            sound.addNote([0, 4, 7, 12][index % 4] - 12, from: Double(index) * 0.25, seconds: 0.4)
            sound.addClick(at: Double(index) * 0.25, amplitude: 0.2)
        }
        let original = sound.analyzed()
        let quiet = analysis(of: sound.samples.map { $0 * 0.1 }, rate: 44_100)
        let stereo = analysis(of: sound.samples.flatMap { [$0, $0] }, rate: 44_100, channels: 2)
        let faster = analysis(of: sound.samples.flatMap { [$0, $0] }, rate: 88_200)
        for copy in [quiet, stereo, faster] {
            let distance = SoundFeatures.distance(original.features, copy.features)
            #expect(SoundFeatures.similarity(distance) > 0.95)
        }
        #expect(original.energy > quiet.energy)
    }

    @Test("silence is far from everything and has no stored features")
    func none() {
        let silence = analysis(of: [Float](repeating: 0, count: 8 * 8000), rate: 8000).features
        let calm = music(register: -12, step: 0.5, noise: 0, seed: 1).features
        #expect(silence.isNone && !calm.isNone)
        #expect(SoundFeatures.distance(silence, calm) == .infinity)
        #expect(SoundFeatures.distance(silence, silence) == .infinity)
        #expect(SoundFeatures(bytes: silence.bytes) == silence)
        #expect(calm.bytes.count == SoundFeatures.byteCount && SoundFeatures.byteCount <= 256)
    }
}
