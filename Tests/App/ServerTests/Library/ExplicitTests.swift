import Foundation
import RouterSupport
import Support
import Testing

/// Explicit songs beside others, hidden from one user. `LibraryAccessTests` walks every row for an album that is
/// entirely explicit.
@Suite("Explicit songs", .timeLimit(.minutes(10))) struct ExplicitTests {
    private struct Fixture {
        let gateway: MusicServer
        let token: String
        let person: String
        let key: String
        let album: String
        /// Track ids by title.
        let tracks: [String: String]

        func request(_ method: String, _ path: String, json: String? = nil) async throws -> HTTPReply {
            try await gateway.request(method, path, json: json, as: token)
        }

        func allow(_ explicit: Bool) async throws -> HTTPReply {
            try await gateway.request("PATCH", "/api/v1/users/\(person)", json: #"{"explicit":\#(explicit)}"#)
        }

        func rest(_ call: String, as key: String? = nil) async throws -> String {
            let mark = call.contains("?") ? "&" : "?"
            let path = "/rest/\(call)\(mark)apiKey=\(key ?? self.key)&v=1.16.1&c=tests&f=json"
            return try await gateway.request("GET", path, as: "").text
        }
    }

    private static func tags(_ title: String, advisory: String?) -> [(name: String, text: String)] {
        [("TIT2", title), ("TPE1", "Ann"), ("TALB", "Mixed"), ("TCON", "Rap")]
            + (advisory.map { [("TXXX", "ITUNESADVISORY\u{0}\($0)")] } ?? [])
    }

    /// - Parameter frames: the length of the explicit song.
    private static func make(frames: Int = 64) async throws -> Fixture {
        let folder = try TemporaryFolder()
        let music = folder.path + "/music/Ann/Mixed"
        try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
        for (number, (title, advisory)) in [("Nice", nil), ("Rude", "1"), ("Tame", "2"), ("Plain", nil)].enumerated() {
            let count = title == "Rude" ? frames : 64
            let bytes = TaggedWAV.file(tags(title, advisory: advisory), seed: UInt64(number), frames: count)
            try Data(bytes).write(to: URL(fileURLWithPath: music + "/\(title).wav"))
        }
        let gateway = try await MusicServer(in: folder)
        let token = try await gateway.person("kid", role: "listener")
        let users = try await gateway.request("GET", "/api/v1/users?q=kid").json?["items"] as? [[String: Any]]
        let items = try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]] ?? []
        let mixed = items.filter { $0["album"] as? String == "Mixed" }
        let tracks = mixed.map { ($0["title"] as? String ?? "", $0["id"] as? String ?? "") }
        return Fixture(
            gateway: gateway, token: token, person: try #require(users?.first?["id"] as? String),
            key: try await gateway.deviceKey(of: "kid"),
            album: try #require(mixed.first?["albumId"] as? String),
            tracks: Dictionary(tracks) { first, _ in first })
    }

    @Test("a mixed album shows, plays, packs and counts only its other songs")
    func mixed() async throws {
        let fixture = try await Self.make()
        let (rude, album) = (try #require(fixture.tracks["Rude"]), "/api/v1/albums/\(fixture.album)")
        let whole = try await fixture.request("GET", album)
        #expect(whole.json?["trackCount"] as? Int == 4 && whole.json?["explicit"] as? Bool == true, "\(whole.text)")
        let listed = try await fixture.request("GET", "/api/v1/tracks/\(rude)")
        #expect(listed.json?["explicit"] as? Bool == true && listed.json?["advisory"] as? String == "explicit")
        #expect(try await fixture.rest("getSong?id=tr-\(rude)").contains(#""explicitStatus":"explicit""#))
        let made = try await fixture.request(
            "POST", "/api/v1/playlists",
            json: #"{"name":"Both","trackIds":["\#(rude)","\#(fixture.tracks["Nice"] ?? "")"]}"#)
        let playlist = try #require(made.json?["id"] as? String)

        #expect(try await fixture.allow(false).json?["explicit"] as? Bool == false)
        let rest = try await fixture.request("GET", album)
        #expect(rest.json?["trackCount"] as? Int == 3 && rest.json?["explicit"] == nil, "\(rest.text)")
        let parent = try #require(
            try await fixture.rest("getSong?id=tr-\(fixture.tracks["Nice"] ?? "")").firstMatch(
                of: #/"parent":"([^"]+)"/#)?.1)
        var answers = [rest.text]
        for path in [
            "/api/v1/tracks", "/api/v1/albums", "/api/v1/search?q=rud", "/api/v1/playlists/\(playlist)/entries",
            "/api/v1/playlists/\(playlist)/export", "\(album)/download", "/api/v1/home", "/api/v1/artists",
            "/api/v1/tracks?album=\(fixture.album)",
        ] {
            let reply = try await fixture.request("GET", path)
            #expect(reply.status == 200, "\(path)")
            answers.append(reply.text.replacingOccurrences(of: #""query":"rud""#, with: ""))
        }
        for call in [
            "getAlbum?id=al-\(fixture.album)", "getMusicDirectory?id=\(parent)", "getRandomSongs?size=50",
            "search3?query=rude", "search3?query=", "getSongsByGenre?genre=Rap", "getPlaylist?id=pl-\(playlist)",
            "getIndexes", "getSong?id=tr-\(rude)", "download?id=\(parent)",
        ] {
            answers.append(try await fixture.rest(call))
        }
        for answer in answers { #expect(!answer.contains("Rude") && !answer.contains(rude), "\(answer.prefix(600))") }
        #expect(try await fixture.request("GET", "/api/v1/tracks/\(rude)/stream").status == 404)
        let counted = try await fixture.request("GET", "/api/v1/playlists/\(playlist)")
        #expect(counted.json?["entryCount"] as? Int == 1 && counted.json?["hiddenCount"] as? Int == 1)
        let smart = try await fixture.request(
            "POST", "/api/v1/playlists/smart/preview", json: #"{"rules":{"match":"all","rules":[]}}"#)
        #expect(!smart.text.contains("Rude") && smart.text.contains("Nice"))
    }

    @Test("an admin's mark overrides the tag, survives scans, and can be reset to the tag")
    func marks() async throws {
        let fixture = try await Self.make()
        let (nice, rude) = (try #require(fixture.tracks["Nice"]), try #require(fixture.tracks["Rude"]))
        _ = try await fixture.allow(false)
        func seen() async throws -> [Bool] {
            [
                try await fixture.request("GET", "/api/v1/tracks/\(nice)").status == 200,
                try await fixture.request("GET", "/api/v1/tracks/\(rude)").status == 200,
            ]
        }
        func mark(_ path: String, _ mark: String) async throws -> Int {
            try await fixture.gateway.request("PUT", "/api/v1/\(path)/explicit", json: #"{"explicit":\#(mark)}"#).status
        }
        #expect(try await mark("tracks/\(nice)", "true") == 204)
        #expect(try await mark("tracks/\(rude)", "false") == 204)
        #expect(try await seen() == [false, true])
        // Changed files are read again.
        let music = fixture.gateway.folder + "/music/Ann/Mixed"
        for (title, seed) in [("Nice", UInt64(21)), ("Rude", 22)] {
            let bytes = TaggedWAV.file(Self.tags(title, advisory: "1"), seed: seed, frames: 80)
            try Data(bytes).write(to: URL(fileURLWithPath: music + "/\(title).wav"))
        }
        try await fixture.gateway.scan()
        #expect(try await seen() == [false, true])
        #expect(try await mark("tracks/\(nice)", "null") == 204)
        #expect(try await mark("tracks/\(rude)", "null") == 204)
        #expect(try await seen() == [false, false])
        #expect(try await mark("albums/\(fixture.album)", "true") == 204)
        #expect(try await fixture.request("GET", "/api/v1/albums/\(fixture.album)").status == 404)
        #expect(try await fixture.request("GET", "/api/v1/artists").text.contains("Ann") == false)
        #expect(try await fixture.rest("getAlbum?id=al-\(fixture.album)").contains(#""code":70"#))
        #expect(try await mark("albums/\(fixture.album)", "false") == 204)
        #expect(
            try await fixture.request("GET", "/api/v1/albums/\(fixture.album)").json?["trackCount"] as? Int == 4)
        #expect(
            try await fixture.request("PUT", "/api/v1/tracks/\(nice)/explicit", json: #"{"explicit":true}"#).status
                == 403)
        let journal = try await fixture.gateway.request("GET", "/api/v1/journal").text
        #expect(journal.contains("track.explicit") && journal.contains("user.explicit"))
    }

    @Test("switching explicit songs off cuts their streams") func cut() async throws {
        let fixture = try await Self.make(frames: 100_000)
        let gateway = fixture.gateway
        let file = gateway.folder + "/music/Ann/Mixed/Rude.wav"
        for path in ["tracks/\(fixture.tracks["Rude"] ?? "")/stream", "albums/\(fixture.album)/download"] {
            _ = try await fixture.allow(true)
            let reader = try await gateway.stalledReader(as: fixture.token, path: "/api/v1/\(path)")
            #expect(try await fixture.allow(false).status == 200)
            try await reader.waitUntilCut()
            try await gateway.waitUntilClosed(file)
        }
    }
}
