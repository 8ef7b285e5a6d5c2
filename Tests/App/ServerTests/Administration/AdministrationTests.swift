import Foundation
import Support
import Testing

/// The actions of the admin console, through the API.
@Suite("Administration", .timeLimit(.minutes(10))) struct AdministrationTests {
    private static let server = Task { try await MusicServer() }
    private static let password = "nine silver flutes rising"

    @Test("an invitation makes one account with its role, plan and libraries, and then stops working")
    func invitation() async throws {
        let gateway = try await Self.server.value
        let plan = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"Guests","streams":1}"#)
        let planID = try #require(plan.json?["id"] as? String)
        let made = try await gateway.request(
            "POST", "/api/v1/invitations",
            json: #"{"label":"Grandma","role":"listener","plan":"\#(planID)","libraries":[],"expiresInDays":2}"#)
        #expect(made.status == 201, "\(made.text)")
        let url = try #require(URL(string: made.json?["url"] as? String ?? ""))
        #expect(url.path == "/join")
        let token = try #require(url.fragment)
        #expect(
            try await gateway.request("POST", "/api/v1/invitations/check", json: #"{"token":"\#(token)"}"#, as: "")
                .status == 200)
        let weak = try await gateway.request(
            "POST", "/api/v1/invitations/acceptance",
            json: #"{"token":"\#(token)","username":"gran","password":"short"}"#, as: "")
        #expect(weak.status == 400 && weak.json?["field"] as? String == "password")
        let body = #"{"token":"\#(token)","username":"gran","displayName":"Gran","password":"\#(Self.password)"}"#
        let racing = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                group.addTask {
                    let body = body.replacing("\"gran\"", with: "\"gran\(number)\"")
                    return try await gateway.request("POST", "/api/v1/invitations/acceptance", json: body, as: "")
                        .status
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(racing.sorted() == [201, 404, 404, 404])
        let users = try await gateway.request("GET", "/api/v1/users?q=gran").json?["items"] as? [[String: Any]]
        #expect(
            users?.count == 1 && users?[0]["role"] as? String == "listener" && users?[0]["plan"] as? String == "Guests")
        #expect((users?[0]["libraries"] as? [String])?.isEmpty == true)
        for role in ["king", "anonymous"] {
            let wrong = try await gateway.request("POST", "/api/v1/invitations", json: #"{"role":"\#(role)"}"#)
            let detail = wrong.json?["detail"] as? String ?? ""
            #expect(wrong.status == 400 && wrong.json?["field"] as? String == "role", "\(wrong.text)")
            #expect(detail.contains("contributor") && !detail.contains("anonymous"), "\(detail)")
        }
        for (address, status, reason) in [("gran@example.org", 409, "mail_absent"), ("gran", 400, "email_invalid")] {
            let refused = try await gateway.request("POST", "/api/v1/invitations", json: #"{"email":"\#(address)"}"#)
            #expect(refused.status == status && refused.json?["reason"] as? String == reason, "\(refused.text)")
            #expect(refused.json?["field"] as? String == "email")
        }
        let list = try await gateway.request("GET", "/api/v1/invitations").json?["items"] as? [[String: Any]]
        #expect(list?.count == 1 && list?[0]["state"] as? String == "used" && list?[0]["usedBy"] as? String == "Gran")
        #expect(list?[0]["url"] == nil)
        let revoked = try await gateway.request("POST", "/api/v1/invitations", json: "{}")
        let id = try #require(revoked.json?["id"] as? String)
        let gone = try #require(URL(string: revoked.json?["url"] as? String ?? "")?.fragment)
        #expect(try await gateway.request("DELETE", "/api/v1/invitations/\(id)").status == 204)
        #expect(
            try await gateway.request("POST", "/api/v1/invitations/check", json: #"{"token":"\#(gone)"}"#, as: "")
                .status == 404)
    }

    @Test("accounts can be made without an invitation only while the admin allows it")
    func registration() async throws {
        let gateway = try await MusicServer()
        func register(_ name: String) async throws -> HTTPReply {
            try await gateway.request(
                "POST", "/api/v1/registration", json: #"{"username":"\#(name)","password":"\#(Self.password)"}"#, as: ""
            )
        }
        let closed = try await register("early")
        #expect(closed.status == 403 && closed.json?["reason"] as? String == "registration_closed")
        let changed = try await gateway.request(
            "PATCH", "/api/v1/settings",
            json: #"{"registrationOpen":true,"registrationRole":"listener","name":"Kwartet","journalDays":90}"#)
        #expect(changed.status == 200 && changed.json?["journalDays"] as? Int == 90, "\(changed.text)")
        let server = try await gateway.request("GET", "/api/v1/server", as: "")
        #expect(server.json?["name"] as? String == "Kwartet" && server.json?["registrationOpen"] as? Bool == true)
        let made = try await register("early")
        #expect(made.status == 201 && made.json?["role"] as? String == "listener", "\(made.text)")
        #expect(try await register("EARLY").status == 409)
        for (body, field) in [
            (#"{"registrationRole":"admin"}"#, "registrationRole"), (#"{"journalDays":5}"#, "journalDays"),
            (#"{"name":" "}"#, "name"), (#"{"name":"\u202e\u200d"}"#, "name"), (#"{"linkHosts":[""]}"#, "linkHosts"),
            (#"{"linkHosts":["example.org"," "]}"#, "linkHosts"), (#"{"linkNetworks":[""]}"#, "linkNetworks"),
        ] {
            let reply = try await gateway.request("PATCH", "/api/v1/settings", json: body)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(reply.text)")
        }
        let turned = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"name":"Kwar\u202etet"}"#)
        #expect(turned.json?["name"] as? String == "Kwartet", "\(turned.text)")
        var last = 0
        for number in 0..<60 where last != 429 { last = try await register("r\(number) ").status }
        #expect(last == 429)
    }

    @Test(
        "anyone reads the privacy policy, the default or the admin's text; the journal stores its length"
    )
    func privacy() async throws {
        let gateway = try await Self.server.value
        let standard = try await gateway.request("GET", "/api/v1/privacy?locale=pl_PL", as: "")
        #expect(standard.status == 200 && standard.json?["standard"] as? Bool == true, "\(standard.text)")
        #expect((standard.json?["text"] as? String)?.contains("Serwer Rondo prowadzi") == true)
        let own = "We keep nothing.\\n\\nReally."
        let changed = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"privacyPolicy":"\#(own)"}"#)
        #expect(changed.json?["privacyPolicy"] as? String == "We keep nothing.\n\nReally.", "\(changed.text)")
        let read = try await gateway.request("GET", "/api/v1/privacy?locale=es", as: "")
        #expect(
            read.json?["text"] as? String == "We keep nothing.\n\nReally." && read.json?["standard"] as? Bool == false)
        let journal = try await gateway.request("GET", "/api/v1/journal?action=setting.change").text
        #expect(journal.contains("25 characters") && !journal.contains("We keep nothing"), "\(journal)")
        #expect(try await gateway.request("PATCH", "/api/v1/settings", json: #"{"privacyPolicy":""}"#).status == 200)
        let again = try await gateway.request("GET", "/api/v1/privacy", as: "")
        #expect(again.json?["standard"] as? Bool == true && again.json?["text"] as? String != nil)
        let long = String(repeating: "x", count: 20_001)
        let refused = try await gateway.request("PATCH", "/api/v1/settings", json: #"{"privacyPolicy":"\#(long)"}"#)
        #expect(refused.status == 400 && refused.json?["field"] as? String == "privacyPolicy", "\(refused.text)")
    }

    @Test("people search finds only users who share their likes") func people() async throws {
        let gateway = try await Self.server.value
        let bo = try await gateway.person("found-bo", role: "listener")
        func found(_ query: String) async throws -> [String] {
            let items = try await gateway.request("GET", "/api/v1/people\(query)").json?["items"] as? [[String: Any]]
            return (items ?? []).compactMap { $0["name"] as? String }
        }
        #expect(try await found("") == [])
        let named = try await gateway.request(
            "PATCH", "/api/v1/me", json: #"{"displayName":"Bo Diddlé","locale":"es_ES"}"#, as: bo)
        #expect(named.json?["locale"] as? String == "es_ES", "\(named.text)")
        #expect(
            try await gateway.request("PUT", "/api/v1/me/sharing", json: #"{"opinions":"gateway"}"#, as: bo).status
                == 200)
        for query in ["", "?q=didd"] { #expect(try await found(query) == ["Bo Diddlé"], "\(query)") }
        for query in ["?q=iddle", "?q=%21"] { #expect(try await found(query) == [], "\(query)") }
    }

    @Test("users request features, the admin answers, and they are notified")
    func requests() async throws {
        let gateway = try await Self.server.value
        let bo = try await gateway.person("asking", role: "listener")
        let sent = try await gateway.request(
            "POST", "/api/v1/me/feature-requests", json: #"{"text":"  A sleep timer\nplease "}"#, as: bo)
        #expect(sent.status == 201 && sent.json?["text"] as? String == "A sleep timer\nplease", "\(sent.text)")
        let id = try #require(sent.json?["id"] as? String)
        #expect(
            try await gateway.request("POST", "/api/v1/me/feature-requests", json: #"{"text":" "}"#, as: bo).status
                == 400)
        for text in [#"\u202e"#, #"\u2066\u2069\u200d\n"#] {
            let unseen = try await gateway.request(
                "POST", "/api/v1/me/feature-requests", json: #"{"text":"\#(text)"}"#, as: bo)
            #expect(unseen.status == 400 && unseen.json?["field"] as? String == "text", "\(unseen.text)")
        }
        let turned = try await gateway.request(
            "POST", "/api/v1/me/feature-requests", json: #"{"text":"A\u202e timer"}"#, as: bo)
        #expect(turned.json?["text"] as? String == "A timer", "\(turned.text)")
        let second = try #require(turned.json?["id"] as? String)
        #expect(try await gateway.request("DELETE", "/api/v1/me/feature-requests/\(second)", as: bo).status == 204)
        let inbox = try await gateway.request("GET", "/api/v1/feature-requests?state=open")
        #expect((inbox.json?["items"] as? [[String: Any]])?.first?["person"] as? String == "asking")
        #expect(try await gateway.request("GET", "/api/v1/overview").json?["openRequests"] as? Int == 1)
        let answered = try await gateway.request(
            "PUT", "/api/v1/feature-requests/\(id)/answer", json: #"{"state":"planned","answer":"Next month"}"#)
        #expect(answered.json?["state"] as? String == "planned", "\(answered.text)")
        let told = try await gateway.request("GET", "/api/v1/notifications", as: bo)
        let notes = told.json?["items"] as? [[String: Any]]
        #expect(
            notes?.first?["kind"] as? String == "requestAnswered" && notes?.first?["text"] as? String == "Next month")
        let own = try await gateway.request("GET", "/api/v1/me/feature-requests", as: bo)
        #expect((own.json?["items"] as? [[String: Any]])?.first?["answer"] as? String == "Next month")
        let late = try await gateway.request("DELETE", "/api/v1/me/feature-requests/\(id)", as: bo)
        #expect(late.status == 409 && late.json?["reason"] as? String == "request_answered", "\(late.text)")
        // Users cannot see the requests of others.
        #expect(try await gateway.request("DELETE", "/api/v1/me/feature-requests/\(id)").status == 404)
        #expect(
            try await gateway.request("GET", "/api/v1/me/feature-requests").json?["items"] as? [[String: String]] == [])
    }

    @Test("deleting an account but keeping shared items credits them to a former member and removes private ones")
    func formerMember() async throws {
        let gateway = try await Self.server.value
        let bo = try await gateway.person("leaver", role: "listener")
        let post = try await gateway.request(
            "POST", "/api/v1/board/today", json: #"{"trackId":"\#(gateway.track)","caption":"mine"}"#, as: bo)
        #expect(post.status == 201, "\(post.text)")
        var lists: [String: String] = [:]
        for visibility in ["public", "private"] {
            let list = try await gateway.request(
                "POST", "/api/v1/playlists", json: #"{"name":"\#(visibility)","visibility":"\#(visibility)"}"#, as: bo)
            lists[visibility] = list.json?["id"] as? String
        }
        let users = try await gateway.request("GET", "/api/v1/users?q=leaver").json?["items"] as? [[String: Any]]
        let id = try #require(users?.first?["id"] as? String)
        #expect(try await gateway.request("DELETE", "/api/v1/users/\(id)?keep=everything").status == 400)
        #expect(try await gateway.request("DELETE", "/api/v1/users/\(id)?keep=shared").status == 204)
        let board = try await gateway.request("GET", "/api/v1/board/today")
        #expect(board.text.contains("A former member") && board.text.contains("mine"), "\(board.text)")
        let open = try await gateway.request("GET", "/api/v1/playlists/\(lists["public"] ?? "")")
        #expect(open.status == 200 && open.text.contains("A former member"), "\(open.text)")
        #expect(try await gateway.request("GET", "/api/v1/playlists/\(lists["private"] ?? "")").status == 404)
        let left = try await gateway.request("GET", "/api/v1/users?q=leaver").json?["items"] as? [[String: Any]]
        #expect(left?.isEmpty == true)
        let again = try await gateway.person("leaver", role: "listener")
        #expect(!again.isEmpty)
    }
}
