import Foundation
import Support
import Testing

/// Smart playlists of the real server, used as by scripts and remote clients.
@Suite("Smart playlists", .timeLimit(.minutes(10))) struct SmartPlaylistTests {
    @Test("rules are previewed, saved, followed, played by remote clients, exported and copied")
    func life() async throws {
        let gateway = try await MusicServer.shared.value
        let own = try await gateway.person("smart", role: "listener")
        let rules = #"{"match":"all","rules":[{"field":"liked","operator":"isTrue"}],"order":"title"}"#
        let preview = try await gateway.request(
            "POST", "/api/v1/playlists/smart/preview", json: #"{"rules":\#(rules)}"#, as: own)
        #expect(preview.status == 200 && preview.json?["count"] as? Int == 0, "\(preview.text)")
        let made = try await gateway.request(
            "POST", "/api/v1/playlists", json: #"{"name":"Liked","visibility":"public","rules":\#(rules)}"#,
            as: own)
        #expect(made.status == 201 && made.json?["smart"] as? Bool == true, "\(made.text)")
        #expect(
            made.json?["mayEdit"] as? Bool == false && made.json?["sources"] as? [String] == ["catalogue", "shelf"])
        let id = try #require(made.json?["id"] as? String)
        let path = "/api/v1/playlists/\(id)"
        _ = try await gateway.request("PUT", "/api/v1/tracks/\(gateway.track)/like", as: own)
        let filled = try await gateway.request("GET", path, as: own)
        #expect(filled.json?["entryCount"] as? Int == 1 && filled.json?["revision"] as? Int == 1, "\(filled.text)")
        #expect(filled.json?["contents"] as? Int != made.json?["contents"] as? Int)
        let entries = try await gateway.request("GET", path + "/entries", as: own)
        #expect(
            ((entries.json?["items"] as? [[String: Any]])?.first?["track"] as? [String: Any])?["id"] as? String
                == gateway.track)
        #expect(try await gateway.request("GET", path + "/export?format=m3u8", as: own).text.contains("Long noise"))
        let added = try await gateway.request(
            "POST", path + "/entries", json: #"{"trackIds":["\#(gateway.track)"]}"#, as: own)
        #expect(added.status == 409 && added.json?["reason"] as? String == "smart_playlist", "\(added.text)")

        let secret = try await gateway.deviceKey(of: "smart")
        let rest = "/rest/getPlaylist?v=1.16.1&c=test&f=json&apiKey=\(secret)&id=pl-\(id)"
        let remote = try await gateway.request("GET", rest, as: "")
        let playlist = (remote.json?["subsonic-response"] as? [String: Any])?["playlist"] as? [String: Any]
        #expect(playlist?["readonly"] as? Bool == true && playlist?["songCount"] as? Int == 1, "\(remote.text)")
        #expect((playlist?["entry"] as? [Any])?.count == 1)

        let copy = try await gateway.request("POST", path + "/duplicate", json: "{}", as: own)
        #expect(copy.json?["smart"] as? Bool == false && copy.json?["entryCount"] as? Int == 1, "\(copy.text)")
        let changed = try await gateway.request(
            "PATCH", path, json: #"{"rules":{"match":"any","rules":[{"field":"liked","operator":"isFalse"}]}}"#, as: own
        )
        #expect(changed.json?["entryCount"] as? Int == 0 && changed.json?["revision"] as? Int == 2, "\(changed.text)")
    }

    @Test(
        "hostile rules are refused with the place and the reason, and the next request is answered",
        arguments: [
            (
                #"{"match":"all","rules":[{"field":"title","operator":"is","value":"x","sql":"1=1"}]}"#,
                "rules.rules[0].sql"
            ),
            (#"{"match":"all","rules":[{"field":"seq","operator":"is","value":1}]}"#, "rules.rules[0].field"),
            (#"{"match":"all","rules":[],"limit":{"tracks":9223372036854775807}}"#, "rules.limit.tracks"),
            (#"{"match":"all","rules":[{"field":"year","operator":"is","value":1e999}]}"#, nil),
            (#"{"match":"all","rules":{}}"#, "rules.rules"), (#""all""#, "rules"), ("null", "rules"),
            (
                String(repeating: #"{"match":"all","rules":["#, count: 20) + String(repeating: "]}", count: 20), nil
            ),
        ])
    func hostile(rules: String, field: String?) async throws {
        let gateway = try await MusicServer.shared.value
        let reply = try await gateway.request(
            "POST", "/api/v1/playlists/smart/preview", json: #"{"rules":\#(rules)}"#)
        #expect(reply.status == 400 && reply["content-type"] == "application/problem+json", "\(reply.text)")
        #expect(reply.json?["field"] as? String == field, "\(reply.text)")
        #expect((reply.json?["detail"] as? String)?.isEmpty == false)
    }

    @Test("a change without effect keeps the revision") func nothing() async throws {
        let gateway = try await MusicServer.shared.value
        let made = try await gateway.request("POST", "/api/v1/playlists", json: #"{"name":"Still"}"#)
        let path = "/api/v1/playlists/\(made.json?["id"] as? String ?? "")"
        let patched = try await gateway.request("PATCH", path, json: "{}")
        #expect(patched.status == 200 && patched.json?["revision"] as? Int == 1, "\(patched.text)")
        #expect(patched.json?["changedAt"] as? String == made.json?["changedAt"] as? String)
        let stale = try await gateway.request("PATCH", path, json: #"{"revision":7}"#)
        #expect(stale.status == 409)
        #expect(try await gateway.request("DELETE", path).status == 204)
    }
}
