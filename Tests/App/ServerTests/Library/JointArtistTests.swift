import Foundation
import Support
import Testing

/// Names in tags that stand for several artists, from the scan to the rankings, and joined again.
@Suite("Joint artists", .timeLimit(.minutes(10))) struct JointArtistTests {
    private struct Fixture {
        let gateway: MusicServer
        let key: String

        init() async throws {
            let folder = try TemporaryFolder()
            let songs = [
                ("1", "Ann"), ("2", "Ann feat. Guest"), ("3", "Simon"), ("4", "Garfunkel"), ("5", "Simon & Garfunkel"),
                ("6", "Earth, Wind & Fire"), ("7", "Nobody feat. Ann"),
            ]
            for (title, artist) in songs {
                let music = folder.path + "/music/\(title)"
                try FileManager.default.createDirectory(atPath: music, withIntermediateDirectories: true)
                let tags = [("TIT2", "Song \(title)"), ("TPE1", artist), ("TALB", "Album \(title)")]
                try Data(TaggedWAV.file(tags, seed: UInt64(title) ?? 0)).write(
                    to: URL(fileURLWithPath: music + "/song.wav"))
            }
            gateway = try await MusicServer(frames: 1000, in: folder)
            key = try await gateway.deviceKey(of: "ada")
        }

        func artists(of song: String) async throws -> [String] {
            let items = try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]] ?? []
            let track = items.first { $0["title"] as? String == "Song \(song)" }
            return (track?["artists"] as? [[String: Any]] ?? []).compactMap { $0["name"] as? String }
        }

        func names() async throws -> Set<String> {
            let items = try await gateway.request("GET", "/api/v1/artists").json?["items"] as? [[String: Any]] ?? []
            return Set(items.compactMap { $0["name"] as? String })
        }

        func until(_ song: String, isBy artists: [String]) async throws {
            try await waitUntil("song \(song) is by \(artists)") { try await self.artists(of: song) == artists }
        }

        func keep(_ name: String, _ kept: Bool) async throws -> Int {
            try await gateway.request(
                "PUT", "/api/v1/joint-artists", json: #"{"name":"\#(name)","kept":\#(kept)}"#
            ).status
        }
    }

    @Test("are split into known artists, keep the tag's text for display, and count for each artist")
    func split() async throws {
        let fixture = try await Fixture()
        let gateway = fixture.gateway
        try await fixture.until("2", isBy: ["Ann", "Guest"])
        try await fixture.until("5", isBy: ["Simon", "Garfunkel"])
        #expect(try await fixture.artists(of: "6") == ["Earth, Wind & Fire"])
        #expect(try await fixture.artists(of: "7") == ["Nobody feat. Ann"])
        let names = try await fixture.names()
        #expect(!names.contains("Ann feat. Guest") && names.isSuperset(of: ["Ann", "Guest", "Simon", "Garfunkel"]))
        let items = try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]] ?? []
        let id = try #require(items.first { $0["title"] as? String == "Song 2" }?["id"] as? String)
        let song = try await gateway.request(
            "GET", "/rest/getSong?id=tr-\(id)&apiKey=\(fixture.key)&v=1.16.1&c=tests&f=json", as: ""
        ).text
        #expect(song.contains(#""displayArtist":"Ann feat. Guest""#) && song.contains(#""name":"Guest""#), "\(song)")
        let album = try #require(items.first { $0["title"] as? String == "Song 2" }?["albumId"] as? String)
        #expect(
            try await gateway.request("GET", "/api/v1/albums/\(album)").text.contains(#""name":"Ann""#))

        let heard = try await gateway.request(
            "GET", "/rest/scrobble?id=tr-\(id)&submission=true&apiKey=\(fixture.key)&v=1.16.1&c=tests&f=json", as: "")
        #expect(heard.text.contains(#""status":"ok""#))
        func ranked() async throws -> String {
            try await gateway.request("GET", "/api/v1/statistics/rankings?period=all&kind=artist").text
        }
        let both = try await ranked()
        #expect(both.contains(#""Ann""#) && both.contains(#""Guest""#) && !both.contains("feat."), "\(both)")
        _ = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"splitArtists":false}"#)
        try await fixture.until("2", isBy: ["Ann feat. Guest"])
        let one = try await ranked()
        #expect(one.contains(#""Ann feat. Guest""#) && !one.contains(#""Guest""#), "\(one)")
        let ann = try await gateway.request("GET", "/api/v1/search?q=guest").text
        #expect(ann.contains("Song 2"))
    }

    @Test("are joined again where an admin keeps them or the rules are off, also after a scan")
    func undo() async throws {
        let fixture = try await Fixture()
        let gateway = fixture.gateway
        try await fixture.until("5", isBy: ["Simon", "Garfunkel"])
        #expect(try await fixture.keep("Simon & Garfunkel", true) == 204)
        try await fixture.until("5", isBy: ["Simon & Garfunkel"])
        #expect(try await fixture.artists(of: "2") == ["Ann", "Guest"])
        let found = try await gateway.request("GET", "/api/v1/artists").json?["items"] as? [[String: Any]] ?? []
        let duo = try #require(found.first { $0["name"] as? String == "Simon & Garfunkel" }?["id"] as? String)
        #expect(try await gateway.request("PUT", "/api/v1/artists/\(duo)/like").status < 300)
        let listed = try await gateway.request("GET", "/api/v1/joint-artists").json?["items"] as? [[String: Any]]
        #expect(listed?.first { $0["kept"] as? Bool == true }?["name"] as? String == "Simon & Garfunkel")

        // A file that is read again has its tag, which is split as it is stored.
        let song = gateway.folder + "/music/2/song.wav"
        let tags = [("TIT2", "Song 2"), ("TPE1", "Ann feat. Guest"), ("TALB", "Album 2"), ("TCON", "Folk")]
        try Data(TaggedWAV.file(tags, seed: 2, frames: 90)).write(to: URL(fileURLWithPath: song))
        try await gateway.scan()
        #expect(try await fixture.artists(of: "2") == ["Ann", "Guest"])

        let off = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"splitArtists":false}"#)
        #expect(off.json?["splitArtists"] as? Bool == false, "\(off.text)")
        try await fixture.until("2", isBy: ["Ann feat. Guest"])
        #expect(try await fixture.names().contains("Guest") == false)
        _ = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"splitArtists":true}"#)
        try await fixture.until("2", isBy: ["Ann", "Guest"])
        #expect(try await fixture.keep("Simon & Garfunkel", false) == 204)
        try await fixture.until("5", isBy: ["Simon", "Garfunkel"])
        #expect(try await fixture.names().contains("Simon & Garfunkel") == false)
        #expect(try await fixture.keep("Simon & Garfunkel", true) == 204)
        try await fixture.until("5", isBy: ["Simon & Garfunkel"])
        let likes = try await gateway.request("GET", "/api/v1/me/likes?kind=artist").text
        #expect(likes.contains(duo), "who is liked waits for the name to come back: \(likes)")
        #expect(try await fixture.keep("Ann", true) == 400)
    }
}
