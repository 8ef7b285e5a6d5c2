import Foundation
import Support
import Testing

@Suite("Converted streams over TLS", .serialized, .timeLimit(.minutes(10))) struct TranscodingTests {
    /// Half a minute, and four and a half for what must still be running when something happens to it.
    private static let (short, long) = (1_300_000, 12_000_000)

    private func stream(
        _ gateway: Gateway, _ query: String, _ fields: [(String, String)] = [], method: String = "GET"
    ) async throws -> HTTPReply {
        try await gateway.request(method, "/api/v1/tracks/\(gateway.track)/stream?\(query)", fields)
    }

    /// A client that has asked, got the head, and reads no further.
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

    @Test(
        "a format arrives whole while it is made, and with ranges and validators afterwards",
        arguments: [
            ("mp3", "audio/mpeg"), ("opus", "audio/ogg"), ("aac", "audio/aac"), ("m4a", "audio/mp4"),
            ("flac", "audio/flac"),
        ])
    func formats(format: String, type: String) async throws {
        let gateway = try await Gateway.shared.value
        let query = "format=\(format)"
        let first = try await stream(gateway, query)
        #expect(first.status == 200 && first["content-type"] == type && first["accept-ranges"] == "none")
        #expect(first["content-length"] == nil && first["etag"] == nil && first["x-content-duration"] == "29.478")
        #expect(first.body.count > 100_000)
        var head = try await stream(gateway, query, method: "HEAD")
        let deadline = ContinuousClock.now + .seconds(60)
        while head["etag"] == nil, ContinuousClock.now < deadline {
            head = try await stream(gateway, query, method: "HEAD")
        }
        let tag = try #require(head["etag"])
        #expect(
            head["content-length"] == "\(first.body.count)" && head["accept-ranges"] == "bytes" && !tag.hasPrefix("W/"))
        let again = try await stream(gateway, query)
        #expect(again.body == first.body && again["content-type"] == type && again["etag"] == tag)
        let part = try await stream(gateway, query, [("Range", "bytes=50000-50099"), ("If-Range", tag)])
        #expect(part.status == 206 && part.body == Array(first.body[50_000..<50_100]))
        #expect(part["content-range"] == "bytes 50000-50099/\(first.body.count)")
        #expect(try await stream(gateway, query, [("If-None-Match", tag)]).status == 304)
        let rest = try await stream(gateway, query + "&offset=20.5")
        #expect(rest.status == 200 && rest["x-content-duration"] == "8.978")
        #expect(rest.body.count > first.body.count / 5 && rest.body.count < first.body.count / 2)
    }

    @Test("what cannot be asked for is refused with the field at fault, and to those who may not hear it")
    func problems() async throws {
        let gateway = try await Gateway.shared.value
        for (query, field) in [
            ("format=wav", "format"), ("format=mp3%20-i%20/etc/passwd", "format"), ("format=MP3", "format"),
            ("bitrate=31", "bitrate"), ("bitrate=321", "bitrate"), ("bitrate=many", "bitrate"),
            ("format=flac&bitrate=128", "bitrate"), ("format=original&bitrate=128", "bitrate"),
            ("offset=-1", "offset"), ("offset=1e9", "offset"), ("offset=nan", "offset"), ("offset=inf", "offset"),
            ("format=mp3&offset=30", "offset"), ("offset=0x10p60", "offset"),
        ] {
            let reply = try await stream(gateway, query)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(query): \(reply.text)")
        }
        let path = "/api/v1/tracks/\(gateway.track)/stream?format=mp3"
        #expect(try await gateway.request("GET", path, as: "").status == 401)
        let unknown = try await gateway.request("GET", "/api/v1/tracks/0000/stream?format=mp3")
        #expect(unknown.status == 404)
        #expect(try await stream(gateway, "format=original").body == gateway.content)
        #expect(try await stream(gateway, "format=&bitrate=&offset=0").body == gateway.content)
    }

    @Test("HEAD says what would come, and begins nothing")
    func head() async throws {
        let gateway = try await Gateway.shared.value
        let reply = try await stream(gateway, "format=opus&bitrate=40&offset=3.141", method: "HEAD")
        #expect(reply.status == 200 && reply["content-type"] == "audio/ogg" && reply["accept-ranges"] == "none")
        #expect(reply["x-content-duration"] == "26.337" && reply["content-length"] == nil)
        #expect(Encoders.processes("3.141").isEmpty)
    }

    @Test("a head of no known length is the last thing on its HTTP/1.1 connection, and whole")
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

    @Test("the encoder ends with its listener, however that one goes")
    func vanished() async throws {
        let gateway = try await Gateway(arguments: [], frames: Self.long)
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

    @Test("an encoder that dies cuts the connection: nobody takes what there is for the whole")
    func died() async throws {
        let gateway = try await Gateway(arguments: [], frames: Self.long)
        let reader = try await listener(gateway, "format=mp3&bitrate=320&offset=2.001")
        try await waitUntil("the encoder runs") { !Encoders.processes("2.001").isEmpty }
        for process in Encoders.processes("2.001") { kill(process, SIGKILL) }
        await reader.resumeReading()
        let received = String(decoding: await reader.readToEnd().suffix(7), as: UTF8.self)
        #expect(!received.hasSuffix("0\r\n\r\n"))
        #expect(try await stream(gateway, "format=mp3&bitrate=32&offset=260").status == 200)
    }

    @Test(
        "fifty clients of one track hear the same, and more conversions than there is room for are told when to come back"
    )
    func many() async throws {
        let gateway = try await Gateway(arguments: ["--encoders", "2", "--encoders-per-user", "2"], frames: Self.short)
        let bodies = try await withThrowingTaskGroup(of: [UInt8].self) { group in
            for _ in 0..<50 { group.addTask { try await stream(gateway, "format=opus&bitrate=64").body } }
            return try await group.reduce(into: Set<[UInt8]>()) { $0.insert($1) }
        }
        #expect(bodies.count == 1 && (bodies.first?.count ?? 0) > 100_000)
        let replies = try await withThrowingTaskGroup(of: HTTPReply.self) { group in
            for number in 0..<50 {
                group.addTask {
                    try await stream(gateway, "format=mp3&bitrate=96&offset=\(Double(number) / 10 + 0.05)")
                }
            }
            return try await group.reduce(into: [HTTPReply]()) { $0.append($1) }
        }
        let refused = replies.filter { $0.status == 429 }
        #expect(replies.count { $0.status == 200 } + refused.count == 50)
        #expect(replies.contains { $0.status == 200 } && refused.count >= 50 - 2 - 16 - 20)
        for reply in refused {
            #expect(reply["retry-after"] == "5" && reply.json?["reason"] as? String == "transcoding_busy")
        }
        #expect(try await stream(gateway, "format=mp3&bitrate=96&offset=7").status == 200)
    }

    @Test("remote players stream by format, bit rate and offset, with a length where they want one, and by a decision")
    func remote() async throws {
        let gateway = try await Gateway.shared.value
        let made = try await Program.run(
            Program.path,
            ["device-key", "add", "--user", "ada", "--label", "player", "--data", gateway.server.folder.path + "/data"])
        let key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
        func ask(_ endpoint: String, _ query: String, body: String? = nil) async throws -> HTTPReply {
            let path = "/rest/\(endpoint)?apiKey=\(key)&v=1.16.1&c=test&f=json&\(query)"
            return try await gateway.request(body == nil ? "GET" : "POST", path, json: body, as: "")
        }
        let id = "id=tr-\(gateway.track)"
        let whole = try await ask("stream", id + "&maxBitRate=96")
        #expect(whole.status == 200 && whole["content-type"] == "audio/mpeg" && whole["x-content-duration"] == "29.478")
        #expect(abs(whole.body.count - 353_700) < 5000)
        #expect(try await ask("stream", id + "&maxBitRate=96&format=raw").body == gateway.content)
        #expect(try await ask("stream", id + "&maxBitRate=0").body == gateway.content)
        let part = try await ask("stream", id + "&format=opus&timeOffset=20&estimateContentLength=true")
        #expect(part["content-type"] == "audio/ogg" && part["x-content-duration"] == "9.478")
        #expect(part["content-length"] == "\(part.body.count)" && part.body.suffix(1000).allSatisfy { $0 == 0 })
        #expect(part.body.starts(with: Array("OggS".utf8)))

        let player =
            #"{"name": "p", "platform": "t", "transcodingProfiles": [{"container": "flac", "audioCodec": "flac"}]}"#
        let reply = try await ask("getTranscodeDecision", "mediaType=song&mediaId=tr-\(gateway.track)", body: player)
        let envelope = reply.json?["subsonic-response"] as? [String: Any]
        let decision = envelope?["transcodeDecision"] as? [String: Any]
        let parameters = try #require(decision?["transcodeParams"] as? String, "\(reply.text)")
        let stream = "mediaType=song&mediaId=tr-\(gateway.track)&transcodeParams=\(parameters)"
        let flac = try await ask("getTranscodeStream", stream)
        #expect(
            flac.status == 200 && flac["content-type"] == "audio/flac" && flac.body.starts(with: Array("fLaC".utf8)))
        #expect(try await ask("getTranscodeStream", stream + "&offset=15").body.count < flac.body.count * 2 / 3)
        #expect(try await ask("getTranscodeStream", stream + "&offset=40").status == 400)
    }

    @Test("a person's own limit holds for whatever is asked for")
    func ceiling() async throws {
        let gateway = try await Gateway.shared.value
        let token = try await gateway.person("limited", role: "listener")
        let users = try await gateway.request("GET", "/api/v1/users").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first { $0["username"] as? String == "limited" }?["id"] as? String)
        let change = try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"maximumBitrate":64}"#)
        #expect(change.status == 200, "\(change.text)")
        for query in ["", "?format=original", "?bitrate=320", "?format=flac"] {
            let path = "/api/v1/tracks/\(gateway.track)/stream\(query)"
            let reply = try await gateway.request("GET", path, as: token)
            #expect(reply.status == 200 && reply["content-type"] == "audio/mpeg", "\(query)")
            #expect(abs(reply.body.count - 235_800) < 5000, "\(query): \(reply.body.count)")
        }
    }

    @Test("a server that is stopped or killed leaves no encoder behind, and no half entry is ever served")
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

/// The ffmpegs of this machine.
enum Encoders {
    /// Those whose arguments hold `word`.
    static func processes(_ word: String) -> [Int32] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.compactMap { Int32($0) }.filter { process in
            guard let line = FileManager.default.contents(atPath: "/proc/\(process)/cmdline") else { return false }
            return line.split(separator: 0).contains { String(decoding: $0, as: UTF8.self) == word }
        }
    }

    static func waitUntilGone(_ word: String) async throws {
        try await waitUntil("the encoder is gone") { processes(word).isEmpty }
    }

    /// The files that are being written into the cache.
    static func drafts(in folder: TemporaryFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/transcoded/incoming")
    }
}
