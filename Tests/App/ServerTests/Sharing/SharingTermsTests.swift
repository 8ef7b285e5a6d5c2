import Foundation
import RouterSupport
import Support
import Testing

/// The admin's settings for sharing, changed while the server runs.
@Suite("Sharing settings", .serialized, .timeLimit(.minutes(10))) struct SharingTermsTests {
    private static let server = Task { try await MusicServer() }

    private func share(_ gateway: MusicServer, _ additional: String = "") async throws -> HTTPReply {
        try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]\#(additional)}"#)
    }

    @Test("switching sharing off ends visitors' streams, and switching it on restores the shares")
    func off() async throws {
        let gateway = try await Self.server.value
        let made = try await share(gateway)
        let path = try #require(URL(string: made.json?["url"] as? String ?? "")).path
        let visit = path + "/tracks/\(gateway.track)/stream"
        #expect(try await gateway.request("GET", visit, [("Range", "bytes=0-9")], as: "").status == 206)
        let reader = try await gateway.stalledReader(as: "", path: visit)
        func streams() async throws -> Int? {
            (try await gateway.request("GET", "/api/v1/overview").json?["streams"] as? [Any])?.count
        }
        #expect(try await streams() == 1)

        let off = try await gateway.command(["settings", "set", "--sharing", "false", "--json"])
        #expect(off.status == 0 && off.output.contains(#""sharingOpen":false"#), "\(off.output)\(off.error)")
        #expect(try await gateway.request("GET", visit, as: "").status == 404)
        let refused = try await share(gateway)
        #expect(refused.status == 403 && refused.json?["reason"] as? String == "sharing_off", "\(refused.text)")
        try await reader.waitUntilCut()
        try await waitUntil("nothing is heard") { try await streams() == 0 }

        let on = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"sharingOpen":true}"#)
        #expect(on.json?["sharingOpen"] as? Bool == true, "\(on.text)")
        #expect(try await gateway.request("GET", visit, [("Range", "bytes=0-9")], as: "").status == 206)
    }

    @Test(
        "a limit on a share's lifetime binds new and changed shares, and is the default end of new ones")
    func bound() async throws {
        let gateway = try await Self.server.value
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

    @Test("a stream is cut when its share is revoked")
    func silence() async throws {
        let gateway = try await Self.server.value
        let made = try await share(gateway)
        let id = try #require(made.json?["id"] as? String, "\(made.text)")
        let path = try #require(URL(string: made.json?["url"] as? String ?? "")).path
        let reader = try await gateway.stalledReader(as: "", path: path + "/tracks/\(gateway.track)/stream")
        try await gateway.waitUntilOpen(gateway.file)
        #expect(try await gateway.request("DELETE", "/api/v1/shares/\(id)").status == 204)
        try await reader.waitUntilCut()
        try await gateway.waitUntilClosed(gateway.file)
    }
}
