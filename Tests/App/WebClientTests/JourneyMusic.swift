import Foundation
import Support
import Testing

/// Music that several journeys need. It is made once, and each journey gets a copy.
private actor MadeMusic {
    static let shared = MadeMusic()
    private var made: [String: Task<TemporaryFolder, any Error>] = [:]

    func copy(_ kind: String, to folder: String, make: @escaping @Sendable (String) async throws -> Void) async throws {
        let task =
            made[kind]
            ?? Task {
                let folder = try TemporaryFolder()
                try await make(folder.path)
                return folder
            }
        made[kind] = task
        let music = try await task.value
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let copied = try await Program.run("/usr/bin/env", ["cp", "-r", music.path + "/.", folder])
        try #require(copied.status == 0, "\(copied.error)")
    }
}

/// The music of the journeys, made with ffmpeg.
extension WebClientTests {
    /// A short and a longer piece, encoded by ffmpeg.
    static func makeMusic(in folder: String) async throws {
        for (album, title, seconds, file) in [
            ("Short pieces", "Two seconds of A", 2, "01 short.mp3"),
            ("Long pieces", "Half a minute of E", 30, "01 long.flac"),
        ] {
            let path = "\(folder)/Rondo tests/\(album)"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            let frequency = seconds == 2 ? 440 : 660
            let result = try await Program.run(
                "/usr/bin/env",
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                    "sine=frequency=\(frequency):duration=\(seconds)",
                    "-metadata", "title=\(title)", "-metadata", "artist=Rondo tests", "-metadata", "album=\(album)",
                    "-metadata",
                    "track=1", "-metadata", "genre=Test", "\(path)/\(file)",
                ])
            try #require(result.status == 0, "\(result.error)")
        }
    }

    /// An album of four songs of three minutes.
    static func makeLongSongs(in folder: String) async throws {
        let album = folder + "/Rondo tests/Long songs"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        for number in 1...4 {
            let result = try await Program.run(
                "/usr/bin/env",
                [
                    "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i",
                    "sine=frequency=\(220 * number):duration=180", "-metadata", "title=Song \(number)", "-metadata",
                    "artist=Rondo tests", "-metadata", "album=Long songs", "-metadata", "track=\(number)",
                    "\(album)/0\(number).flac",
                ])
            try #require(result.status == 0, "\(result.error)")
        }
    }

    /// Two singers of one genre with text files beside their songs. The first song is 40 seconds long.
    static func makeSongs(in folder: String) async throws {
        try await MadeMusic.shared.copy("songs", to: folder) { try await encodeSongs(in: $0) }
    }

    private static func encodeSongs(in folder: String) async throws {
        for (singer, title, seconds) in [
            ("First singer", "Long song", 40), ("First singer", "Another song", 3), ("Second singer", "Third song", 3),
            ("Second singer", "Fourth song", 3),
        ] {
            let album = "\(folder)/\(singer)/\(title) album"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            var arguments = ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=duration=\(seconds)"]
            for tag in [
                "title=\(title)", "artist=\(singer)", "album_artist=\(singer)", "album=\(title) album", "genre=Test",
            ] {
                arguments += ["-metadata", tag]
            }
            let result = try await Program.run("/usr/bin/env", arguments + ["\(album)/song.flac"])
            try #require(result.status == 0, "\(result.error)")
        }
        let song = "\(folder)/First singer/Long song album"
        let texts = [
            "\(song)/song.lrc": (0..<12).map {
                "[00:\($0 < 5 ? "0" : "")\($0 * 2).00]Line \($0 + 1) <00:\($0 < 5 ? "0" : "")\($0 * 2).80>goes on"
            },
            "\(song)/song.pl.lrc": (0..<12).map { "[00:\($0 < 5 ? "0" : "")\($0 * 2).00]Wers \($0 + 1)" },
            "\(song)/album.txt": ["Made in a day."], "\(folder)/First singer/biography.txt": ["Born in a test."],
        ]
        for (path, lines) in texts {
            try lines.joined(separator: "\n").write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    /// Twelve albums of six singers in four genres. All but the last have a cover of two colors. Two singers have
    /// pictures.
    static func makePictures(in folder: String) async throws {
        try await MadeMusic.shared.copy("pictures", to: folder) { try await encodePictures(in: $0) }
    }

    private static func encodePictures(in folder: String) async throws {
        let colors = [
            "0xff6a3d", "0x2b1055", "0x0f9b8e", "0xf9d423", "0x1f4068", "0xe43f5a", "0x7f00ff", "0x00d2ff", "0x11998e",
            "0xf5af19", "0x232526", "0xc471ed",
        ]
        let names = [
            "Morning in Łódź", "The Long Way Home", "Pół na pół", "Ünder the Bridge", "Harbour Lights",
            "Quiet Machines",
            "Northern Radio", "Paper Boats", "All the Rooms We Left Behind", "Salt", "Night Bus", "Untitled",
        ]
        let genres = ["Jazz", "Electronic", "Singer-songwriter", "Folk"]
        func ffmpeg(_ arguments: [String]) async throws {
            let made = try await Program.run(
                "/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi"] + arguments)
            try #require(made.status == 0, "\(made.error)")
        }
        for (place, name) in names.enumerated() {
            let singer = "Singer \(place % 6 + 1)"
            let album = "\(folder)/\(singer)/\(name)"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            for song in 1...2 {
                try await ffmpeg(
                    ["-i", "sine=frequency=\(220 + 20 * place):duration=\(song == 1 ? 40 : 3)"]
                        + [
                            "title=\(name), \(song)", "artist=\(singer)", "album=\(name)", "track=\(song)",
                            "genre=\(genres[place % 4])",
                        ].flatMap { ["-metadata", $0] } + ["\(album)/\(song).flac"])
            }
            let gradient = "gradients=s=800x800:seed=\(place):c0=\(colors[place]):c1=\(colors[(place + 5) % 12])"
            guard place < names.count - 1 else { continue }
            try await ffmpeg(["-i", gradient, "-frames:v", "1", "\(album)/cover.jpg"])
            guard place < 2 else { continue }
            try await ffmpeg(["-i", "mandelbrot=s=640x640", "-frames:v", "1", "\(folder)/\(singer)/artist.jpg"])
        }
    }
}
