import Foundation
import Signal
import Testing

@Suite("The true peak") struct TruePeakTests {
    private func measured(_ samples: [Float], channels: Int, block: Int = 1024) -> TruePeak {
        var meter = TruePeak(channels: channels)
        samples.withUnsafeBufferPointer { samples in
            for start in stride(from: 0, to: samples.count, by: block * channels) {
                meter.add(UnsafeBufferPointer(rebasing: samples[start..<min(samples.count, start + block * channels)]))
            }
        }
        meter.finish()
        return meter
    }

    @Test("a tone at a quarter of the sample rate, sampled beside its peaks, is 3 dB above its samples")
    func betweenSamples() {
        let samples = (0..<4410).map { Float(0.5 * sin(Double.pi / 2 * Double($0) + Double.pi / 4)) }
        let meter = measured(samples, channels: 1)
        #expect(abs(meter.samplePeak - 0.353_55) < 0.0001)
        // The Recommendation allows 0.4 dB above.
        #expect(20 * log10(meter.peak / 0.5) > -0.2 && 20 * log10(meter.peak / 0.5) < 0.4)
    }

    @Test("one loud channel is found among silent ones", arguments: [1, 2, 3, 6, 8])
    func channels(count: Int) {
        var samples = [Float](repeating: 0, count: 3000 * count)
        for frame in 1000..<2000 {
            samples[frame * count + count - 1] = Float(0.8 * sin(Double.pi / 2 * Double(frame) + Double.pi / 4))
        }
        let meter = measured(samples, channels: count)
        #expect(abs(20 * log10(meter.peak / 0.8)) < 0.7)
    }

    @Test("a peak at the very end counts, and the block size does not matter")
    func ends() {
        let samples = noise(5000).map { $0 * 0.1 } + [0.7, 0.7, 0.7, 0.7]
        let whole = measured(samples, channels: 2, block: 2502)
        #expect(whole.peak > 0.75 && whole.samplePeak == 0.7)
        for block in [1, 7, 100] { #expect(measured(samples, channels: 2, block: block).peak == whole.peak) }
    }

    @Test("silence has none")
    func silence() {
        #expect(measured([], channels: 2).peak == 0)
        #expect(measured([Float](repeating: 0, count: 1000), channels: 2).peak == 0)
    }
}
