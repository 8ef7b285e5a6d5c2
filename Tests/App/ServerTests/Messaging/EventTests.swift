import Foundation
import Support
import Testing

/// The event stream: a client that reconnects catches up, and users receive only events meant for them.
@Suite("Events", .serialized, .timeLimit(.minutes(10))) struct EventTests {
    private static let server = Task { try await MusicServer() }

    @Test(
        "a post, a reaction and a comment reach everyone; a reconnecting client gets missed events, by field or parameter"
    )
    func resume() async throws {
        let gateway = try await Self.server.value
        let bob = try await gateway.person("bob", role: "listener")
        let awake = try await EventReader(gateway, as: bob)
        let sleeper = try await EventReader(gateway, as: bob)
        let posted = try await gateway.request(
            "POST", "/api/v1/board/today", json: #"{"trackId":"\#(gateway.track)"}"#)
        let post = try #require(posted.json?["id"] as? String, "\(posted.text)")
        try await sleeper.read(until: post)
        let last = sleeper.last
        await sleeper.close()
        _ = try await gateway.request("PUT", "/api/v1/board/posts/\(post)/reactions/fire")
        _ = try await gateway.request("POST", "/api/v1/board/posts/\(post)/comments", json: #"{"text":"Yes"}"#)
        try await awake.read(until: #""change":"commented""#)
        #expect(awake.text.contains(#""change":"reacted""#) && !awake.text.contains("Long noise"))
        for stream in [
            try await EventReader(gateway, as: bob, last: last),
            try await EventReader(gateway, as: bob, query: "?lastEventId=\(last)"),
        ] {
            try await stream.read(until: "event: nowPlaying")
            #expect(stream.text.contains(#""change":"reacted""#) && stream.text.contains(#""change":"commented""#))
            #expect(!stream.text.contains(#""change":"posted""#) && !stream.text.contains("event: reset"))
            await stream.close()
        }
        await awake.close()
    }

    @Test("a stream opened since an answer starts with later events; requests without an account get no position")
    func since() async throws {
        let gateway = try await Self.server.value
        let bob = try await gateway.person("since", role: "listener")
        let answer = try await gateway.request("GET", "/api/v1/me", as: bob)
        let latest = try #require(answer["rondo-latest-event"])
        #expect(Int(latest) != nil, "\(latest)")
        let posted = try await gateway.request(
            "POST", "/api/v1/board/today", json: #"{"trackId":"\#(gateway.track)"}"#, as: bob)
        let post = try #require(posted.json?["id"] as? String, "\(posted.text)")
        let stream = try await EventReader(gateway, as: bob, query: "?since=\(latest)")
        try await stream.read(until: post)
        await stream.close()
        #expect(try await gateway.request("GET", "/api/v1/server", as: "")["rondo-latest-event"] == nil)
    }

    @Test("an unknown event id starts anew with a reset", arguments: ["99999999", "x", "-1", "9223372036854775808"])
    func reset(last: String) async throws {
        let gateway = try await Self.server.value
        let stream = try await EventReader(gateway, as: gateway.token, last: last)
        try await stream.read(until: "event: reset")
        await stream.close()
    }

    @Test("a stream ends when its user's libraries change, and the next one continues from there")
    func otherLibraries() async throws {
        let gateway = try await Self.server.value
        let bob = try await gateway.person("moved", role: "listener")
        let users = try await gateway.request("GET", "/api/v1/users?q=moved").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first?["id"] as? String)
        let stream = try await EventReader(gateway, as: bob)
        #expect(try await gateway.request("PATCH", "/api/v1/users/\(id)", json: #"{"libraries":[]}"#).status == 200)
        try await stream.readToEnd()
        #expect(!stream.text.contains("event: session"))
        let next = try await EventReader(gateway, as: bob, last: stream.last)
        try await next.read(until: "event: nowPlaying")
        #expect(!next.text.contains("event: reset"))
        await next.close()
    }

    @Test("a user's private actions reach their own devices only, not even as an event without content")
    func privacy() async throws {
        let gateway = try await MusicServer()
        let cleo = try await gateway.person("cleo", role: "listener")
        let stranger = try await EventReader(gateway, as: try await gateway.person("bob", role: "admin"))
        let own = try await EventReader(gateway, as: cleo)
        func act(_ method: String, _ path: String, json: String? = nil) async throws -> HTTPReply {
            let reply = try await gateway.request(method, "/api/v1" + path, json: json, as: cleo)
            #expect((200..<300).contains(reply.status), "\(method) \(path) \(reply.text)")
            return reply
        }
        _ = try await act("PUT", "/tracks/\(gateway.track)/like")
        let made = try await act("POST", "/playlists", json: #"{"name":"Mine","trackIds":["\#(gateway.track)"]}"#)
        _ = try await act("DELETE", "/playlists/\(made.json?["id"] as? String ?? "")")
        _ = try await act("POST", "/shelf/items", json: #"{"title":"Gig"}"#)
        _ = try await act("POST", "/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#)
        try await own.readOn(to: "event: changes")
        _ = try await act("POST", "/board/days/today/comments", json: #"{"text":"now"}"#)
        try await stranger.read(until: #""change":"commented""#)
        let heard = stranger.text.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("event: ") }
        #expect(Set(heard).isSubset(of: ["event: board", "event: administration"]), "\(stranger.text)")

        // Likes that a user shares are published to those who see the library.
        _ = try await act("PUT", "/me/sharing", json: #"{"opinions":"gateway"}"#)
        try await stranger.readOn(to: "event: changes")
        _ = try await act("DELETE", "/tracks/\(gateway.track)/like")
        try await stranger.readOn(to: #"{"sources":["shelf"]}"#)
        await stranger.close()
        await own.close()
    }
}
