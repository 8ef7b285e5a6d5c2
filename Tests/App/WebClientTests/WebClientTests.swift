import Foundation
import NIOCore
import Support
import Testing

/// The web client's own tests: its pure modules in Node, and journeys through a real Chromium.
@Suite("Web client") struct WebClientTests {
    static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path

    @Test("the module tests pass")
    func modules() async throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder + "/unit").filter {
            $0.hasSuffix(".test.mjs")
        }
        let result = try await Program.run(
            "/usr/bin/env", ["node", "--test"] + files.sorted().map { Self.folder + "/unit/" + $0 })
        #expect(result.status == 0, "\(result.output)")
        #expect(files.count > 5)
    }

    @Test(
        "a user sets up, signs in, finds, plays and seeks a track, and sees the play in the history; another user sees none of it"
    )
    func journey() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeMusic(in: folder.path + "/music")
        let server = try await ServerProcess.start(["--confirmation-time", "5"], in: folder)
        let token = try #require(server.setupToken)
        try await Self.walk(
            "journey.mjs", through: server,
            environment: ["RONDO_SETUP_LINK": "https://localhost:\(server.port)/setup#\(token)"])
    }

    @Test("a user adds a passkey, signs in with it alone and after the password, and removes it")
    func passkeys() async throws {
        try await Self.run("passkeys.mjs", in: TemporaryFolder())
    }

    @Test("one browser times lyrics by keyboard, and a listening one shows the new lyrics at once")
    func lyricsEditor() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run("lyrics-editor.mjs", in: folder)
    }

    @Test("lyrics follow the music, and artists, albums and tracks link to related ones")
    func lyrics() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run("lyrics.mjs", in: folder)
    }

    @Test(
        "Now Playing opens over any page and closes by arrow, Escape, Back and swipe; the queue accepts dropped items"
    )
    func stage() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run("stage.mjs", in: folder)
    }

    @Test(
        "a track plays in the chosen quality and can be sought while it is converted, and so do unsupported formats"
    )
    func quality() async throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path + "/music/Tests/Sound", withIntermediateDirectories: true)
        for (file, title, seconds, options) in [
            ("01.flac", "Three minutes", 180, ["-c:a", "flac"]), ("02.wma", "Windows", 20, ["-c:a", "wmav2"]),
        ] {
            try await Self.encode(
                folder.path + "/music/Tests/Sound/\(file)",
                ["-f", "lavfi", "-i", "anoisesrc=d=\(seconds):a=0.1:r=44100"] + options, tags: ["title=\(title)"])
        }
        try await Self.run("quality.mjs", in: folder)
    }

    @Test("Home loads in few requests and few bytes, and versioned files are requested once")
    func weight() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeMusic(in: folder.path + "/music")
        try await Self.run("weight.mjs", in: folder)
    }

    /// Half a minute of speech.
    private static let speech = """
        Somebody in a café tells a friend about the weather, the way to the station, and the price of bread. The train at \
        nine was late again, so they walked along the river. There were two dogs and a man with a red umbrella, who asked \
        them for the time. It was a quarter past ten. They did not know yet that the bridge was closed, and turned around.
        """

    @Test("a song heard by microphone under noise is recognized and its lyrics shown in sync; speech is not recognized")
    func recognition() async throws {
        let folder = try TemporaryFolder()
        let music = folder.path + "/music"
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        let tags = ["-metadata", "title=Melody", "-metadata", "artist=Nina", "-metadata", "album=Songs"]
        try await Melody.write(music + "/melody.mp3", seed: 12.9898, seconds: 100, tags)
        let noise = ["-f", "lavfi", "-i", "anoisesrc=color=pink:amplitude=0.05:seed=5"]
        let spoken = try await Program.run(
            "/usr/bin/env", ["espeak-ng", "-v", "en", "-w", folder.path + "/spoken.wav", Self.speech])
        try #require(spoken.status == 0, "\(spoken.error)")
        for arguments in [
            ["-i", music + "/melody.mp3"] + noise + [
                "-filter_complex", "[0:a]atrim=20:100,asetpts=PTS-STARTPTS[a];[a][1:a]amix=duration=first", "-ar",
                "48000", "-ac", "1", "-t", "60", folder.path + "/microphone.wav",
            ],
            [
                "-i", folder.path + "/spoken.wav", "-af", "apad=whole_dur=30", "-ar", "48000", "-ac", "1",
                folder.path + "/voice.wav",
            ],
        ] {
            try await Melody.ffmpeg(arguments)
        }
        let lines = (0..<50).map { String(format: "[%02d:%02d.00]Line %d", $0 * 2 / 60, $0 * 2 % 60, $0 + 1) }
        try lines.joined(separator: "\n").write(toFile: music + "/melody.lrc", atomically: true, encoding: .utf8)
        let server = try await Self.serve(["--analysis-rest", "1"], in: folder)
        let data = ["--data", folder.path + "/data"]
        _ = try await waitFor("the song can be recognized", within: .seconds(120)) {
            let run = try await Program.run(
                Program.path, ["recognize", folder.path + "/microphone.wav", "--json"] + data)
            return run.output.contains("Melody") ? true : nil
        }
        try await Self.walk(
            "recognition.mjs", through: server,
            environment: [
                "RONDO_MICROPHONE": folder.path + "/microphone.wav", "RONDO_OFFSET_MS": "20000",
                "RONDO_SONG": "Melody", "RONDO_VOICE": folder.path + "/voice.wav",
            ])
    }
}
