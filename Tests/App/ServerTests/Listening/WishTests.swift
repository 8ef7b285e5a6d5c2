import Primitives
import Foundation
import RouterSupport
import Support
import Testing

/// Shelves, wishes and notifications of the real server, used as by scripts.
@Suite("Shelves and wishes", .timeLimit(.minutes(10))) struct WishTests {
    private func picture(_ path: String) async throws -> [UInt8] {
        let made = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-y", "-f", "lavfi", "-i", "color=red:s=400x300",
                "-frames:v", "1", path,
            ])
        try #require(made.status == 0, "\(made.error)")
        return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func put(_ bytes: [UInt8], _ path: String, _ gateway: MusicServer, as token: String) async throws
        -> HTTPReply
    {
        let reply = try await gateway.send(
            "PUT", path, [("Authorization", "Bearer \(token)"), ("Content-Type", "image/png")], body: bytes)
        return reply
    }

    @Test("a scan that adds a wished track notifies the wisher on their stream, even after a reconnect")
    func arrival() async throws {
        let gateway = try await MusicServer(frames: 1000)
        let bob = try await gateway.person("bob", role: "listener")
        let wish = try await gateway.request(
            "POST", "/api/v1/wishes", json: #"{"title":"Cafe del mar","artist":"Energy 52","note":"the long one"}"#,
            as: bob)
        #expect(wish.status == 201, "\(wish.text)")
        let same = try await gateway.request(
            "POST", "/api/v1/wishes", json: #"{"title":" CAFÉ DEL MAR","artist":"energy 52"}"#)
        let held = same.json?["wish"] as? [String: Any]
        #expect(same.status == 409 && same.json?["reason"] as? String == "already_wished")
        #expect(held?["id"] as? String == wish.json?["id"] as? String)

        let stream = try await gateway.open("/api/v1/events", as: bob)
        let opening = try await stream.text(through: "retry: 3000")
        let last = try #require(
            opening.split(whereSeparator: \.isNewline).last { $0.hasPrefix("id: ") }?.dropFirst(4))
        let folder = gateway.folder
        let file = TaggedWAV.file(
            [("TIT2", "Caf\u{E9} del Mar"), ("TPE1", "Energy 52"), ("TALB", "Single")], seed: 7)
        try Data(file).write(to: URL(fileURLWithPath: folder + "/music/cafe.wav"))
        try await gateway.scan()
        let told = try await stream.text(through: "event: notification")
        #expect(told.contains("event: notification"))
        await stream.close()

        let again = try await gateway.open("/api/v1/events", [("Last-Event-ID", String(last))], as: bob)
        let missed = try await again.text(through: "\"unread\":1")
        #expect(missed.contains("event: wish") && missed.contains("\"unread\":1") && !missed.contains("event: reset"))
        await again.close()

        let list = try await gateway.request("GET", "/api/v1/notifications", as: bob)
        let first = (list.json?["items"] as? [[String: Any]])?.first
        let subject = first?["subject"] as? [String: Any]
        #expect(first?["kind"] as? String == "wishFound" && list.json?["unreadCount"] as? Int == 1, "\(list.text)")
        let track = try #require(subject?["id"] as? String)
        let open = try await gateway.request("GET", "/api/v1/wishes", as: bob)
        let arrival = (open.json?["items"] as? [[String: Any]])?.first?["arrival"] as? [String: Any]
        #expect(arrival?["id"] as? String == track, "\(open.text)")
        let saved = try await gateway.request(
            "POST", "/api/v1/wishes/\(wish.json?["id"] as? String ?? "")/fulfil",
            json: #"{"trackId":"\#(track)","rating":4.5,"comment":"at last"}"#, as: bob)
        #expect(saved.status == 200, "\(saved.text)")
        let item = try await gateway.request(
            "GET", "/api/v1/shelf/items/\(saved.json?["itemId"] as? String ?? "")", as: bob)
        #expect(item.json?["rating"] as? Double == 4.5 && item.json?["kind"] as? String == "track", "\(item.text)")
        let rated = try await gateway.request("GET", "/api/v1/tracks/\(track)/rating", as: bob)
        #expect(rated.json?["rating"] as? Double == 4.5)
        #expect(try await gateway.request("GET", "/api/v1/wishes", as: bob).text.contains("Cafe") == false)
    }

    @Test("pictures of folders, items, wishes and playlists are reencoded and belong to their owner")
    func pictures() async throws {
        let gateway = try await MusicServer(frames: 1000)
        let bob = try await gateway.person("bob", role: "listener")
        let bytes = try await picture(gateway.folder + "/red.png")
        var paths: [String] = []
        for (path, json, name) in [
            ("/api/v1/shelf/folders", #"{"name":"Live","icon":"concert"}"#, "image"),
            ("/api/v1/shelf/items", #"{"title":"Gig","durationMs":60000,"rating":3.5}"#, "cover"),
            ("/api/v1/wishes", #"{"title":"Song"}"#, "cover"), ("/api/v1/playlists", #"{"name":"Gigs"}"#, "cover"),
        ] {
            let made = try await gateway.request("POST", path, json: json, as: bob)
            #expect(made.status == 201, "\(made.text)")
            paths.append("\(path)/\(made.json?["id"] as? String ?? "")/\(name)")
        }
        for path in paths {
            let set = try await put(bytes, path, gateway, as: bob)
            let name = path.hasSuffix("image") ? "image" : "cover"
            let shown = try await gateway.request(
                "GET", try #require(set.json?[name] as? String, "\(set.text)"), as: bob)
            #expect(ImageSize(of: shown.body).map { $0.width == $0.height } == true && shown.body != bytes)
            let foreign = try await put(bytes, path, gateway, as: gateway.token)
            #expect(foreign.status == (path.contains("wishes") ? 403 : 404), "\(foreign.text)")
            let broken = try await put(Array(bytes.prefix(40)), path, gateway, as: bob)
            #expect(broken.status == 415 && broken.json?["reason"] as? String == "picture_type", "\(broken.text)")
            let gone = try await gateway.request("DELETE", path, as: bob)
            #expect(gone.status == 200 && gone.json?[name] == nil)
        }
    }

    @Test(
        "bad input is refused by field",
        arguments: [
            ("POST", "/api/v1/shelf/folders", #"{"name":" "}"#, "name"),
            ("POST", "/api/v1/shelf/folders", #"{"name":"x","icon":"skull"}"#, "icon"),
            ("POST", "/api/v1/shelf/folders/delete", #"{"ids":"x"}"#, "ids"),
            ("POST", "/api/v1/shelf/items", #"{}"#, "title"),
            ("POST", "/api/v1/shelf/items", #"{"title":"x","rating":3.25}"#, "rating"),
            ("POST", "/api/v1/shelf/items", #"{"title":"x","durationMs":-1}"#, "durationMs"),
            ("POST", "/api/v1/shelf/items", #"{"title":"x","folderId":"y"}"#, "folderId"),
            ("POST", "/api/v1/shelf/items", #"{"trackId":"x","albumId":"y"}"#, "albumId"),
            ("POST", "/api/v1/shelf/items", #"{"trackId":"x"}"#, "trackId"),
            ("POST", "/api/v1/shelf/items", #"{"trackId":"x","title":"y"}"#, "title"),
            ("POST", "/api/v1/shelf/items/put", #"{"trackIds":[]}"#, "folderId"),
            ("POST", "/api/v1/shelf/items/put", #"{"folderId":null,"itemIds":["x"]}"#, "itemIds"),
            ("GET", "/api/v1/shelf/items?sort=size", nil, "sort"),
            ("GET", "/api/v1/shelf/items?cursor=x", nil, "cursor"),
            ("POST", "/api/v1/wishes", #"{"title":"x","note":7}"#, "note"),
            ("GET", "/api/v1/wishes?whose=mine", nil, "whose"),
            ("POST", "/api/v1/notifications/read", #"{"ids":[7]}"#, "ids"),
            ("PUT", "/api/v1/notifications/choices", #"{"muted":["everything"]}"#, "muted"),
        ])
    func refused(method: String, path: String, json: String?, field: String) async throws {
        let gateway = try await MusicServer.shared.value
        let reply = try await gateway.request(method, path, json: json)
        #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(reply.text)")
    }
}
