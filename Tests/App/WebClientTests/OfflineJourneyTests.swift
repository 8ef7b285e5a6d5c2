import Foundation
import Support
import Testing

extension WebClientTests {
    @Test(
        "music that is stored in a browser plays without the server; plays and likes are handed in with their times; what may not be heard goes, and all of it with the session"
    )
    func offline() async throws {
        let folder = try TemporaryFolder()
        let music = folder.path + "/music"
        try await Self.makeSongs(in: music)
        let album = music + "/First singer/Long song album"
        let tone = album + "/song.flac"
        try FileManager.default.moveItem(atPath: tone, toPath: folder.path + "/tone.flac")
        for arguments in [
            ["-f", "lavfi", "-i", "testsrc2=size=600x600", "-frames:v", "1", album + "/cover.png"],
            // Noise: a tone is so small a file that no quality converts it.
            [
                "-i", folder.path + "/tone.flac", "-f", "lavfi", "-i", "anoisesrc=d=40:a=0.1:r=44100", "-map", "1:a",
                "-map_metadata", "0", tone,
            ],
        ] {
            let made = try await Program.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error"] + arguments)
            try #require(made.status == 0, "\(made.error)")
        }
        // The journey makes another version of the client.
        let client = folder.path + "/public"
        try FileManager.default.copyItem(atPath: Program.publicFolder, toPath: client)
        let password = "violet harbour lantern 42"
        let settings = ["--no-scan-on-start", "--public", client]
        let server = try await ServerProcess.start(settings, in: folder)
        let data = ["--data", folder.path + "/data"]
        for (arguments, input) in [
            (["user", "add", "ada", "--role", "admin", "--password-stdin"], password),
            (["user", "add", "bea", "--role", "listener", "--password-stdin"], password), (["scan", "--wait"], ""),
        ] {
            let result = try await Program.run(Program.path, arguments + data, input: input)
            try #require(result.status == 0, "\(result.output)\(result.error)")
        }
        let again =
            [
                Program.path, "serve", "--certs", folder.path + "/certs", "--port", "\(server.port)", "--music", music,
                "--password-memory", "7168", "--password-passes", "5",
            ] + data + settings
        let environment = ProcessInfo.processInfo.environment
        let result = try await Program.run(
            "/usr/bin/env", ["node", Self.folder + "/journeys/offline.mjs"],
            environment: [
                "RONDO_URL": "https://localhost:\(server.port)", "RONDO_USER": "ada", "RONDO_OTHER": "bea",
                "RONDO_PASSWORD": password, "RONDO_SERVER": "\(server.processIdentifier)", "RONDO_PUBLIC": client,
                "RONDO_PROGRAM": String(decoding: try JSONEncoder().encode(again), as: UTF8.self),
                "RONDO_CERTS": folder.path + "/certs", "RONDO_AXE": environment["RONDO_AXE"] ?? "",
                "RONDO_SHOTS": environment["RONDO_SHOTS"] ?? "",
            ])
        #expect(result.status == 0, "\(result.output)\n\(result.error)\n\(server.output)")
    }
}
