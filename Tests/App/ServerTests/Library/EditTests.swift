import Foundation
import Support
import Testing

@Suite("Corrections", .serialized, .timeLimit(.minutes(10))) struct EditTests {
    private static let server = Task { try await MusicServer() }

    /// A red square of eight pixels.
    private static let png = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAE0lEQVR4nGM8IcCAFTBhFx6sEgCu4ADoBdRL/gAAAABJRU5ErkJg"
                + "gg==") ?? Data())

    @Test(
        "a moderator corrects a track for everyone, the file stays unchanged, and the correction can be undone")
    func track() async throws {
        let gateway = try await Self.server.value
        let moderator = try await gateway.person("mo-track", role: "moderator")
        let listener = try await gateway.person("li-track", role: "listener")
        let path = "/api/v1/tracks/\(gateway.track)"
        let edited = try await gateway.request(
            "PATCH", path, json: #"{"title":"A Long Noise","artists":["Nina","Otis"],"year":1999,"genres":[]}"#,
            as: moderator)
        #expect(edited.status == 200 && edited.json?["title"] as? String == "A Long Noise", "\(edited.text)")
        #expect(edited.json?["path"] == nil, "a moderator does not look after libraries")
        let seen = try await gateway.request("GET", path, as: listener)
        #expect(seen.json?["edited"] as? [String] == ["title", "artists", "genres", "year"])
        let file = try #require(seen.json?["file"] as? [String: Any], "\(seen.text)")
        #expect(file["title"] as? String == "01 Long noise" && file["year"] == nil)
        #expect(seen.json?["modifiedAt"] is String && seen.json?["path"] == nil)
        #expect(try await gateway.request("GET", path).json?["path"] as? String == "Noise/Album/01 Long noise.wav")
        let found = try await gateway.request("GET", "/api/v1/search?q=otis", as: listener)
        #expect((found.json?["tracks"] as? [Any])?.count == 1, "\(found.text)")

        let history = try await gateway.request("GET", path + "/edits", as: moderator)
        let first = try #require((history.json?["items"] as? [[String: Any]])?.first, "\(history.text)")
        #expect((first["by"] as? [String: Any])?["name"] as? String == "mo-track")
        #expect((first["changes"] as? [[String: Any]])?.count == 4)
        let id = try #require(first["id"] as? String)
        for (method, address) in [
            ("PATCH", path), ("GET", path + "/edits"), ("POST", path + "/edits/\(id)/undo"), ("PUT", path + "/cover"),
        ] {
            let refused = try await gateway.request(method, address, json: method == "GET" ? nil : "{}", as: listener)
            #expect(refused.status == 403, "\(method) \(address)")
        }
        let undone = try await gateway.request("POST", path + "/edits/\(id)/undo", json: "{}", as: moderator)
        #expect(undone.json?["title"] as? String == "01 Long noise" && undone.json?["edited"] as? [String] == [])
        let again = try await gateway.request("POST", path + "/edits/\(id)/undo", json: "{}", as: moderator)
        #expect(again.status == 409 && again.json?["reason"] as? String == "edited_since", "\(again.text)")
        let stream = try await gateway.request("GET", path + "/stream", as: listener)
        #expect(stream.body == gateway.content)
    }

    @Test("a moderator chooses a track's visual, every player shows it, and it is journaled and can be undone")
    func visual() async throws {
        let gateway = try await Self.server.value
        let moderator = try await gateway.person("mo-visual", role: "moderator")
        let path = "/api/v1/tracks/\(gateway.track)"
        for role in ["listener", "contributor"] {
            let other = try await gateway.person(role, role: role)
            #expect(try await gateway.request("PATCH", path, json: #"{"visual":"ink"}"#, as: other).status == 403)
        }
        let given = try await gateway.request("PATCH", path, json: #"{"visual":"ink"}"#, as: moderator)
        #expect(given.status == 200 && given.json?["visual"] as? String == "ink", "\(given.text)")
        try await gateway.scan()
        let listener = try await gateway.person("li-visual", role: "listener")
        let seen = try await gateway.request("GET", path, as: listener)
        #expect(seen.json?["visual"] as? String == "ink" && seen.json?["edited"] as? [String] == ["visual"])
        let history = try await gateway.request("GET", path + "/edits", as: moderator)
        let change = ((history.json?["items"] as? [[String: Any]])?.first?["changes"] as? [[String: Any]])?.first
        #expect(change?["field"] as? String == "visual" && change?["after"] as? String == "ink", "\(history.text)")
        let journal = try await gateway.request("GET", "/api/v1/journal?action=track.edit")
        #expect(journal.text.contains(#""fields":"visual""#), "\(journal.text)")
        let back = try await gateway.request("PATCH", path, json: #"{"visual":null}"#, as: moderator)
        #expect(back.status == 200 && back.json?["visual"] == nil, "\(back.text)")
    }

    @Test("corrections of an album and its cover apply to the whole album and survive a scan")
    func album() async throws {
        let gateway = try await Self.server.value
        let moderator = try await gateway.person("mo-album", role: "moderator")
        let track = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)")
        let path = "/api/v1/albums/" + (try #require(track.json?["albumId"] as? String))
        let edited = try await gateway.request(
            "PATCH", path, json: #"{"name":"Silence","albumArtists":["Nina"],"year":1952}"#, as: moderator)
        #expect(edited.status == 200 && edited.json?["name"] as? String == "Silence", "\(edited.text)")
        // The header is valid, but the data after it is damaged.
        var damaged = Self.png
        damaged[45] ^= 0xFF
        for path in [path, "/api/v1/tracks/\(gateway.track)"] {
            for bytes in [damaged, Array(Self.png.prefix(50))] {
                let refused = try await gateway.send(
                    "PUT", path + "/cover", [("Authorization", "Bearer \(moderator)"), ("Content-Type", "image/png")],
                    body: bytes)
                #expect(
                    refused.status == 415 && refused.json?["reason"] as? String == "picture_type", "\(refused.text)")
            }
        }
        let covered = try await gateway.send(
            "PUT", path + "/cover", [("Authorization", "Bearer \(moderator)"), ("Content-Type", "image/png")],
            body: Self.png)
        let cover = try #require(covered.json?["cover"] as? String, "\(covered.text)")
        #expect(try await gateway.request("GET", cover).body == Self.png)
        try await gateway.scan()
        let after = try await gateway.request("GET", path)
        #expect(after.json?["name"] as? String == "Silence" && after.json?["cover"] as? String == cover)
        #expect(after.json?["year"] as? Int == 1952)
        let back = try await gateway.request(
            "PATCH", path, json: #"{"name":null,"albumArtists":null,"year":null,"cover":null}"#, as: moderator)
        #expect(back.json?["name"] as? String == "Album" && back.json?["cover"] == nil, "\(back.text)")
    }

    @Test("malformed input is refused by its field and changes nothing")
    func malformed() async throws {
        let gateway = try await MusicServer.shared.value
        let path = "/api/v1/tracks/\(gateway.track)"
        let names = (0...32).map { "\"n\($0)\"" }.joined(separator: ",")
        for (json, field) in [
            (#"{"title":""}"#, "title"), (#"{"title":7}"#, "title"), (#"{"title":"a\u0007"}"#, "title"),
            (#"{"title":"\#(String(repeating: "x", count: 501))"}"#, "title"), (#"{"artists":[]}"#, "artists"),
            (#"{"artists":"Nina"}"#, "artists"), (#"{"artists":[1]}"#, "artists"),
            (#"{"artists":[\#(names)]}"#, "artists"), (#"{"artists":["A","a "]}"#, "artists"),
            (#"{"album":" "}"#, "album"), (#"{"year":0}"#, "year"), (#"{"year":"1999"}"#, "year"),
            (#"{"cover":"x"}"#, "cover"), (#"{"visual":"disco"}"#, "visual"), (#"{"lyrics":"la"}"#, "lyrics"),
            (#"{"name":"x"}"#, "name"),
        ] {
            let reply = try await gateway.request("PATCH", path, json: json)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(json) \(reply.text)")
        }
        let cover = try await gateway.request("PUT", path + "/cover", json: "{}")
        #expect(cover.status == 415 && cover.json?["reason"] as? String == "picture_type")
        let absent = try await gateway.request("PATCH", "/api/v1/tracks/nothing", json: #"{"title":"x"}"#)
        #expect(absent.status == 404)
        #expect(try await gateway.request("GET", path).json?["edited"] as? [String] == [])
        #expect(try await gateway.request("GET", path + "/edits").json?["items"] as? [String] == [])
    }
}
