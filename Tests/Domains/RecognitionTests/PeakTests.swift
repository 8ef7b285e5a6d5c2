import Testing

@testable import Recognition

@Suite("Spectral peaks") struct PeakTests {
    @Test("they do not depend on how the samples are split")
    func blocks() {
        let samples = music(seed: 1, seconds: 3)
        let whole = peaks(of: samples, block: samples.count)
        #expect(whole.peaks.count > 30)
        #expect(peaks(of: samples, block: 257) == whole)
    }

    @Test("a tone has them at its own frequency")
    func tone() {
        var samples = [Float](repeating: 0, count: 8000)
        let turn = (cosine: Float(0.707_106_78), sine: Float(0.707_106_78))  // 1,000 Hz
        var (x, y): (Float, Float) = (0.5, 0)
        for i in 2000..<6000 {
            samples[i] = y
            (x, y) = (x * turn.cosine - y * turn.sine, x * turn.sine + y * turn.cosine)
        }
        let found = peaks(of: samples).peaks
        #expect(found.contains { $0.bin == 128 - 32 })
    }

    @Test("silence and very short audio have none")
    func silence() {
        #expect(peaks(of: [Float](repeating: 0, count: 16_000)) == TrackPeaks(frameCount: 63, peaks: []))
        #expect(peaks(of: [0.5, -0.5]).peaks.isEmpty)
        #expect(peaks(of: []) == TrackPeaks(frameCount: 0, peaks: []))
    }

    @Test("invalid samples do no harm")
    func notNumbers() {
        var samples = music(seed: 2, seconds: 2)
        samples[5000] = .nan
        samples[9000] = .infinity
        #expect(peaks(of: samples).peaks.count < 200)
    }

    @Test("they are stored in at most 80 bytes a second and decoded again")
    func codec() throws {
        let found = peaks(of: music(seed: 3, seconds: 3))
        let bytes = PeakCodec.encode(found)
        #expect(bytes.count < 3 * 80)
        #expect(PeakCodec.decode(bytes) == found)
        let empty = TrackPeaks(frameCount: 0, peaks: [])
        #expect(PeakCodec.decode(PeakCodec.encode(empty)) == empty)
    }

    @Test("invalid bytes are refused or decoded as some peaks")
    func garbage() {
        let bytes = randomPeaks(seed: 4, seconds: 6)
        for count in 0..<bytes.count { #expect(PeakCodec.decode(Array(bytes.prefix(count))) == nil) }
        #expect(PeakCodec.decode(bytes + [0]) == nil)
        var random = SplitMix(state: 5)
        for _ in 0..<200 {
            var changed = bytes
            changed[.random(in: 0..<bytes.count, using: &random)] = .random(in: 0...255, using: &random)
            guard let decoded = PeakCodec.decode(changed) else { continue }
            #expect(PeakCodec.encode(decoded) == changed)
        }
        #expect(PeakCodec.decode([1, 255, 255, 255, 255]) == nil)
    }
}
