import Foundation
import GRDB
import Support
import Testing

/// The journal of a running server.
@Suite("The journal of a running server", .timeLimit(.minutes(10))) struct JournalTests {
    private static let server = Task { try await MusicServer() }

    @Test("the journal contains no secret that was used, and its chain verifies")
    func secrets() async throws {
        let gateway = try await Self.server.value
        let data = gateway.data
        var secrets = [MusicServer.adminPassword, gateway.token, gateway.setupToken]
        func rondo(_ arguments: [String]) async throws -> String {
            let result = try await Program.run(Program.path, arguments + ["--data", data])
            return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        func fragment(_ reply: HTTPReply, _ name: String = "url") throws -> String {
            try #require(URL(string: reply.json?[name] as? String ?? "")?.fragment, "\(reply.text)")
        }
        let bo = try await gateway.person("bo", role: "contributor")
        secrets += [
            bo, "seven quiet violas at dawn", try await rondo(["device-key", "add", "--user", "bo", "--label", "x"]),
        ]
        let users = try await gateway.request("GET", "/api/v1/users?q=bo").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first?["id"] as? String)
        let link = try fragment(try await gateway.request("POST", "/api/v1/users/\(id)/link"))
        let chosen = "eleven brass bells in fog"
        secrets += [link, chosen]
        let used = try await gateway.request(
            "POST", "/api/v1/links/password", json: #"{"token":"\#(link)","password":"\#(chosen)"}"#, as: "")
        #expect(used.status == 200)
        secrets.append(String(used.cookies.split(separator: "=", maxSplits: 1).last?.prefix { $0 != ";" } ?? ""))
        for guess in ["not this one either", "bo's secret diary"] {
            secrets.append(guess)
            _ = try await gateway.request(
                "POST", "/api/v1/session", json: #"{"username":"bo","password":"\#(guess)"}"#, as: "")
        }
        // Users sometimes type their password into the name field.
        secrets.append("typed in the wrong field")
        _ = try await gateway.request(
            "POST", "/api/v1/session", json: #"{"username":"typed in the wrong field","password":"x"}"#, as: "")
        let signedIn = try await gateway.request(
            "POST", "/api/v1/session", json: #"{"username":"bo","password":"\#(chosen)"}"#, as: "")
        #expect(signedIn.status == 200)
        secrets.append("FALSEKEYFALSEKEYFALSEKEY22")
        _ = try await gateway.request(
            "GET", "/rest/ping?u=bo&apiKey=FALSEKEYFALSEKEYFALSEKEY22&v=1.16.1&c=FALSEKEYFALSEKEYFALSEKEY22", as: "")
        let invited = try fragment(try await gateway.request("POST", "/api/v1/invitations", json: "{}"))
        let joined = "thirteen muted trombones"
        secrets += [invited, joined]
        _ = try await gateway.request(
            "POST", "/api/v1/invitations/acceptance",
            json: #"{"token":"\#(invited)","username":"cy","password":"\#(joined)"}"#, as: "")
        let shared = try await gateway.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(gateway.track)"}]}"#)
        secrets.append(String((shared.json?["url"] as? String ?? "").split(separator: "/").last ?? ""))
        _ = try await gateway.request("POST", "/api/v1/me/feature-requests", json: #"{"text":"private words"}"#)
        secrets.append("private words")
        _ = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"registrationOpen":true}"#)
        #expect(try await gateway.request("DELETE", "/api/v1/users/\(id)").status == 204)

        // Failed attempts are written with a short delay.
        var export = try await waitFor("the failed attempts are written") {
            let export = try await gateway.request("GET", "/api/v1/journal/export").text
            return export.contains("signin.failed") ? export : nil
        }
        let actions = try #require(
            try await gateway.request("GET", "/api/v1/journal/actions").json?["items"] as? [String])
        for action in [
            "invitation.accept", "invitation.create", "link.create", "link.use", "session.create", "setting.change",
            "share.create", "signin.failed", "token.create", "user.create", "user.delete", "user.password",
        ] {
            #expect(actions.contains(action), "\(action)")
        }
        export += try await gateway.request("GET", "/api/v1/journal/export?format=csv").text
        export += try await rondo(["journal", "export"])
        for secret in secrets {
            #expect(secret.count >= 8)
            #expect(!export.contains(secret), "\(secret)")
        }
        let verified = try await gateway.request("GET", "/api/v1/journal/verification")
        #expect(
            verified.json?["intact"] as? Bool == true && verified.json?["checked"] as? Int ?? 0 > 20, "\(verified.text)"
        )
    }

    @Test("the command names the first bad row, and its exit code reports the failure")
    func tampered() async throws {
        let gateway = try await MusicServer()
        let data = gateway.data
        let fine = try await Program.run(Program.path, ["journal", "verify", "--data", data])
        #expect(fine.status == 0 && fine.output.contains("rows are as they were written"), "\(fine.output)")
        let head = try #require(fine.output.split(separator: " ").last).trimmingCharacters(in: .whitespacesAndNewlines)
        await gateway.stop()
        let database = try DatabaseQueue(path: data + "/rondo.sqlite")
        try await database.write { db in
            try db.execute(sql: "DROP TRIGGER journal_is_not_changed")
            try db.execute(sql: "UPDATE journal SET origin = '192.0.2.7' WHERE number = 3")
        }
        try database.close()
        let found = try await Program.run(Program.path, ["journal", "verify", "--data", data])
        #expect(found.status == 1 && found.output.contains("row 3: it was changed"), "\(found.output)")
        let json = try await Program.run(
            Program.path, ["journal", "verify", "--json", "--noted", head, "--data", data])
        #expect(json.status == 1 && json.output.contains(#""badNumber":3"#), "\(json.output)")
    }

    @Test("every entry has its origin, and the list can be filtered by user, action and time")
    func filters() async throws {
        let gateway = try await Self.server.value
        let fay = try await gateway.person("fay", role: "admin")
        for name in ["gus", "hal"] {
            let made = try await gateway.request(
                "POST", "/api/v1/users", json: #"{"username":"\#(name)","role":"listener"}"#, as: fay)
            #expect(made.status == 201, "\(made.text)")
        }
        let me = try #require(try await gateway.request("GET", "/api/v1/me", as: fay).json?["id"] as? String)
        let made = try await gateway.request("GET", "/api/v1/journal?action=user.create&person=\(me)")
        let items = try #require(made.json?["items"] as? [[String: Any]])
        #expect(
            items.count == 2 && items[0]["origin"] as? String == "127.0.0.1" && items[0]["person"] as? String == "fay")
        let at = try #require(items[0]["at"] as? String)
        let before = try await gateway.request("GET", "/api/v1/journal?action=user.create&person=\(me)&until=\(at)")
        #expect((before.json?["items"] as? [[String: Any]])?.count == 1)
        #expect(try await gateway.request("GET", "/api/v1/journal?from=yesterday").json?["field"] as? String == "from")
        #expect(try await gateway.request("GET", "/api/v1/journal/verification?noted=x").status == 400)
        let young = try await gateway.request("POST", "/api/v1/journal/cut", json: #"{"days":7}"#)
        #expect(young.status == 400 && young.json?["field"] as? String == "days")
        let all = try await gateway.request("GET", "/api/v1/journal?limit=500").json?["items"] as? [[String: Any]]
        #expect(all?.allSatisfy { ($0["origin"] as? String)?.isEmpty == false } == true)
    }
}
