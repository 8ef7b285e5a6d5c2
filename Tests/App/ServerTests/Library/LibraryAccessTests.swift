import Foundation
import Support
import Testing

/// A user with access to one of two libraries calls every row that shows music. The other library contains a name that
/// this user must never see: `Nachtigall`. The same runs with an entirely explicit library, for a user who may not see
/// explicit songs.
@Suite("Access to libraries", .timeLimit(.minutes(10))) struct LibraryAccessTests {
    static let secret = "Nachtigall"
    /// The id of the user's browser among their devices.
    static let device = "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d14"

    static func deviceReport(playing track: String) -> String {
        #"{"id":"\#(device)","name":"a","kind":"phone","trackId":"\#(track)","positionMs":0,"playing":true,"volume":9,"#
            + #""muted":false,"shuffled":false,"repeat":"off","entry":1,"entries":[{"key":1,"trackId":"\#(track)"}]}"#
    }

    @Test(
        "no answer contains data of a library that the user may not see",
        arguments: [false, true]
    ) func matrix(isExplicit: Bool) async throws {
        let fixture = try await Self.make(isExplicit: isExplicit)
        let gateway = fixture.gateway
        // While everything is visible, the song gets into the history, the queue and the now playing list.
        for (method, path, json) in [
            ("PUT", "/api/v1/tracks/\(fixture.id("id"))/like", nil as String?),
            ("PUT", "/api/v1/albums/\(fixture.id("albumId"))/like", nil),
            ("PUT", "/api/v1/tracks/\(fixture.id("id"))/rating", #"{"rating":4.5}"#),
            ("PUT", "/api/v1/bookmarks/\(fixture.id("id"))", #"{"positionMs":5}"#),
            ("PUT", "/api/v1/queue", #"{"trackIds":["\#(fixture.id("id"))"],"currentIndex":0,"positionMs":0}"#),
            ("POST", "/api/v1/devices", Self.deviceReport(playing: fixture.id("id"))),
            (
                "POST", "/api/v1/playback",
                #"{"playId":"\#(UUID().uuidString)","trackId":"\#(fixture.id("id"))","event":"start","positionMs":0}"#
            ),
        ] {
            #expect(try await fixture.request(method, path, json: json).status == 200)
        }
        for call in try await Self.calls(fixture) where call.row.hasPrefix("GET") {
            #expect(try await fixture.request("GET", call.path).status == 200, "\(call.path)")
        }
        let shown = try await fixture.request("GET", "/api/v1/now-playing")
        #expect(shown.text.contains(Self.secret))
        let queued = try await fixture.request("GET", "/api/v1/devices/\(Self.device)/queue")
        #expect(queued.text.contains(Self.secret), "\(queued.text)")

        let items = #"[{"kind":"track","id":"\#(fixture.id("id"))"},{"kind":"album","id":"\#(fixture.id("albumId"))"}]"#
        let shared = try await fixture.request("POST", "/api/v1/shares", json: #"{"items":\#(items)}"#)
        let address = shared.json?["url"] as? String
        let link = try #require(URL(string: address ?? ""), "\(shared.text)").path
        #expect(try await gateway.request("GET", link + "/contents", as: "").text.contains(Self.secret))

        let given = try await fixture.hide(isExplicit)
        #expect(
            given.status == 200 && (given.json?["libraries"] as? [String] == [fixture.open] || isExplicit),
            "\(given.text)")
        // The name of the explicit library is no secret for a user who sees the rest of it.
        let traces = [Self.secret, fixture.id("id"), fixture.id("albumId"), fixture.id("cover")]
        let calls = try await Self.calls(fixture)
        for call in calls {
            let method = String(call.row.prefix { $0 != " " })
            let reply = try await fixture.request(method, call.path, json: call.json)
            #expect(reply.status == call.status, "\(call.path) \(reply.status) \(reply.text)")
            for trace in traces + (isExplicit ? [] : [fixture.hidden]) {
                #expect(!reply.text.contains(trace), "\(call.path) \(reply.text)")
            }
        }
        #expect(try await gateway.request("GET", link, as: "").status == 404)
        #expect(try await gateway.request("GET", link + "/tracks/\(fixture.id("id"))/stream", as: "").status == 404)
        for (method, fields) in [("HEAD", []), ("GET", [("Range", "bytes=0-9")]), ("HEAD", [("Range", "bytes=0-")])] {
            let reply = try await fixture.request(method, "/api/v1/tracks/\(fixture.id("id"))/stream", fields)
            #expect(reply.status == 404, "\(method) \(fields)")
        }
        for text in [
            "Nachtigall", "nachtigal", "Nachtigall+song", "singer", "writer", "nachtigallmusik", "album", "song+1",
        ] {
            let reply = try await fixture.request("GET", "/api/v1/search?q=\(text)")
            #expect(reply.status == 200)
            let body = reply.text.replacingOccurrences(of: "\"query\":", with: "")
            let found = body.components(separatedBy: Self.secret).count - 1
            #expect(found == (text.hasPrefix(Self.secret) ? 1 : 0), "\(text): \(reply.text)")
        }
        let unknown = try await fixture.request("GET", "/api/v1/tracks/0190aaaa-0000-7000-8000-000000000000")
        let unseen = try await fixture.request("GET", "/api/v1/tracks/\(fixture.id("id"))")
        #expect(unknown.text == unseen.text)
        // What the user does see is consistent.
        let open = try #require(fixture.openTrack["id"] as? String)
        #expect(try await fixture.request("GET", "/api/v1/tracks/\(open)/stream").status == 200)
        #expect(try await fixture.request("GET", fixture.openTrack["cover"] as? String ?? "").status == 200)
        #expect(try await fixture.request("GET", "/api/v1/search?q=open").text.contains("Open song 1"))
        #expect(try await gateway.request("GET", "/api/v1/tracks").text.contains(Self.secret))

        try await checkTable(gateway, against: calls.map(\.row))
        if isExplicit {
            _ = try await gateway.request("PATCH", "/api/v1/users/\(fixture.person)", json: #"{"explicit":true}"#)
        }
        try await checkReturn(fixture)
    }

    /// Checks that every row which shows or changes music is walked or listed with a reason.
    private func checkTable(_ gateway: MusicServer, against walked: [String]) async throws {
        let document = try #require(try await gateway.request("GET", "/api/v1/openapi.json").json)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        for (path, methods) in paths {
            for (method, row) in methods {
                let permission = row["x-permission"] as? String ?? ""
                guard ["browse", "stream", "listen", "takePart", "moderate"].contains(permission) else { continue }
                let name = "\(method.uppercased()) \(path)"
                #expect(walked.contains(name) || Self.elsewhere[name] != nil, "\(name) shows music and is not walked")
            }
        }
    }

    private func checkReturn(_ fixture: Fixture) async throws {
        #expect(try await fixture.give(#"["\#(fixture.open)","nowhere"]"#).status == 400)
        #expect(try await fixture.give(#""all""#).status == 400)
        let whole = try await fixture.give("null")
        #expect(whole.status == 200 && whole.json?["libraries"] is NSNull)
        #expect(try await fixture.request("GET", "/api/v1/tracks/\(fixture.id("id"))").status == 200)
        #expect(try await fixture.request("GET", "/api/v1/queue").text.contains(Self.secret))
        #expect(try await fixture.request("GET", fixture.id("cover")).status == 200)
        #expect(try await fixture.give(#"["\#(fixture.hidden)"]"#).status == 200)
        #expect(try await fixture.request("GET", "/api/v1/tracks?limit=9").text.contains(Self.secret))
        let removed = try await fixture.gateway.request("DELETE", "/api/v1/libraries/\(fixture.hidden)")
        #expect(removed.status == 204)
        for path in ["tracks", "albums", "artists", "genres"] {
            let items = try await fixture.request("GET", "/api/v1/\(path)").json?["items"] as? [Any]
            #expect(items?.count == 0, "\(path)")
        }
    }
}
