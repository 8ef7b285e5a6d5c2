import Foundation
import Support
import Testing

/// Attackers of `/rest` on the real server.
@Suite("An attacker of /rest on the real server", .timeLimit(.minutes(10))) struct RemoteAttackTests {
    private func command(_ gateway: LiveServer, _ arguments: [String]) async throws -> String {
        let made = try await Program.run(
            Program.path, arguments + ["--data", gateway.server.folder.path + "/data"])
        try #require(made.status == 0, "\(made.error)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func key(_ gateway: LiveServer, of user: String) async throws -> String {
        try await command(gateway, ["device-key", "add", "--user", user, "--label", "test"])
    }

    @Test("finds no secret in the log, wherever the secret was sent, at every log level") func logs() async throws {
        let gateway = try await LiveServer(arguments: ["--log-level", "trace"], frames: 1000)
        let key = try await key(gateway, of: "ada")
        let song = "tr-\(gateway.track)"
        let connection = try await gateway.server.connect()
        let form = [("Content-Type", "application/x-www-form-urlencoded")]
        let secrets = [
            ("Cookie", "__Host-rondo_session=canary-cookie"), ("Authorization", "Basic canary-authorization"),
            ("Referer", "https://localhost/rest/ping?p=canary-referer"),
        ]
        for path in [
            "ping?c=test&u=ada&p=canary-p", "ping?c=test&u=ada&p=enc:63616e6172792d686578",
            "ping?c=test&u=ada&t=canary-t&s=canary-s",
            "ping?apiKey=canary-apikey&c=test", "stream?id=\(song)&c=test&u=ada&p=canary-stream",
            "nothing?c=test&u=ada&p=canary-unknown",
            "ping?c=test&u=ada&p=canary-version&v=99",
            "getTranscodeStream?apiKey=canary-transcode&c=test&mediaId=\(song)",
            "ping?apiKey=\(key)&c=test&p=canary-conflict", "ping?apiKey=\(key)&c=test",
            "getSong?apiKey=\(key)&c=test&id=nothing",
            "stream?apiKey=\(key)&c=test&id=\(song)",
            "changePassword?apiKey=\(key)&c=test&username=ada&password=canary-changed",
            "createUser?apiKey=\(key)&c=test&username=eve&password=canary-created&email=eve@example.org",
        ] {
            let reply = try await connection.request("GET", "/rest/" + path, secrets)
            #expect(reply.status < 500, "\(path)")
            #expect(!reply.text.contains("canary") && !reply.text.contains(key), "\(path): \(reply.text)")
        }
        _ = try await connection.request(
            "POST", "/rest/ping", form, body: Array("c=test&u=ada&p=canary-form&f=json".utf8))
        await connection.close()
        // The plain secrets, and the hexadecimal form in which `canary-hex` was sent.
        for secret in ["canary", "63616e6172", key] {
            #expect(!gateway.server.output.contains(secret), "\(secret)")
        }
        #expect(!gateway.server.output.isEmpty)
    }
}
