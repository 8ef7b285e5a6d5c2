import Foundation
import Support
import Testing

@Suite("Lyrics from another Rondo", .serialized, .timeLimit(.minutes(10))) struct OtherRondoLyricsTests {
    @Test(
        "one server reads another's lyrics over TLS with a device key, through both APIs",
        arguments: [("lrclib", RondoPair.worded[0]), ("musixmatch", RondoPair.worded[1])])
    func provided(kind: String, title: String) async throws {
        let pair = try await RondoPair.shared.value
        let gateway = pair.gateway
        let made = try await gateway.request(
            "POST", "/api/v1/lyrics/providers",
            json:
                #"{"kind":"\#(kind)","name":"\#(kind)","url":"\#(pair.address(kind))","key":"\#(pair.key)","enabled":true}"#
        )
        let id = try #require(made.json?["id"] as? String, "\(made.text)")
        let tested = try await gateway.request("POST", "/api/v1/lyrics/providers/\(id)/test")
        #expect(tested.json?["answers"] as? Bool == true, "\(tested.text)")

        let track = try await pair.track(title)
        let state = try await waitFor("the lookup ends") {
            let reply = try await gateway.request("POST", "/api/v1/tracks/\(track)/lyrics/lookup")
            let state = try #require(reply.json?["state"] as? String, "\(reply.text)")
            return state == "running" ? nil : state
        }
        #expect(state == "found")
        let found = try await gateway.request("GET", "/api/v1/tracks/\(track)/lyrics")
        let first = try #require((found.json?["items"] as? [[String: Any]])?.first, "\(found.text)")
        #expect(first["synced"] as? Bool == true && first["source"] as? String == "provider")
        let lines = (first["lines"] as? [[String: Any]])?.map { $0["text"] as? String }
        #expect(lines == ["\(title) of the sea", "\(title) of the land"])
        // An unknown key is refused, and the admin sees the reason.
        _ = try await gateway.request("PATCH", "/api/v1/lyrics/providers/\(id)", json: #"{"key":"WRONG-KEY"}"#)
        let wrong = try await gateway.request("POST", "/api/v1/lyrics/providers/\(id)/test")
        #expect(wrong.json?["failure"] as? String == "key", "\(wrong.text)")
        #expect(try await gateway.request("DELETE", "/api/v1/lyrics/providers/\(id)").status == 204)
    }
}
