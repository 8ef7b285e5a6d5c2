import Foundation
import Support
import Testing

/// Device keys over the API and from the command line.
@Suite("Device keys", .timeLimit(.minutes(10))) struct DeviceKeyTests {
    private func run(_ gateway: MusicServer, _ arguments: [String]) async throws -> (
        status: Int32, lines: [[String: Any]]
    ) {
        let result = try await gateway.command(["device-key"] + arguments + ["--json"])
        let lines = try (result.status == 0 ? result.output : result.error).split(separator: "\n").map {
            try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any] ?? [:]
        }
        return (result.status, lines)
    }

    @Test("the command line makes, lists, reencrypts and revokes keys beside the running server")
    func commands() async throws {
        let gateway = try await MusicServer()
        let made = try await run(gateway, ["add", "--user", "ada", "--label", "phone", "--expires", "30"])
        let key = try #require(made.lines.first)
        let text = try #require(key["key"] as? String)
        #expect(text.count == 26 && key["username"] as? String == "ada" && key["expiresAt"] != nil)
        #expect(key["scopes"] as? [String] == ["read", "stream", "write"])
        let plain = try await gateway.command([
            "device-key", "add", "--user", "ada", "--label", "script", "--scopes", "read,admin",
        ])
        #expect(plain.status == 0 && plain.output.count == 27)
        let rotated = try await run(gateway, ["rotate"])
        #expect(rotated.lines.first?["sealed"] as? Int == 2)
        let listed = try await run(gateway, ["list", "--user", "ada"])
        #expect(listed.lines.compactMap { $0["label"] as? String } == ["script", "phone"])
        #expect(listed.lines.allSatisfy { $0["usable"] as? Bool == true && $0["key"] == nil })
        let seen = try await gateway.request("GET", "/api/v1/me/device-keys")
        #expect((seen.json?["items"] as? [Any])?.count == 2 && !seen.text.contains(text))

        let wrong = try await run(gateway, ["add", "--user", "ada", "--label", "x", "--scopes", "everything"])
        #expect(wrong.status == 2 && wrong.lines.first?["field"] as? String == "scopes")
        #expect(try await run(gateway, ["revoke", "--user", "ada", "nothing"]).status == 3)
        #expect(try await run(gateway, ["revoke", "--user", "ada"]).status == 64)
        let id = try #require(key["id"] as? String)
        #expect(try await run(gateway, ["revoke", "--user", "ada", id]).status == 0)
        #expect(try await run(gateway, ["revoke", "--user", "ada", "--all"]).lines.first?["revoked"] as? Int == 1)
        let none = try await gateway.request("GET", "/api/v1/me/device-keys")
        #expect((none.json?["items"] as? [Any])?.isEmpty == true)
    }

    @Test("a user makes, renames and revokes keys in a browser session; an admin lists and revokes them")
    func routes() async throws {
        let gateway = try await MusicServer.shared.value
        _ = try await gateway.person("keyring", role: "admin")
        let session = try await gateway.session(of: "keyring", password: "seven quiet violas at dawn")
        func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> HTTPReply {
            try await gateway.request(method, path, session, json: body, as: "")
        }
        let path = "/api/v1/me/device-keys"
        let made = try await send("POST", path, #"{"label":"phone","scopes":["read","stream"],"expiresInDays":7}"#)
        let key = try #require(made.json?["key"] as? [String: Any], "\(made.text)")
        let id = try #require(key["id"] as? String)
        #expect(made.status == 201 && (made.json?["text"] as? String)?.count == 26)
        #expect(made.json?["username"] as? String == "keyring" && key["usable"] as? Bool == true)
        for (body, field) in [
            (#"{"label":""}"#, "label"), (#"{"label":"x","scopes":["root"]}"#, "scopes"),
            (#"{"label":"x","scopes":[]}"#, "scopes"), (#"{"label":"x","expiresInDays":0}"#, "expiresInDays"),
            (#"{"label":"x","text":"mine"}"#, "text"),
        ] {
            let refused = try await send("POST", path, body)
            #expect(refused.status == 400 && refused.json?["field"] as? String == field, "\(body) \(refused.text)")
        }
        let renamed = try await send("PATCH", path + "/" + id, #"{"label":"tablet"}"#)
        #expect(renamed.status == 200 && renamed.json?["label"] as? String == "tablet")
        #expect(try await send("PATCH", path + "/other", #"{"label":"tablet"}"#).status == 404)
        let me = try #require(try await send("GET", "/api/v1/me").json?["id"] as? String)
        let users = "/api/v1/users/\(me)/device-keys"
        #expect(((try await send("GET", users).json)?["items"] as? [Any])?.count == 1)
        #expect(try await send("DELETE", users + "/" + id).status == 204)
        #expect(try await send("DELETE", path + "/" + id).status == 404)
        _ = try await send("POST", path, #"{"label":"one"}"#)
        _ = try await send("POST", path, #"{"label":"two"}"#)
        #expect(try await send("DELETE", path).status == 204)
        #expect((try await send("GET", path).json?["items"] as? [Any])?.isEmpty == true)

        let limited = try await send("PATCH", "/api/v1/users/\(me)", #"{"maximumBitrate":192}"#)
        #expect(limited.json?["maximumBitrate"] as? Int == 192)
        let bad = try await send("PATCH", "/api/v1/users/\(me)", #"{"maximumBitrate":1}"#)
        #expect(bad.status == 400 && bad.json?["field"] as? String == "maximumBitrate")
        let free = try await send("PATCH", "/api/v1/users/\(me)", #"{"maximumBitrate":null}"#)
        #expect(free.status == 200 && free.json?["maximumBitrate"] == nil)
    }
}
