import Foundation
import RouterSupport
import Support
import Testing

/// The limits of a plan, on every route to the audio.
@Suite("Plans", .timeLimit(.minutes(10))) struct PlanTests {
    /// Ten seconds of noise.
    private static let server = Task { try await MusicServer(frames: 441_000) }

    @Test("the monthly transfer ends streams on every route, names the date it resets, and survives a restart")
    func transfer() async throws {
        let gateway = try await MusicServer()
        let size = gateway.content.count
        let subscriber = try await Subscriber(gateway, "meter", limits: #""monthlyTransfer":\#(size)"#)
        let share = try await subscriber.share()

        #expect(try await subscriber.stream([("Range", "bytes=0-\(size - 2)")]).status == 206)
        #expect(try await subscriber.stream(method: "HEAD").status == 200)
        try await subscriber.waitUntil(transferred: size - 1)
        #expect(try await subscriber.stream([("Range", "bytes=0-0")]).status == 206)
        try await subscriber.waitUntil(transferred: size)

        let refused = try await subscriber.stream()
        #expect(refused.status == 429 && refused.json?["reason"] as? String == "plan_transfer")
        let until = try #require(try await subscriber.use()["monthUntil"] as? String)
        let end = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(until)
        let wait = try #require(refused["retry-after"].flatMap { Double($0) })
        #expect(abs(end.timeIntervalSinceNow - wait) < 60)
        #expect((refused.json?["detail"] as? String)?.contains("used up") == true)
        #expect(try await subscriber.stream(method: "HEAD").status == 200)
        for call in ["stream", "download"] {
            let reply = try await subscriber.rest(call)
            #expect(reply.status == 429 && reply.remoteError?["code"] as? Int == 0)
        }
        let visit = try await gateway.request("GET", share + "/tracks/\(gateway.track)/stream", as: "")
        #expect(visit.status == 429 && visit.json?["reason"] as? String == "plan_transfer")

        await gateway.stop()
        let started = try await MusicServer(again: gateway)
        let path = "/api/v1/tracks/\(gateway.track)/stream"
        #expect(try await started.request("GET", path, as: subscriber.token).status == 429)
        let raised = try await started.request(
            "PATCH", "/api/v1/plans/\(subscriber.plan)", json: #"{"monthlyTransfer":null}"#)
        #expect(raised.status == 200, "\(raised.text)")
        let freed = try await started.request("GET", path, as: subscriber.token)
        #expect(freed.status == 200 && freed.body == gateway.content)
    }

    @Test("a bitrate above the plan's is converted down, unless the user has an individual limit")
    func bitrate() async throws {
        let gateway = try await Self.server.value
        let subscriber = try await Subscriber(gateway, "slim", limits: #""maximumBitrate":96"#)
        let converted = try await subscriber.stream([], as: subscriber.token)
        #expect(converted.status == 200 && converted["content-type"] == "audio/mpeg")
        #expect(converted.body.count < gateway.content.count / 4)
        let original = try await gateway.request(
            "GET", "/api/v1/tracks/\(gateway.track)/stream?format=original", as: subscriber.token)
        #expect(original["content-type"] == "audio/mpeg")
        #expect(try await subscriber.rest("download")["content-type"] == "audio/mpeg")
        #expect(try await subscriber.use()["maximumBitrate"] as? Int == 96)

        let path = "/api/v1/users/\(subscriber.id)"
        #expect(try await gateway.request("PATCH", path, json: #"{"maximumBitrate":10000}"#).status == 200)
        #expect(try await subscriber.stream().body == gateway.content)
        #expect(try await gateway.request("PATCH", path, json: #"{"maximumBitrate":null}"#).status == 200)
        #expect(try await subscriber.stream()["content-type"] == "audio/mpeg")
    }

    @Test("every route to the audio counts: streams, converted ones, downloads, decisions and links")
    func counting() async throws {
        let gateway = try await Self.server.value
        let size = gateway.content.count
        let subscriber = try await Subscriber(gateway, "counted", limits: #""monthlyTransfer":1000000000"#)
        let share = try await subscriber.share()
        let remote = "id=tr-\(gateway.track)&apiKey=\(subscriber.key)&v=1.16.1&c=tests&f=json"
        let decision =
            "/rest/getTranscodeStream?mediaType=song&mediaId=tr-\(gateway.track)&transcodeParams=mp3-96-44100-2-0"
        var sum = 0
        for (path, token) in [
            ("/api/v1/tracks/\(gateway.track)/stream", subscriber.token),
            ("/api/v1/tracks/\(gateway.track)/stream?format=mp3&bitrate=96", subscriber.token),
            ("/rest/stream?\(remote)", ""), ("/rest/download?\(remote)", ""),
            ("\(decision)&apiKey=\(subscriber.key)&v=1.16.1&c=tests", ""),
            (share + "/tracks/\(gateway.track)/stream", ""),
        ] {
            let reply = try await gateway.request("GET", path, as: token)
            #expect(reply.status == 200 && reply.body.count > 10_000, "\(path): \(reply.status)")
            sum += reply.body.count
            try await subscriber.waitUntil(transferred: sum)
            #expect(try await subscriber.use()["transferred"] as? Int == sum, "\(path)")
        }
        #expect(sum >= 4 * size)
    }

    @Test("an upload over the plan's quota is refused with the plan's name, over the server's without one")
    func uploads() async throws {
        let gateway = try await Self.server.value
        let small = try await Subscriber(gateway, "small", limits: #""uploadQuota":1000"#)
        let large = try await Subscriber(gateway, "large", limits: #""uploadQuota":1125899906842624"#)
        for subscriber in [small, large] {
            let role = try await gateway.request(
                "PATCH", "/api/v1/users/\(subscriber.id)", json: #"{"role":"contributor"}"#)
            #expect(role.status == 200, "\(role.text)")
        }
        let sent = Submitter(gateway: gateway, token: small.token)
        let file = try await sent.announce("a.flac", length: 1001)
        #expect(file.status == 413 && file.json?["reason"] as? String == "file_too_large", "\(file.text)")
        #expect(file.json?["plan"] as? String == "small" && file["tus-resumable"] == "1.0.0", "\(file.text)")
        #expect(try await sent.announce("b.flac", length: 900).status == 201)
        let full = try await sent.announce("c.flac", length: 200)
        #expect(full.status == 413 && full.json?["reason"] as? String == "quota_exceeded", "\(full.text)")
        #expect(full.json?["plan"] as? String == "small")
        let server = try await Submitter(gateway: gateway, token: large.token)
            .announce("d.flac", length: 1_000_000_000_000_000)
        #expect(server.status == 413 && server.json?["plan"] == nil, "\(server.text)")
    }

    @Test("there is one default plan; deleting a user's plan moves them to it; bad limits are refused by field")
    func administration() async throws {
        let gateway = try await MusicServer()
        let subscriber = try await Subscriber(gateway, "mover", limits: #""streams":3,"uploadQuota":1000"#)
        func plans() async throws -> [[String: Any]] {
            try #require(try await gateway.request("GET", "/api/v1/plans").json?["items"] as? [[String: Any]])
        }
        let standard = try #require(try await plans().first { $0["default"] as? Bool == true })
        #expect(standard["name"] as? String == "Standard" && standard["members"] as? Int == 1)
        let id = try #require(standard["id"] as? String)
        let kept = try await gateway.request("DELETE", "/api/v1/plans/\(id)")
        #expect(kept.status == 409 && kept.json?["reason"] as? String == "default_plan")
        for (body, field) in [
            (#"{"streams":0}"#, "streams"), (#"{"maximumBitrate":5}"#, "maximumBitrate"), (#"{"name":""}"#, "name"),
            (#"{"monthlyTransfer":-1}"#, "monthlyTransfer"), (#"{"uploadQuota":"x"}"#, "uploadQuota"),
        ] {
            let reply = try await gateway.request("PATCH", "/api/v1/plans/\(id)", json: body)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(reply.text)")
        }
        let twin = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"STANDARD"}"#)
        #expect(twin.status == 409 && twin.json?["reason"] as? String == "plan_exists")
        let moved = try await gateway.request(
            "PATCH", "/api/v1/plans/\(subscriber.plan)", json: #"{"default":true,"name":"Everybody"}"#)
        #expect(moved.status == 200)
        #expect(
            try await plans().filter { $0["default"] as? Bool == true }.map { $0["name"] as? String } == ["Everybody"])
        let unknown = try await gateway.request(
            "PATCH", "/api/v1/users/\(subscriber.id)", json: #"{"plan":"nothing"}"#)
        #expect(unknown.status == 400 && unknown.json?["field"] as? String == "plan")
        #expect(
            try await gateway.request("PATCH", "/api/v1/users/\(subscriber.id)", json: #"{"plan":"\#(id)"}"#).status
                == 200)
        #expect(try await gateway.request("DELETE", "/api/v1/plans/\(id)").status == 204)
        #expect(try await subscriber.use()["name"] as? String == "Everybody")
    }

    @Test(
        "concurrent streams are limited: another range of the same one does not count, and an ended one frees its slot"
    )
    func streams() async throws {
        let gateway = try await Self.server.value
        let subscriber = try await Subscriber(gateway, "solo", limits: #""streams":1"#)
        let reader = try await gateway.stalledReader(as: subscriber.token)
        try await subscriber.waitUntil(openStreams: 1)

        let other = try await subscriber.stream(as: subscriber.secondToken)
        #expect(other.status == 429 && other.json?["reason"] as? String == "plan_streams", "\(other.text.prefix(300))")
        #expect(other["retry-after"] == "5" && (other.json?["detail"] as? String)?.contains("1 stream") == true)
        for call in ["stream", "download"] {
            let refused = try await subscriber.rest(call)
            #expect(refused.status == 429 && refused.remoteError?["code"] as? Int == 0, "\(refused.text.prefix(300))")
            #expect((refused.remoteError?["message"] as? String)?.contains("1 stream") == true)
        }
        let part = try await subscriber.stream([("Range", "bytes=0-9")])
        #expect(part.status == 206)
        #expect(try await subscriber.stream(method: "HEAD", as: subscriber.secondToken).status == 200)

        await reader.close()
        try await subscriber.waitUntil(openStreams: 0)
        #expect(try await subscriber.stream([("Range", "bytes=0-9")], as: subscriber.secondToken).status == 206)
        let again = try await gateway.stalledReader(as: subscriber.token)
        try await subscriber.waitUntil(openStreams: 1)
        let streams = try await gateway.request("GET", "/api/v1/overview").json?["streams"] as? [[String: Any]]
        let own = streams?.filter { $0["person"] as? String == "solo" }
        #expect(own?.count == 1 && own?.first?["title"] != nil)
        #expect(
            try await gateway.request("PATCH", "/api/v1/plans/\(subscriber.plan)", json: #"{"streams":2}"#).status
                == 200)
        #expect(try await subscriber.stream([("Range", "bytes=0-9")], as: subscriber.secondToken).status == 206)
        await again.close()
    }

    @Test("a stream by decision stays within the plan's bitrate and takes one of its streams")
    func decided() async throws {
        let gateway = try await Self.server.value
        let subscriber = try await Subscriber(gateway, "decided", limits: #""streams":1,"maximumBitrate":96"#)
        func decided(_ parameters: String) async throws -> HTTPReply {
            try await gateway.request(
                "GET",
                "/rest/getTranscodeStream?mediaType=song&mediaId=tr-\(gateway.track)&transcodeParams=\(parameters)"
                    + "&apiKey=\(subscriber.key)&v=1.16.1&c=tests&f=json", as: "")
        }
        // 120 kB at 96 kbit/s, 400 kB at 320 kbit/s.
        for parameters in ["mp3-320-44100-2-0", "flac-0-44100-2-16"] {
            let reply = try await decided(parameters)
            #expect(reply.status == 200 && reply["content-type"] == "audio/mpeg", "\(parameters): \(reply.status)")
            #expect(abs(reply.body.count - 120_000) < 5000, "\(parameters): \(reply.body.count)")
        }
        try await subscriber.waitUntil(openStreams: 0)
        let path = "/api/v1/users/\(subscriber.id)"
        #expect(try await gateway.request("PATCH", path, json: #"{"maximumBitrate":10000}"#).status == 200)
        let reader = try await gateway.stalledReader(as: subscriber.token)
        try await subscriber.waitUntil(openStreams: 1)
        let refused = try await decided("mp3-320-44100-2-0")
        #expect(refused.status == 429 && refused["retry-after"] == "5", "\(refused.text.prefix(300))")
        await reader.close()
        try await subscriber.waitUntil(openStreams: 0)
        #expect(try await decided("mp3-320-44100-2-0").status == 200)
    }
}
