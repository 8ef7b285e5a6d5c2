import Foundation
import Support
import Testing

@testable import rondo

@Suite("Descriptions from external services, over the API", .timeLimit(.minutes(5))) struct DescriptionTests {
    private static let sources = "/api/v1/descriptions/sources/"

    private static func music(in folder: TemporaryFolder) throws {
        let album = folder.path + "/music/Nobody/Tunes"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        let tags = [("TIT2", "One"), ("TPE1", "Nobody Known"), ("TALB", "Tunes"), ("TPE2", "Nobody Known")]
        try Data(TaggedWAV.file(tags, seed: 7)).write(to: URL(fileURLWithPath: album + "/1.wav"))
    }

    private static func allow(_ outside: DescriptionServer, _ server: MusicServer) async throws {
        let reply = try await server.request(
            "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1:\#(outside.port)"]}"#)
        try #require(reply.status == 200, "\(reply.text)")
    }

    private static func change(_ source: String, _ json: String, _ server: MusicServer) async throws -> HTTPReply {
        try await server.request("PATCH", sources + source, json: json)
    }

    private static func id(_ kind: String, _ name: String, _ server: MusicServer) async throws -> String {
        let items = try await server.request("GET", "/api/v1/\(kind)").json?["items"] as? [[String: Any]]
        return try #require(items?.first { $0["name"] as? String == name }?["id"] as? String)
    }

    @Test("send no request while off; when on, they fill artist and album for every client, with source and license")
    func whole() async throws {
        let folder = try TemporaryFolder()
        try Self.music(in: folder)
        let server = try await MusicServer(frames: 1000, in: folder)
        let outside = try await DescriptionServer(
            artist: "Nobody Known", album: "Tunes", picture: Pictures.png(side: 100))
        for (source, path) in [("musicbrainz", "/mb/"), ("coverartarchive", "/caa"), ("fanart", "/fanart")] {
            let set = try await Self.change(source, #"{"url":"\#(outside.base)\#(path)"}"#, server)
            #expect(set.status == 200, "\(set.text)")
        }
        // Its address is private and not yet allowed.
        let forbidden = try await server.request("POST", Self.sources + "musicbrainz/test")
        #expect(forbidden.json?["failure"] as? String == "forbidden")
        try await Self.allow(outside, server)
        #expect(try await Self.change("fanart", #"{"on":true}"#, server).status == 400)
        #expect(outside.requests.isEmpty)
        #expect(try await server.request("POST", Self.sources + "musicbrainz/test").json?["answers"] as? Bool == true)

        _ = try await Self.change("fanart", #"{"key":"KEY1","on":true}"#, server)
        _ = try await Self.change("coverartarchive", #"{"on":true}"#, server)
        let on = try await Self.change("musicbrainz", #"{"on":true}"#, server)
        #expect(on.status == 200 && !on.text.contains("KEY1"))
        let (artist, album) = (
            try await Self.id("artists", "Nobody Known", server), try await Self.id("albums", "Tunes", server)
        )
        try await waitUntil("everything is looked up") {
            let state = try await server.request("GET", "/api/v1/descriptions").json
            return state?["done"] as? Int == state?["total"] as? Int
        }
        let info = try await server.request("GET", "/api/v1/artists/\(artist)/info")
        #expect(info.json?["biography"] as? String == "Nobody Known plays many tunes & songs.", "\(info.text)")
        let credit = info.json?["biographyCredit"] as? [String: Any]
        #expect(credit?["name"] as? String == "Wikipedia" && credit?["license"] as? String == "CC BY-SA 4.0")
        #expect(info.json?["musicBrainzId"] as? String == DescriptionServer.artist)
        #expect((info.json?["imageCredit"] as? [String: Any])?["name"] as? String == "fanart.tv")
        let image = try #require(info.json?["image"] as? String)
        #expect(try await server.request("GET", image)["content-type"] == "image/png")
        let record = try await server.request("GET", "/api/v1/albums/\(album)")
        #expect(record.json?["originalDate"] as? String == "1967-05-26" && record.json?["cover"] is String)
        let notes = try await server.request("GET", "/api/v1/albums/\(album)/info").json
        #expect((notes?["coverCredit"] as? [String: Any])?["origin"] as? String == "coverartarchive")
        #expect((notes?["originalDateCredit"] as? [String: Any])?["license"] as? String == "CC0 1.0")
        // Remote clients get the same, with the credit in the text.
        let query = "apiKey=\(try await server.deviceKey(of: "ada"))&v=1.16.1&c=test&f=json"
        let remote = try await server.send("GET", "/rest/getArtistInfo2?id=ar-\(artist)&\(query)")
        #expect(remote.text.contains("Wikipedia · CC BY-SA 4.0 · https"), "\(remote.text)")
        #expect(remote.text.contains("largeImageUrl"))
        let pictured = try await server.send("GET", "/rest/getAlbumInfo2?id=al-\(album)&\(query)")
        #expect(pictured.text.contains("largeImageUrl"), "\(pictured.text)")
        // About one request a second, whatever the replies are. A busy machine may delay some.
        let (first, last) = (try #require(outside.times.first), try #require(outside.times.last))
        let pauses = outside.times.count - 1
        #expect(pauses >= 3 && last - first > .milliseconds(600) * pauses, "\(outside.times)")
        #expect(outside.heads.filter { $0.contains("KEY1") }.allSatisfy { $0.hasPrefix("GET /fanart/v3/") })
    }

    @Test("stop at once when the source is switched off, can be removed by admins, and are managed by admins alone")
    func ended() async throws {
        let folder = try TemporaryFolder()
        try Self.music(in: folder)
        let server = try await MusicServer(frames: 1000, in: folder)
        let outside = try await DescriptionServer(artist: "Nobody Known", album: "Tunes", picture: []) { _ in [.hold] }
        try await Self.allow(outside, server)
        _ = try await Self.change("musicbrainz", #"{"url":"\#(outside.base)/mb","on":true}"#, server)
        try await waitUntil("something is asked") { !outside.requests.isEmpty }
        #expect(try await server.request("DELETE", "/api/v1/descriptions").status == 409)
        let off = try await Self.change("musicbrainz", #"{"on":false}"#, server)
        #expect(off.json?["done"] as? Int == 0, "\(off.text)")
        #expect(try await server.request("DELETE", "/api/v1/descriptions").status == 204)
        let bea = try await server.request(
            "POST", "/api/v1/users",
            json: #"{"username":"bea","role":"moderator","password":"violet harbour lantern 42"}"#)
        try #require(bea.status == 201, "\(bea.text)")
        let token = try await server.token(of: "bea", labeled: "test", for: "read")
        #expect(try await server.request("GET", "/api/v1/descriptions", as: token).status == 403)
        let journal = try await server.request("GET", "/api/v1/journal")
        #expect(journal.text.contains("description.edit") && journal.text.contains("description.remove"))
    }
}
