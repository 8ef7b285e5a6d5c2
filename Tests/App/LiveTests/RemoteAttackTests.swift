import Foundation
import Support
import Testing

/// Attackers of `/rest` on the real server.
@Suite("An attacker of /rest on the real server", .timeLimit(.minutes(10))) struct RemoteAttackTests {
    private func command(_ gateway: Gateway, _ arguments: [String]) async throws -> String {
        let made = try await Program.run(
            Program.path, arguments + ["--data", gateway.server.folder.path + "/data"])
        try #require(made.status == 0, "\(made.error)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func key(_ gateway: Gateway, of user: String) async throws -> String {
        try await command(gateway, ["device-key", "add", "--user", user, "--label", "test"])
    }

    @Test("finds no secret in the log, wherever it was sent and however chatty the log is") func logs() async throws {
        let gateway = try await Gateway(arguments: ["--log-level", "trace"], frames: 1000)
        let key = try await key(gateway, of: "ada")
        let song = "tr-\(gateway.track)"
        let connection = try await gateway.server.connect()
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        let secrets = [
            ("Cookie", "__Host-rondo_session=canary-cookie"), ("Authorization", "Basic canary-authorization"),
            ("Referer", "https://localhost/rest/ping?p=canary-referer"),
        ]
        for path in [
            "ping?c=test&u=ada&p=canary-p", "ping?c=test&u=ada&p=enc:63616e6172792d686578",
            "ping?c=test&u=ada&t=canary-t&s=canary-s",
            "ping?apiKey=canary-apikey&c=test", "stream?id=\(song)&c=test&u=ada&p=canary-stream",
            "nothing?c=test&u=ada&p=canary-unknown",
            "ping?c=test&u=ada&p=canary-version&v=99",
            "getTranscodeStream?apiKey=canary-transcode&c=test&mediaId=\(song)",
            "ping?apiKey=\(key)&c=test&p=canary-conflict", "ping?apiKey=\(key)&c=test",
            "getSong?apiKey=\(key)&c=test&id=nothing",
            "stream?apiKey=\(key)&c=test&id=\(song)",
            "changePassword?apiKey=\(key)&c=test&username=ada&password=canary-changed",
            "createUser?apiKey=\(key)&c=test&username=eve&password=canary-created&email=eve@example.org",
        ] {
            let reply = try await connection.request("GET", "/rest/" + path, secrets)
            #expect(reply.status < 500, "\(path)")
            #expect(!reply.text.contains("canary") && !reply.text.contains(key), "\(path): \(reply.text)")
        }
        _ = try await connection.request(
            "POST", "/rest/ping", form, body: Array("c=test&u=ada&p=canary-form&f=json".utf8))
        await connection.close()
        // The plain words, and how `canary-hex` went over the wire.
        for secret in ["canary", "63616e6172", key] {
            #expect(!gateway.server.output.contains(secret), "\(secret)")
        }
        #expect(!gateway.server.output.isEmpty)
    }

    @Test("gets nowhere with the session of a browser or a bearer token") func sessions() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let signIn = try await connection.request(
            "POST", "/api/v1/session", [("Content-Type", "application/json"), ("Origin", "https://localhost")],
            body: Array(#"{"username":"ada","password":"\#(Gateway.adminPassword)"}"#.utf8))
        try #require(signIn.status == 200 || signIn.status == 201, "\(signIn.text)")
        let me = try await connection.request("GET", "/api/v1/me", [("Cookie", signIn.cookies)])
        try #require(me.status == 200, "\(me.text)")
        for field in [("Cookie", signIn.cookies), ("Authorization", "Bearer \(gateway.token)")] {
            for call in ["ping?f=json", "getArtists?f=json", "ping?f=json&u=ada", "getUser?f=json&username=ada"] {
                let reply = try await connection.request(
                    "GET", "/rest/" + call, [field, ("Sec-Fetch-Site", "same-origin")])
                #expect(reply.text.contains("\"code\":10"), "\(call): \(reply.text)")
                #expect(reply["set-cookie"] == nil && reply["access-control-allow-credentials"] == nil)
            }
        }
        await connection.close()
    }

    @Test(
        "is cut off within five seconds of losing the key, the account or the library",
        arguments: ["key", "account", "library"])
    func ends(what: String) async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
        _ = try await gateway.person("eve", role: "listener")
        let key = try await key(gateway, of: "eve")
        let reader = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
        try await reader.pauseReading()
        try await reader.send(
            "GET /rest/stream?apiKey=\(key)&c=test&id=tr-\(gateway.track)&format=raw HTTP/1.1\r\nHost: localhost\r\n\r\n"
        )
        try await gateway.server.waitUntilOpen(gateway.file)
        let clock = ContinuousClock()
        let start = clock.now
        switch what {
        case "key": _ = try await command(gateway, ["device-key", "revoke", "--user", "eve", "--all"])
        case "account": _ = try await command(gateway, ["user", "disable", "eve"])
        default:
            let users = try await gateway.request("GET", "/api/v1/users?q=eve").json?["items"] as? [[String: Any]]
            let id = try #require(users?.first?["id"] as? String)
            #expect(
                try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"libraries":[]}"#).status == 200)
        }
        let told = clock.now
        try await gateway.server.waitUntilClosed(gateway.file)
        #expect(clock.now - told < .seconds(5), "\(what): \(clock.now - start)")
        await reader.resumeReading()
        #expect(await reader.readToEnd().count < gateway.content.count)
        let again = try await gateway.request("GET", "/rest/stream?apiKey=\(key)&c=test&id=tr-\(gateway.track)&f=json")
        #expect(again.text.contains("\"status\":\"failed\""), "\(again.text.prefix(200))")
    }
}
