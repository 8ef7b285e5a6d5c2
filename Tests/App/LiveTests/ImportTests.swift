import Foundation
import Support
import Testing

/// Imports of user data over connections that are slow or end early.
@Suite("Imports over TLS", .timeLimit(.minutes(10))) struct ImportTests {
    private static let path = "/api/v1/me/import"

    private func send(_ gateway: Gateway) async throws -> HTTPReply {
        try await gateway.request(
            "POST", Self.path, [("Content-Type", "application/octet-stream")], body: Array("x".utf8))
    }

    @Test("a user sends one file at a time, and an incomplete file leaves nothing behind")
    func parallel() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let folder = gateway.server.folder.path + "/data/imports"
        func received(_ count: Int) async throws {
            try await waitUntil("there are \(count) files") {
                try FileManager.default.contentsOfDirectory(atPath: folder).count == count
            }
        }
        let slow = try await gateway.server.connect()
        let head = "POST \(Self.path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(gateway.token)\r\n"
        try await slow.send(head + "Content-Length: 268435456\r\n\r\n")
        try await slow.send([UInt8](repeating: 32, count: 200_000))
        try await received(1)
        for _ in 0..<3 {
            let refused = try await send(gateway)
            #expect(refused.status == 409 && refused.json?["reason"] as? String == "import_busy", "\(refused.text)")
        }
        try await received(1)
        await slow.close()
        try await received(0)
        // The user's slot is freed a moment after the file is gone.
        var status = 409
        try await waitUntil("the place is free") {
            status = try await send(gateway).status
            return status != 409
        }
        #expect(status == 202)
        #expect(!gateway.server.output.contains("A request failed"))
    }
}
