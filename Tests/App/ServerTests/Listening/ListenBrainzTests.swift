import Accounts
import Foundation
import HTTPTypes
import Primitives
import Support
import Testing

@testable import ListenBrainzAPI

/// The ListenBrainz-compatible surface, called as its clients call it.
@Suite("The ListenBrainz-compatible surface", .timeLimit(.minutes(5))) struct ListenBrainzTests {
    private static let (old, new) = (1_700_000_000, 1_700_003_600)

    private struct Client {
        let server: SongServer
        let name: String
        /// A bearer token.
        let token: String
        let key: String

        init(_ name: String) async throws {
            server = try await SongServer.shared.value
            self.name = name
            token = try await server.gateway.person(name, role: "listener")
            key = try await server.gateway.deviceKey(of: name)
        }

        func get(_ path: String, key: String? = nil) async throws -> HTTPReply {
            try await server.get("/listenbrainz/1/\(path)", [("Authorization", "Token \(key ?? self.key)")])
        }

        func post(_ path: String, _ body: String, key: String? = nil) async throws -> HTTPReply {
            // Like liblistenbrainz, which sends no media type.
            try await server.gateway.send(
                "POST", "/listenbrainz/1/\(path)", [("Authorization", "Token \(key ?? self.key)")],
                body: Array(body.utf8))
        }

        func submit(_ kind: String, _ listens: [String], key: String? = nil) async throws -> HTTPReply {
            try await post(
                "submit-listens", #"{"listen_type":"\#(kind)","payload":[\#(listens.joined(separator: ","))]}"#,
                key: key)
        }

        func listens(_ query: String = "") async throws -> [[String: Any]] {
            let reply = try await get("user/\(name)/listens\(query)")
            let payload = try #require(reply.json?["payload"] as? [String: Any], "\(reply.text)")
            let listens = try #require(payload["listens"] as? [[String: Any]])
            #expect(payload["count"] as? Int == listens.count && payload["user_id"] as? String == name)
            return listens
        }
    }

    private static func listen(
        _ title: String, _ artist: String, at: Int? = nil, more: String = #""media_player":"Tuner""#
    ) -> String {
        (at.map { #"{"listened_at":\#($0),"# } ?? "{") + #""track_metadata":{"artist_name":"\#(artist)","#
            + #""track_name":"\#(title)","additional_info":{\#(more)}}}"#
    }

    @Test("plays are submitted once, by name, and can be read, counted and deleted") func plays() async throws {
        let client = try await Client("lb-plays")
        let first = Self.listen("A THOUSAND years!", "christina perri", at: Self.old)
        #expect(try await client.submit("single", [first]).text == #"{"status":"ok"}"#)
        let others = [
            first, Self.listen("Zolw", "Lona", at: Self.new), Self.listen("Not here", "Nobody", at: Self.new),
            Self.listen("by its code", "?", at: Self.new + 900, more: #""isrc":"uscage000433","duration_ms":"1000""#),
        ]
        #expect(try await client.submit("import", others).status == 200)
        #expect(
            try await client.get("user/\(client.name.uppercased())/listen-count").text == #"{"payload":{"count":3}}"#)
        let all = try await client.listens()
        #expect(all.map { $0["listened_at"] as? Int } == [Self.new + 900, Self.new, Self.old])
        let data = try #require(all.last?["track_metadata"] as? [String: Any])
        #expect(data["track_name"] as? String == "A Thousand Years")
        #expect(data["release_name"] as? String == "Breaking Dawn")
        let info = try #require(data["additional_info"] as? [String: Any])
        #expect(info["media_player"] as? String == "Tuner" && info["isrc"] as? String == "USAT21101825")
        // The bounds are exclusive. With a lower bound alone, the list starts at the oldest play.
        for (query, expected) in [
            ("?count=1", [Self.new + 900]), ("?max_ts=\(Self.new)", [Self.old]),
            ("?min_ts=\(Self.old)&count=1", [Self.new]), ("?min_ts=\(Self.old)&max_ts=\(Self.new + 900)", [Self.new]),
            ("?min_ts=\(Self.new + 900)", []), ("?max_ts=-5", []), ("?min_ts=\(Int64.max)", []),
        ] { #expect(try await client.listens(query).map { $0["listened_at"] as? Int } == expected, "\(query)") }
        let history = try await client.server.gateway.request("GET", "/api/v1/history", as: client.token)
        #expect((history.json?["items"] as? [[String: Any]])?.count == 3)

        let track = try #require(all.last?["recording_msid"] as? String)
        let body = #"{"listened_at":\#(Self.old),"recording_msid":"\#(track)"}"#
        for _ in 0..<2 { #expect(try await client.post("delete-listen", body).status == 200) }
        #expect(try await client.get("user/\(client.name)/listen-count").text == #"{"payload":{"count":2}}"#)
    }

    @Test("the playing track is shown until a report of another one") func playingNow() async throws {
        let client = try await Client("lb-playingnow")
        #expect(try await client.get("user/\(client.name)/playing-now").text.contains(#""count":0"#))
        #expect(try await client.submit("playing_now", [Self.listen("Zolw", "Lona")]).status == 200)
        let reply = try await client.get("user/\(client.name)/playing-now")
        let payload = try #require(reply.json?["payload"] as? [String: Any], "\(reply.text)")
        let playing = try #require((payload["listens"] as? [[String: Any]])?.first)
        #expect((playing["track_metadata"] as? [String: Any])?["track_name"] as? String == "Zolw")
        #expect(playing["playing_now"] as? Bool == true && playing["listened_at"] == nil)
        let shown = try await client.server.gateway.request("GET", "/api/v1/now-playing", as: client.token)
        #expect(shown.text.contains("Tuner"), "\(shown.text)")
        #expect(try await client.submit("playing_now", [Self.listen("Not here", "Nobody")]).status == 200)
        #expect(try await client.get("user/\(client.name)/listen-count").text == #"{"payload":{"count":0}}"#)
    }

    @Test("a token is validated, and allows what its scopes say, for its own user") func tokens() async throws {
        let client = try await Client("lb-tokens")
        let right = try await client.get("validate-token")
        #expect(right.json?["valid"] as? Bool == true && right.json?["user_name"] as? String == client.name)
        let wrong = try await client.server.get("/listenbrainz/1/validate-token?token=WRONG")
        #expect(wrong.status == 200 && wrong.json?["valid"] as? Bool == false && wrong.json?["user_name"] == nil)
        #expect(try await client.server.get("/listenbrainz/1/validate-token").status == 400)
        let gateway = client.server.gateway
        let reading = try await gateway.deviceKey(of: client.name, labeled: "reader", for: [.read])
        let writing = try await gateway.deviceKey(of: client.name, labeled: "writer", for: [.write])
        let listen = Self.listen("Zolw", "Lona", at: Self.new)
        #expect(try await client.submit("single", [listen], key: reading).status == 403)
        #expect(try await client.submit("single", [listen], key: writing).status == 200)
        #expect(try await client.get("user/\(client.name)/listens", key: writing).status == 403)
        #expect(try await client.get("user/\(client.name)/listens", key: "WRONG").status == 401)
        #expect(try await client.get("user/\(client.name)/listens", key: gateway.token).status == 401)
        _ = try await gateway.person("lb-ben-tokens", role: "listener")
        let foreign = try await client.get("user/lb-ben-tokens/listens")
        #expect(foreign.status == 404 && foreign.json?["error"] as? String == "Cannot find user: lb-ben-tokens")
        #expect(foreign["access-control-allow-origin"] == "*")
        let preflight = try await gateway.send("OPTIONS", "/listenbrainz/1/submit-listens")
        #expect(preflight.status == 204 && preflight["access-control-allow-headers"]?.contains("Authorization") == true)
    }

    @Test("invalid input is refused in the ListenBrainz format and changes nothing") func refusals() async throws {
        let client = try await Client("lb-refusals")
        let good = Self.listen("Zolw", "Lona", at: Self.new)
        for (kind, listens) in [
            ("single", []), ("single", [good, good]), ("playing_now", [good]), ("other", [good]),
            ("single", [Self.listen("Zolw", "Lona")]), ("single", ["7"]), ("single", [#"{"listened_at":5}"#]),
            ("single", [Self.listen("", "Lona", at: Self.new)]), ("single", [Self.listen("Zolw", " ", at: Self.new)]),
            ("single", [Self.listen(String(repeating: "x", count: 3000), "Lona", at: Self.new)]),
            ("single", [Self.listen("Zolw", "Lona", at: -1)]), ("single", [Self.listen("Zolw", "Lona", at: 5)]),
            ("single", [Self.listen("Zolw", "Lona", at: 4_000_000_000)]),
            ("single", [Self.listen("Zolw", "Lona", at: Self.new, more: #""isrc":7"#)]),
            ("import", [good, Self.listen("Zolw", "Lona", at: 5)]),
            (
                "import",
                [good, Self.listen("Zolw", "Lona", at: 4_000_000_000, more: #""media_player":"Another""#)]
            ),
            ("import", Array(repeating: good, count: 1001)),
        ] {
            let reply = try await client.submit(kind, listens)
            #expect(reply.status == 400 && reply.json?["code"] as? Int == 400, "\(kind): \(reply.text)")
            #expect((reply.json?["error"] as? String)?.isEmpty == false)
        }
        // An impossible length is ignored.
        for length in ["-9223372036854775808", "9223372036854775807", #""-9223372036854775808""#, "1e300"] {
            let listen = Self.listen("Zolw", "Lona", more: #""duration":\#(length)"#)
            #expect(try await client.submit("playing_now", [listen]).status == 200, "\(length)")
        }
        for body in ["", "{", "[]", #"{"listen_type":7,"payload":[]}"#, String(repeating: "[", count: 9000)] {
            #expect(try await client.post("submit-listens", body).status == 400, "\(body.prefix(20))")
        }
        let large = String(repeating: " ", count: 4 << 20 + 1)
        #expect(try await client.post("submit-listens", large).status == 413)
        for (path, status) in [
            ("user/\(client.name)/listens?count=0", 400), ("user/\(client.name)/listens?count=1001", 400),
            ("user/\(client.name)/listens?count=many", 400), ("user/\(client.name)/listens?min_ts=9&max_ts=9", 400),
            ("user/nobody/listens", 404), ("user/%00/listens", 404), ("user//listens", 404), ("nothing", 404),
            ("submit-listens", 405),
        ] {
            let reply = try await client.get(path)
            #expect(reply.status == status && reply.json?["code"] as? Int == status, "\(path): \(reply.text)")
        }
        for body in ["{}", #"{"listened_at":"x","recording_msid":"y"}"#, #"{"listened_at":1,"recording_msid":7}"#] {
            #expect(try await client.post("delete-listen", body).status == 400, "\(body)")
        }
        #expect(try await client.get("user/\(client.name)/listen-count").text == #"{"payload":{"count":0}}"#)
    }

    @Test("large submissions are read one at a time for each user, and a few at a time overall") func large() throws {
        let limit = SubmissionLimit()
        let first = try limit.take(for: ID("ada"))
        try withExtendedLifetime(first) {
            #expect(throws: DomainError.self) { try limit.take(for: ID("ada")) }
            let others = try [limit.take(for: ID("ben")), limit.take(for: ID("cleo"))]
            _ = withExtendedLifetime(others) {
                #expect(throws: DomainError.self) { try limit.take(for: ID("dan")) }
            }
        }
        let last = try SubmissionLimit.Place?.some(limit.take(for: ID("dan")))
        withExtendedLifetime(last) {}
    }

    @Test("tracks of libraries that a user may not see match no name") func libraries() async throws {
        let client = try await Client("lb-libraries")
        let gateway = client.server.gateway
        let token = try await gateway.person("lb-ben-libraries", role: "listener")
        let ben = try #require(try await gateway.request("GET", "/api/v1/me", as: token).json?["id"] as? String)
        #expect(try await gateway.request("PATCH", "/api/v1/users/\(ben)", json: #"{"libraries":[]}"#).status == 200)
        let key = try await gateway.deviceKey(of: "lb-ben-libraries")
        let listen = Self.listen("Zolw", "Lona", at: Self.new)
        #expect(try await client.submit("single", [listen], key: key).status == 200)
        #expect(try await client.submit("playing_now", [Self.listen("Zolw", "Lona")], key: key).status == 200)
        for path in ["listen-count", "playing-now"] {
            #expect(
                try await client.get("user/lb-ben-libraries/\(path)", key: key).text.contains(#""count":0"#), "\(path)")
        }
    }
}
