import Foundation
import RouterSupport
import Support
import Testing

@Suite("An attacker of /rest", .timeLimit(.minutes(10))) struct RemoteAttackTests {
    @Test("cannot use a browser session or a bearer token") func sessions() async throws {
        let gateway = try await MusicServer.shared.value
        let session = try await gateway.session()
        let me = try await gateway.send("GET", "/api/v1/me", session)
        try #require(me.status == 200, "\(me.text)")
        for fields in [session, [("Authorization", "Bearer \(gateway.token)")]] {
            for call in ["ping?f=json", "getArtists?f=json", "ping?f=json&u=ada", "getUser?f=json&username=ada"] {
                let reply = try await gateway.send(
                    "GET", "/rest/" + call, fields + [("Sec-Fetch-Site", "same-origin")])
                #expect(reply.text.contains("\"code\":10"), "\(call): \(reply.text)")
                #expect(reply["set-cookie"] == nil && reply["access-control-allow-credentials"] == nil)
            }
        }
    }

    @Test(
        "loses access with the key, the account or the library",
        arguments: ["key", "account", "library"])
    func ends(what: String) async throws {
        let gateway = try await MusicServer.shared.value
        _ = try await gateway.person("eve-\(what)", role: "listener")
        let key = try await gateway.deviceKey(of: "eve-\(what)")
        let reader = try await gateway.stalledReader(
            as: "", path: "/rest/stream?apiKey=\(key)&c=test&id=tr-\(gateway.track)&format=raw")
        switch what {
        case "key":
            let revoked = try await gateway.command(["device-key", "revoke", "--user", "eve-key", "--all"])
            #expect(revoked.status == 0, "\(revoked.error)")
        case "account":
            let disabled = try await gateway.command(["user", "disable", "eve-account"])
            #expect(disabled.status == 0, "\(disabled.error)")
        default:
            let users = try await gateway.request("GET", "/api/v1/users?q=eve-library").json
            let id = try #require((users?["items"] as? [[String: Any]])?.first?["id"] as? String)
            #expect(
                try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"libraries":[]}"#).status == 200)
        }
        try await reader.waitUntilCut()
        let again = try await gateway.request("GET", "/rest/stream?apiKey=\(key)&c=test&id=tr-\(gateway.track)&f=json")
        #expect(again.text.contains("\"status\":\"failed\""), "\(again.text.prefix(200))")
    }
}
