import Foundation
import Support
import Testing

/// The daily board of the real server, used as by scripts.
@Suite("The board", .timeLimit(.minutes(10))) struct BoardTests {
    @Test("a day of the board: post, conflict, reactions, comments, the day as a playlist, hiding, removal")
    func day() async throws {
        let gateway = try await MusicServer(arguments: ["--time-zone", "Asia/Kathmandu"], frames: 1000)
        let bob = try await gateway.person("bob", role: "listener")
        let empty = try await gateway.request("GET", "/api/v1/board/today", as: bob)
        #expect(empty.status == 200 && (empty.json?["items"] as? [Any])?.isEmpty == true)
        #expect(empty.json?["timeZone"] as? String == "Asia/Kathmandu" && empty.json?["today"] as? Bool == true)
        // Midnight in Kathmandu is 18:15 UTC.
        #expect((empty.json?["endsAt"] as? String)?.hasSuffix("T18:15:00.000Z") == true, "\(empty.text)")

        let draft = #"{"trackId":"\#(gateway.track)","caption":"Listen to “this” <3"}"#
        let posted = try await gateway.request("POST", "/api/v1/board/today", json: draft, as: bob)
        #expect(posted.status == 201 && posted.json?["caption"] as? String == "Listen to “this” <3", "\(posted.text)")
        let id = try #require(posted.json?["id"] as? String)
        let again = try await gateway.request("POST", "/api/v1/board/today", json: draft, as: bob)
        #expect(again.status == 409 && again.code == "conflict" && again["content-type"] == "application/problem+json")
        #expect(again.json?["reason"] as? String == "already_posted")
        #expect((again.json?["post"] as? [String: Any])?["id"] as? String == id)

        let path = "/api/v1/board/posts/\(id)"
        #expect(try await gateway.request("PUT", path + "/reactions/love").status == 200)
        #expect(try await gateway.request("PUT", path + "/reactions/shrug").json?["field"] as? String == "reaction")
        let said = try await gateway.request("POST", path + "/comments", json: #"{"text":"Yes!"}"#)
        #expect(said.status == 201 && said.json?["postId"] as? String == id, "\(said.text)")
        let chat = try await gateway.request("POST", "/api/v1/board/days/today/comments", json: #"{"text":"Hello"}"#)
        #expect(chat.status == 201 && chat.json?["postId"] == nil)
        let board = try await gateway.request("GET", "/api/v1/board/today", as: bob)
        let item = try #require((board.json?["items"] as? [[String: Any]])?.first)
        #expect(item["commentCount"] as? Int == 1 && item["own"] as? Bool == true, "\(board.text)")
        let song = try #require(item["song"] as? [String: Any])
        #expect((song["track"] as? [String: Any])?["id"] as? String == gateway.track)
        let date = try #require(board.json?["date"] as? String)
        let tracks = try await gateway.request("GET", "/api/v1/board/days/\(date)/tracks", as: bob)
        #expect((tracks.json?["items"] as? [[String: Any]])?.first?["id"] as? String == gateway.track, "\(tracks.text)")
        let days = try await gateway.request("GET", "/api/v1/board/days", as: bob)
        #expect((days.json?["items"] as? [[String: Any]])?.first?["date"] as? String == date, "\(days.text)")

        let hidden = try await gateway.request("PUT", path + "/hidden", json: #"{"reason":"loud"}"#)
        #expect((hidden.json?["hidden"] as? [String: Any])?["reason"] as? String == "loud", "\(hidden.text)")
        let kept = try await gateway.request("DELETE", path, as: bob)
        #expect(kept.status == 409 && kept.json?["reason"] as? String == "post_hidden")
        #expect(try await gateway.request("DELETE", path + "/hidden").status == 200)
        #expect(try await gateway.request("DELETE", path, as: bob).status == 204)
        #expect(try await gateway.request("GET", path, as: bob).status == 404)
        #expect(try await gateway.request("POST", "/api/v1/board/today", json: draft, as: bob).status == 201)
    }

    @Test("invalid input is refused with the name of the field, and changes nothing")
    func badInput() async throws {
        let gateway = try await MusicServer.shared.value
        let cases: [(String, String, String, Int, String?)] = [
            ("POST", "/board/today", "{}", 400, "trackId"), ("POST", "/board/today", "[]", 400, nil),
            ("POST", "/board/today", #"{"trackId":7}"#, 400, "trackId"),
            ("POST", "/board/today", #"{"trackId":"nope"}"#, 400, "trackId"),
            ("POST", "/board/today", #"{"trackId":"\#(gateway.track)","caption":7}"#, 400, "caption"),
            ("POST", "/board/today", #"{"trackId":"\#(gateway.track)","caption":"\u202e"}"#, 400, "caption"),
            ("POST", "/board/today", #"{"trackId":"\#(gateway.track)","mood":"x"}"#, 400, "mood"),
            ("POST", "/board/days/today/comments", #"{"text":"  "}"#, 400, "text"),
            ("POST", "/board/days/today/comments", "{}", 400, "text"),
            ("POST", "/board/days/2026-02-30/comments", #"{"text":"x"}"#, 404, nil),
            ("POST", "/board/days/1999-01-01/comments", #"{"text":"x"}"#, 409, nil),
            ("PUT", "/board/posts/nope/hidden", #"{"reason":"x"}"#, 404, nil),
            ("PUT", "/board/posts/nope/hidden", "{}", 400, "reason"), ("DELETE", "/board/posts/nope", "{}", 404, nil),
            ("PUT", "/board/posts/nope/reactions/love", "{}", 404, nil),
        ]
        for (method, path, json, status, field) in cases {
            let reply = try await gateway.request(method, "/api/v1" + path, json: json)
            #expect(reply.status == status && reply.json?["field"] as? String == field, "\(path) \(json) \(reply.text)")
        }
        for (path, status) in [
            ("/board/days/9999-12-31", 404), ("/board/days/yesterday", 404), ("/board/today?limit=0", 400),
            ("/board/today?cursor=AAAA", 400), ("/board/days?cursor=x", 400), ("/board/posts/nope/comments", 404),
        ] {
            #expect(try await gateway.request("GET", "/api/v1" + path).status == status, "\(path)")
        }
        #expect(try await gateway.request("GET", "/api/v1/board/today").text.contains(#""items":[]"#))
    }

    @Test("if fifty users post twice at once, each has one post, and everybody sees all")
    func fifty() async throws {
        let gateway = try await MusicServer()
        let people = try await withThrowingTaskGroup(of: String.self) { group in
            var tokens: [String] = []
            for number in 0..<50 {
                if number >= 4, let token = try await group.next() { tokens.append(token) }
                group.addTask { try await gateway.person("person\(number)", role: "listener") }
            }
            for try await token in group { tokens.append(token) }
            return tokens
        }
        let draft = #"{"trackId":"\#(gateway.track)","caption":"at once"}"#
        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for token in people + people {
                group.addTask {
                    try await gateway.request("POST", "/api/v1/board/today", json: draft, as: token).status
                }
            }
            return try await group.reduce(into: [Int: Int]()) { $0[$1, default: 0] += 1 }
        }
        #expect(statuses == [201: 50, 409: 50])
        let board = try await gateway.request("GET", "/api/v1/board/today?limit=100", as: people[0])
        let items = try #require(board.json?["items"] as? [[String: Any]])
        let authors = Set(items.compactMap { ($0["author"] as? [String: Any])?["id"] as? String })
        #expect(items.count == 50 && authors.count == 50)
    }
}
