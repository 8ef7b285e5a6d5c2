import Foundation
import RouterSupport
import Support
import Testing

/// Withdraws a song and checks every surface.
@Suite("Withdrawn music", .timeLimit(.minutes(10))) struct WithdrawalTests {
    private static let surfaces = [
        "/api/v1/tracks/{id}", "/api/v1/tracks/{id}/stream", "/api/v1/tracks/{id}/lyrics",
    ]

    private static func titles(_ path: String, _ gateway: MusicServer, as token: String? = nil) async throws -> [String]
    {
        let reply = try await gateway.request("GET", path, as: token)
        let items = reply.json?["items"] as? [[String: Any]] ?? []
        return items.compactMap { $0["title"] as? String ?? ($0["track"] as? [String: Any])?["title"] as? String }
    }

    private static func withdrawals(_ gateway: MusicServer, _ list: String = "bin") async throws -> [[String: Any]] {
        let reply = try await gateway.request("GET", "/api/v1/moderation/withdrawals?list=\(list)")
        return reply.json?["items"] as? [[String: Any]] ?? []
    }

    private static func bin(_ gateway: MusicServer) -> [String] {
        let path = gateway.folder + "/music/.rondo-bin"
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    @Test("a withdrawn song vanishes from every surface at once, its streams end, and a restore brings it all back")
    func surfaces() async throws {
        let gateway = try await MusicServer()
        let (id, bob) = (gateway.track, try await gateway.person("bob", role: "listener"))
        let device = try await gateway.deviceKey(of: "bob")
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
        try await gateway.waitUntilOpen(gateway.file)

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
        try await listener.waitUntilCut()

        try await waitUntil("its file is in the bin") { Self.bin(gateway).count == 1 }
        #expect(!FileManager.default.fileExists(atPath: gateway.file))
        let row = try #require(try await Self.withdrawals(gateway).first?["id"] as? String)
        let restored = try await gateway.request("POST", "/api/v1/moderation/withdrawals/\(row)/restoration")
        #expect(restored.status == 200, "\(restored.text)")
        try await waitUntil("the song is back") { try await Self.titles("/api/v1/tracks", gateway, as: bob).count == 1 }
        #expect(try Data(contentsOf: URL(fileURLWithPath: gateway.file)) == Data(gateway.content))
        #expect(try await Self.titles("/api/v1/playlists/\(list)/entries", gateway, as: bob).count == 1)
        #expect(try await gateway.request("GET", "/api/v1/tracks/\(id)", as: bob).status == 200)
    }
}
