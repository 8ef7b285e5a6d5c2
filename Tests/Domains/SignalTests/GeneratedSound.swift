import Foundation
import Signal

/// A tone of this frequency in Hz with amplitude 1 and phase 0 at the first sample.
func tone(_ frequency: Double, rate: Int, seconds: Double) -> [Float] {
    (0..<Int(Double(rate) * seconds)).map { Float(sin(2 * Double.pi * frequency * Double($0) / Double(rate))) }
}

/// Samples from −1 to 1 that are the same in every run.
func noise(_ count: Int, seed: UInt64 = 1) -> [Float] {
    var state = seed
    return (0..<count).map { _ in
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Float(Int32(truncatingIfNeeded: state >> 32)) / Float(Int32.max)
    }
}

/// The samples at another rate. The resampler gets them in blocks of `block`.
func resampled(_ samples: [Float], from: Int, to: Int, block: Int = 1000) -> [Float] {
    var resampler = Resampler(from: from, to: to)
    var result: [Float] = []
    samples.withUnsafeBufferPointer { samples in
        for start in stride(from: 0, to: samples.count, by: block) {
            let part = UnsafeBufferPointer(rebasing: samples[start..<min(samples.count, start + block)])
            resampler.add(part) { result.append(contentsOf: $0) }
        }
    }
    resampler.finish { result.append(contentsOf: $0) }
    return result
}
