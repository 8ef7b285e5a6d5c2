import Foundation
import Support
import Testing

@Suite("Compression", .timeLimit(.minutes(5))) struct LiveCompressionTests {
    private static let gzip = ("Accept-Encoding", "br, gzip;q=0.8")

    /// Unpacks with another program.
    private static func unpacked(_ content: [UInt8]) async throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try Data(content).write(to: URL(fileURLWithPath: folder.path + "/content.gz"))
        let run = try await Program.run("/usr/bin/env", ["gzip", "-d", folder.path + "/content.gz"])
        try #require(run.status == 0, "\(run.error)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/content")))
    }

    private static func key(_ gateway: Gateway) async throws -> String {
        let made = try await Program.run(
            Program.path,
            ["device-key", "add", "--user", "ada", "--label", "zip", "--data", gateway.server.folder.path + "/data"])
        try #require(made.status == 0, "\(made.error)")
        return made.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    @Test(
        "a compressed client file has its own entity tag, and HEAD matches GET",
        arguments: ["/app.js", "/locales/pl.json", "/styles/base.css"])
    func files(path: String) async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        func ask(_ method: String = "GET", _ fields: (String, String)...) async throws -> HTTPReply {
            try await connection.request(method, path, fields)
        }
        let (plain, packed) = (try await ask(), try await ask("GET", Self.gzip))
        try #require(plain.status == 200 && packed.status == 200)
        #expect(plain["content-encoding"] == nil && packed["content-encoding"] == "gzip")
        #expect(plain["vary"] == "Accept-Encoding" && packed["vary"] == "Accept-Encoding")
        #expect(packed.body.count < plain.body.count * 2 / 3)
        #expect(try await Self.unpacked(packed.body) == plain.body)
        let (plainTag, packedTag) = (try #require(plain["etag"]), try #require(packed["etag"]))
        #expect(plainTag != packedTag && packedTag.hasPrefix("\""))
        #expect(try await ask("GET", Self.gzip, ("If-None-Match", packedTag)).status == 304)
        #expect(try await ask("GET", Self.gzip, ("If-None-Match", plainTag)).status == 200)
        #expect(try await ask("GET", ("If-None-Match", plainTag)).status == 304)
        for (whole, fields) in [(plain, []), (packed, [Self.gzip])] {
            let head = try await connection.request("HEAD", path, fields)
            for name in ["content-length", "content-encoding", "etag", "vary", "content-type"] {
                #expect(head[name] == whole[name], "\(name)")
            }
            #expect(head.body.isEmpty)
        }
        // Client files have no ranges, so the reply is the whole file.
        let ranged = try await ask("GET", Self.gzip, ("Range", "bytes=0-9"))
        #expect(ranged.status == 200 && ranged.body == packed.body)
        await connection.close()
    }

    @Test("lists are compressed for clients that accept it, over HTTP/1.1 and HTTP/2")
    func lists() async throws {
        let gateway = try await Gateway.shared.value
        let key = try await Self.key(gateway)
        let search = "/rest/search3?apiKey=\(key)&c=test&query=noise"
        for path in ["/api/v1/openapi.json", "/api/v1/home", search, search + "&f=json"] {
            let plain = try await gateway.request("GET", path)
            let packed = try await gateway.request("GET", path, [Self.gzip])
            try #require(plain.status == 200, "\(path): \(plain.text.prefix(300))")
            guard plain.body.count >= 1024 else {
                #expect(packed["content-encoding"] == nil && packed.body == plain.body, "\(path)")
                continue
            }
            #expect(packed["content-encoding"] == "gzip" && packed["vary"] == "Accept-Encoding", "\(path)")
            #expect(plain["content-encoding"] == nil && plain["vary"] == "Accept-Encoding", "\(path)")
            #expect(packed["content-length"] == "\(packed.body.count)" && packed.body.count < plain.body.count)
            #expect(try await Self.unpacked(packed.body) == plain.body)
            let refused = try await gateway.request("GET", path, [("Accept-Encoding", "gzip;q=0, *")])
            #expect(refused["content-encoding"] == nil && refused.body == plain.body)
        }
        let multiplexed = try await Program.run(
            "/usr/bin/curl",
            [
                "--http2", "--cacert", gateway.server.authority, "-s", "-H", "Accept-Encoding: gzip", "-o", "/dev/null",
                "-w", "%{http_version} %{size_download} %header{content-encoding} %header{vary}",
                "https://localhost:\(gateway.server.port)/api/v1/openapi.json",
            ])
        let whole = try await gateway.request("GET", "/api/v1/openapi.json", [Self.gzip])
        #expect(multiplexed.output == "2 \(whole.body.count) gzip Accept-Encoding")
    }

    @Test("audio, pictures, replies with secrets and JSONP are not compressed")
    func exempt() async throws {
        let gateway = try await Gateway.shared.value
        let key = try await Self.key(gateway)
        for _ in 0..<8 { _ = try await Self.key(gateway) }
        for path in [
            "/api/v1/tracks/\(gateway.track)/stream", "/favicon.svg", "/api/v1/me/device-keys",
            "/rest/search3?apiKey=\(key)&c=test&query=noise&f=jsonp&callback=show",
            "/rest/stream?apiKey=\(key)&c=test&id=tr-\(gateway.track)",
        ] {
            let reply = try await gateway.request("GET", path, [Self.gzip])
            #expect(reply.status == 200 && reply["content-encoding"] == nil, "\(path): \(reply.status)")
            #expect(reply.body.count >= 1024 || path == "/favicon.svg", "\(path)")
        }
    }
}
