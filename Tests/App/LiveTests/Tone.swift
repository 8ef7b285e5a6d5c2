import Foundation
import Support

/// Sine tones: makes files of them and measures them in recordings.
enum Tone {
    static let rate = 44_100

    /// A PCM file with sines of a quarter of full scale, one after the other.
    static func file(_ frequencies: Double..., seconds: Int) -> [UInt8] {
        var bytes = WAVFile.noise(frames: frequencies.count * seconds * rate)
        for frame in 0..<frequencies.count * seconds * rate {
            let frequency = frequencies[frame / (seconds * rate)]
            let value = Int16(8192 * sin(2 * .pi * frequency * Double(frame) / Double(rate)))
            for side in 0..<2 {
                let place = 44 + frame * 4 + side * 2
                bytes[place] = UInt8(truncatingIfNeeded: value)
                bytes[place + 1] = UInt8(truncatingIfNeeded: value >> 8)
            }
        }
        return bytes
    }

    /// A frequency's share of the power of the samples, from 0 to 1 (Goertzel's algorithm).
    static func share(of frequency: Double, in samples: ArraySlice<Int16>) -> Double {
        let step = 2 * cos(2 * .pi * frequency / Double(rate))
        var (last, before, power) = (0.0, 0.0, 0.0)
        for sample in samples {
            let value = Double(sample)
            (last, before) = (value + step * last - before, last)
            power += value * value
        }
        guard power > Double(samples.count) else { return 0 }
        let found = last * last + before * before - step * last * before
        return 2 * found / (Double(samples.count) * power)
    }

    /// The samples of a recording from index `start` on: 16 bits, one channel, no header.
    static func samples(of recording: String, from start: Int) throws -> [Int16] {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: recording))
        defer { try? file.close() }
        try file.seek(toOffset: UInt64(start * 2))
        let bytes = try file.readToEnd() ?? Data()
        return [Int16](unsafeUninitializedCapacity: bytes.count / 2) { samples, count in
            count = bytes.count / 2
            _ = bytes.copyBytes(to: UnsafeMutableRawBufferPointer(samples), from: 0..<count * 2)
        }
    }
}
