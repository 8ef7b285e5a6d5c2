import Foundation
import Support
import Testing

/// Measures the player's audio output.
extension WebClientTests {
    @Test(
        "the output has no gaps, the set levels and bands, even fades and a stable pitch, and is suspended when idle"
    )
    func sound() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeTones(in: folder.path + "/music")
        try await Self.run(
            "sound.mjs", ["--analysis-rest", "1"], in: folder, users: ["bea": "listener", "cleo": "listener"])
    }

    /// Tones: one that is split into two files, in four formats, and single ones.
    private static func makeTones(in folder: String) async throws {
        let tone = "0.25*sin(2*PI*440*t)"
        let bands = [31, 62, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000].map { "0.03*sin(2*PI*\($0)*t)" }
        var pieces = [
            ("Quiet tone", 1, "flac", 6, "0.05*sin(2*PI*440*t)"), ("Loud tone", 1, "flac", 6, "0.5*sin(2*PI*1000*t)"),
            ("Fade A", 1, "flac", 8, tone), ("Fade B", 1, "flac", 8, "0.25*sin(2*PI*1000*t)"),
            ("Bands", 1, "flac", 12, bands.joined(separator: "+")),
        ]
        // Each is on its own channel, over a hum: 40 seconds of short tones, starting after one beat.
        for (tempo, click, channels) in [(120, 1000, "%|0"), (124, 3000, "0|%"), (117, 3000, "0|%")] {
            let beat = "60/\(tempo)"
            let clicks = "0.5*sin(2*PI*\(click)*t)*exp(-mod(t\\,\(beat))*60)*gte(t\\,\(beat))+0.002*sin(2*PI*97*t)"
            pieces.append(
                ("Clicks \(tempo)", 1, "flac", 40, channels.replacingOccurrences(of: "%", with: clicks)))
        }
        for format in ["mp3", "flac", "opus", "m4a"] {
            pieces += [("Seam \(format)", 1, format, 6, tone), ("Seam \(format)", 2, format, 6, tone)]
        }
        for (album, number, format, seconds, samples) in pieces {
            let path = "\(folder)/\(album)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let tags = [
                "title=\(album) \(number)", "artist=Tones", "album_artist=Tones", "album=\(album)", "track=\(number)",
            ].flatMap { ["-metadata", $0] }
            let made = try await Program.run(
                "/usr/bin/env",
                ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(samples):s=44100:d=\(seconds)"]
                    + (format == "flac" ? [] : ["-b:a", "192k"]) + tags + ["\(path)/\(number).\(format)"])
            try #require(made.status == 0, "\(made.error)")
        }
    }
}
