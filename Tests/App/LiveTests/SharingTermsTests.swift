import Foundation
import Support
import Testing

/// The admin's terms of sharing, changed while the server runs.
@Suite("Terms of sharing", .timeLimit(.minutes(10))) struct SharingTermsTests {
    private func share(_ gateway: Gateway, _ additional: String = "") async throws -> HTTPReply {
        try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]\#(additional)}"#)
    }

    @Test("sharing that is switched off ends what visitors hear within seconds, and is back as it was")
    func off() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000)
        let made = try await share(gateway)
        let path = try #require(URL(string: made.json?["url"] as? String ?? "")).path
        let visit = path + "/tracks/\(gateway.track)/stream"
        #expect(try await gateway.request("GET", visit, [("Range", "bytes=0-9")], as: "").status == 206)
        let reader = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
        try await reader.pauseReading()
        try await reader.send("GET \(visit) HTTP/1.1\r\nHost: localhost\r\n\r\n")
        func streams() async throws -> Int? {
            (try await gateway.request("GET", "/api/v1/overview").json?["streams"] as? [Any])?.count
        }
        let begun = ContinuousClock.now + .seconds(120)
        while try await streams() != 1 { try #require(ContinuousClock.now < begun) }

        let data = ["--data", gateway.server.folder.path + "/data"]
        let off = try await Program.run(Program.path, ["settings", "set", "--sharing", "false", "--json"] + data)
        #expect(off.status == 0 && off.output.contains(#""sharingOpen":false"#), "\(off.output)\(off.error)")
        #expect(try await gateway.request("GET", visit, as: "").status == 404)
        let refused = try await share(gateway)
        #expect(refused.status == 403 && refused.json?["reason"] as? String == "sharing_off", "\(refused.text)")
        let ended = ContinuousClock.now + .seconds(120)
        while try await streams() != 0 { try #require(ContinuousClock.now < ended) }
        await reader.close()

        let on = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"sharingOpen":true}"#)
        #expect(on.json?["sharingOpen"] as? Bool == true, "\(on.text)")
        #expect(try await gateway.request("GET", visit, [("Range", "bytes=0-9")], as: "").status == 206)
    }

    @Test(
        "a bound on how long shares last is kept by new ones and by changed ones, and is the end of those without any")
    func bound() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let endless = try #require(try await share(gateway).json)
        #expect(endless["expiresAt"] == nil)
        let set = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"sharingDays":3}"#)
        #expect(set.status == 200 && set.json?["sharingDays"] as? Int == 3, "\(set.text)")
        func left(_ reply: HTTPReply) throws -> TimeInterval {
            let text = try #require(reply.json?["expiresAt"] as? String, "\(reply.text)")
            return try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text).timeIntervalSinceNow
        }
        func days(_ count: Double) -> String {
            Date(timeIntervalSinceNow: count * 86_400).formatted(.iso8601)
        }
        #expect(abs(try left(try await share(gateway)) - 3 * 86_400) < 120)
        #expect(abs(try left(try await share(gateway, #","expiresAt":"\#(days(2))""#)) - 2 * 86_400) < 120)
        let long = try await share(gateway, #","expiresAt":"\#(days(4))""#)
        #expect(long.status == 400 && long.json?["reason"] as? String == "share_too_long", "\(long.text)")
        let path = "/api/v1/shares/\(endless["id"] as? String ?? "")"
        let kept = try await gateway.request("PATCH", path, json: #"{"description":"hi"}"#)
        #expect(kept.status == 200 && kept.json?["expiresAt"] == nil, "\(kept.text)")
        let changed = try await gateway.request("PATCH", path, json: #"{"expiresAt":"\#(days(4))"}"#)
        #expect(changed.status == 400 && changed.json?["field"] as? String == "expiresAt", "\(changed.text)")
        for wrong in ["0", "3651", "\"x\""] {
            let reply = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"sharingDays":\#(wrong)}"#)
            #expect(reply.status == 400 && reply.json?["field"] as? String == "sharingDays", "\(reply.text)")
        }
        let free = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"sharingDays":null}"#)
        #expect(free.status == 200)
        #expect(try await share(gateway).json?["expiresAt"] == nil)
    }

    @Test("a stream falls silent within seconds when the share is taken back")
    func silence() async throws {
        let gateway = try await Gateway(arguments: [])
        let made = try await share(gateway)
        let id = try #require(made.json?["id"] as? String, "\(made.text)")
        let path = try #require(URL(string: made.json?["url"] as? String ?? "")).path
        let reader = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
        try await reader.pauseReading()
        try await reader.send(
            "GET \(path)/tracks/\(gateway.track)/stream HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try await gateway.server.waitUntilOpen(gateway.file)
        #expect(try await gateway.request("DELETE", "/api/v1/shares/\(id)").status == 204)
        try await gateway.server.waitUntilClosed(gateway.file)
        await reader.close()
    }
}
