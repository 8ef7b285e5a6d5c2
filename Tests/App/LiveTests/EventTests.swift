import Foundation
import Support
import Testing

/// Event streams of a server that stops.
@Suite("Events when a server stops", .timeLimit(.minutes(10))) struct EventTests {
    @Test("a change committed before a restart is delivered after it")
    func restart() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let answer = try await gateway.request("GET", "/api/v1/me")
        let last = try #require(answer["rondo-latest-event"])
        let said = try await gateway.request("POST", "/api/v1/board/days/today/comments", json: #"{"text":"two"}"#)
        let comment = try #require(said.json?["id"] as? String)
        _ = await gateway.server.stop(SIGKILL)
        let server = try await ServerProcess.start(in: gateway.server.folder)
        let connection = try await server.connect()
        try await connection.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: \(last)\r\nAuthorization: Bearer \(gateway.token)\r\n\r\n"
        )
        let text = String(decoding: await connection.read(through: comment), as: UTF8.self)
        #expect(text.contains(comment) && !text.contains("event: reset"), "\(text)")
        await connection.close()
    }

    @Test("an open event stream does not keep the server from stopping")
    func shutdown() async throws {
        let gateway = try await Gateway(arguments: ["--shutdown-timeout", "600"], frames: 1000)
        let events = try await gateway.server.connect()
        try await events.send(
            "GET /api/v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n\r\n")
        _ = await events.read(through: "retry: 3000")
        // If the server waited for the stream, the suite would run out of time first.
        #expect(await gateway.server.stop() == 0)
        _ = await events.readToEnd()
        await events.close()
    }
}
