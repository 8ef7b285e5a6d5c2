import Support
import Testing

@Suite("HTTP/1.0", .timeLimit(.minutes(5))) struct HTTP10Tests {
    @Test(
        "bodies are unchunked and end with the connection",
        arguments: ["", "Connection: keep-alive\r\n"])
    func framing(field: String) async throws {
        let gateway = try await Gateway.shared.value
        for path in ["/health", "/api/v1/me/export", "/api/v1/tracks/\(gateway.track)/stream"] {
            let connection = try await gateway.server.connect()
            try await connection.send(
                "GET \(path) HTTP/1.0\r\nHost: localhost\r\n\(field)Authorization: Bearer \(gateway.token)\r\n\r\n"
            )
            let head = String(decoding: await connection.readHead(), as: UTF8.self).lowercased()
            #expect(head.hasPrefix("http/1.0 200") && head.contains("connection: close"), "\(path): \(head)")
            #expect(!head.contains("transfer-encoding"), "\(path): \(head)")
            let body = await connection.readToEnd()
            switch path {
            case "/health": #expect(body.first == UInt8(ascii: "{") || body.first.map { $0 > 0x40 } == true)
            // The reply starts with the zip signature, not with a chunk length.
            case "/api/v1/me/export": #expect(body.starts(with: [0x50, 0x4B, 3, 4]), "\(body.prefix(16))")
            default: #expect(body == gateway.content)
            }
            await connection.close()
        }
    }

    @Test("an HTTP/1.0 request after an HTTP/1.1 one on a connection is recognized, and the earlier is answered first")
    func pipelined() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send(
            "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\nGET /health HTTP/1.0\r\nHost: localhost\r\n\r\n"
                + "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 200") && text.split(separator: "HTTP/1.0 200").count == 2, "\(text)")
        #expect(text.split(separator: "HTTP/1.1 200").count == 1)
    }
}
