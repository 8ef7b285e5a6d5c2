import Foundation
import HTTPTypes
import RouterSupport
import Support
import Testing

/// A user's devices over the API: visible to and controlled by that user alone, and removed with their session.
@Suite("A user's devices", .timeLimit(.minutes(10))) struct DeviceTests {
    private static let server = Task { try await MusicServer() }

    private static let (phone, room) = (
        "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d01", "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d02"
    )
    private static let command = "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d03"

    private func report(
        _ device: String, _ gateway: MusicServer, playing: Bool = false, position: Int = 1000, more: String = "",
        as token: String? = nil
    ) async throws -> HTTPReply {
        let state =
            #""trackId":"\#(gateway.track)","positionMs":\#(position),"playing":\#(playing),"volume":80,"#
            + #""muted":false,"shuffled":false,"repeat":"off","entry":7,"#
            + #""entries":[{"key":7,"trackId":"\#(gateway.track)"},{"key":8,"trackId":"unknown"}]"#
        return try await gateway.request(
            "POST", "/api/v1/devices", json: #"{"id":"\#(device)","name":"Room","kind":"phone",\#(state)\#(more)}"#,
            as: token)
    }

    private func send(
        _ action: String, to device: String, _ gateway: MusicServer, id: String = command, as token: String? = nil
    ) async throws -> HTTPReply {
        try await gateway.request(
            "POST", "/api/v1/devices/\(device)/commands", json: #"{"id":"\#(id)",\#(action)}"#, as: token)
    }

    private func devices(_ gateway: MusicServer, as token: String? = nil) async throws -> [[String: Any]] {
        let reply = try await gateway.request("GET", "/api/v1/devices", as: token)
        return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
    }

    @Test("one device sees and controls another; a command arrives once, on that device alone, and is answered")
    func steering() async throws {
        let gateway = try await Self.server.value
        let own = try await gateway.person("steering", role: "listener")
        let events = try await gateway.open("/api/v1/events?device=\(Self.room)", as: own)
        let others = try await gateway.open("/api/v1/events?device=\(Self.phone)", as: own)
        _ = try await events.text(through: "retry: 3000")
        _ = try await others.text(through: "retry: 3000")
        let stamp = try await report(Self.room, gateway, playing: true, as: own)
        #expect(stamp.status == 200 && stamp.json?["revision"] as? Int == 1, "\(stamp.text)")
        _ = try await others.text(through: #"event: devices\#ndata: {"by":"\#(Self.room)"}"#)

        let seen = try #require(try await devices(gateway, as: own).first)
        #expect(seen["name"] as? String == "Room")
        #expect(seen["playing"] as? Bool == true && seen["active"] as? Bool == true)
        #expect((seen["track"] as? [String: Any])?["id"] as? String == gateway.track)
        #expect(seen["reachable"] as? Bool == true && seen["queueLength"] as? Int == 1, "an unknown track is left out")
        let queue = try await gateway.request("GET", "/api/v1/devices/\(Self.room)/queue", as: own)
        #expect((queue.json?["items"] as? [[String: Any]])?.map { $0["key"] as? Int } == [7], "\(queue.text)")

        let seek = #""action":"seek","entry":7,"positionMs":5000"#
        for _ in 0..<2 { #expect(try await send(seek, to: Self.room, gateway, as: own).status == 202) }
        let command = try await events.text(through: "\"positionMs\":5000}")
        #expect(command.contains("event: deviceCommand") && command.contains(#""entry":7"#))
        let gone = try await send(
            #""action":"next","entry":8"#, to: Self.room, gateway, id: "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d04",
            as: own)
        #expect(gone.status == 409 && gone.json?["reason"] as? String == "device_moved_on")

        let answer = #","answers":[{"command":"\#(Self.command)","outcome":"done"}]"#
        #expect(
            try await report(Self.room, gateway, playing: true, position: 5000, more: answer, as: own).status == 200)
        let answers = try #require(try await devices(gateway, as: own).first?["answers"] as? [[String: Any]])
        #expect(answers.map { $0["outcome"] as? String } == ["done"])
        _ = try await send(
            #""action":"volume","volume":30"#, to: Self.room, gateway, id: "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d05",
            as: own)
        let later = try await events.text(through: "\"volume\":30")
        #expect(!later.contains("seek"), "it comes once")
        #expect(!String(decoding: others.bytes, as: UTF8.self).contains("deviceCommand"))
        await events.close()
        await others.close()
    }

    @Test("a takeover makes the other device yield the same play, and added tracks are read by the command's id")
    func takeOver() async throws {
        let gateway = try await Self.server.value
        let play = "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d0a"
        let own = try await gateway.person("taking-over", role: "listener")
        let events = try await gateway.open("/api/v1/events?device=\(Self.room)", as: own)
        _ = try await events.text(through: "retry: 3000")
        #expect(
            try await report(Self.room, gateway, playing: true, more: #","playId":"\#(play)""#, as: own).status == 200)
        let add = try await send(#""action":"add","trackIds":["\#(gateway.track)"]"#, to: Self.room, gateway, as: own)
        #expect(add.status == 202, "\(add.text)")
        let added = try await gateway.request(
            "GET", "/api/v1/devices/\(Self.room)/queue?command=\(Self.command)", as: own)
        let items = added.json?["items"] as? [[String: Any]]
        #expect(items?.map { ($0["track"] as? [String: Any])?["id"] as? String } == [gateway.track], "\(added.text)")
        let strange = try await send(
            #""action":"add","trackIds":["none"]"#, to: Self.room, gateway, id: "7b1c3e0a-6c9e-4e62-9e3c-0b9b3b0c9d06",
            as: own)
        #expect(strange.status == 400 && strange.json?["field"] as? String == "trackIds")

        #expect(
            try await report(Self.phone, gateway, playing: true, more: #","playId":"\#(play)""#, as: own).status == 200)
        let yield = try await events.text(through: #""action":"yield""#) + events.text(through: "}")
        #expect(yield.contains(play) && yield.contains(Self.phone), "\(yield)")
        let active = try await devices(gateway, as: own).filter { $0["active"] as? Bool == true }
        #expect(active.map { $0["id"] as? String } == [Self.phone])
        #expect(try await gateway.request("DELETE", "/api/v1/devices/\(Self.phone)", as: own).status == 204)
        #expect(try await devices(gateway, as: own).map { $0["id"] as? String } == [Self.room])
        await events.close()
    }

    @Test(
        "no other user sees or controls a device, whatever their role", arguments: ["listener", "moderator", "admin"])
    func others(role: String) async throws {
        let gateway = try await Self.server.value
        let ann = try await gateway.person("ann-\(role)", role: "listener")
        let eve = try await gateway.person("eve-\(role)", role: role)
        let events = try await gateway.open("/api/v1/events?device=\(Self.room)", as: eve)
        _ = try await events.text(through: "retry: 3000")
        #expect(try await report(Self.room, gateway, playing: true, as: ann).status == 200)
        #expect(try await devices(gateway, as: ann).count == 1)
        #expect(try await devices(gateway, as: eve).isEmpty)
        #expect(try await gateway.request("GET", "/api/v1/devices/\(Self.room)/queue", as: eve).status == 404)
        #expect(try await send(#""action":"pause""#, to: Self.room, gateway, as: eve).status == 404)
        #expect(try await gateway.request("DELETE", "/api/v1/devices/\(Self.room)", as: eve).status == 404)
        // The same id names a different device of another user.
        #expect(try await report(Self.room, gateway, as: eve).status == 200)
        #expect(try await send(#""action":"pause""#, to: Self.room, gateway, as: eve).status == 202)
        #expect(try await devices(gateway, as: ann).first?["playing"] as? Bool == true)
        // Only her own device's event has arrived.
        _ = try await events.text(through: "deviceCommand")
        #expect(String(decoding: events.bytes, as: UTF8.self).components(separatedBy: "event: devices").count == 2)
        await events.close()
    }

    @Test("a device is removed with its session at once, and a read-only token controls nothing")
    func session() async throws {
        let gateway = try await Self.server.value
        _ = try await gateway.person("signing-out", role: "listener")
        let signedIn = try await gateway.request(
            "POST", "/api/v1/session", [("Origin", "https://localhost")],
            json: #"{"username":"signing-out","password":"seven quiet violas at dawn"}"#, as: "")
        let cookie = try #require(signedIn["set-cookie"]?.split(separator: ";").first.map(String.init))
        let token = try await gateway.token(of: "signing-out", labeled: "reads", for: "read")
        let fields = [("Cookie", cookie), ("Origin", "https://localhost")]
        let state =
            #"{"id":"\#(Self.phone)","name":"Phone","kind":"phone","trackId":"\#(gateway.track)","positionMs":0,"#
            + #""playing":true,"volume":80,"muted":false,"shuffled":false,"repeat":"off"}"#
        let reported = try await gateway.request("POST", "/api/v1/devices", fields, json: state, as: "")
        #expect(reported.status == 200, "\(reported.text)")
        #expect(try await devices(gateway, as: token).count == 1)
        #expect(try await send(#""action":"pause""#, to: Self.phone, gateway, as: token).status == 403)
        #expect(try await report(Self.room, gateway, as: token).status == 403)
        #expect(try await gateway.request("DELETE", "/api/v1/session", fields, as: "").status == 204)
        #expect(try await devices(gateway, as: token).isEmpty)
    }

    @Test("a player of another protocol is listed with what it plays, but is not a device")
    func remotePlayer() async throws {
        let gateway = try await Self.server.value
        let own = try await gateway.person("remote", role: "listener")
        let key = try await gateway.deviceKey(of: "remote")
        let playing = try await gateway.request(
            "GET", "/rest/scrobble?apiKey=\(key)&v=1.16.1&c=Player&f=json&submission=false&id=tr-\(gateway.track)",
            as: "")
        #expect(playing.text.contains(#""ok""#), "\(playing.text)")
        let reply = try await gateway.request("GET", "/api/v1/devices", as: own)
        let players = try #require(reply.json?["players"] as? [[String: Any]])
        #expect(players.map { ($0["track"] as? [String: Any])?["id"] as? String } == [gateway.track])
        #expect((reply.json?["items"] as? [Any])?.isEmpty == true)
    }
}
