import Foundation
import Support
import Testing

/// Taking a song down on the real server: every surface, and kill -9 at any moment between the row and the move.
@Suite("Withdrawn music, over TLS", .timeLimit(.minutes(10))) struct WithdrawalTests {
    private static let surfaces = [
        "/api/v1/tracks/{id}", "/api/v1/tracks/{id}/stream", "/api/v1/tracks/{id}/lyrics",
    ]

    private static func titles(_ path: String, _ gateway: Gateway, as token: String? = nil) async throws -> [String] {
        let reply = try await gateway.request("GET", path, as: token)
        let items = reply.json?["items"] as? [[String: Any]] ?? []
        return items.compactMap { $0["title"] as? String ?? ($0["track"] as? [String: Any])?["title"] as? String }
    }

    private static func withdrawals(_ gateway: Gateway, _ list: String = "bin") async throws -> [[String: Any]] {
        let reply = try await gateway.request("GET", "/api/v1/moderation/withdrawals?list=\(list)")
        return reply.json?["items"] as? [[String: Any]] ?? []
    }

    private static func bin(_ gateway: Gateway) -> [String] {
        let path = gateway.server.folder.path + "/music/.rondo-bin"
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    @Test("a withdrawn song is on no surface from that moment on, streams of it end, and it comes back whole")
    func surfaces() async throws {
        let gateway = try await Gateway(arguments: [])
        let (id, bob) = (gateway.track, try await gateway.person("bob", role: "listener"))
        let made = try await Program.run(
            Program.path,
            [
                "device-key", "add", "--user", "bob", "--label", "k", "--scopes", "read,write,stream", "--json",
                "--data", gateway.server.folder.path + "/data",
            ])
        let added = try JSONSerialization.jsonObject(with: Data(made.output.utf8)) as? [String: Any]
        let device = try #require(added?["key"] as? String ?? added?["text"] as? String, "\(made.output)")
        func remote(_ call: String) async throws -> String {
            let path = "/rest/\(call)&apiKey=\(device)&v=1.16.1&c=tests&f=json"
            return try await gateway.request("GET", path, as: "").text
        }
        let playlist = try await gateway.request(
            "POST", "/api/v1/playlists", json: #"{"name":"Mix","trackIds":["\#(id)"]}"#, as: bob)
        let list = try #require(playlist.json?["id"] as? String, "\(playlist.text)")
        #expect(
            try await gateway.request(
                "PUT", "/api/v1/queue", json: #"{"trackIds":["\#(id)"],"currentIndex":0,"positionMs":0}"#, as: bob
            ).status == 200)
        #expect(
            try await gateway.request("POST", "/api/v1/board/today", json: #"{"trackId":"\#(id)"}"#, as: bob).status
                == 201)
        let share = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(id)"}]}"#, as: bob)
        let secret = try #require((share.json?["url"] as? String)?.split(separator: "/").last, "\(share.text)")
        let listener = try await gateway.stalledReader(as: bob)
        try await gateway.server.waitUntilOpen(gateway.file)

        let withdrawn = try await gateway.request(
            "POST", "/api/v1/moderation/tracks/\(id)/withdrawal", json: #"{"reason":"It is not ours"}"#)
        #expect(withdrawn.status == 200, "\(withdrawn.text)")
        for path in Self.surfaces {
            let reply = try await gateway.request("GET", path.replacing("{id}", with: id), as: bob)
            #expect(reply.status == 404, "\(path): \(reply.text)")
        }
        for path in [
            "/api/v1/tracks", "/api/v1/playlists/\(list)/entries", "/api/v1/board/days/today/tracks", "/api/v1/history",
        ] { #expect(try await Self.titles(path, gateway, as: bob) == [], "\(path)") }
        for path in [
            "/api/v1/search?q=noise", "/api/v1/queue", "/api/v1/albums", "/api/v1/artists", "/api/v1/home",
            "/api/v1/board/today", "/api/v1/playlists/\(list)",
        ] {
            let reply = try await gateway.request("GET", path, as: bob)
            #expect(reply.status == 200 && !reply.text.contains(#""id":"\#(id)""#), "\(path): \(reply.text)")
        }
        let shared = try await gateway.request("GET", "/share/\(secret)/contents", as: "")
        #expect(!shared.text.contains(id), "\(shared.text)")
        #expect(try await gateway.request("GET", "/share/\(secret)/tracks/\(id)/stream", as: "").status == 404)
        for call in ["getSong?id=tr-\(id)", "stream?id=tr-\(id)", "download?id=tr-\(id)"] {
            #expect(try await remote(call).contains(#""code":70"#), "\(call)")
        }
        for call in ["search3?query=noise", "getAlbumList2?type=newest", "getRandomSongs?size=9", "getPlayQueue?x=1"] {
            #expect(try await !remote(call).contains(id), "\(call)")
        }
        await listener.resumeReading()
        // The stream ended before the song did.
        let heard = await listener.readToEnd()
        #expect(heard.count < gateway.content.count)

        try await waitUntil("its file is in the bin") { Self.bin(gateway).count == 1 }
        #expect(!FileManager.default.fileExists(atPath: gateway.file))
        let row = try #require(try await Self.withdrawals(gateway).first?["id"] as? String)
        let restored = try await gateway.request("POST", "/api/v1/moderation/withdrawals/\(row)/restoration")
        #expect(restored.status == 200, "\(restored.text)")
        try await waitUntil("the song is back") { try await Self.titles("/api/v1/tracks", gateway, as: bob).count == 1 }
        #expect(try Data(contentsOf: URL(fileURLWithPath: gateway.file)) == Data(gateway.content))
        #expect(try await Self.titles("/api/v1/playlists/\(list)/entries", gateway, as: bob).count == 1)
        #expect(try await gateway.request("GET", "/api/v1/tracks/\(id)", as: bob).status == 200)
        _ = await gateway.server.stop(SIGTERM)
    }

    @Test("kill -9 after the answer leaves what the next start finishes, either way")
    func kills() async throws {
        let folder = try TemporaryFolder()
        let first = try await Gateway(arguments: ["--no-scan-watch"], frames: 1000, in: folder)
        var server = first.server
        for round in 0..<6 {
            let gateway = Gateway(first, on: server)
            let isAway = round % 2 == 0
            if isAway {
                let reply = try await gateway.request(
                    "POST", "/api/v1/moderation/tracks/\(first.track)/withdrawal",
                    json: #"{"reason":"Round \#(round)"}"#)
                #expect(reply.status == 200, "\(reply.text)")
            } else {
                let row = try #require(try await Self.withdrawals(gateway).first?["id"] as? String)
                let reply = try await gateway.request("POST", "/api/v1/moderation/withdrawals/\(row)/restoration")
                #expect(reply.status == 200, "\(reply.text)")
            }
            _ = await server.stop(SIGKILL)
            server = try await ServerProcess.start(["--no-scan-watch"], in: folder)
            let next = Gateway(first, on: server)
            if isAway {
                #expect(try await Self.titles("/api/v1/tracks", next).isEmpty)
                try await waitUntil("its file is in the bin") {
                    let states = try await Self.withdrawals(next).map { $0["state"] as? String }
                    return Self.bin(next).count == 1 && states == ["binned"]
                }
                #expect(!FileManager.default.fileExists(atPath: first.file))
            } else {
                try await waitUntil("the song is back") {
                    try await Self.titles("/api/v1/tracks", next).count == 1
                }
                #expect(try await Self.withdrawals(next).isEmpty && Self.bin(next).isEmpty)
                #expect(try Data(contentsOf: URL(fileURLWithPath: first.file)) == Data(first.content))
            }
        }
        _ = await server.stop(SIGTERM)
    }
}
