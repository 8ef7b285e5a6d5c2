import Foundation
import Support
import Testing

@testable import rondo

/// A renderer that an admin allowed fetches its song. No other client can fetch it there.
@Suite("Renderers", .timeLimit(.minutes(5))) struct RendererTests {
    private struct Room {
        let kitchen: FakeRenderer
        let server: MusicServer

        init() async throws {
            kitchen = try await FakeRenderer()
            server = try await MusicServer(
                arguments: ["--renderer-interfaces", "lo", "--renderer-descriptions", kitchen.location],
                frames: 441_000)
        }

        func change(_ path: String, _ json: String, as token: String? = nil) async throws -> HTTPReply {
            try await server.request("PATCH", path, json: json, as: token)
        }

        var renderers: [[String: Any]] {
            get async throws {
                let reply = try await server.request("GET", "/api/v1/renderers")
                return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
            }
        }

        var speaker: [String: Any]? {
            get async throws {
                let reply = try await server.request("GET", "/api/v1/devices")
                return (reply.json?["items"] as? [[String: Any]])?.first { $0["kind"] as? String == "speaker" }
            }
        }

        /// Switches renderers on, and allows the discovered one.
        func allow() async throws -> String {
            #expect(try await change("/api/v1/settings", #"{"renderers":true}"#).status == 200)
            let found = try await waitFor("it is found") { try await renderers.first }
            let id = try #require(found["id"] as? String)
            #expect(try await change("/api/v1/renderers/\(id)", #"{"allowed":true}"#).status == 200)
            try await waitUntil("it is a speaker") { try await speaker != nil }
            return id
        }

        func send(_ action: String, to device: String) async throws -> HTTPReply {
            try await server.request(
                "POST", "/api/v1/devices/\(device)/commands",
                json: #"{"id":"\#(UUID().uuidString.lowercased())",\#(action)}"#)
        }

        /// Plays the track, and returns the port and path that the renderer received.
        func play(on id: String) async throws -> (port: Int, path: String) {
            let add = try await send(#""action":"add","trackIds":["\#(server.track)"]"#, to: id)
            #expect(add.status == 202, "\(add.text)")
            #expect(try await send(#""action":"play""#, to: id).status == 202)
            try await waitUntil("it plays") { kitchen.script.calls.contains("play") }
            let address = try #require(URL(string: kitchen.script.address))
            #expect(address.host() == "127.0.0.1")
            return (try #require(address.port), address.path())
        }
    }

    private static func ask(
        _ port: Int, _ path: String, _ fields: [(String, String)] = [], method: String = "GET"
    ) async throws -> HTTPReply {
        let connection = try await RawConnection.openPlain(port: port)
        let reply = try await connection.request(method, path, fields)
        await connection.close()
        return reply
    }

    @Test("only an admin sees and allows them; an allowed one is a speaker until it is forbidden")
    func allowing() async throws {
        let room = try await Room()
        let ben = try await room.server.person("ben", role: "moderator")
        for (method, path) in [("GET", "/api/v1/renderers"), ("PATCH", "/api/v1/renderers/x")] {
            let reply = try await room.server.request(method, path, json: #"{"allowed":true}"#, as: ben)
            #expect(reply.status == 403)
        }
        #expect(try await room.renderers.isEmpty && room.kitchen.connections == 0, "nothing is looked for")
        let id = try await room.allow()
        let item = try #require(try await room.renderers.first)
        #expect(item["name"] as? String == "Kitchen" && item["model"] as? String == "Fake")
        #expect(item["reachable"] as? Bool == true && item["allowed"] as? Bool == true)
        let unknown = "0190bbbb-0000-7000-8000-000000000000"
        for other in [unknown, "x", "..%2F"] {
            #expect(try await room.change("/api/v1/renderers/\(other)", #"{"allowed":true}"#).status == 404)
        }
        #expect(try await room.change("/api/v1/renderers/\(id)", #"{"allowed":false}"#).status == 200)
        try await waitUntil("it is no speaker any more") { try await room.speaker == nil }
        #expect(try await room.send(#""action":"play""#, to: id).status == 404)
        await room.server.stop()
    }

    @Test("only the renderer can load its song, in ranges; every other address gets the same 404")
    func addresses() async throws {
        let room = try await Room()
        let id = try await room.allow()
        let (port, path) = try await room.play(on: id)
        #expect(room.kitchen.script.metadata.contains("Long noise"))

        let whole = try await Self.ask(port, path)
        #expect(whole.status == 200 && whole.body == room.server.content)
        let part = try await Self.ask(port, path, [("Range", "bytes=100-199")])
        #expect(part.status == 206 && part.body == Array(room.server.content[100..<200]))
        let head = try await Self.ask(port, path, method: "HEAD")
        #expect(head.status == 200 && head["content-length"] == "\(room.server.content.count)")

        let refusal = try await Self.ask(port, "/")
        let parts = path.split(separator: "/").map(String.init)
        var other = parts
        other[2] = "0190bbbb-0000-7000-8000-000000000000"
        var device = parts
        device[1] = "0190bbbb-0000-7000-8000-000000000000"
        var late = parts
        late[5] = "9999999999"
        for path in [
            "/", "/api/v1/server", "/index.html", "/renderers/", path + "x/", path + "?a=b",
            "/" + other.joined(separator: "/"), "/" + device.joined(separator: "/"), "/" + late.joined(separator: "/"),
            path.replacing("original", with: "mp3"), "//" + path, "/.." + path,
        ] {
            let reply = try await Self.ask(port, String(path))
            #expect(reply.status == 404 && reply.body == refusal.body && reply.body.isEmpty, "\(path)")
        }
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            #expect(try await Self.ask(port, path, method: method).status == 404, "\(method)")
        }
        let stranger = try await Program.run(
            "/usr/bin/curl",
            [
                "-s", "-o", "/dev/null", "-w", "%{http_code}", "--interface", "127.0.0.2",
                "http://127.0.0.1:\(port)\(path)",
            ])
        #expect(stranger.output == "404", "another machine has got hold of the address: \(stranger.error)")
        room.kitchen.change { $0.calls = [] }
        #expect(try await room.change("/api/v1/renderers/\(id)", #"{"allowed":false}"#).status == 200)
        #expect(try await Self.ask(port, path).status == 404, "it is not allowed any more")
        try await waitUntil("it is silent") { room.kitchen.script.calls.contains("stop") }

        #expect(try await room.change("/api/v1/settings", #"{"renderers":false}"#).status == 200)
        try await waitUntil("nothing listens there any more") {
            (try? await RawConnection.openPlain(port: port)) == nil
        }
        await room.server.stop()
    }

    @Test("an absent one is marked unreachable, plays nothing, and returns by itself")
    func away() async throws {
        let room = try await Room()
        let id = try await room.allow()
        _ = try await room.play(on: id)
        room.kitchen.change { script in
            let gone = FileServer.answer("503 Gone", [], [])
            (script.answer, script.description) = (gone, gone)
        }
        try await waitUntil("it is away, and silent") {
            let speaker = try await room.speaker
            return speaker?["reachable"] as? Bool == false && speaker?["playing"] as? Bool == false
        }
        let refused = try await room.send(#""action":"play""#, to: id)
        #expect(refused.status == 409 && refused.json?["reason"] as? String == "device_gone", "\(refused.text)")
        #expect(try await room.renderers.first?["problem"] as? String == "unsteady")
        room.kitchen.change { ($0.answer, $0.description) = (nil, nil) }
        try await waitUntil("it is back") { try await room.speaker?["reachable"] as? Bool == true }
        #expect(try await room.send(#""action":"play""#, to: id).status == 202)
        try await waitUntil("it plays") { room.kitchen.script.state == "PLAYING" }
        await room.server.stop()
    }
}
