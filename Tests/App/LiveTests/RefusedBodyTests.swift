import Support
import Testing

@Suite("Refused bodies", .timeLimit(.minutes(5))) struct RefusedBodyTests {
    /// More than all buffers on the way hold.
    static let most = 64 << 20
    static let chunk = [UInt8](repeating: 0x61, count: 256 * 1024)

    @Test(
        "a long refused body is not read to its end",
        arguments: ["Content-Length: 3000000000", "Transfer-Encoding: chunked"])
    func long(framing: String) async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        // In one piece with the head: the reply to the head may close the connection before anything else is sent.
        let size = framing.hasSuffix("chunked") ? "ffffffff\r\n" : ""
        try await connection.send("POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\n\(framing)\r\n\r\n\(size)")
        async let reply = connection.reply()
        var sent = 0
        while sent < Self.most, (try? await connection.send(Self.chunk)) != nil { sent += Self.chunk.count }
        #expect(sent < Self.most)
        let answer = try await reply
        #expect(answer.status == 415)
        #expect(answer["connection"] == "close")
        _ = await connection.readToEnd()
    }

    @Test("a short refused body is read, and the connection is reused")
    func short() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let refused = try await connection.request("POST", "/api/v1/session", body: Array(Self.chunk.prefix(50_000)))
        #expect(refused.status == 415 && refused["connection"] == nil)
        #expect(try await connection.request("GET", "/health").status == 200)
        await connection.close()
    }

    @Test("a body that announces too large a size is refused before it is sent")
    func announced() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send(
            "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Sec-Fetch-Site: same-origin\r\nContent-Length: 9000000\r\n\r\n")
        let reply = try await connection.reply()
        #expect(reply.status == 413)
        #expect(reply["connection"] == "close")
        #expect(await connection.readToEnd().isEmpty)
    }

    @Test(
        "malformed chunks are a client error",
        arguments: [
            "zz\r\n{}\r\n0\r\n\r\n", "0x2\r\n{}\r\n0\r\n\r\n", "FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n",
            "2;a\nb\r\n{}\r\n0\r\n\r\n", "2\r\n{}XX0\r\n\r\n", "2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n",
        ])
    func chunks(body: String) async throws {
        let reply = try await framed("Transfer-Encoding: chunked", body)
        #expect(reply.status == 400 && reply["connection"] == "close", "\(reply.status) \(reply.text)")
    }

    @Test(
        "a body with any transfer coding except HTTP/1.1 chunks is refused, and nothing after it is read",
        arguments: [
            ("xchunked", "1.1", 501), ("gzip, chunked", "1.1", 501), ("gzip", "1.1", 501), ("chunked", "1.0", 400),
            ("chunked, gzip", "1.1", 400), ("chunked, chunked", "1.1", 400), ("chunked,", "1.1", 400),
        ])
    func codings(coding: String, version: String, status: Int) async throws {
        let next = "GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n"
        let reply = try await framed("Transfer-Encoding: \(coding)", "2\r\n{}\r\n0\r\n\r\n\(next)", version: version)
        #expect(reply.status == status && reply["connection"] == "close", "\(reply.status) \(reply.text)")
    }

    /// The first reply. Checks that the connection then ends.
    private func framed(_ framing: String, _ body: String, version: String = "1.1") async throws -> HTTPReply {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        try await connection.send(
            "POST /api/v1/session HTTP/\(version)\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Sec-Fetch-Site: same-origin\r\nConnection: keep-alive\r\n\(framing)\r\n\r\n\(body)")
        let reply = try await connection.reply()
        #expect(await connection.readToEnd().isEmpty)
        return reply
    }

    @Test("an HTTP/2 stream answered early is reset with NO_ERROR, and other streams continue")
    func multiplexed() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect(protocols: ["h2"])
        try await connection.send(
            RawFrames.preface + RawFrames.head("POST", "/api/v1/session", stream: 1, endsStream: false)
                + RawFrames.frame(0, stream: 1, [UInt8](repeating: 0x61, count: 1_000)))
        let reset = try #require(await connection.frame(ofKind: 3))
        #expect(reset.stream == 1 && reset.errorCode == 0)
        try await connection.send(RawFrames.head("GET", "/health", stream: 3))
        #expect(await connection.frame(ofKind: 1)?.stream == 3)
        await connection.close()
    }
}
