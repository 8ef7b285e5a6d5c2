import Foundation
import NIOCore
import Support
import Testing

/// Journeys of several people: what one does, the others see.
extension WebClientTests {
    @Test("what one person likes, rates and arranges shows on their other devices, and with others who may see it")
    func live() async throws {
        let folder = try TemporaryFolder()
        let made = try await Program.run(
            "/usr/bin/env", ["python3", Program.benchmarks + "/library.py", folder.path + "/music", "20"])
        try #require(made.status == 0, "\(made.error)")
        try await Self.run("live.mjs", in: folder, users: ["bea": "listener"], other: "bea")
    }

    @Test("pictures, colors and one font on every screen: nothing jumps, covers travel, and frames are counted")
    func art() async throws {
        let folder = try TemporaryFolder()
        try await Self.makePictures(in: folder.path + "/music")
        try await Self.run("art.mjs", in: folder, users: ["bea": "listener"], other: "bea")
    }

    @Test(
        "one person's devices see and steer each other, music moves between them at the same second, and a lost one leaves its song; nobody else sees them"
    )
    func devices() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeLongSongs(in: folder.path + "/music")
        try await Self.run("devices.mjs", in: folder, users: ["bea": "moderator"], other: "bea")
    }

    @Test(
        "a moment that one person pins to a song stands in the other's player at once and shows when the music gets there"
    )
    func moments() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeLongSongs(in: folder.path + "/music")
        try await Self.run(
            "moments.mjs", ["--analysis-rest", "1"], in: folder, users: ["bea": "listener"], other: "bea")
    }

    @Test("playlists go into folders by menus, a mouse and keys; another window follows, and a phone has the library")
    func playlistFolders() async throws {
        let folder = try TemporaryFolder()
        try await Self.makePictures(in: folder.path + "/music")
        try await Self.run("playlist-folders.mjs", in: folder)
    }

    @Test(
        "every place is reached beside a playing song, the side bar collapses, the palette opens, and a phone shows it all"
    )
    func navigation() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.run("navigation.mjs", in: folder)
    }

    @Test(
        "a member submits an album, a moderator hears and approves it, its submitter is notified, and another plays it")
    func giving() async throws {
        let folder = try TemporaryFolder()
        let files = folder.path + "/files"
        try FileManager.default.createDirectory(atPath: files, withIntermediateDirectories: true)
        for (name, title, album) in [
            ("one", "First piece", "Given album"), ("two", "Second piece", "Given album"),
            ("single", "A single", "Single"), ("far", "From afar", "Far"),
        ] {
            let made = try await Program.run(
                "/usr/bin/env",
                [
                    "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=330:duration=20",
                    "-metadata", "title=\(title)", "-metadata", "artist=Some singer", "-metadata", "album=\(album)",
                    "\(files)/\(name).flac",
                ])
            try #require(made.status == 0, "\(made.error)")
        }
        let rare = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "sine=frequency=500:duration=20",
                "-metadata", "title=A rarity", "\(files)/rare.wv",
            ])
        try #require(rare.status == 0, "\(rare.error)")
        try Data("no music".utf8).write(to: URL(fileURLWithPath: files + "/fake.mp3"))
        try Data("notes".utf8).write(to: URL(fileURLWithPath: files + "/notes.txt"))
        let song = try Array(Data(contentsOf: URL(fileURLWithPath: files + "/far.flac")))
        let links = try await FileServer { head in
            let audio = "Content-Type: audio/flac"
            if head.contains("/song.flac") { return FileServer.answer("200 OK", [audio], song) }
            if head.contains("/page.html") {
                return FileServer.answer("200 OK", ["Content-Type: text/html"], Array("<!doctype html>".utf8))
            }
            return [
                .send(FileServer.head("200 OK", [audio, "Content-Length: 40000000"])),
                .endless([UInt8](repeating: 7, count: 100_000), every: .milliseconds(100)),
            ]
        }
        try await Self.run(
            "giving.mjs", environment: ["RONDO_FILES": files, "RONDO_LINKS": "http://127.0.0.1:\(links.port)"],
            in: folder, users: ["bob": "contributor", "lea": "listener"])
    }

    @Test(
        "axe finds nothing on any page at two widths, light and dark; the tab key leads through each, and the focus comes back",
        .needs(.axe),
        .timeLimit(.minutes(10)))
    func accessibility() async throws {
        let (folder, files) = (try TemporaryFolder(), try TemporaryFolder())
        try await Self.makeSongs(in: folder.path + "/music")
        try await Self.makePictures(in: folder.path + "/music")
        for (name, note) in [("a", 220), ("b", 277)] {
            try await Self.encode(
                files.path + "/\(name).flac", ["-f", "lavfi", "-i", "sine=frequency=\(note):duration=24"],
                tags: ["title=Walk \(name)", "artist=The Walkers", "album=Walks"])
        }
        try await Self.run(
            "accessibility.mjs", environment: ["RONDO_FILES": files.path], in: folder, users: ["bea": "contributor"],
            other: "bea")
    }
}
