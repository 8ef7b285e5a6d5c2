import Foundation
import Support
import Testing

/// Requests of remote clients that carry a whole queue in their address.
@Suite("Long addresses", .serialized, .timeLimit(.minutes(10))) struct LongHeadTests {
    private struct Answer: Decodable {
        let status: Int
        let fields: [String: String]
        let body: String
    }

    /// Sends one request with Node, as the first on its connection.
    private func get(_ gateway: Gateway, _ version: String, _ target: String) async throws -> Answer {
        let folder = try TemporaryFolder()
        // A command-line argument is limited to 128 KiB, so the target goes through a file.
        try Data(target.utf8).write(to: URL(fileURLWithPath: folder.path + "/target"))
        let result = try await Program.run(
            "/usr/bin/env",
            [
                "node", Program.root + "/Tests/Clients/request.mjs", version, "\(gateway.server.port)",
                gateway.server.authority, folder.path + "/target",
            ])
        let decoder = JSONDecoder()
        let value = try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any]
        // Node gives `:status` as a number and some fields as lists.
        let fields = (value?["fields"] as? [String: Any] ?? [:]).mapValues { "\($0)" }
        let plain: [String: Any] = ["status": value?["status"] ?? 0, "fields": fields, "body": value?["body"] ?? ""]
        return try decoder.decode(Answer.self, from: JSONSerialization.data(withJSONObject: plain))
    }

    private func key(_ gateway: Gateway) async throws -> String {
        let made = try await Program.run(
            Program.path,
            ["device-key", "add", "--user", "ada", "--label", "test", "--data", gateway.server.folder.path + "/data"])
        try #require(made.status == 0, "\(made.error)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test("1,600 ids make a queue and a playlist by GET", arguments: ["1", "2"])
    func ids(option: String) async throws {
        let gateway = try await Gateway.shared.value
        let proof = "apiKey=\(try await key(gateway))&f=json&c=long"
        let track = "tr-\(gateway.track)"
        func ids(_ name: String, _ count: Int) -> String { String(repeating: "&\(name)=\(track)", count: count) }
        let saved = try await get(gateway, option, "/rest/savePlayQueue?\(proof)&current=\(track)\(ids("id", 1_600))")
        #expect(saved.status == 200 && saved.body.contains("\"status\":\"ok\""), "\(saved.body.prefix(500))")
        let queue = try await get(gateway, option, "/rest/getPlayQueue?\(proof)")
        #expect(queue.body.components(separatedBy: "\"id\":\"\(track)\"").count == 1_601)
        let made = try await get(
            gateway, option, "/rest/createPlaylist.view?\(proof)&name=Long\(ids("songId", 1_600))")
        #expect(made.status == 200 && made.body.contains("\"songCount\":1600"), "\(made.body.prefix(500))")
        // The largest number of ids that fits in 256 KiB.
        let most = (250 * 1024) / (track.utf8.count + 4)
        let full = try await get(gateway, option, "/rest/savePlayQueue?\(proof)\(ids("id", most))")
        #expect(full.status == 200 && full.body.contains("\"status\":\"ok\""), "\(full.body.prefix(500))")
    }

    @Test(
        "beyond 256 KiB get the protocol's error, readable from any origin",
        arguments: ["1", "2"], [265, 300, 420])
    func tooLong(option: String, kibibytes: Int) async throws {
        let gateway = try await Gateway.shared.value
        let padding = String(repeating: "x", count: kibibytes * 1024)
        let refused = try await get(gateway, option, "/rest/ping?f=json&c=long&apiKey=\(padding)")
        #expect(refused.status == 414, "\(refused.body.prefix(500))")
        #expect(refused.fields["access-control-allow-origin"] == "*")
        #expect(refused.fields["content-type"] == "application/json")
        #expect(refused.body.contains("\"subsonic-response\"") && refused.body.contains("\"code\":0"))
        let xml = try await get(gateway, option, "/rest/ping?apiKey=\(padding)")
        #expect(xml.status == 414 && xml.body.contains("<error code=\"0\""), "\(xml.body.prefix(500))")
    }

    @Test("are limited to 8 KiB on all other routes", arguments: ["1", "2"])
    func others(option: String) async throws {
        let gateway = try await Gateway.shared.value
        for (target, kibibytes) in [("/api/v1/tracks", 9), ("/api/v1/tracks", 20), ("/restless", 20), ("/", 9)] {
            let refused = try await get(
                gateway, option, "\(target)?q=" + String(repeating: "x", count: kibibytes * 1024))
            #expect(refused.status == 414, "\(target)")
            #expect(refused.fields["content-type"] == "application/problem+json", "\(target)")
        }
        let long = try await get(gateway, option, "/api/v1/tracks?q=" + String(repeating: "x", count: 250 * 1024))
        #expect([414, 431].contains(long.status), "\(long.body.prefix(500))")
    }

    @Test("from unauthenticated clients share a fixed memory budget", arguments: ["http/1.1", "h2"])
    func strangers(name: String) async throws {
        let gateway = try await Gateway(arguments: [], frames: 1_000)
        let (count, size) = (300, (name == "h2" ? 480 : 280) * 1024)
        let short = try await halfHeads(gateway, name, count, of: 1_000)
        let before = try memory(of: gateway.server.processIdentifier)
        for connection in short { await connection.close() }
        let open = try await halfHeads(gateway, name, count, of: size)
        let grown = try memory(of: gateway.server.processIdentifier) - before
        // The budget is 24 MiB, in buffers that double as they grow. Each refused connection has also read some bytes
        // before.
        let most = (name == "h2" ? 112 : 64) << 20
        #expect(grown < most, "\(grown >> 20) MiB for \(count * size >> 20) MiB of half heads")
        // On a slow machine the first connections have ended before the last ones begin, which frees room. So look for
        // one that was refused.
        var isRefused = false
        for connection in open.reversed() where !isRefused {
            let answer = await connection.readToEnd()
            // GOAWAY with ENHANCE_YOUR_CALM.
            isRefused =
                name == "h2" ? answer.last == 11 : String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 429 ")
        }
        #expect(isRefused)
        for connection in open { await connection.close() }
        #expect(try await gateway.request("GET", "/health", as: "").status == 200)
    }

    @Test("that end with their connection: the server closes when the peer has closed")
    func closed() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect(protocols: ["h2"])
        try await connection.send(RawFrames.preface + RawFrames.head("GET", "/health", stream: 1))
        #expect(await connection.frame(ofKind: 0)?.stream == 1)
        try await connection.finishSending()
        _ = await connection.readToEnd()
        await connection.close()
    }

    private func halfHeads(
        _ gateway: Gateway, _ name: String, _ count: Int, of size: Int
    ) async throws -> [RawConnection] {
        let text = String(repeating: "x", count: size)
        var open: [RawConnection] = []
        for _ in 0..<count {
            let connection = try await gateway.server.connect(protocols: [name])
            // The server may refuse it while it is still sending.
            if name == "h2" {
                let frames = RawFrames.continuedHead("GET", "/rest/ping?x=\(text)", stream: 1)
                try? await connection.send(RawFrames.preface + frames.dropLast().flatMap(\.self))
            } else {
                try? await connection.send("GET /rest/ping?x=\(text)")
            }
            open.append(connection)
        }
        // The reply to a new client shows that the server has read the earlier bytes.
        #expect(try await gateway.request("GET", "/health", as: "").status == 200)
        return open
    }

    private func memory(of process: Int32) throws -> Int {
        let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("RssAnon:") })
        return (Int(line.split(separator: " ").dropFirst().first ?? "") ?? 0) * 1024
    }

    @Test("sent again and again by a client that saves a queue are all accepted")
    func often() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let text = String(repeating: "x", count: 80_000)
        for _ in 0..<50 {
            let reply = try await connection.request("GET", "/rest/ping?f=json&x=\(text)")
            #expect(reply.status == 200 && reply.text.contains("\"code\":10"))
        }
        await connection.close()
    }
}
