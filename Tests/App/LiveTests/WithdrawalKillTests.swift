import Foundation
import Support
import Testing

/// kill -9 at any moment between writing the row of a withdrawal and moving its file.
@Suite("Withdrawals, killed at any moment", .timeLimit(.minutes(10))) struct WithdrawalKillTests {
    private static func titles(_ gateway: LiveServer) async throws -> [String] {
        let reply = try await gateway.request("GET", "/api/v1/tracks")
        let items = reply.json?["items"] as? [[String: Any]] ?? []
        return items.compactMap { $0["title"] as? String }
    }

    private static func withdrawals(_ gateway: LiveServer) async throws -> [[String: Any]] {
        let reply = try await gateway.request("GET", "/api/v1/moderation/withdrawals?list=bin")
        return reply.json?["items"] as? [[String: Any]] ?? []
    }

    private static func bin(_ gateway: LiveServer) -> [String] {
        let path = gateway.server.folder.path + "/music/.rondo-bin"
        return (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    }

    @Test("the next start finishes a withdrawal or restoration that kill -9 interrupted after the answer")
    func kills() async throws {
        let folder = try TemporaryFolder()
        let first = try await LiveServer(arguments: ["--no-scan-watch"], frames: 1000, in: folder)
        var server = first.server
        for round in 0..<6 {
            let gateway = LiveServer(first, on: server)
            let isAway = round % 2 == 0
            if isAway {
                let reply = try await gateway.request(
                    "POST", "/api/v1/moderation/tracks/\(first.track)/withdrawal",
                    json: #"{"reason":"Round \#(round)"}"#)
                #expect(reply.status == 200, "\(reply.text)")
            } else {
                let row = try #require(try await Self.withdrawals(gateway).first?["id"] as? String)
                let reply = try await gateway.request("POST", "/api/v1/moderation/withdrawals/\(row)/restoration")
                #expect(reply.status == 200, "\(reply.text)")
            }
            _ = await server.stop(SIGKILL)
            server = try await ServerProcess.start(["--no-scan-watch"], in: folder)
            let next = LiveServer(first, on: server)
            if isAway {
                #expect(try await Self.titles(next).isEmpty)
                try await waitUntil("its file is in the bin") {
                    let states = try await Self.withdrawals(next).map { $0["state"] as? String }
                    return Self.bin(next).count == 1 && states == ["binned"]
                }
                #expect(!FileManager.default.fileExists(atPath: first.file))
            } else {
                try await waitUntil("the song is back") {
                    try await Self.titles(next).count == 1
                }
                #expect(try await Self.withdrawals(next).isEmpty && Self.bin(next).isEmpty)
                #expect(try Data(contentsOf: URL(fileURLWithPath: first.file)) == Data(first.content))
            }
        }
        _ = await server.stop(SIGTERM)
    }
}
