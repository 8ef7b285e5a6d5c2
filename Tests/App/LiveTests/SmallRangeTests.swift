import Foundation
import Support
import Testing

/// Small ranges over HTTP/1.1 are answered without the router. Their replies must be the same as the router's.
@Suite("Small ranges", .timeLimit(.minutes(5))) struct SmallRangeTests {
    private static let range = ("Range", "bytes=1000-1999")

    private func path(_ gateway: Gateway) -> String { "/api/v1/tracks/\(gateway.track)/stream" }

    private func names(_ reply: HTTPReply) -> [String: String] {
        var fields = reply.fields.reduce(into: [:]) { $0[$1.0.lowercased()] = $1.1 }
        fields["date"] = fields["date"].map { String($0.suffix(4)) }
        return fields
    }

    @Test("have the same header fields and bytes as the router's replies")
    func same() async throws {
        let gateway = try await Gateway.shared.value
        let credentials = ("Authorization", "Bearer \(gateway.token)")
        let connection = try await gateway.server.connect()
        // A query string sends the request through the router.
        let routed = try await connection.request(
            "GET", path(gateway) + "?format=original", [Self.range, credentials])
        for _ in 0..<2 {
            let ready = try await connection.request("GET", path(gateway), [Self.range, credentials])
            #expect(ready.status == 206 && names(ready) == names(routed), "\(ready.fields)")
            #expect(ready.body == routed.body && ready.body == Array(gateway.content[1000..<2000]))
            #expect(ready["date"]?.hasSuffix("GMT") == true)
        }
        await connection.close()
    }

    @Test("of a session are only for its own user where a trusted proxy names the user")
    func proxied() async throws {
        let gateway = try await Gateway(arguments: [
            "--trusted-proxies", "127.0.0.1,::1", "--proxy-user-header", "Remote-User",
        ])
        let connection = try await gateway.server.connect()
        let signedIn = try await connection.request(
            "POST", "/api/v1/session/proxy", [("Remote-User", "ada"), ("Origin", "https://localhost")])
        #expect(signedIn.status == 200)
        let cookie = ("Cookie", signedIn.cookies)
        // From the second request on, the fast path answers.
        for (user, status) in [("ada", 206), ("ada", 206), ("bob", 401), ("ada", 206)] {
            let reply = try await connection.request("GET", path(gateway), [Self.range, cookie, ("Remote-User", user)])
            #expect(reply.status == status, "\(user)")
        }
        await connection.close()
    }

    @Test("are answered in request order, among other requests, and correctly over HTTP/1.0")
    func order() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        func request(_ target: String, _ start: Int, version: String = "1.1") -> String {
            "GET \(target) HTTP/\(version)\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n"
                + "Range: bytes=\(start)-\(start + 9)\r\n\r\n"
        }
        let targets = [path(gateway), path(gateway) + "?format=original", path(gateway), path(gateway), "/health"]
        // Brings the file into memory, so that the fast path answers the first one too.
        for _ in 0..<2 {
            try await connection.send(request(path(gateway), 0))
            #expect(try await connection.reply().status == 206)
        }
        let all =
            (0..<40).map { request(targets[$0 % targets.count], $0) } + [request(path(gateway), 7, version: "1.0")]
        try await connection.send(all.joined())
        for number in 0..<40 {
            let reply = try await connection.reply()
            guard number % targets.count != 4 else { continue }
            #expect(reply.status == 206 && reply.body == Array(gateway.content[number..<(number + 10)]), "\(number)")
        }
        let last = String(decoding: await connection.readHead(), as: UTF8.self).lowercased()
        #expect(last.hasPrefix("http/1.0 206") && last.contains("connection: close"), "\(last)")
        #expect(await connection.readToEnd() == Array(gateway.content[7..<17]))
    }

    @Test("do not affect the reply to a later HTTP/1.0 request")
    func earlier() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let credentials = ("Authorization", "Bearer \(gateway.token)")
        for _ in 0..<3 {
            #expect(try await connection.request("GET", path(gateway), [Self.range, credentials]).status == 206)
        }
        try await connection.send("GET /health HTTP/1.0\r\nHost: localhost\r\n\r\n")
        let text = String(decoding: await connection.readToEnd(), as: UTF8.self).lowercased()
        #expect(text.hasPrefix("http/1.0 200") && text.contains("connection: close"), "\(text)")
    }

    @Test("are all answered when many are sent at once")
    func many() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let request =
            "GET \(path(gateway)) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n"
            + "Range: bytes=0-99\r\n\r\n"
        try await connection.send(String(repeating: request, count: 300))
        for _ in 0..<300 { #expect(try await connection.reply().body == Array(gateway.content[0..<100])) }
        await connection.close()
    }

    @Test("check current access to the track and the server's own host name")
    func refused() async throws {
        let gateway = try await Gateway(arguments: [], frames: 20_000)
        let token = try await gateway.tokenOfAdmin(labeled: "short")
        let connection = try await gateway.server.connect()
        func reply(_ fields: [(String, String)], _ target: String? = nil) async throws -> HTTPReply {
            try await connection.request("GET", target ?? path(gateway), fields + [Self.range])
        }
        let credentials = ("Authorization", "Bearer \(token)")
        for _ in 0..<2 { #expect(try await reply([credentials]).status == 206) }
        #expect(try await reply([]).status == 401)
        #expect(try await reply([("Authorization", "Bearer \(token)x")]).status == 401)
        #expect(try await reply([credentials], "/api/v1/tracks/none/stream").status == 404)
        let elsewhere = try await gateway.server.connect()
        try await elsewhere.send(
            "GET \(path(gateway)) HTTP/1.1\r\nHost: elsewhere.example\r\nAuthorization: Bearer \(token)\r\n"
                + "Range: bytes=0-9\r\n\r\n")
        #expect(try await elsewhere.reply().status == 421)
        await elsewhere.close()

        let tokens = try await gateway.request("GET", "/api/v1/me/tokens").json?["items"] as? [[String: Any]]
        let id = try #require(tokens?.first { $0["label"] as? String == "short" }?["id"] as? String)
        #expect(try await gateway.request("DELETE", "/api/v1/me/tokens/\(id)").status == 204)
        #expect(try await reply([credentials]).status == 401)
        // Whichever path answers, the validators are those of the track's current file.
        let own = [("Authorization", "Bearer \(gateway.token)")]
        let tag = try #require(try await reply(own)["etag"])
        #expect(try await reply(own + [("If-None-Match", tag)]).status == 304)
        #expect(try await reply(own + [("If-Range", "\"other\"")]).status == 200)
        truncate(gateway.file, 1500)
        let cut = try await reply(own)
        #expect(cut["content-range"] == "bytes 1000-1499/1500" && cut["etag"] != tag && cut.body.count == 500)
        await connection.close()
    }

    @Test("that nobody reads hold little memory, and their connection waits")
    func unread() async throws {
        let gateway = try await Gateway(arguments: [], frames: 200_000)
        let request =
            "GET \(path(gateway)) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n"
            + "Range: bytes=0-65535\r\n\r\n"
        _ = try await gateway.request("GET", path(gateway), [("Range", "bytes=0-65535")])
        let before = try resident(gateway)
        let connection = try await gateway.server.connect()
        try await connection.pauseReading()
        // Requests 62 MiB of replies. The server reads only as many requests as it has room for.
        async let sent: Void? = try? connection.send(String(repeating: request, count: 1000))
        var most = 0
        for _ in 0..<50 {
            #expect(try await gateway.request("GET", "/health").status == 200)
            most = max(most, try resident(gateway) - before)
        }
        #expect(most < 32 << 20)
        await connection.resumeReading()
        for _ in 0..<30 {
            #expect(try await connection.reply().body == Array(gateway.content[0..<65_536]))
        }
        await connection.close()
        await sent
    }

    private func resident(_ gateway: Gateway) throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(gateway.server.processIdentifier)/statm", encoding: .utf8)
        return try #require(text.split(separator: " ").dropFirst().first.flatMap { Int($0) }) * 4096
    }
}
