import Foundation
import Support
import Testing

/// Notifications of admins, and the overview on the command line.
@Suite("Notifications of admins", .timeLimit(.minutes(10))) struct AdministrationNoticeTests {
    private static let server = Task { try await MusicServer() }

    private func notices(_ gateway: MusicServer, of kind: String, as token: String? = nil) async throws -> [[String:
        Any]]
    {
        let reply = try await gateway.request("GET", "/api/v1/notifications", as: token)
        return (reply.json?["items"] as? [[String: Any]] ?? []).filter { $0["kind"] as? String == kind }
    }

    @Test("admins alone are notified of a request until it is answered or withdrawn")
    func requests() async throws {
        let gateway = try await Self.server.value
        let bo = try await gateway.person("bo", role: "listener")
        let mod = try await gateway.person("mod", role: "moderator")
        var ids: [String] = []
        for text in ["A sleep timer", "A clock"] {
            let sent = try await gateway.request(
                "POST", "/api/v1/me/feature-requests", json: #"{"text":"\#(text)"}"#, as: bo)
            ids.append(try #require(sent.json?["id"] as? String, "\(sent.text)"))
        }
        let told = try await notices(gateway, of: "requestArrived")
        #expect(told.map { $0["title"] as? String } == ["A clock", "A sleep timer"])
        #expect((told.first?["actor"] as? [String: Any])?["name"] as? String == "bo")
        for token in [bo, mod] { #expect(try await notices(gateway, of: "requestArrived", as: token).isEmpty) }

        let data = ["--data", gateway.data]
        let listed = try await Program.run(Program.path, ["request", "list", "--state", "open"] + data)
        #expect(listed.status == 0 && listed.output.contains("bo: A sleep timer"), "\(listed.output)\(listed.error)")
        let answered = try await Program.run(
            Program.path, ["request", "answer", ids[0], "--state", "done", "--text", "It is there"] + data)
        #expect(answered.status == 0, "\(answered.error)")
        #expect(try await notices(gateway, of: "requestArrived").map { $0["title"] as? String } == ["A clock"])
        #expect(try await notices(gateway, of: "requestAnswered", as: bo).first?["text"] as? String == "It is there")
        let wrong = try await Program.run(Program.path, ["request", "answer", ids[0], "--state", "perhaps"] + data)
        #expect(wrong.status == 2)
        let absent = try await Program.run(Program.path, ["request", "answer", "0000", "--state", "done"] + data)
        #expect(absent.status == 3)
        #expect(
            try await gateway.request("DELETE", "/api/v1/me/feature-requests/\(ids[1])", as: bo).status == 204)
        #expect(try await notices(gateway, of: "requestArrived").isEmpty)
    }

    @Test("admins are notified of accounts made without an invitation; other roles are not offered such notifications")
    func joined() async throws {
        let gateway = try await Self.server.value
        let mod = try await gateway.person("joined-mod", role: "moderator")
        let lea = try await gateway.person("joined-lea", role: "listener")
        #expect(
            try await gateway.request("PATCH", "/api/v1/settings", json: #"{"registrationOpen":true}"#).status == 200)
        let made = try await gateway.request(
            "POST", "/api/v1/registration",
            json: #"{"username":"new","displayName":"Newcomer","password":"nine silver flutes rising"}"#, as: "")
        #expect(made.status == 201, "\(made.text)")
        let told = try await notices(gateway, of: "memberJoined")
        #expect(told.count == 1 && (told.first?["actor"] as? [String: Any])?["name"] as? String == "Newcomer")
        #expect(try await notices(gateway, of: "memberJoined", as: mod).isEmpty)
        func kinds(_ token: String?) async throws -> [String] {
            let reply = try await gateway.request("GET", "/api/v1/notifications/choices", as: token)
            return reply.json?["kinds"] as? [String] ?? []
        }
        #expect(try await Set(["requestArrived", "memberJoined", "submissionArrived"]).isSubset(of: kinds(nil)))
        let moderator = try await kinds(mod)
        #expect(moderator.contains("submissionArrived") && !moderator.contains("requestArrived"))
        let listener = try await kinds(lea)
        #expect(listener.contains("playlistShared") && !listener.contains("submissionArrived"))
    }

    @Test("an account is created with its plan and its libraries") func born() async throws {
        let gateway = try await Self.server.value
        let plan = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"Guests","streams":1}"#)
        let id = try #require(plan.json?["id"] as? String)
        let made = try await gateway.request(
            "POST", "/api/v1/users", json: #"{"username":"guest","plan":"\#(id)","libraries":[]}"#)
        #expect(made.status == 201, "\(made.text)")
        let users = try await gateway.request("GET", "/api/v1/users?q=guest").json?["items"] as? [[String: Any]]
        #expect(
            users?.first?["plan"] as? String == "Guests" && (users?.first?["libraries"] as? [String])?.isEmpty == true)
        let unknown = try await gateway.request(
            "POST", "/api/v1/users", json: #"{"username":"other","libraries":["nothing"]}"#)
        #expect(unknown.status == 400 && unknown.json?["field"] as? String == "libraries", "\(unknown.text)")
    }

    @Test("the overview counts background work, in the console and on the command line")
    func jobs() async throws {
        let gateway = try await MusicServer()
        let bo = try await gateway.person("bo", role: "listener")
        #expect(
            try await gateway.request("POST", "/api/v1/me/feature-requests", json: #"{"text":"Hm"}"#, as: bo).status
                == 201)
        let jobs = try await gateway.request("GET", "/api/v1/overview").json?["jobs"] as? [[String: Any]]
        #expect(
            jobs?.map { $0["name"] as? String } == ["analysis", "uploads", "letters", "backup", "imports"])
        let listened = jobs?.first { $0["name"] as? String == "analysis" }
        #expect((listened?["waiting"] as? Int ?? 0) + (listened?["done"] as? Int ?? 0) == 1, "\(jobs ?? [])")
        let data = ["--data", gateway.data]
        let text = try await Program.run(Program.path, ["overview"] + data)
        #expect(text.status == 0 && text.output.contains("users 2") && text.output.contains("tracks 1"), "\(text)")
        #expect(text.output.contains("open requests 1") && text.output.contains("analysis  waiting"))
        let json = try await Program.run(Program.path, ["overview", "--json"] + data)
        let value = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect(value?["people"] as? Int == 2 && value?["openRequests"] as? Int == 1, "\(json.output)")
    }
}
