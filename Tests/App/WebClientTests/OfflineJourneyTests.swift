import Foundation
import Support
import Testing

extension WebClientTests {
    @Test(
        "music stored in a browser plays offline; plays and likes are sent later with their times; revoked music is removed, and all at sign-out"
    )
    func offline() async throws {
        let folder = try TemporaryFolder()
        let music = folder.path + "/music"
        try await Self.makeSongs(in: music)
        let album = music + "/First singer/Long song album"
        let tone = album + "/song.flac"
        try FileManager.default.moveItem(atPath: tone, toPath: folder.path + "/tone.flac")
        try await Self.encode(
            album + "/cover.png", ["-f", "lavfi", "-i", "testsrc2=size=600x600", "-frames:v", "1"])
        // Noise: a tone makes such a small file that it is never converted for its quality.
        try await Self.encode(
            tone,
            [
                "-i", folder.path + "/tone.flac", "-f", "lavfi", "-i", "anoisesrc=d=40:a=0.1:r=44100", "-map", "1:a",
                "-map_metadata", "0",
            ])
        // The journey replaces the client by another version.
        let client = folder.path + "/public"
        try FileManager.default.copyItem(atPath: Program.publicFolder, toPath: client)
        let settings = ["--public", client]
        let server = try await Self.serve(settings, in: folder, users: ["bea": "listener"])
        let again =
            [
                Program.path, "serve", "--certs", folder.path + "/certs", "--port", "\(server.port)", "--music", music,
                "--password-memory", "7168", "--password-passes", "5",
                "--data", folder.path + "/data", "--no-scan-on-start",
            ] + settings
        try await Self.walk(
            "offline.mjs", through: server,
            environment: [
                "RONDO_OTHER": "bea", "RONDO_SERVER": "\(server.processIdentifier)", "RONDO_PUBLIC": client,
                "RONDO_PROGRAM": String(decoding: try JSONEncoder().encode(again), as: UTF8.self),
                "RONDO_CERTS": folder.path + "/certs",
            ])
    }
}
