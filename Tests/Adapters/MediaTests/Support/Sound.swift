import Foundation

/// The samples of a file's first channel at 16 kHz, decoded by ffmpeg.
struct Sound {
    static let rate = 16_000
    let samples: [Float]

    init(decoding path: String) async throws {
        let raw = path + ".f32"
        defer { try? FileManager.default.removeItem(atPath: raw) }
        try await TinyAudio.ffmpeg([
            "-nostdin", "-v", "error", "-y", "-i", path, "-map", "0:a:0", "-af", "pan=mono|c0=c0", "-ar",
            "\(Self.rate)", "-f",
            "f32le",
            raw,
        ])
        let data = try Data(contentsOf: URL(filePath: raw))
        samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    }

    /// Writes one second at 440 Hz, one at 1320 Hz and one at 880 Hz, in two channels.
    static func make(_ path: String, _ options: [String]) async throws {
        let tone =
            "0.4*sin(2*PI*440*t)*lt(t\\,1)+0.4*sin(2*PI*1320*t)*gte(t\\,1)*lt(t\\,2)+0.4*sin(2*PI*880*t)*gte(t\\,2)"
        try await TinyAudio.ffmpeg(
            ["-nostdin", "-v", "error", "-y", "-f", "lavfi", "-i", "aevalsrc=\(tone)|\(tone):s=44100:d=3"] + options
                + [path])
    }

    var seconds: Double { Double(samples.count) / Double(Self.rate) }

    /// The level of the audio between these seconds.
    func level(_ from: Double, _ to: Double) -> Double {
        let part = part(from, to)
        return (part.reduce(0) { $0 + Double($1 * $1) } / Double(max(1, part.count))).squareRoot()
    }

    /// The strongest of these frequencies between these seconds (Goertzel's algorithm).
    func pitch(_ from: Double, _ to: Double, of frequencies: [Double] = [440, 880, 1320]) -> Double {
        let part = part(from, to)
        return frequencies.max { power($0, part) < power($1, part) } ?? 0
    }

    private func part(_ from: Double, _ to: Double) -> ArraySlice<Float> {
        let (start, end) = (Int(from * Double(Self.rate)), Int(to * Double(Self.rate)))
        return samples[min(start, samples.count)..<min(end, samples.count)]
    }

    private func power(_ frequency: Double, _ samples: ArraySlice<Float>) -> Double {
        let factor = 2 * cos(2 * Double.pi * frequency / Double(Self.rate))
        var (one, two) = (0.0, 0.0)
        for sample in samples { (one, two) = (Double(sample) + factor * one - two, one) }
        return one * one + two * two - factor * one * two
    }
}
