import Foundation
import Support
import Testing

@testable import rondo

@Suite("The outside catalog over the API", .timeLimit(.minutes(5))) struct OutsideTests {
    private static let preview = WAVFile.noise(frames: 1000)

    private static func settings(_ json: String, _ server: MusicServer) async throws {
        let reply = try await server.request("PATCH", "/api/v1/settings", json: json)
        try #require(reply.status == 200, "\(reply.text)")
    }

    private static func switchOn(_ catalog: CatalogServer, _ server: MusicServer) async throws {
        try await settings(
            #"{"linkNetworks":["127.0.0.1:\#(catalog.port)"],"outsideURL":"\#(catalog.base)/","outside":true,"#
                + #""outsideCountry":"pl"}"#, server)
    }

    @Test("sends no request while off; switched on by an admin it finds, plays, saves and wishes")
    func whole() async throws {
        let server = try await MusicServer(frames: 1000)
        let catalog = try await CatalogServer(
            [.init(7, "Far away", by: "Nobody here", milliseconds: 200_000)], preview: Self.preview)
        try await Self.settings(#"{"outsideURL":"\#(catalog.base)"}"#, server)
        let off = try await server.request("GET", "/api/v1/search/outside?q=far")
        #expect(off.json?["state"] as? String == "off")
        #expect(try await server.request("GET", "/api/v1/outside/7/preview").status == 409)
        // Its address is private and not yet allowed.
        let forbidden = try await server.request("POST", "/api/v1/settings/outside/test", json: "{}")
        #expect(forbidden.json?["failure"] as? String == "forbidden")
        #expect(catalog.requests.isEmpty)

        try await Self.switchOn(catalog, server)
        let test = try await server.request("POST", "/api/v1/settings/outside/test", json: "{}")
        #expect(test.json?["answers"] as? Bool == true)
        let found = try await server.request("GET", "/api/v1/search/outside?q=far")
        let item = try #require((found.json?["items"] as? [[String: Any]])?.first, "\(found.text)")
        #expect(item["id"] as? Int == 7 && item["title"] as? String == "Far away" && item["track"] == nil)
        #expect(catalog.requests.last == "GET /search?term=far&media=music&entity=song&limit=20&country=PL HTTP/1.1")

        let part = try await server.request(
            "GET", "/api/v1/outside/7/preview", [("Range", "bytes=0-3")])
        #expect(part.status == 206 && part.text == "RIFF")
        let picture = try await server.request("GET", "/api/v1/outside/7/picture")
        #expect(picture.status == 200 && picture["content-type"] == "image/png")

        let made = try await server.request("POST", "/api/v1/playlists", json: #"{"name":"Later"}"#)
        let playlist = try #require(made.json?["id"] as? String, "\(made.text)")
        let path = "/api/v1/playlists/\(playlist)/outside"
        let saved = try await server.request("POST", path, json: #"{"songId":7}"#)
        #expect(saved.json?["state"] as? String == "awaited", "\(saved.text)")
        let songs = try await server.request("GET", "/api/v1/playlists/\(playlist)/imported/songs")
        #expect((songs.json?["items"] as? [[String: Any]])?.first?["outsideId"] as? Int == 7)
        let wish = try await server.request("POST", "/api/v1/outside/7/wish", json: "{}")
        #expect(wish.json?["made"] as? Int == 1, "\(wish.text)")
        #expect(try await server.request("POST", path, json: #"{"songId":8}"#).status == 404)
    }

    @Test(
        "adds shelf items and wishes with a copy of the picture, visible to others where the item is"
    )
    func shelf() async throws {
        let server = try await MusicServer(frames: 1000)
        let catalog = try await CatalogServer(
            [.init(7, "Far away", by: "Nobody here", milliseconds: 200_000)], preview: Self.preview)
        let path = "/api/v1/shelf/outside"
        let song = #"{"songId":7,"title":"Far away, live","artist":"Nobody here","durationMs":200000,"rating":4}"#
        let off = try await server.request("POST", path, json: song)
        #expect(off.status == 409 && off.json?["reason"] as? String == "outside_off", "\(off.text)")
        try await Self.switchOn(catalog, server)
        let person = try await server.person("bea", role: "listener")
        let made = try await server.request("POST", path, json: song, as: person)
        #expect(made.status == 201 && made.json?["outsideId"] as? Int == 7, "\(made.text)")
        #expect(made.json?["title"] as? String == "Far away, live" && made.json?["rating"] as? Double == 4)
        let cover = try #require(made.json?["cover"] as? String, "\(made.text)")
        // The server stores its own copy, which only her shelf shows.
        let shown = try await server.request("GET", cover, as: person)
        #expect(shown.status == 200 && shown["content-type"] == "image/jpeg")
        #expect(try await server.request("GET", cover).status == 404)
        let item = try #require(made.json?["id"] as? String)
        #expect(try await server.request("GET", "/api/v1/shelf/items/\(item)").status == 404)
        let again = try await server.request("POST", path, json: song, as: person)
        #expect(again.status == 409 && again.json?["reason"] as? String == "already_on_shelf", "\(again.text)")

        let wish = try await server.request("POST", "/api/v1/outside/7/wish", json: "{}", as: person)
        #expect(wish.json?["made"] as? Int == 1, "\(wish.text)")
        let wishes = try await server.request("GET", "/api/v1/wishes").json?["items"] as? [[String: Any]]
        #expect(wishes?.first?["durationMs"] as? Int == 200_000 && wishes?.first?["outsideId"] as? Int == 7)
        let wished = try #require(wishes?.first?["cover"] as? String)
        #expect(try await server.request("GET", wished).status == 200)
    }

    @Test("adds a song to the shelf without a cover when its picture is unavailable")
    func withoutPicture() async throws {
        let server = try await MusicServer(frames: 1000)
        let image = ["Content-Type: image/png"]
        let answers: [(id: Int, steps: [FileServer.Step])] = [
            (1, FileServer.answer("404 Not Found", [], [])),
            (2, FileServer.answer("200 OK", image, Array("<html>".utf8))),
            (3, FileServer.answer("200 OK", image, Array("GIF89a and nothing".utf8))), (4, []),
        ]
        let songs = answers.map { CatalogServer.Song($0.id, "Song \($0.id)", by: "Nobody", milliseconds: 1000) }
        let catalog = try await CatalogServer(songs, preview: Self.preview) { head in
            answers.first { head.hasPrefix("GET /picture/\($0.id)/") }?.steps
        }
        try await Self.switchOn(catalog, server)
        for (id, _) in answers {
            let json = #"{"songId":\#(id),"title":"Far away"}"#
            let made = try await server.request("POST", "/api/v1/shelf/outside", json: json)
            #expect(made.status == 201 && made.json?["cover"] == nil, "\(id): \(made.text)")
        }
        #expect(catalog.requests.filter { $0.hasPrefix("GET /picture/") }.count >= answers.count)
        let unknown = #"{"songId":8,"title":"Far away"}"#
        #expect(try await server.request("POST", "/api/v1/shelf/outside", json: unknown).status == 404)
    }

    @Test(
        "refuses an invalid outside song for the shelf and names the wrong field",
        arguments: [
            (#"{"title":"Far away"}"#, "songId"), (#"{"songId":0,"title":"Far away"}"#, "songId"),
            (#"{"songId":7}"#, "title"), (#"{"songId":7,"title":"\u200b"}"#, "title"),
            (#"{"songId":7,"title":"Far","trackId":"t"}"#, "trackId"),
            (#"{"songId":7,"title":"Far","folderId":"nowhere"}"#, "folderId"),
        ])
    func refused(json: String, field: String) async throws {
        let server = try await MusicServer.shared.value
        let reply = try await server.request("POST", "/api/v1/shelf/outside", json: json)
        #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(reply.text)")
    }

    @Test("adds a song to the board for those who may post and hear it, and keeps it after being switched off")
    func posted() async throws {
        let server = try await MusicServer(frames: 1000)
        let catalog = try await CatalogServer(
            [
                .init(7, "Far away", by: "Nobody here", milliseconds: 200_000),
                .init(8, "Rude", by: "Nobody here", milliseconds: 200_000, isExplicit: true),
            ], preview: Self.preview)
        let bob = try await server.person("bob", role: "listener")
        let gus = try await server.person("gus", role: "listener")
        let child = try await server.person("cleo", role: "listener")
        let me = try await server.request("GET", "/api/v1/me", as: child)
        let id = try #require((me.json?["user"] as? [String: Any] ?? me.json)?["id"] as? String, "\(me.text)")
        #expect(try await server.request("PATCH", "/api/v1/users/\(id)", json: #"{"explicit":false}"#).status == 200)
        func post(_ number: Int, as token: String) async throws -> HTTPReply {
            try await server.request(
                "POST", "/api/v1/board/today", json: #"{"outsideId":\#(number),"caption":"Soon"}"#, as: token)
        }
        let off = try await post(7, as: bob)
        #expect(off.status == 409 && off.json?["reason"] as? String == "outside_off", "\(off.text)")
        try await Self.switchOn(catalog, server)
        #expect(try await post(8, as: child).status == 404)
        #expect(try await post(9, as: bob).status == 404)
        for wrong in ["{}", #"{"outsideId":0}"#, #"{"outsideId":7,"trackId":"\#(server.track)"}"#] {
            #expect(
                try await server.request("POST", "/api/v1/board/today", json: wrong, as: bob).status == 400, "\(wrong)")
        }
        let posted = try await post(8, as: bob)
        #expect(posted.status == 201, "\(posted.text)")
        let again = try await post(7, as: bob)
        #expect(again.status == 409 && again.json?["reason"] as? String == "already_posted", "\(again.text)")
        func song(as token: String) async throws -> [String: Any]? {
            let board = try await server.request("GET", "/api/v1/board/today", as: token)
            return (board.json?["items"] as? [[String: Any]])?.first?["song"] as? [String: Any]
        }
        let seen = try #require(try await song(as: gus))
        let outside = try #require(seen["outside"] as? [String: Any])
        #expect(seen["title"] as? String == "Rude" && seen["track"] == nil && outside["id"] as? Int == 8)
        #expect(outside["hasPicture"] as? Bool == true && outside["hasPreview"] as? Bool == true)
        #expect(outside["available"] as? Bool == true)
        #expect(try await song(as: child) == nil)
        let days = try await server.request("GET", "/api/v1/board/days", as: gus)
        #expect(days.text.contains(#""covers":["/api/v1/outside/8/picture"]"#), "\(days.text)")
        try await Self.settings(#"{"outside":false}"#, server)
        let later = try #require(try await song(as: gus)?["outside"] as? [String: Any])
        #expect(later["hasPicture"] as? Bool == false && later["hasPreview"] as? Bool == false)
        #expect(later["available"] as? Bool == false)
        #expect(try await server.request("GET", "/api/v1/board/days", as: gus).text.contains(#""covers":[]"#))
    }
}
