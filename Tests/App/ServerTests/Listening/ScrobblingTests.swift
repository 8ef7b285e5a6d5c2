import Foundation
import RouterSupport
import Support
import Synchronization
import Testing

@testable import rondo

/// The composed server scrobbles to a small server that answers like ListenBrainz.
@Suite("Scrobbling to another server", .timeLimit(.minutes(5))) struct ScrobblingTests {
    private static let own = "/api/v1/me/scrobbling"

    /// A ListenBrainz server that stores the plays it receives.
    private final class Listens: Sendable {
        let server: FileServer
        private let state: State

        private final class State: Sendable {
            let status = Mutex("200 OK")
            let bodies = Mutex<[String]>([])
        }

        init() async throws {
            let state = State()
            self.state = state
            server = try await FileServer { request in
                if request.hasPrefix("GET /1/validate-token") {
                    let isValid = request.contains("Token good")
                    return Self.json(isValid ? #"{"valid":true,"user_name":"ada-there"}"# : #"{"valid":false}"#)
                }
                if request.hasPrefix("GET /1/user/ada-there/listens") {
                    let listens = request.contains("max_ts=1600000000") ? "" : Self.listen
                    return Self.json(#"{"payload":{"count":1,"listens":[\#(listens)]}}"#)
                }
                let status = state.status.withLock { $0 }
                if status == "200 OK" {
                    state.bodies.withLock { $0.append(request.components(separatedBy: "\r\n\r\n").last ?? "") }
                }
                return Self.json(status == "200 OK" ? #"{"status":"ok"}"# : #"{"error":"no"}"#, status)
            }
        }

        private static let listen =
            #"{"listened_at":1600000000,"track_metadata":{"track_name":"Silence","artist_name":"John Cage"}}"#

        private static func json(_ text: String, _ status: String = "200 OK") -> [FileServer.Step] {
            FileServer.answer(status, ["Content-Type: application/json"], Array(text.utf8))
        }

        var bodies: [String] { state.bodies.withLock { $0 } }
        func answer(_ status: String) { state.status.withLock { $0 = status } }
    }

    private static func turnOn(_ server: SongServer, _ port: Int, _ isOn: Bool = true) async throws {
        let reply = try await server.gateway.request(
            "PATCH", "/api/v1/settings",
            json:
                #"{"linkNetworks":["127.0.0.1:\#(port)"],"scrobbling":\#(isOn),"listenBrainzURL":"http://127.0.0.1:\#(port)/1/"}"#
        )
        try #require(reply.status == 200, "\(reply.text)")
        #expect(reply.json?["listenBrainzURL"] as? String == "http://127.0.0.1:\(port)")
    }

    private static func connect(_ server: SongServer, _ token: String = "good") async throws -> HTTPReply {
        try await server.gateway.request("PUT", own, json: #"{"token":"\#(token)"}"#)
    }

    /// Submits a play, like a player that counts plays itself.
    private static func play(_ title: String, _ server: SongServer, at seconds: Int) async throws {
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let id = try #require(items?.first { $0["title"] as? String == title }?["id"] as? String)
        let reply = try await server.get(
            "/rest/scrobble?id=tr-\(id)&time=\(seconds)000&submission=true&apiKey=\(server.key)&v=1.16.1&c=test&f=json")
        #expect(reply.text.contains(#""status":"ok""#), "\(reply.text)")
    }

    private static func state(_ server: SongServer) async throws -> [String: Any] {
        try #require(try await server.gateway.request("GET", own).json)
    }

    @Test("nothing leaves the server while it is off; a play is scrobbled once it is on and connected")
    func handedOn() async throws {
        let (server, listens) = (try await SongServer(), try await Listens())
        try await Self.turnOn(server, listens.server.port, false)
        let refused = try await Self.connect(server)
        #expect(refused.status == 409 && refused.json?["reason"] as? String == "scrobbling_off")
        try await Self.play("Zolw", server, at: 1_700_000_000)
        #expect(listens.server.connections == 0)
        try await Self.turnOn(server, listens.server.port)
        let wrong = try await Self.connect(server, "bad")
        #expect(wrong.status == 400 && wrong.json?["field"] as? String == "token")
        let events = try await server.gateway.open("/api/v1/events")
        _ = try await events.text(through: "retry: 3000")
        let connected = try await Self.connect(server)
        #expect(connected.json?["name"] as? String == "ada-there" && !connected.text.contains("good"))
        _ = try await events.text(through: "event: scrobbling")
        try await Self.play("Silence", server, at: 1_700_001_000)
        try await waitUntil("it is handed on") { !listens.bodies.isEmpty }
        #expect(listens.bodies.count == 1)
        #expect(listens.bodies[0].contains(#""listened_at":1700001000"#) && listens.bodies[0].contains("John Cage"))
        try await waitUntil("it is counted") { try await Self.state(server)["handedOn"] as? Int == 1 }
        // Switched off again: the play waits.
        try await Self.turnOn(server, listens.server.port, false)
        let before = listens.server.connections
        try await Self.play("Zolw", server, at: 1_700_002_000)
        #expect(try await Self.state(server)["waiting"] as? Int == 1)
        #expect(listens.server.connections == before)
        try await Self.turnOn(server, listens.server.port)
        try await waitUntil("it is handed on") { listens.bodies.count == 2 }
    }

    @Test("a rejected token pauses with a notification, and is in plain text in no reply, export or database")
    func paused() async throws {
        let (server, listens) = (try await SongServer(), try await Listens())
        try await Self.turnOn(server, listens.server.port)
        _ = try await Self.connect(server, "good-secret-token")
        listens.answer("401 Unauthorized")
        try await Self.play("Silence", server, at: 1_700_001_000)
        try await waitUntil("it is paused") { try await Self.state(server)["pause"] as? String == "token" }
        let notices = try await server.gateway.request("GET", "/api/v1/notifications")
        #expect(notices.text.contains("scrobblingPaused") && notices.text.contains("ada-there"), "\(notices.text)")
        let export = try await server.gateway.request("GET", "/api/v1/me/export")
        #expect(export.status == 200 && !String(decoding: export.body, as: UTF8.self).contains("good-secret-token"))
        let file = try Data(contentsOf: URL(fileURLWithPath: server.gateway.folder + "/data/rondo.sqlite"))
        let log = URL(fileURLWithPath: server.gateway.folder + "/data/rondo.sqlite-wal")
        for data in [file, (try? Data(contentsOf: log)) ?? Data()] {
            #expect(data.range(of: Data("good-secret-token".utf8)) == nil)
        }
        listens.answer("200 OK")
        _ = try await Self.connect(server)
        try await waitUntil("what waited is handed on") { listens.bodies.count == 1 }
        #expect(try await server.gateway.request("DELETE", Self.own).status == 204)
        #expect(try await Self.state(server)["connected"] as? Bool == false)
        #expect(try await server.gateway.request("DELETE", Self.own).status == 404)
    }

    @Test("earlier plays are scrobbled, listens are imported once, and neither comes back") func both() async throws {
        let (server, listens) = (try await SongServer(), try await Listens())
        try await Self.play("Zolw", server, at: 1_700_000_000)
        try await Self.turnOn(server, listens.server.port)
        _ = try await Self.connect(server)
        for _ in 0..<2 {
            #expect(try await server.gateway.request("PUT", Self.own + "/import", json: "{}").status == 200)
            try await waitUntil("the import ends") {
                (try await Self.state(server)["import"] as? [String: Any])?["state"] as? String == "done"
            }
        }
        let history = try await server.gateway.request("GET", "/api/v1/history").json?["items"] as? [[String: Any]]
        #expect(history?.count == 2)
        #expect(history?.last?["source"] as? String == "listenbrainz")
        #expect(try await server.gateway.request("PUT", Self.own + "/history", json: "{}").status == 200)
        try await waitUntil("the history ends") {
            (try await Self.state(server)["history"] as? [String: Any])?["state"] as? String == "done"
        }
        #expect(listens.bodies.count == 1 && listens.bodies[0].contains("Lona"))
        #expect(!listens.bodies[0].contains("John Cage"))
    }
}
