import Foundation
import Support
import Testing

/// Conversions whose listener, encoder or server goes away.
@Suite("Interrupted conversions", .serialized, .timeLimit(.minutes(10))) struct InterruptedConversionTests {
    /// Four and a half minutes: the conversion must still be running when it is interrupted.
    private static let long = 12_000_000
    private static let gateway = Task { try await Gateway(arguments: [], frames: long) }

    /// A client that has requested a stream, received the head, and reads no further.
    private func listener(_ gateway: Gateway, _ query: String, as token: String? = nil) async throws -> RawConnection {
        let connection = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
        try await connection.send(
            "GET /api/v1/tracks/\(gateway.track)/stream?\(query) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token ?? gateway.token)\r\n\r\n"
        )
        let head = String(decoding: await connection.readHead(), as: UTF8.self)
        #expect(head.hasPrefix("HTTP/1.1 200") && head.lowercased().contains("accept-ranges: none"), "\(head)")
        try await connection.pauseReading()
        return connection
    }

    @Test("a reply of unknown length is the last on its HTTP/1.1 connection, and its head is complete")
    func headEnds() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await RawConnection.open(port: gateway.server.port, trusting: gateway.server.authority)
        let fields = "Host: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n\r\n"
        try await connection.send(
            "HEAD /api/v1/tracks/\(gateway.track)/stream?format=opus&bitrate=48 HTTP/1.1\r\n" + fields)
        let reply = String(decoding: await connection.readToEnd(), as: UTF8.self).lowercased()
        #expect(reply.hasPrefix("http/1.1 200") && reply.hasSuffix("\r\n\r\n") && !reply.contains("\r\n0\r\n"))
        #expect(reply.contains("\r\nconnection: close\r\n") && !reply.contains("content-length"))
        await connection.close()
    }

    @Test("the encoder ends when its listener leaves, whatever the way")
    func vanished() async throws {
        let gateway = try await Self.gateway.value
        let reader = try await listener(gateway, "format=mp3&bitrate=320&offset=1.001")
        try await waitUntil("the encoder runs") { !Encoders.processes("1.001").isEmpty }
        await reader.close()
        try await Encoders.waitUntilGone("1.001")

        let token = try await gateway.tokenOfAdmin(labeled: "short")
        let tokens = try await gateway.request("GET", "/api/v1/me/tokens").json?["items"] as? [[String: Any]]
        let id = try #require(tokens?.first { $0["label"] as? String == "short" }?["id"] as? String)
        let revoked = try await listener(gateway, "format=mp3&bitrate=320&offset=1.002", as: token)
        try await waitUntil("the encoder runs") { !Encoders.processes("1.002").isEmpty }
        #expect(try await gateway.request("DELETE", "/api/v1/me/tokens/\(id)").status == 204)
        try await Encoders.waitUntilGone("1.002")
        await revoked.close()
    }

    @Test("an encoder that dies cuts the connection, so that no client takes a partial file for a whole one")
    func died() async throws {
        let gateway = try await Self.gateway.value
        let reader = try await listener(gateway, "format=mp3&bitrate=320&offset=2.001")
        try await waitUntil("the encoder runs") { !Encoders.processes("2.001").isEmpty }
        for process in Encoders.processes("2.001") { kill(process, SIGKILL) }
        await reader.resumeReading()
        let received = String(decoding: await reader.readToEnd().suffix(7), as: UTF8.self)
        #expect(!received.hasSuffix("0\r\n\r\n"))
        let path = "/api/v1/tracks/\(gateway.track)/stream?format=mp3&bitrate=32&offset=260"
        #expect(try await gateway.request("GET", path).status == 200)
    }

    @Test("a stopped or killed server leaves no encoder behind, and never serves a partial cache entry")
    func killed() async throws {
        let folder = try TemporaryFolder()
        var gateway: Gateway? = try await Gateway(arguments: [], frames: Self.long, in: folder)
        let first = try #require(gateway)
        let half = try await listener(first, "format=mp3&bitrate=256")
        let other = try await listener(first, "format=mp3&bitrate=320&offset=3.001")
        try await waitUntil("the encoder runs") { !Encoders.processes("3.001").isEmpty }
        #expect(try Encoders.drafts(in: folder).count == 2)
        #expect(await first.server.stop(SIGKILL) != 0)
        try await Encoders.waitUntilGone("3.001")
        await half.close()
        await other.close()
        let (token, track) = (first.token, first.track)
        gateway = nil

        let second = try await ServerProcess.start(in: folder)
        #expect(try Encoders.drafts(in: folder).isEmpty)
        let path = "/api/v1/tracks/\(track)/stream?format=mp3&bitrate=256"
        var connection = try await second.connect()
        let head = try await connection.request("HEAD", path, [("Authorization", "Bearer \(token)")])
        #expect(head.status == 200 && head["etag"] == nil)
        await connection.close()
        connection = try await second.connect()
        let whole = try await connection.request("GET", path, [("Authorization", "Bearer \(token)")])
        #expect(abs(whole.body.count - 272 * 32_000) < 200_000, "\(whole.body.count)")
        await connection.close()

        let last = try await RawConnection.open(port: second.port, trusting: second.authority, receiveBuffer: 64 * 1024)
        try await last.pauseReading()
        try await last.send(
            "GET /api/v1/tracks/\(track)/stream?format=mp3&bitrate=320&offset=3.002 HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
        )
        try await waitUntil("the encoder runs") { !Encoders.processes("3.002").isEmpty }
        kill(second.processIdentifier, SIGTERM)
        await last.close()
        #expect(await second.stop(SIGTERM) == 0)
        #expect(Encoders.processes("3.002").isEmpty)
        #expect(try Encoders.drafts(in: folder).isEmpty)
    }
}
