import Foundation
import RouterSupport
import Support
import Testing

/// Moments over HTTP, used as by web clients and scripts.
@Suite("Moments over HTTP", .timeLimit(.minutes(10))) struct MomentTests {
    @Test("are pinned, published to those who see them, changed, hidden and removed") func life() async throws {
        let gateway = try await MusicServer(frames: 100_000)
        let path = "/api/v1/tracks/\(gateway.track)/moments"
        let person = try await gateway.person("bea", role: "listener")
        #expect(try await gateway.request("PUT", "/api/v1/me/sharing", json: #"{"opinions":"gateway"}"#).status == 200)
        let stream = try await gateway.open("/api/v1/events", as: person)
        _ = try await stream.text(through: "retry: 3000")
        let made = try await gateway.request("POST", path, json: #"{"positionMs":1200,"text":" Listen\n<b> "}"#)
        #expect(made.status == 201 && made.json?["text"] as? String == "Listen <b>", "\(made.text)")
        #expect(made.json?["own"] as? Bool == true && made.json?["positionMs"] as? Int == 1200)
        let id = try #require(made.json?["id"] as? String)
        let told = try await stream.text(through: id)
        #expect(told.contains("event: moments") && told.contains(#""change":"added""#), "\(told)")
        func seen() async throws -> [[String: Any]] {
            try await gateway.request("GET", path, as: person).json?["items"] as? [[String: Any]] ?? []
        }
        let first = try #require(try await seen().first)
        #expect(first["id"] as? String == id && first["own"] as? Bool == false)
        #expect((first["author"] as? [String: Any])?["name"] as? String == "ada")

        let own = "/api/v1/moments/\(id)"
        #expect(try await gateway.request("PATCH", own, json: #"{"text":"x"}"#, as: person).status == 403)
        #expect(try await gateway.request("DELETE", own, as: person).status == 403)
        #expect(try await gateway.request("PUT", own + "/hidden", json: #"{"reason":"x"}"#, as: person).status == 403)
        let moved = try await gateway.request("PATCH", own, json: #"{"positionMs":7}"#)
        #expect(moved.json?["positionMs"] as? Int == 7 && moved.json?["editedAt"] is String, "\(moved.text)")
        let report = #"{"kind":"moment","id":"\#(id)","text":"Rude"}"#
        #expect(try await gateway.request("POST", "/api/v1/reports", json: report, as: person).status == 201)
        let open = try await gateway.request("GET", "/api/v1/moderation/reports").json?["items"] as? [[String: Any]]
        #expect(open?.first?["trackId"] as? String == gateway.track && open?.first?["title"] as? String == "Listen <b>")
        let hidden = try await gateway.request("PUT", own + "/hidden", json: #"{"reason":"Rude"}"#)
        #expect((hidden.json?["hidden"] as? [String: Any])?["reason"] as? String == "Rude", "\(hidden.text)")
        #expect(try await seen().isEmpty)
        _ = try await stream.text(through: #""change":"hidden""#)
        #expect(try await gateway.request("DELETE", own + "/hidden").json?["hidden"] == nil)
        #expect(try await seen().count == 1)
        #expect(try await gateway.request("DELETE", own).status == 204)
        _ = try await stream.text(through: #""change":"removed""#)
        #expect(try await seen().isEmpty)
        await stream.close()
    }

    @Test(
        "that are invalid are refused by field and change nothing",
        arguments: [
            (#"{"positionMs":0}"#, "text"), (#"{"text":"x"}"#, "positionMs"), (#"{"positionMs":0,"text":" "}"#, "text"),
            (#"{"positionMs":-1,"text":"x"}"#, "positionMs"), (#"{"positionMs":1.5,"text":"x"}"#, "positionMs"),
            (#"{"positionMs":"1","text":"x"}"#, "positionMs"), (#"{"positionMs":1e300,"text":"x"}"#, "positionMs"),
            (#"{"positionMs":99999999,"text":"x"}"#, "positionMs"), (#"{"positionMs":0,"text":7}"#, "text"),
            (#"{"positionMs":0,"text":"\#(String(repeating: "x", count: 301))"}"#, "text"),
            (#"{"positionMs":0,"text":"x","author":"bea"}"#, "author"), ("[]", nil), ("{", nil),
        ] as [(String, String?)])
    func refused(json: String, field: String?) async throws {
        let gateway = try await MusicServer.shared.value
        let path = "/api/v1/tracks/\(gateway.track)/moments"
        let reply = try await gateway.request("POST", path, json: json)
        #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(reply.text)")
        #expect((try await gateway.request("GET", path).json?["items"] as? [Any])?.isEmpty == true)
    }
}
