import Foundation
import HTTPTypes
import RouterSupport
import Support
import Testing

/// The reports of a user's players: counted by the server's clock, published live, and private.
@Suite("Listening", .timeLimit(.minutes(10))) struct ListeningTests {
    /// Two seconds of audio: a play counts after one.
    private static let frames = 88_200
    private static let server = Task { try await MusicServer(frames: frames) }

    private func report(
        _ event: String, _ position: Int, play: String, _ gateway: MusicServer, as token: String? = nil
    ) async throws -> HTTPReply {
        try await gateway.request(
            "POST", "/api/v1/playback",
            json: #"{"playId":"\#(play)","trackId":"\#(gateway.track)","event":"\#(event)","positionMs":\#(position)}"#,
            as: token)
    }

    /// Reports the track like a player until the server counts the play.
    private func hear(_ gateway: MusicServer, play: String, as token: String? = nil) async throws {
        let clock = ContinuousClock()
        try #require(try await report("start", 0, play: play, gateway, as: token).status == 200)
        let began = clock.now
        try await waitUntil("the play is counted") {
            let position = min(2000, Int((clock.now - began) / .milliseconds(1)))
            let answer = try await report("progress", position, play: play, gateway, as: token)
            return answer.json?["counted"] as? Bool == true
        }
    }

    private func history(_ gateway: MusicServer, as token: String? = nil) async throws -> [[String: Any]] {
        let reply = try await gateway.request("GET", "/api/v1/history", as: token)
        return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
    }

    @Test("a play is counted once, published to the user's open clients, and private to the user")
    func historyIsOnesOwn() async throws {
        let gateway = try await Self.server.value
        let own = try await gateway.person("hearing", role: "listener")
        let eve = try await gateway.person("eve", role: "listener")
        let events = try await gateway.open("/api/v1/events", as: own)
        #expect(events.fields[.contentType] == "text/event-stream")
        _ = try await events.text(through: "retry: 3000")

        let play = "0190aaaa-0000-7000-8000-00000000000a"
        try await hear(gateway, play: play, as: own)
        _ = try await events.text(through: "event: history")
        #expect(try await report("stop", 2000, play: play, gateway, as: own).status == 200)
        let mine = try await history(gateway, as: own)
        #expect(mine.count == 1 && (mine[0]["track"] as? [String: Any])?["id"] as? String == gateway.track)
        #expect(try await history(gateway, as: eve).isEmpty)

        let id = try #require(mine[0]["id"] as? String)
        let stolen = try await gateway.request("DELETE", "/api/v1/history/\(id)", as: eve)
        #expect(stolen.status == 404 && stolen.code == "notFound")
        #expect(try await history(gateway, as: own).count == 1)
        #expect(try await gateway.request("DELETE", "/api/v1/history/\(id)", as: own).status == 204)
        #expect(try await history(gateway, as: own).isEmpty)
        await events.close()
    }

    @Test("a play reported faster than real time is not counted, and another user's play cannot be reported")
    func claims() async throws {
        let gateway = try await MusicServer(frames: 44_100 * 60)
        let eve = try await gateway.person("eve", role: "listener")
        let play = "0190aaaa-0000-7000-8000-00000000000b"
        #expect(try await report("start", 0, play: play, gateway).status == 200)
        let claim = try await report("progress", 59_000, play: play, gateway)
        #expect(claim.json?["counted"] as? Bool == false)
        #expect(try await report("stop", 60_000, play: play, gateway).json?["counted"] as? Bool == false)
        #expect(try await history(gateway).isEmpty)
        let playing = "0190aaaa-0000-7000-8000-00000000000c"
        #expect(try await report("start", 0, play: playing, gateway).status == 200)
        _ = try await report("stop", 1000, play: playing, gateway, as: eve)
        let now = try await gateway.request("GET", "/api/v1/now-playing")
        #expect((now.json?["items"] as? [[String: Any]])?.map { $0["playId"] as? String } == [playing])
        let hers = try await gateway.request("GET", "/api/v1/now-playing", as: eve)
        #expect((hers.json?["items"] as? [Any])?.isEmpty == true)
    }

    @Test("past plays are recorded with their times, once however often they are sent, for their user alone")
    func pastPlays() async throws {
        let gateway = try await Self.server.value
        let eve = try await gateway.person("pure", role: "listener")
        let own = try await gateway.person("remembering", role: "listener")
        let (early, late) = ("2026-11-01T07:00:00.000Z", "2026-11-01T08:30:00.000Z")
        func submit(_ times: [String], _ more: String = "") async throws -> HTTPReply {
            let plays = times.map { #"{"trackId":"\#(gateway.track)","playedAt":"\#($0)"\#(more)}"# }
            return try await gateway.request(
                "POST", "/api/v1/history", json: #"{"plays":[\#(plays.joined(separator: ","))],"client":"Test"}"#,
                as: own)
        }
        for _ in 0..<2 { #expect(try await submit([early, late]).status == 204) }
        let mine = try await history(gateway, as: own)
        #expect(mine.map { $0["playedAt"] as? String } == [late, early])
        #expect(mine.first?["client"] as? String == "Test")
        #expect(try await history(gateway, as: eve).isEmpty)

        let strange = try await submit([early], #","volume":3"#)
        #expect(strange.status == 400, "\(strange.text)")
        #expect(try await submit(["1999-01-01T00:00:00Z"]).status == 400)
        let unknown = try await gateway.request(
            "POST", "/api/v1/history", json: #"{"plays":[{"trackId":"none","playedAt":"\#(early)"}]}"#, as: own)
        #expect(unknown.status == 404)
        #expect(try await history(gateway, as: own).count == 2)
    }

    @Test("the queue survives a restart, is private, and two devices do not overwrite each other unseen")
    func queue() async throws {
        let gateway = try await MusicServer(frames: Self.frames)
        let eve = try await gateway.person("eve", role: "listener")
        func put(_ revision: Int?, as token: String? = nil) async throws -> HTTPReply {
            let guardian = revision.map { #","revision":\#($0)"# } ?? ""
            return try await gateway.request(
                "PUT", "/api/v1/queue",
                json: #"{"trackIds":["\#(gateway.track)"],"currentIndex":0,"positionMs":1234\#(guardian)}"#, as: token)
        }
        let first = try #require(try await put(nil).json?["revision"] as? Int)
        let second = try await put(first)
        #expect(second.status == 200)
        let late = try await put(first)
        #expect(late.status == 409 && late.json?["reason"] as? String == "queue_changed")
        let hers = try await gateway.request("GET", "/api/v1/queue", as: eve)
        #expect((hers.json?["items"] as? [Any])?.isEmpty == true)

        await gateway.stop()
        let again = try await MusicServer(again: gateway)
        let kept = try await again.request("GET", "/api/v1/queue")
        let items = kept.json?["items"] as? [[String: Any]]
        #expect(items?.first?["id"] as? String == gateway.track && kept.json?["positionMs"] as? Int == 1234)
    }
}
