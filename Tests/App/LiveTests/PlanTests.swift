import Foundation
import Support
import Testing

/// The limits of a plan, on every way to the audio, over TLS.
@Suite("Plans", .timeLimit(.minutes(10))) struct PlanTests {
    /// A listener with a plan of these limits, made by the admin.
    private struct Subscriber {
        let gateway: Gateway
        let id: String
        let plan: String
        let token: String
        let secondToken: String
        let key: String

        init(_ gateway: Gateway, _ name: String, limits: String) async throws {
            self.gateway = gateway
            token = try await gateway.person(name, role: "listener")
            let data = gateway.server.folder.path + "/data"
            let second = try await Program.run(
                Program.path,
                ["token", "add", "--user", name, "--label", "second", "--scopes", "read,write", "--data", data])
            secondToken = second.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let made = try await Program.run(
                Program.path, ["device-key", "add", "--user", name, "--label", "phone", "--data", data])
            key = made.output.trimmingCharacters(in: .whitespacesAndNewlines)
            let users = try await gateway.request("GET", "/api/v1/users?q=\(name)").json?["items"] as? [[String: Any]]
            id = try #require(users?.first?["id"] as? String)
            let plan = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"\#(name)",\#(limits)}"#)
            self.plan = try #require(plan.json?["id"] as? String, "\(plan.text)")
            let given = try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"plan":"\#(self.plan)"}"#)
            try #require(given.json?["plan"] as? String == name, "\(given.text)")
        }

        func stream(
            _ fields: [(String, String)] = [], method: String = "GET", as token: String? = nil
        ) async throws -> HTTPReply {
            try await gateway.request(
                method, "/api/v1/tracks/\(gateway.track)/stream", fields, as: token ?? self.token)
        }

        func rest(_ call: String) async throws -> HTTPReply {
            try await gateway.request(
                "GET", "/rest/\(call)?id=tr-\(gateway.track)&apiKey=\(key)&v=1.16.1&c=tests&f=json", as: "")
        }

        func use() async throws -> [String: Any] {
            try #require(try await gateway.request("GET", "/api/v1/me/plan", as: token).json)
        }

        func until(_ condition: () async throws -> Bool) async throws {
            let deadline = ContinuousClock.now + .seconds(120)
            while try await !condition() {
                try #require(ContinuousClock.now < deadline)
            }
        }
    }

    private static func refusal(_ reply: HTTPReply) -> [String: Any]? {
        (reply.json?["subsonic-response"] as? [String: Any])?["error"] as? [String: Any]
    }

    @Test(
        "as many streams at once as the plan allows: another range of the same does not count, what ends frees its place at once"
    )
    func streams() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
        let subscriber = try await Subscriber(gateway, "solo", limits: #""streams":1"#)
        let reader = try await gateway.stalledReader(as: subscriber.token)
        try await subscriber.until { try await subscriber.use()["openStreams"] as? Int == 1 }

        let other = try await subscriber.stream(as: subscriber.secondToken)
        #expect(other.status == 429 && other.json?["reason"] as? String == "plan_streams", "\(other.text.prefix(300))")
        #expect(other["retry-after"] == "5" && (other.json?["detail"] as? String)?.contains("1 stream") == true)
        for call in ["stream", "download"] {
            let refused = try await subscriber.rest(call)
            #expect(refused.status == 429 && Self.refusal(refused)?["code"] as? Int == 0, "\(refused.text.prefix(300))")
            #expect((Self.refusal(refused)?["message"] as? String)?.contains("1 stream") == true)
        }
        let part = try await subscriber.stream([("Range", "bytes=0-9")])
        #expect(part.status == 206)
        #expect(try await subscriber.stream(method: "HEAD", as: subscriber.secondToken).status == 200)

        await reader.close()
        try await subscriber.until { try await subscriber.use()["openStreams"] as? Int == 0 }
        #expect(try await subscriber.stream([("Range", "bytes=0-9")], as: subscriber.secondToken).status == 206)
        let again = try await gateway.stalledReader(as: subscriber.token)
        try await subscriber.until { try await subscriber.use()["openStreams"] as? Int == 1 }
        let streams = try await gateway.request("GET", "/api/v1/overview").json?["streams"] as? [[String: Any]]
        #expect(streams?.count == 1 && streams?[0]["person"] as? String == "solo" && streams?[0]["title"] != nil)
        #expect(
            try await gateway.request("PATCH", "/api/v1/plans/\(subscriber.plan)", json: #"{"streams":2}"#).status
                == 200)
        #expect(try await subscriber.stream([("Range", "bytes=0-9")], as: subscriber.secondToken).status == 206)
        await again.close()
    }

    @Test("a month's transfer ends streams on every way, says until when, and outlives a restart")
    func transfer() async throws {
        let gateway = try await Gateway(arguments: [], frames: 100_000)
        let size = gateway.content.count
        let subscriber = try await Subscriber(gateway, "meter", limits: #""monthlyTransfer":\#(size)"#)
        let shared = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#,
            as: subscriber.token)
        let share = try #require(URL(string: shared.json?["url"] as? String ?? ""))

        #expect(try await subscriber.stream([("Range", "bytes=0-\(size - 2)")]).status == 206)
        #expect(try await subscriber.stream(method: "HEAD").status == 200)
        try await subscriber.until { try await subscriber.use()["transferred"] as? Int == size - 1 }
        #expect(try await subscriber.stream([("Range", "bytes=0-0")]).status == 206)
        try await subscriber.until { try await subscriber.use()["transferred"] as? Int == size }

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
            #expect(reply.status == 429 && Self.refusal(reply)?["code"] as? Int == 0)
        }
        let visit = try await gateway.request("GET", share.path + "/tracks/\(gateway.track)/stream", as: "")
        #expect(visit.status == 429 && visit.json?["reason"] as? String == "plan_transfer")

        #expect(await gateway.server.stop() == 0)
        let server = try await ServerProcess.start([], in: gateway.server.folder)
        let connection = try await server.connect()
        let authorization = [("Authorization", "Bearer \(subscriber.token)")]
        let later = try await connection.request("GET", "/api/v1/tracks/\(gateway.track)/stream", authorization)
        #expect(later.status == 429)
        let raised = try await connection.request(
            "PATCH", "/api/v1/plans/\(subscriber.plan)",
            [("Authorization", "Bearer \(gateway.token)"), ("Content-Type", "application/json")],
            body: Array(#"{"monthlyTransfer":null}"#.utf8))
        #expect(raised.status == 200, "\(raised.text)")
        let freed = try await connection.request("GET", "/api/v1/tracks/\(gateway.track)/stream", authorization)
        #expect(freed.status == 200 && freed.body == gateway.content)
        await connection.close()
    }

    @Test("a higher bitrate than the plan's is converted down, unless the person was given one of their own")
    func bitrate() async throws {
        let gateway = try await Gateway(arguments: [], frames: 200_000)
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

    @Test("what a decision says is converted no higher than the plan, and takes its place among the plan's streams")
    func decided() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
        let subscriber = try await Subscriber(gateway, "decided", limits: #""streams":1,"maximumBitrate":96"#)
        func decided(_ parameters: String) async throws -> HTTPReply {
            try await gateway.request(
                "GET",
                "/rest/getTranscodeStream?mediaType=song&mediaId=tr-\(gateway.track)&transcodeParams=\(parameters)"
                    + "&apiKey=\(subscriber.key)&v=1.16.1&c=tests&f=json", as: "")
        }
        // 136 seconds: at 96 kbit/s 1.6 MB, at 320 kbit/s 5.4 MB.
        for parameters in ["mp3-320-44100-2-0", "flac-0-44100-2-16"] {
            let reply = try await decided(parameters)
            #expect(reply.status == 200 && reply["content-type"] == "audio/mpeg", "\(parameters): \(reply.status)")
            #expect(abs(reply.body.count - 1_633_000) < 40_000, "\(parameters): \(reply.body.count)")
        }
        try await subscriber.until { try await subscriber.use()["openStreams"] as? Int == 0 }
        let path = "/api/v1/users/\(subscriber.id)"
        #expect(try await gateway.request("PATCH", path, json: #"{"maximumBitrate":10000}"#).status == 200)
        let reader = try await gateway.stalledReader(as: subscriber.token)
        try await subscriber.until { try await subscriber.use()["openStreams"] as? Int == 1 }
        let refused = try await decided("mp3-320-44100-2-0")
        #expect(refused.status == 429 && refused["retry-after"] == "5", "\(refused.text.prefix(300))")
        await reader.close()
        try await subscriber.until { try await subscriber.use()["openStreams"] as? Int == 0 }
        #expect(try await decided("mp3-320-44100-2-0").status == 200)
    }

    @Test("every way to the audio counts alike: streams, converted ones, downloads, decisions and links")
    func counting() async throws {
        let gateway = try await Gateway(arguments: [], frames: 100_000)
        let size = gateway.content.count
        let subscriber = try await Subscriber(gateway, "counted", limits: #""monthlyTransfer":1000000000"#)
        let shared = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#,
            as: subscriber.token)
        let share = try #require(URL(string: shared.json?["url"] as? String ?? ""))
        let remote = "id=tr-\(gateway.track)&apiKey=\(subscriber.key)&v=1.16.1&c=tests&f=json"
        let decision =
            "/rest/getTranscodeStream?mediaType=song&mediaId=tr-\(gateway.track)&transcodeParams=mp3-96-44100-2-0"
        var sum = 0
        for (path, token) in [
            ("/api/v1/tracks/\(gateway.track)/stream", subscriber.token),
            ("/api/v1/tracks/\(gateway.track)/stream?format=mp3&bitrate=96", subscriber.token),
            ("/rest/stream?\(remote)", ""), ("/rest/download?\(remote)", ""),
            ("\(decision)&apiKey=\(subscriber.key)&v=1.16.1&c=tests", ""),
            (share.path + "/tracks/\(gateway.track)/stream", ""),
        ] {
            let reply = try await gateway.request("GET", path, as: token)
            #expect(reply.status == 200 && reply.body.count > 10_000, "\(path): \(reply.status)")
            sum += reply.body.count
            try await subscriber.until { try await subscriber.use()["transferred"] as? Int ?? 0 >= sum }
            #expect(try await subscriber.use()["transferred"] as? Int == sum, "\(path)")
        }
        #expect(sum >= 4 * size)
    }

    @Test("there is one default plan; who loses theirs has it; bad limits are refused with their field")
    func administration() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
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
}
