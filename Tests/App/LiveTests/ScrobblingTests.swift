import Foundation
import Support
import Synchronization
import Testing

@Suite("Scrobbling, live", .timeLimit(.minutes(5))) struct LiveScrobblingTests {
    private final class Gate: Sendable {
        private let state = Mutex(false)
        var isOpen: Bool { state.withLock { $0 } }
        func open() { state.withLock { $0 = true } }
    }

    private static let own = "/api/v1/me/scrobbling"
    private static let tags = [("TIT2", "Sea noise"), ("TPE1", "Waves"), ("TALB", "Shore")]

    private static func folder(seed: UInt64, frames: Int = 200_000) throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        let album = folder.path + "/music/Noise/Album"
        try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
        try Data(TaggedWAV.file(tags, seed: seed, frames: frames)).write(
            to: URL(fileURLWithPath: album + "/00 Song.wav"))
        return folder
    }

    private static func play(_ gateway: Gateway, key: String, at seconds: Int) async throws {
        let items = try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let id = try #require(items?.first { $0["title"] as? String == "Sea noise" }?["id"] as? String)
        let reply = try await gateway.request(
            "GET", "/rest/scrobble?id=tr-\(id)&time=\(seconds)000&submission=true&apiKey=\(key)&v=1.16.1&c=t&f=json",
            as: "")
        #expect(reply.text.contains(#""status":"ok""#), "\(reply.text)")
    }

    private static func turnOn(_ gateway: Gateway, _ url: String, _ additional: String = "") async throws {
        let reply = try await gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"scrobbling":true,"listenBrainzURL":"\#(url)"\#(additional)}"#)
        try #require(reply.status == 200, "\(reply.text)")
    }

    private static func history(_ gateway: Gateway) async throws -> [[String: Any]] {
        let reply = try await gateway.request("GET", "/api/v1/history")
        return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
    }

    @Test("one Rondo scrobbles to another's /listenbrainz with a device key and imports from it, without duplicates")
    func rondos() async throws {
        let pair = try await RondoPair.shared.value
        let (gateway, other) = (pair.gateway, pair.other)
        let (theirs, ours) = (pair.key, try await gateway.deviceKey(of: "ada"))
        try await Self.turnOn(gateway, pair.address("listenbrainz"))
        // A play that only the other server has.
        try await Self.play(other, key: theirs, at: 1_600_000_000)
        let wrong = try await gateway.request("PUT", Self.own, json: #"{"token":"WRONG-KEY"}"#)
        #expect(wrong.status == 400, "\(wrong.text)")
        let connected = try await gateway.request("PUT", Self.own, json: #"{"token":"\#(theirs)"}"#)
        #expect(connected.json?["name"] as? String == "ada", "\(connected.text)")
        try await Self.play(gateway, key: ours, at: 1_700_000_000)
        try await waitUntil("the play arrives") { try await Self.history(other).count == 2 }
        #expect(try await Self.history(other).first?["source"] as? String == "listenbrainz")
        #expect(try await gateway.request("PUT", Self.own + "/import", json: "{}").status == 200)
        try await waitUntil("the import ends") {
            let state = try await gateway.request("GET", Self.own).json?["import"] as? [String: Any]
            return state?["state"] as? String == "done"
        }
        #expect(try await Self.history(gateway).count == 2)
        #expect(try await gateway.request("PUT", Self.own + "/history", json: "{}").status == 200)
        try await waitUntil("the history ends") {
            let state = try await gateway.request("GET", Self.own).json?["history"] as? [String: Any]
            return state?["state"] as? String == "done"
        }
        #expect(try await Self.history(other).count == 2)
    }

    @Test("a server killed between a play and its scrobble sends it after the restart")
    func killed() async throws {
        let takes = Gate()
        let listens = try await FileServer { request in
            let isValid = request.hasPrefix("GET /1/validate-token")
            let body = isValid ? #"{"valid":true,"user_name":"ada"}"# : #"{"status":"ok"}"#
            // Receives the plays, and does not reply.
            if !isValid, !takes.isOpen { return [.hold] }
            return FileServer.answer("200 OK", ["Content-Type: application/json"], Array(body.utf8))
        }
        let folder = try Self.folder(seed: 7)
        let gateway = try await Gateway(arguments: [], frames: 1000, in: folder)
        let key = try await gateway.deviceKey(of: "ada")
        try await Self.turnOn(
            gateway, "http://127.0.0.1:\(listens.port)", #","linkNetworks":["127.0.0.1:\#(listens.port)"]"#)
        #expect(try await gateway.request("PUT", Self.own, json: #"{"token":"abc"}"#).status == 200)
        try await Self.play(gateway, key: key, at: 1_700_000_000)
        let posts = { @Sendable in listens.heads.filter { $0.hasPrefix("POST") } }
        try await waitUntil("it is sent") { posts().count == 1 }
        #expect(await gateway.server.stop(SIGKILL) == SIGKILL)
        takes.open()
        let again = Gateway(gateway, on: try await ServerProcess.start([], in: folder))
        try await waitUntil("it is handed on") {
            try await again.request("GET", Self.own).json?["handedOn"] as? Int == 1
        }
        let bodies = posts().map { $0.components(separatedBy: "\r\n\r\n").last }
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
    }

    @Test("a server killed before Last.fm's reply scrobbles the play once")
    func killedAtLastFM() async throws {
        let fm = try await LastFMServer()
        fm.change { $0.isAllowed = true }
        // Last.fm accepts no track shorter than 30 seconds.
        let folder = try Self.folder(seed: 8, frames: 31 * 44_100)
        let gateway = try await Gateway(arguments: [], frames: 1000, in: folder)
        let key = try await gateway.deviceKey(of: "ada")
        let networks = #"{"linkNetworks":["127.0.0.1:\#(fm.port)"]}"#
        #expect(try await gateway.request("PATCH", "/api/v1/settings", json: networks).status == 200)
        let on = try await gateway.request(
            "PATCH", "/api/v1/settings/lastfm",
            json: #"{"enabled":true,"url":"\#(fm.root)","key":"KEY","secret":"shh"}"#)
        try #require(on.status == 200, "\(on.text)")
        let own = Self.own + "/lastfm"
        #expect(try await gateway.request("POST", own + "/consent", json: "{}").status == 200)
        #expect(try await gateway.request("PUT", own, json: "{}").json?["name"] as? String == "ada-fm")
        fm.change { $0.isSilent = true }
        try await Self.play(gateway, key: key, at: 1_700_000_000)
        try await waitUntil("it is sent") { fm.calls("track.scrobble").count == 1 }
        #expect(await gateway.server.stop(SIGKILL) == SIGKILL)
        fm.change { $0.isSilent = false }
        let again = Gateway(gateway, on: try await ServerProcess.start([], in: folder))
        try await waitUntil("it is handed on") {
            try await again.request("GET", own).json?["handedOn"] as? Int == 1
        }
        let calls = fm.calls("track.scrobble")
        #expect(calls.count == 2 && calls[0] == calls[1])
        #expect(fm.stored == ["1700000000 Waves Sea noise"])
    }
}
