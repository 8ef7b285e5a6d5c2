import Foundation
import Signal
import Testing

@Suite("Changing the sample rate") struct ResamplerTests {
    private static let rates = [
        (44_100, 22_050), (44_100, 11_025), (44_100, 8000), (48_000, 22_050), (48_000, 8000), (22_050, 8000),
        (8000, 22_050), (192_000, 8000), (44_056, 11_025), (22_050, 22_050),
    ]

    @Test("a tone keeps its level, its phase and its length", arguments: rates)
    func kept(from: Int, to: Int) {
        let result = resampled(tone(440, rate: from, seconds: 0.5), from: from, to: to, block: 777)
        let expected = tone(440, rate: to, seconds: 0.5)
        #expect(result.count == (from / 2 * to + from - 1) / from)
        // Near the ends the filter includes the silence outside.
        let inner = to / 16..<expected.count - to / 16
        #expect(inner.map { abs(result[$0] - expected[$0]) }.max()! < 0.0003)
    }

    @Test("a tone above the new band is attenuated by at least 70 dB", arguments: rates.filter { $0.0 > $0.1 })
    func aliases(from: Int, to: Int) {
        for share in [1.01, 1.1, 1.5, 1.98] where Double(to) / 2 * share < Double(from) / 2 {
            let result = resampled(tone(Double(to) / 2 * share, rate: from, seconds: 0.25), from: from, to: to)
            let inner = to / 16..<result.count - to / 16
            #expect(inner.map { abs(result[$0]) }.max()! < 0.000_3)
        }
    }

    @Test("an impulse keeps its time", arguments: rates)
    func delay(from: Int, to: Int) {
        var samples = [Float](repeating: 0, count: from / 2)
        samples[from / 4] = 1
        let result = resampled(samples, from: from, to: to)
        let highest = result.indices.max { result[$0] < result[$1] }!
        #expect(abs(Double(highest) / Double(to) - Double(from / 4) / Double(from)) <= 0.51 / Double(to))
    }

    @Test("the block size does not affect the result")
    func blocks() {
        let samples = noise(20_000)
        let whole = resampled(samples, from: 44_100, to: 8000, block: 20_000)
        for block in [1, 13, 4096] {
            #expect(resampled(samples, from: 44_100, to: 8000, block: block) == whole)
        }
    }

    @Test("no samples give none, and one sample gives one")
    func ends() {
        #expect(resampled([], from: 44_100, to: 8000).isEmpty)
        #expect(resampled([0.5], from: 44_100, to: 22_050).count == 1)
    }
}
