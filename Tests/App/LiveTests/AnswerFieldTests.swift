import Support
import Testing

@Suite("Every answer", .timeLimit(.minutes(5))) struct AnswerFieldTests {
    static let fields = [
        "x-content-type-options", "strict-transport-security", "referrer-policy", "cross-origin-resource-policy",
        "cross-origin-opener-policy", "x-frame-options", "permissions-policy", "content-security-policy",
    ]

    @Test(
        "carries the security headers, whichever layer makes it",
        arguments: [
            ("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 200),
            ("GET / HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n\r\n", 200),
            ("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("GET /nothing.js HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("GET /api/v1/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("GET /rest/nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", 404),
            ("TRACE /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("PROPFIND / HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("DELETE /health HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("PUT /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n", 405),
            ("GET /health HTTP/1.1\r\n\r\n", 400), ("GET /health HTTP/1.1\r\nHost: evil.example\r\n\r\n", 421),
            ("GET /health HTTP/1.1\r\nHost : localhost\r\n\r\n", 400), ("GARBAGE\r\n\r\n", 400),
            ("GET /api/v1/me HTTP/1.1\r\nHost: localhost\r\n\r\n", 401),
            ("POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n", 415),
            ("GET /\(String(repeating: "a", count: 9_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n", 414),
            (
                "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                    + "Sec-Fetch-Site: same-origin\r\nContent-Length: 900000\r\n\r\n", 413
            ),
        ])
    func fields(request: String, status: Int) async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send(request)
        let reply = try await connection.reply()
        #expect(reply.status == status)
        for name in Self.fields { #expect(reply.all(name).count == 1, "\(name)") }
        await connection.close()
    }

    @Test(
        "an absolute-form target must name this server and match Host",
        arguments: [
            ("https://localhost/health", "localhost", 200), ("HTTPS://LOCALHOST/health", "localhost", 200),
            ("https://localhost:8443/health?x=1", "localhost:8443", 200), ("https://localhost", "localhost", 200),
            ("https://evil.example/health", "localhost", 400),
            ("https://evil.example/health", "evil.example", 421), ("https://127.0.0.1/health", "localhost", 400),
            ("https://localhost/health", "127.0.0.1", 400), ("https://localhost:1/health", "localhost", 400),
            ("https://localhost@evil.example/health", "localhost", 400), ("http://localhost/health", "localhost", 400),
            ("ftp://localhost/health", "localhost", 400), ("localhost/health", "localhost", 400),
            ("*", "localhost", 400), ("https:///health", "localhost", 400),
        ])
    func absolute(target: String, host: String, status: Int) async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send("GET \(target) HTTP/1.1\r\nHost: \(host)\r\nAccept: text/html\r\n\r\n")
        #expect(try await connection.reply().status == status)
        await connection.close()
    }
}
