import Analysis
import Foundation

/// Audio composed of simple parts, the same in every run.
struct GeneratedSound {
    let rate: Int
    var samples: [Float]
    private var state: UInt64 = 1

    init(seconds: Double, rate: Int = 22_050) {
        self.rate = rate
        samples = [Float](repeating: 0, count: Int(seconds * Double(rate)))
    }

    /// A pseudorandom number from −1 to 1.
    mutating func random() -> Float {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }

    /// Adds a short decaying noise.
    mutating func addClick(at time: Double, amplitude: Float = 0.6) {
        let start = Int((time * Double(rate)).rounded())
        var height = amplitude
        for index in start..<min(samples.count, start + rate / 20) {
            samples[index] += height * random()
            height *= 0.99
        }
    }

    /// Adds a tone that starts within 5 ms and fades.
    mutating func addTone(_ frequency: Double, at time: Double, amplitude: Double = 0.6) {
        let start = Int((time * Double(rate)).rounded())
        for index in 0..<min(samples.count - start, rate / 5) {
            let seconds = Double(index) / Double(rate)
            let height = amplitude * min(1, seconds / 0.005) * exp(-seconds * 25)
            samples[start + index] += Float(height * sin(2 * Double.pi * frequency * seconds))
        }
    }

    /// Adds a fading note with three overtones.
    mutating func addNote(_ semitonesAboveA: Int, tuning: Double = 440, from start: Double, seconds: Double) {
        let frequency = tuning * pow(2, Double(semitonesAboveA) / 12)
        let first = Int(start * Double(rate))
        for overtone in 1...4 where frequency * Double(overtone) < Double(rate) / 2 {
            let step = 2 * Double.pi * frequency * Double(overtone) / Double(rate)
            for index in 0..<min(samples.count - first, Int(seconds * Double(rate))) {
                let fading = Float(1 - Double(index) / (seconds * Double(rate)))
                samples[first + index] += 0.1 / Float(overtone) * fading * Float(sin(step * Double(index)))
            }
        }
    }

    mutating func addNoise(_ amplitude: Float) {
        for index in samples.indices { samples[index] += amplitude * random() }
    }

    func analyzed() -> SoundAnalysis {
        analysis(of: samples, rate: rate)
    }
}

/// Analyzes interleaved samples in blocks of `block` frames.
func analysis(of samples: [Float], rate: Int, channels: Int = 1, block: Int = 4000) -> SoundAnalysis {
    var analyzer = SoundAnalyzer(sampleRate: rate, channels: channels)
    samples.withUnsafeBufferPointer { samples in
        for start in stride(from: 0, to: samples.count, by: block * channels) {
            let end = min(samples.count, start + block * channels)
            analyzer.add(UnsafeBufferPointer(rebasing: samples[start..<end]))
        }
    }
    return analyzer.finish()
}
