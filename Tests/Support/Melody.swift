import Foundation

/// Music that can be recognized, and recordings of it.
package enum Melody {
    /// Writes five notes a second, in an order that does not repeat.
    ///
    /// - Parameters:
    ///   - seed: melodies with different seeds are different songs.
    ///   - options: ffmpeg options for the file.
    package static func write(
        _ path: String, seed: Double, seconds: Int, _ options: [String] = []
    ) async throws {
        let folder = try TemporaryFolder()
        let samples = folder.path + "/samples"
        try Data(pcm(seed: seed, seconds: seconds)).write(to: URL(fileURLWithPath: samples))
        try await ffmpeg(["-f", "s16le", "-ar", "44100", "-ac", "1", "-i", samples] + options + [path])
    }

    /// 16-bit samples, 44,100 a second. ffmpeg takes ten times as long to make them by `aevalsrc`.
    private static func pcm(seed: Double, seconds: Int) -> [UInt8] {
        let rate = 44_100
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * rate * seconds)
        for beat in 0..<seconds * 5 {
            let step = floor(24 * abs(sin(Double(1 + beat) * seed) * 43758.5453).truncatingRemainder(dividingBy: 1))
            let note = 2 * Double.pi * 220 * pow(2, step / 12)
            for index in beat * rate / 5..<(beat + 1) * rate / 5 {
                let phase = note * Double(index) / Double(rate)
                let sample = Int16(32767 * (0.3 * sin(phase) + 0.15 * sin(2 * phase) + 0.05 * sin(3.5 * phase)))
                withUnsafeBytes(of: sample.littleEndian) { bytes.append(contentsOf: $0) }
            }
        }
        return bytes
    }

    /// Seconds of a file with added noise, in a format that browsers record.
    ///
    /// - Parameters:
    ///   - name: a file name, whose extension determines the format.
    ///   - options: ffmpeg options for the file.
    package static func recording(
        of path: String, from start: Int, seconds: Int, as name: String = "recording.webm", _ options: [String] = []
    ) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try await ffmpeg(
            [
                "-i", path, "-f", "lavfi", "-i", "anoisesrc=color=pink:amplitude=0.05:seed=5", "-filter_complex",
                "[0:a]atrim=\(start):\(start + seconds),asetpts=PTS-STARTPTS[a];[a][1:a]amix=duration=first[b]",
                "-map", "[b]", "-ac", "1",
            ] + options + [folder.path + "/" + name])
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/" + name)))
    }

    package static func ffmpeg(_ arguments: [String]) async throws {
        let made = try await Program.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error", "-y"] + arguments)
        guard made.status == 0 else { throw CannotMake(complaint: made.error) }
    }

    package struct CannotMake: Error {
        package let complaint: String
    }
}
