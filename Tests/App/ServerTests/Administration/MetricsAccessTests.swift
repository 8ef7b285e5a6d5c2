import Foundation
import HTTPTypes
import RouterSupport
import Support
import Testing

@Suite("Access to metrics", .timeLimit(.minutes(5))) struct MetricsAccessTests {
    private static let token = "a-token-for-metrics-in-tests"

    private static func metrics(_ server: MusicServer, _ token: String = token) async throws -> HTTPReply {
        try await server.request("GET", "/metrics", as: token)
    }

    @Test("metrics are off by default, and then served only to the token or the address")
    func access() async throws {
        let silent = try await MusicServer.shared.value
        for token in ["", Self.token, silent.token] {
            let reply = try await Self.metrics(silent, token)
            #expect(reply.status == 404 && reply.code == "notFound", "\(reply.text)")
        }
        let folder = try TemporaryFolder()
        let file = folder.path + "/metrics-token"
        try Data((Self.token + "\n").utf8).write(to: URL(fileURLWithPath: file))
        chmod(file, 0o600)
        let gateway = try await MusicServer(arguments: ["--metrics-token-file", file], in: folder)
        for token in ["", Self.token + "x", String(Self.token.dropLast()), gateway.token] {
            let reply = try await Self.metrics(gateway, token)
            #expect(reply.status == 401 && !reply.text.contains("rondo_"), "\(reply.text)")
        }
        let reply = try await Self.metrics(gateway)
        #expect(reply.status == 200 && reply["content-type"] == "text/plain; version=0.0.4; charset=utf-8")
        let local = try await MusicServer(arguments: ["--metrics-addresses", "10.0.0.0/8, 127.0.0.1"])
        #expect(try await Self.metrics(local, "").status == 200)
        let elsewhere = try await local.server.open(.get, "/metrics", [:], body: nil, from: "192.0.2.9").whole()
        #expect(elsewhere.status == 404)
        for (flag, value, word) in [
            ("--metrics-addresses", "here", "metrics.addresses"), ("--metrics-token-file", "/nowhere", "/nowhere"),
        ] {
            let refused = try await Program.run(Program.path, ["serve", flag, value])
            #expect(refused.status == 2 && refused.error.contains(word), "\(refused.error)")
        }
    }
}
