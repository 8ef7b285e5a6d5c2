import Support
import Testing

@Suite("Requests waiting for their body", .timeLimit(.minutes(5))) struct HeldRequestTests {
    @Test("an admin demoted while a request waits for its body creates no user with it")
    func demoted() async throws {
        let gateway = try await Gateway.shared.value
        let eve = try await gateway.person("held-eve", role: "admin")
        let held = try await HeldRequest(
            "POST", "/api/v1/users", #"{"username":"mallory","role":"admin"}"#, as: eve, at: gateway)
        let id = try #require(try await users(of: gateway)["held-eve"])
        #expect(try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"role":"listener"}"#).status == 200)
        #expect([401, 403].contains(try await held.finish().status))
        #expect(try await users(of: gateway)["mallory"] == nil)
    }

    @Test("a token revoked while a request waits for its body has no effect")
    func revoked() async throws {
        let gateway = try await Gateway.shared.value
        let bo = try await gateway.person("held-bo", role: "listener")
        let held = try await HeldRequest(
            "POST", "/api/v1/playlists", #"{"name":"Held","trackIds":[]}"#, as: bo, at: gateway)
        let id = try #require(try await users(of: gateway)["held-bo"])
        #expect(try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"disabled":true}"#).status == 200)
        #expect(try await held.finish().status == 401)
        #expect(try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"disabled":false}"#).status == 200)
        let again = try await gateway.token(of: "held-bo", labeled: "again", for: "read")
        let playlists = try await gateway.request("GET", "/api/v1/playlists", as: again)
        #expect(!playlists.text.contains("Held"), "\(playlists.text)")
    }

    /// The users' ids by name.
    private func users(of gateway: Gateway) async throws -> [String: String] {
        let reply = try await gateway.request("GET", "/api/v1/users?limit=200")
        let items = try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
        return items.reduce(into: [:]) { found, user in
            if let name = user["username"] as? String { found[name] = user["id"] as? String }
        }
    }
}

/// A request that has sent its head and the first bytes of its body.
private struct HeldRequest {
    private let connection: RawConnection
    private let rest: Substring

    init(_ method: String, _ path: String, _ json: String, as token: String, at gateway: Gateway) async throws {
        connection = try await gateway.server.connect()
        rest = json.dropFirst(5)
        try await connection.send(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n"
                + "Content-Type: application/json\r\nContent-Length: \(json.utf8.count)\r\n\r\n\(json.prefix(5))")
        // Nothing reports that a request waits for its body. Once these later requests are answered, its head has
        // arrived.
        for _ in 0..<3 { _ = try await gateway.request("GET", "/api/v1/me", as: token) }
    }

    func finish() async throws -> HTTPReply {
        try await connection.send(String(rest))
        let reply = try await connection.reply()
        await connection.close()
        return reply
    }
}
