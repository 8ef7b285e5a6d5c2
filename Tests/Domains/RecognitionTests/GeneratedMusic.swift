import Signal

@testable import Recognition

/// A generator of the same numbers in every run (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
        return z ^ z >> 31
    }
}

/// Fading tones of random pitch and length, three at a time, at 8 kHz.
func music(seed: UInt64, seconds: Double) -> [Float] {
    var random = SplitMix(state: seed)
    let count = Int(seconds * 8000)
    var samples = [Float](repeating: 0, count: count)
    samples.withUnsafeMutableBufferPointer { samples in
        for _ in 0..<3 {
            var start = 0
            while start < count {
                let length = Int.random(in: 1200...3600, using: &random)
                // Rotates a vector instead of calling `sin`, which is slow in debug builds.
                let turn = Functions.rotation(turns: Double.random(in: 300...3500, using: &random) / 8000)
                let (cosine, sine) = (Float(turn.cosine * 0.9997), Float(turn.sine * 0.9997))
                var (x, y): (Float, Float) = (0.2, 0)
                for i in start..<min(count, start + length) {
                    samples[i] += y
                    (x, y) = (x * cosine - y * sine, x * sine + y * cosine)
                }
                start += length
            }
        }
    }
    return samples
}

func noise(seed: UInt64, seconds: Double) -> [Float] {
    var random = SplitMix(state: seed)
    return (0..<Int(seconds * 8000)).map { _ in Float(Int32(truncatingIfNeeded: random.next())) / 0x1p33 }
}

func peaks(of samples: [Float], block: Int = 4096) -> TrackPeaks {
    var extractor = PeakExtractor()
    samples.withUnsafeBufferPointer { samples in
        for start in stride(from: 0, to: samples.count, by: block) {
            extractor.add(UnsafeBufferPointer(rebasing: samples[start..<min(samples.count, start + block)]))
        }
    }
    return extractor.finish()
}

/// Random peaks with the density of music.
func randomPeaks(seed: UInt64, seconds: Int) -> [UInt8] {
    var random = SplitMix(state: seed)
    let frames = UInt32(seconds) * 31
    var peaks: Set<SpectralPeak> = []
    for _ in 0..<seconds * 30 {
        peaks.insert(
            SpectralPeak(frame: .random(in: 0..<frames, using: &random), bin: .random(in: 0..<468, using: &random)))
    }
    return PeakCodec.encode(TrackPeaks(frameCount: frames, peaks: peaks.sorted()))
}

/// A segment in its own memory, like a mapped file.
final class StoredSegment {
    let memory: UnsafeMutableRawBufferPointer

    init(_ bytes: [UInt8]) {
        memory = .allocate(byteCount: bytes.count, alignment: 4096)
        memory.copyBytes(from: bytes)
    }

    deinit { memory.deallocate() }

    var bytes: [UInt8] { Array(memory) }
    var segment: LandmarkSegment? { LandmarkSegment(UnsafeRawBufferPointer(memory)) }

    convenience init(of tracks: [(number: UInt32, peaks: [UInt8])]) throws {
        var builder = LandmarkSegmentBuilder()
        for track in tracks { builder.add(track.number, peaks: track.peaks) }
        try self.init(written { try builder.write(to: $0) })
    }
}

func written(_ write: (@escaping SegmentSink) throws -> Void) rethrows -> [UInt8] {
    let bytes = Collected()
    try write { bytes.all.append(contentsOf: $0) }
    return bytes.all
}

private final class Collected {
    var all: [UInt8] = []
}
