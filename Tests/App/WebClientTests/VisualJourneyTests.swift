import Foundation
import Support
import Testing

/// Visuals, and the waveform as seek bar.
extension WebClientTests {
    @Test(
        "each visual is drawn without flashing, also full screen, and stops when hidden; the waveform seeks in bar, stage and share"
    )
    func visuals() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeBeats(in: folder.path + "/music")
        try await Self.run("visuals.mjs", ["--analysis-rest", "1"], in: folder)
    }

    /// Two songs of an album with a cover: one with two drum beats a second, and one without drums.
    private static func makeBeats(in folder: String) async throws {
        let album = "\(folder)/Drummer/Beats"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        let drum = "0.8*sin(2*PI*60*mod(t\\,0.5))*exp(-14*mod(t\\,0.5))+0.3*(random(0)-0.5)*exp(-40*mod(t+0.25\\,0.5))"
        for (number, title, sound) in [
            (1, "Drums", drum), (2, "No drums", "0.2*sin(2*PI*220*t)*(0.6+0.4*sin(t))"),
        ] {
            let made = try await Program.run(
                "/usr/bin/env",
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "aevalsrc=\(sound):s=44100:d=60",
                    "-metadata", "title=\(title)", "-metadata", "artist=Drummer", "-metadata", "album=Beats",
                    "-metadata", "track=\(number)", "\(album)/\(number).flac",
                ])
            try #require(made.status == 0, "\(made.error)")
        }
        let cover = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                "gradients=s=500x500:c0=0x1b2a6b:c1=0xe0455e:n=2:d=1",
                "-frames:v", "1", "\(album)/cover.jpg",
            ])
        try #require(cover.status == 0, "\(cover.error)")
    }
}
