import Foundation
import GRDB
import Support
import Testing

@testable import SQLiteStore
@testable import rondo

/// The composed server scrobbles to a small server that answers like Last.fm and checks signatures.
@Suite("Scrobbling to Last.fm over the API", .timeLimit(.minutes(5))) struct LastFMServerTests {
    private static let own = "/api/v1/me/scrobbling/lastfm"
    private static let settings = "/api/v1/settings/lastfm"

    private let server: SongServer
    private let fm: LastFMServer

    init() async throws {
        server = try await SongServer()
        fm = try await LastFMServer()
        try await server.gateway.server.features.instance.database.write(.catalogue) { db in
            try db.execute(sql: "UPDATE track SET duration_ms = 200000")
        }
        let reply = try await server.gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1:\#(fm.port)"]}"#)
        try #require(reply.status == 200, "\(reply.text)")
    }

    private func set(_ json: String) async throws -> HTTPReply {
        try await server.gateway.request("PATCH", Self.settings, json: json)
    }

    private func turnOn() async throws {
        let reply = try await set(
            #"{"enabled":true,"url":"\#(fm.root)","page":"https://fm.example/auth/","key":"KEY","secret":"shh"}"#)
        try #require(reply.status == 200, "\(reply.text)")
    }

    private func connect() async throws {
        fm.change { $0.isAllowed = true }
        let asked = try await server.gateway.request("POST", Self.own + "/consent", json: "{}")
        try #require(asked.status == 200, "\(asked.text)")
        let reply = try await server.gateway.request("PUT", Self.own, json: "{}")
        try #require(reply.json?["name"] as? String == "ada-fm", "\(reply.text)")
    }

    private func play(_ title: String, at seconds: Int) async throws {
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let id = try #require(items?.first { $0["title"] as? String == title }?["id"] as? String)
        let reply = try await server.get(
            "/rest/scrobble?id=tr-\(id)&time=\(seconds)000&submission=true&apiKey=\(server.key)&v=1.16.1&c=test&f=json")
        #expect(reply.text.contains(#""status":"ok""#), "\(reply.text)")
    }

    private func state() async throws -> [String: Any] {
        try #require(try await server.gateway.request("GET", Self.own).json)
    }

    private func wait(_ member: String, _ value: String) async throws {
        try await waitUntil("\(member) is \(value)") { try await "\(state()[member] ?? "")" == value }
    }

    @Test("is off by default; a rejected key is not saved; then a user allows it and connects")
    func consent() async throws {
        let off = try await server.gateway.request("POST", Self.own + "/consent", json: "{}")
        #expect(off.status == 409 && off.json?["reason"] as? String == "scrobbling_off")
        let wrong = try await set(#"{"enabled":true,"url":"\#(fm.root)","key":"OTHER","secret":"shh"}"#)
        #expect(wrong.status == 400 && wrong.json?["field"] as? String == "key", "\(wrong.text)")
        let unsigned = try await set(#"{"enabled":true,"url":"\#(fm.root)","key":"KEY","secret":"bad"}"#)
        #expect(unsigned.json?["reason"] as? String == "scrobbling_application", "\(unsigned.text)")
        #expect(try await server.gateway.request("GET", Self.settings).json?["enabled"] as? Bool == false)
        try await turnOn()
        let early = try await server.gateway.request("PUT", Self.own, json: "{}")
        #expect(early.status == 409 && early.json?["reason"] as? String == "scrobbling_ended")
        let asked = try await server.gateway.request("POST", Self.own + "/consent", json: "{}")
        #expect(
            asked.json?["consentURL"] as? String == "https://fm.example/auth/?api_key=KEY&token=token-1",
            "\(asked.text)")
        let pending = try await server.gateway.request("PUT", Self.own, json: "{}")
        #expect(pending.status == 409 && pending.json?["reason"] as? String == "scrobbling_pending")
        fm.change { $0.isAllowed = true }
        let connected = try await server.gateway.request("PUT", Self.own, json: "{}")
        #expect(connected.json?["name"] as? String == "ada-fm" && connected.json?["consentURL"] == nil)
        try await play("Silence", at: 1_700_001_000)
        try await wait("handedOn", "1")
        #expect(fm.stored == ["1700001000 John Cage Silence"])
        #expect(try await server.gateway.request("DELETE", Self.own).status == 204)
        #expect(try await server.gateway.request("DELETE", Self.own).status == 404)
    }

    @Test("error 9 pauses with one notification, ignored plays are reported, and secrets are nowhere in plain text")
    func paused() async throws {
        try await turnOn()
        try await connect()
        fm.change { $0.ignored = ["Zolw": 1] }
        try await play("Zolw", at: 1_700_000_000)
        try await wait("refused", "1")
        #expect("\(try await state()["lastRefused"] ?? "")".contains("No 1"))
        fm.change { $0.isSessionGood = false }
        try await play("Silence", at: 1_700_001_000)
        try await wait("pause", "token")
        let notices = try await server.gateway.request("GET", "/api/v1/notifications").text
        #expect(notices.components(separatedBy: "scrobblingPaused").count == 2 && notices.contains("ada-fm (Last.fm)"))
        let export = try await server.gateway.request("GET", "/api/v1/me/export")
        let journal = try await server.gateway.request("GET", "/api/v1/journal")
        let shown = try await server.gateway.request("GET", Self.settings)
        #expect(shown.json?["hasSecret"] as? Bool == true && journal.text.contains("lastfm"))
        let log = try? Data(contentsOf: URL(fileURLWithPath: server.gateway.folder + "/data/rondo.sqlite-wal"))
        let file = try Data(contentsOf: URL(fileURLWithPath: server.gateway.folder + "/data/rondo.sqlite"))
        for data in [Data(export.body), Data(journal.body), Data(shown.body), file, log ?? Data()] {
            for secret in ["SESSION-SECRET", #""shh""#, "shh "] { #expect(data.range(of: Data(secret.utf8)) == nil) }
        }
        fm.change { $0.isSessionGood = true }
        try await connect()
        try await wait("handedOn", "1")
    }

    @Test("a registration rejected later is shown to admins, loses no plays, and resumes once it is entered again")
    func registration() async throws {
        try await turnOn()
        try await connect()
        fm.change { $0.secret = "new" }
        try await play("Silence", at: 1_700_001_000)
        try await wait("failure", "application")
        let shown = try await server.gateway.request("GET", Self.settings)
        #expect(shown.json?["failure"] as? String == "application")
        #expect(try await state()["waiting"] as? Int == 1)
        let asked = try await server.gateway.request("POST", Self.own + "/consent", json: "{}")
        #expect(asked.status == 503 && asked.json?["reason"] as? String == "scrobbling_application")
        let saved = try await set(#"{"secret":"new"}"#)
        #expect(saved.status == 200 && saved.json?["failure"] == nil, "\(saved.text)")
        try await wait("handedOn", "1")
    }

    @Test("two pages are imported once, and imported plays are not scrobbled back") func imported() async throws {
        try await turnOn()
        try await connect()
        fm.change {
            $0.plays = [(1_600_000_300, "Silence"), (1_600_000_200, "Silence"), (1_600_000_100, "Nothing")]
        }
        for _ in 0..<2 {
            #expect(try await server.gateway.request("PUT", Self.own + "/import", json: "{}").status == 200)
            try await waitUntil("the import ends") {
                (try await state()["import"] as? [String: Any])?["state"] as? String == "done"
            }
        }
        let history = try await server.gateway.request("GET", "/api/v1/history").json?["items"] as? [[String: Any]]
        #expect(history?.map { $0["source"] as? String } == ["lastfm", "lastfm"])
        #expect(fm.calls("track.scrobble").isEmpty)
        #expect(Set(fm.calls("user.getRecentTracks").map { $0["to"] ?? "" }).count > 2)
    }
}
