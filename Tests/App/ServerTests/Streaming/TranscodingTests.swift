import Foundation
import Support
import Testing

@Suite("Converted streams", .timeLimit(.minutes(10))) struct TranscodingTests {
    /// Half a minute of noise.
    private static let server = Task { try await MusicServer(frames: 1_300_000) }
    /// Another server, from which tests request only whole files of each format.
    private static let untouched = Task { try await MusicServer(frames: 1_300_000) }

    private func stream(
        _ gateway: MusicServer, _ query: String, _ fields: [(String, String)] = [], method: String = "GET"
    ) async throws -> HTTPReply {
        try await gateway.request(method, "/api/v1/tracks/\(gateway.track)/stream?\(query)", fields)
    }

    @Test(
        "a format arrives whole while it is converted, and with ranges and validators afterwards",
        arguments: [
            ("mp3", "audio/mpeg"), ("opus", "audio/ogg"), ("aac", "audio/aac"), ("m4a", "audio/mp4"),
            ("flac", "audio/flac"),
        ])
    func formats(format: String, type: String) async throws {
        let gateway = try await Self.untouched.value
        let query = "format=\(format)"
        let first = try await stream(gateway, query)
        #expect(first.status == 200 && first["content-type"] == type && first["accept-ranges"] == "none")
        #expect(first["content-length"] == nil && first["etag"] == nil && first["x-content-duration"] == "29.478")
        #expect(first.body.count > 100_000)
        let head = try await waitFor("the whole is kept") {
            let head = try await stream(gateway, query, method: "HEAD")
            return head["etag"] == nil ? nil : head
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

    @Test("an invalid request is refused by field, and one without access is refused")
    func problems() async throws {
        let gateway = try await Self.server.value
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

    @Test("HEAD describes the stream and starts no conversion")
    func head() async throws {
        let gateway = try await Self.server.value
        let reply = try await stream(gateway, "format=opus&bitrate=40&offset=3.141", method: "HEAD")
        #expect(reply.status == 200 && reply["content-type"] == "audio/ogg" && reply["accept-ranges"] == "none")
        #expect(reply["x-content-duration"] == "26.337" && reply["content-length"] == nil)
        #expect(Encoders.processes("3.141").isEmpty)
    }

    @Test(
        "fifty clients of one track get the same bytes; conversions beyond capacity get a time to retry"
    )
    func many() async throws {
        let gateway = try await MusicServer(
            arguments: ["--encoders", "2", "--encoders-per-user", "2"], frames: 1_300_000)
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

    @Test("remote players stream by format, bit rate and offset, with a length on request, and by decision")
    func remote() async throws {
        let gateway = try await Self.server.value
        let key = try await gateway.deviceKey(of: "ada")
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

    @Test("a user's own bitrate limit applies to every request")
    func ceiling() async throws {
        let gateway = try await Self.server.value
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
}
