import Foundation
import NIOCore
import Support
import Testing

/// Journeys of several users: each sees what the others do.
extension WebClientTests {
    @Test("a user's likes, ratings and playlist changes show on their other devices, and to others who may see them")
    func live() async throws {
        let folder = try TemporaryFolder()
        let made = try await Program.run(
            "/usr/bin/env", ["python3", Program.benchmarks + "/library.py", folder.path + "/music", "20"])
        try #require(made.status == 0, "\(made.error)")
        try await Self.run("live.mjs", in: folder, users: ["bea": "listener"], other: "bea")
    }

    @Test("pictures, colors and one font on every screen: nothing jumps, covers move along, and frames are counted")
    func art() async throws {
        let folder = try TemporaryFolder()
        try await Self.makePictures(in: folder.path + "/music")
        try await Self.run("art.mjs", in: folder, users: ["bea": "listener"], other: "bea")
    }

    @Test(
        "a user's devices see and control each other, playback moves at the same second, a lost one leaves its song; others see none"
    )
    func devices() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeLongSongs(in: folder.path + "/music")
        try await Self.run("devices.mjs", in: folder, users: ["bea": "moderator"], other: "bea")
    }

    @Test(
        "a moment pinned by one user appears in the other's player at once, and shows when playback gets there"
    )
    func moments() async throws {
        let folder = try TemporaryFolder()
        try await Self.makeLongSongs(in: folder.path + "/music")
        try await Self.run(
            "moments.mjs", ["--analysis-rest", "1"], in: folder, users: ["bea": "listener"], other: "bea")
    }

    @Test("playlists are put into folders by menu, mouse and keys; another window follows, and a phone has the library")
    func playlistFolders() async throws {
        let folder = try TemporaryFolder()
        try await Self.makePictures(in: folder.path + "/music")
        try await Self.run("playlist-folders.mjs", in: folder)
    }

    @Test(
        "every place is reachable beside a playing song, the sidebar collapses, the palette opens, all on a phone too"
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
        "axe finds no problem on any page, in two widths, light and dark; Tab reaches everything, and focus returns",
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
