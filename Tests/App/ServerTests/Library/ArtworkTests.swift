import Crypto
import Foundation
import Support
import Testing

@Suite("Pictures", .timeLimit(.minutes(10))) struct ArtworkTests {
    private struct Fixture {
        let gateway: MusicServer
        let track: String
        /// The address of the album's cover.
        let cover: String
        let album: String
        let artist: String
        /// The address of a truncated picture.
        let cut: String
    }

    private static let shared = Task { try await make() }

    /// An album with a cover of four colors by an artist with a picture, and an album with a truncated cover.
    private static func make() async throws -> Fixture {
        let gateway = try await MusicServer(arguments: ["--artwork-cache", "16"], frames: 1000)
        let music = gateway.folder + "/music"
        let colors = ["red", "0x00ff00", "blue", "white"]
        let quarters =
            colors.enumerated().map { "color=\($1):size=400x400[\($0)];" }.joined()
            + "[0][1]hstack[t];[2][3]hstack[u];[t][u]vstack"
        for artist in ["Nina", "Otto"] {
            try FileManager.default.createDirectory(
                atPath: music + "/\(artist)/Album", withIntermediateDirectories: true)
            try await ffmpeg([
                "-f", "lavfi", "-i", "sine=duration=0.2", "-metadata", "artist=\(artist)", "-metadata", "album=Album",
                "-metadata", "genre=\(artist)’s",
                "-metadata", "title=By \(artist)", music + "/\(artist)/Album/1.flac",
            ])
        }
        try await ffmpeg(["-filter_complex", quarters, "-frames:v", "1", music + "/Nina/Album/cover.png"])
        try await ffmpeg(["-f", "lavfi", "-i", "color=orange", "-frames:v", "1", music + "/Nina/artist.jpg"])
        let whole = try Data(contentsOf: URL(fileURLWithPath: music + "/Nina/Album/cover.png"))
        let half = whole.prefix(whole.count / 2)
        try half.write(to: URL(fileURLWithPath: music + "/Otto/Album/cover.png"))
        try await gateway.scan()
        let tracks = try await gateway.request("GET", "/api/v1/tracks")
        let items = try #require(tracks.json?["items"] as? [[String: Any]])
        let track = try #require(items.first { $0["title"] as? String == "By Nina" }, "\(tracks.text)")
        let cut = try #require(items.first { $0["title"] as? String == "By Otto" }, "\(tracks.text)")
        #expect(cut["cover"] == nil)
        let artists = try #require(track["artists"] as? [[String: Any]])
        return Fixture(
            gateway: gateway, track: try #require(track["id"] as? String),
            cover: try #require(track["cover"] as? String, "\(tracks.text)"),
            album: try #require(track["albumId"] as? String), artist: try #require(artists.first?["id"] as? String),
            cut: "/api/v1/images/" + SHA256.hash(data: half).map { String(format: "%02x", $0) }.joined())
    }

    private static func ffmpeg(_ arguments: [String]) async throws {
        let made = try await Program.run(
            "/usr/bin/env", ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"] + arguments)
        try #require(made.status == 0, "\(made.error)")
    }

    @Test("a cover is resized to JPEG, or WebP on request, and cacheable forever")
    func renditions() async throws {
        let fixture = try await Self.shared.value
        let jpeg = try await fixture.gateway.request("GET", fixture.cover + "?size=300")
        #expect(
            jpeg.status == 200 && jpeg["content-type"] == "image/jpeg" && jpeg.body.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(jpeg["cache-control"] == "private, max-age=31536000, immutable")
        let webp = try await fixture.gateway.request("GET", fixture.cover + "?size=290&format=webp")
        #expect(
            webp.status == 200 && webp["content-type"] == "image/webp" && webp.body.starts(with: Array("RIFF".utf8)))
        let tag = try #require(webp["etag"])
        #expect(tag.hasPrefix("\"") && tag != jpeg["etag"])
        #expect(webp["content-length"] == "\(webp.body.count)")
        for _ in 0..<2 {
            let again = try await fixture.gateway.request("GET", fixture.cover + "?size=300&format=webp")
            #expect(again.body == webp.body && again["etag"] == tag)
            let known = try await fixture.gateway.request(
                "GET", fixture.cover + "?size=300&format=webp", [("If-None-Match", tag)])
            #expect(known.status == 304 && known.body.isEmpty)
        }
        let head = try await fixture.gateway.request("HEAD", fixture.cover + "?size=300&format=webp")
        #expect(head.status == 200 && head.body.isEmpty && head["content-length"] == "\(webp.body.count)")
        let whole = try await fixture.gateway.request("GET", fixture.cover)
        #expect(whole["content-type"] == "image/png" && whole.status == 200)
    }

    @Test(
        "an invalid size is refused",
        arguments: [
            "size=0", "size=63", "size=1201", "size=-300", "size=x", "size=99999999999999999999", "size=300.5",
            "size=300&format=gif", "format=webp",
        ])
    func sizes(query: String) async throws {
        let fixture = try await Self.shared.value
        let reply = try await fixture.gateway.request("GET", fixture.cover + "?" + query)
        #expect(reply.status == 400 && reply.code == "invalid", "\(reply.text)")
    }

    @Test("pictures require a sign-in")
    func anonymous() async throws {
        let fixture = try await Self.shared.value
        for path in [fixture.cover + "?size=300", "/api/v1/drawings?name=x&size=64"] {
            #expect(try await fixture.gateway.request("GET", path, as: "").status == 401)
        }
    }

    @Test("album and track contain the cover's size and colors, the artist contains their picture")
    func facts() async throws {
        let fixture = try await Self.shared.value
        for path in ["/api/v1/albums/\(fixture.album)", "/api/v1/tracks/\(fixture.track)"] {
            let reply = try await fixture.gateway.request("GET", path)
            #expect(reply.json?["coverWidth"] as? Int == 800 && reply.json?["coverHeight"] as? Int == 800)
            let colors = try #require(reply.json?["colors"] as? [[String: Any]], "\(reply.text)")
            // Each quarter's color has about a quarter, and mixed colors at the edges may have a little.
            let shown = Set(colors.prefix(4).compactMap { $0["hex"] as? String }.map(Self.coarse))
            #expect(shown == ["f00", "0f0", "00f", "fff"], "\(colors)")
            let weights = colors.compactMap { $0["weight"] as? Double }
            #expect(abs(weights.reduce(0, +) - 1) < 1e-9)
        }
        let artist = try await fixture.gateway.request("GET", "/api/v1/artists/\(fixture.artist)")
        let image = try #require(artist.json?["image"] as? String, "\(artist.text)")
        #expect(try await fixture.gateway.request("GET", image + "?size=64").status == 200)
    }

    @Test("lists contain the main color of each picture: of artists, of genres, and of a playlist's covers")
    func mainColors() async throws {
        let fixture = try await Self.shared.value
        let orange = try await fixture.gateway.request("GET", "/api/v1/artists")
        let artists = try #require(orange.json?["items"] as? [[String: Any]], "\(orange.text)")
        let nina = try #require(artists.first { $0["id"] as? String == fixture.artist })
        #expect((nina["color"] as? String).map(Self.coarse)?.hasPrefix("fa") == true, "\(orange.text)")
        let otto = try #require(artists.first { $0["name"] as? String == "Otto" })
        #expect(otto["color"] == nil)
        let genres = try await fixture.gateway.request("GET", "/api/v1/genres")
        let genre = try #require((genres.json?["items"] as? [[String: Any]])?.first, "\(genres.text)")
        // White has the largest share, but a distinctive color is preferred.
        #expect(["f00", "0f0", "00f"].contains((genre["color"] as? String).map(Self.coarse)), "\(genres.text)")
        let made = try await fixture.gateway.request(
            "POST", "/api/v1/playlists", json: #"{"name":"One cover","trackIds":["\#(fixture.track)"]}"#)
        let id = try #require(made.json?["id"] as? String, "\(made.text)")
        for path in ["/api/v1/playlists/\(id)", "/api/v1/playlists"] {
            let reply = try await fixture.gateway.request("GET", path)
            let playlist = (reply.json?["items"] as? [[String: Any]])?.first ?? reply.json
            let colors = playlist?["colors"] as? [[String: Any]]
            #expect(colors?.map { $0["hex"] as? String } == [genre["color"] as? String], "\(reply.text)")
        }
    }

    /// One digit for each channel of `#rrggbb`: f for very light, 0 for very dark.
    private static func coarse(_ hex: String) -> String {
        let digits = Array(hex.dropFirst())
        return stride(from: 0, to: digits.count, by: 2).map { ["0", "1"].contains(digits[$0]) ? "0" : "\(digits[$0])" }
            .joined()
    }

    @Test("a truncated cover is not shown, and is listed among the library's problems")
    func broken() async throws {
        let fixture = try await Self.shared.value
        // Nothing refers to it any more.
        for form in ["?size=300", "?size=300&format=webp", ""] {
            #expect(try await fixture.gateway.request("GET", fixture.cut + form).status == 404)
        }
        let problems = try await fixture.gateway.request("GET", "/api/v1/problems")
        let items = try #require(problems.json?["items"] as? [[String: Any]], "\(problems.text)")
        #expect(items.map { $0["path"] as? String } == ["Otto/Album/cover.png"])
        #expect(items.first?["reason"] as? String == "truncated")
        let none = "/api/v1/images/" + String(repeating: "0", count: 64)
        let absent = try await fixture.gateway.request("GET", none + "?size=300")
        #expect(absent.status == 404 && absent.json?["reason"] == nil)
    }

    @Test(
        "covers of every format are accepted, embedded or as files; broken ones are listed",
        .timeLimit(.minutes(5)))
    func kinds() async throws {
        let gateway = try await MusicServer(frames: 1000)
        let music = gateway.folder + "/music"
        func song(_ name: String) async throws -> String {
            let folder = music + "/" + name
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try await Self.ffmpeg([
                "-f", "lavfi", "-i", "sine=duration=0.2", "-metadata", "title=\(name)", "-metadata", "album=\(name)",
                folder + "/1.mp3",
            ])
            return folder
        }
        let kinds = ["gif", "bmp", "tiff", "avif"]
        for kind in kinds {
            let encoder = kind == "avif" ? ["-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8"] : []
            let folder = try await song("beside \(kind)")
            let cover = folder + "/Cover." + kind
            try await Self.ffmpeg(
                ["-f", "lavfi", "-i", "color=green:size=64x64", "-frames:v", "1"] + encoder + [cover])
        }
        for kind in ["bmp", "tiff"] {
            let (folder, picture) = (try await song("within \(kind)"), music + "/beside \(kind)/Cover." + kind)
            try await Self.ffmpeg([
                "-i", folder + "/1.mp3", "-i", picture, "-map", "0", "-map", "1", "-c", "copy", "-disposition:v",
                "attached_pic", folder + "/2.mp3",
            ])
            try FileManager.default.removeItem(atPath: folder + "/1.mp3")
        }
        let cut = try await song("cut")
        let whole = try Data(contentsOf: URL(fileURLWithPath: music + "/beside bmp/Cover.bmp"))
        try whole.prefix(whole.count / 2).write(to: URL(fileURLWithPath: cut + "/cover.bmp"))
        try await gateway.scan()
        let tracks = try await gateway.request("GET", "/api/v1/tracks")
        let items = try #require(tracks.json?["items"] as? [[String: Any]])
        for name in kinds.map({ "beside " + $0 }) + ["within bmp", "within tiff"] {
            let track = try #require(items.first { $0["title"] as? String == name }, "\(name)")
            let cover = try #require(track["cover"] as? String, "\(name) has no cover")
            #expect(track["coverWidth"] as? Int == 64)
            let original = try await gateway.request("GET", cover)
            #expect(original["content-type"] == (name.hasSuffix("gif") ? "image/gif" : "image/png"), "\(name)")
            #expect(try await gateway.request("GET", cover + "?size=64").status == 200)
        }
        #expect(items.first { $0["title"] as? String == "cut" }?["cover"] == nil)
        let problems = try await gateway.request("GET", "/api/v1/problems")
        let paths = try #require(problems.json?["items"] as? [[String: Any]], "\(problems.text)")
        #expect(paths.map { $0["path"] as? String } == ["cut/cover.bmp"])
    }

    @Test("fifty concurrent requests get the same bytes")
    func atOnce() async throws {
        let fixture = try await Self.shared.value
        let replies = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await fixture.gateway.request("GET", fixture.cover + "?size=768&format=webp")
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(replies.map(\.status)) == [200], "\(replies.filter { $0.status != 200 }.map(\.text))")
        #expect(Set(replies.map(\.body)).count == 1)
    }

    @Test("a name without a picture gets a drawing, always the same one")
    func drawings() async throws {
        let fixture = try await Self.shared.value
        func draw(_ name: String, _ form: String) async throws -> HTTPReply {
            try await fixture.gateway.request("GET", "/api/v1/drawings?name=\(name)&\(form)")
        }
        let first = try await draw("Morze", "size=256")
        #expect(first.status == 200 && first["content-type"] == "image/jpeg")
        #expect(first["cache-control"]?.contains("immutable") == true)
        #expect(try await draw("Morze", "size=256").body == first.body)
        #expect(try await draw("Lato", "size=256").body != first.body)
        #expect(try await draw("Morze", "size=256&format=webp")["content-type"] == "image/webp")
        #expect(try await draw("", "size=256").status == 400)
        #expect(try await draw("Morze", "").status == 400)
    }
}
