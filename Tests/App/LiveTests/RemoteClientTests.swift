import Foundation
import Support
import Testing

/// `/rest` on the real server.
@Suite("A remote client on the real server", .timeLimit(.minutes(10))) struct RemoteClientTests {
    private func key(_ gateway: Gateway) async throws -> String {
        let made = try await Program.run(
            Program.path,
            ["device-key", "add", "--user", "ada", "--label", "test", "--data", gateway.server.folder.path + "/data"])
        try #require(made.status == 0, "\(made.error)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("plays in ranges, with every kind of credential, and no secret reaches a log")
    func playing() async throws {
        let gateway = try await Gateway.shared.value
        let key = try await key(gateway)
        let connection = try await gateway.server.connect()
        func get(_ call: String, _ fields: [(String, String)] = []) async throws -> HTTPReply {
            try await connection.request("GET", "/rest/\(call)", fields)
        }
        let found = try await get("search3.view?c=test&u=ada&p=\(key)&v=1.16.1&c=test&f=json&query=noise")
        #expect(found.text.contains("\"id\":\"tr-\(gateway.track)\""), "\(found.text)")
        let part = try await get("stream?apiKey=\(key)&c=test&id=tr-\(gateway.track)", [("Range", "bytes=100-199")])
        #expect(part.status == 206 && Array(part.body) == Array(gateway.content[100..<200]))
        let form = try await connection.request(
            "POST", "/rest/ping", [("Content-Type", "application/x-www-form-urlencoded")],
            body: Array("apiKey=\(key)&c=test&f=json".utf8))
        #expect(form.text.contains("\"status\":\"ok\""))
        #expect(try await get("ping?apiKey=canary-key-secret&c=test&f=json").text.contains("\"code\":44"))
        let wrong = try await get("ping?c=test&u=ada&p=canary-password-secret&f=json")
        #expect(wrong.text.contains("\"code\":40") && wrong["access-control-allow-origin"] == "*")
        #expect(
            try await get("ping?c=test&u=ada&p=\(Self.escaped(Gateway.adminPassword))&f=json").text.contains(
                "\"code\":40"))
        await connection.close()
        let journal = try await gateway.request("GET", "/api/v1/journal")
        for secret in [key, "canary-key-secret", "canary-password-secret"] {
            #expect(!gateway.server.output.contains(secret) && !journal.text.contains(secret))
        }
    }

    private static func escaped(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
