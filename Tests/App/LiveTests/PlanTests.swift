import Foundation
import Support
import Testing

/// The limits of a plan for streams that are open at the same time, over TLS.
@Suite("Open streams of a plan", .timeLimit(.minutes(10))) struct PlanTests {
    @Test(
        "as many streams at once as the plan allows: another range of the same does not count, what ends frees its place at once"
    )
    func streams() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
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
        #expect(streams?.count == 1 && streams?[0]["person"] as? String == "solo" && streams?[0]["title"] != nil)
        #expect(
            try await gateway.request("PATCH", "/api/v1/plans/\(subscriber.plan)", json: #"{"streams":2}"#).status
                == 200)
        #expect(try await subscriber.stream([("Range", "bytes=0-9")], as: subscriber.secondToken).status == 206)
        await again.close()
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
