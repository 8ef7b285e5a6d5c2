import Foundation

/// Music that can be recognized, and recordings of it, made by ffmpeg.
package enum Melody {
    /// Writes five notes a second, in an order that does not repeat.
    ///
    /// - Parameters:
    ///   - seed: melodies with different seeds are different songs.
    ///   - options: ffmpeg options for the file.
    package static func write(
        _ path: String, seed: Double, seconds: Int, _ options: [String] = []
    ) async throws {
        let note = "220*pow(2\\,floor(24*mod(abs(sin((1+floor(t*5))*\(seed))*43758.5453)\\,1))/12)"
        let tones = "0.3*sin(2*PI*t*\(note))+0.15*sin(4*PI*t*\(note))+0.05*sin(7*PI*t*\(note))"
        try await ffmpeg(["-f", "lavfi", "-i", "aevalsrc=\(tones):s=44100:d=\(seconds)"] + options + [path])
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
