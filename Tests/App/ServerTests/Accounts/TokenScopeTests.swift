import Foundation
import Support
import Testing

/// The requests that each scope of a bearer token allows.
@Suite("Token scopes", .timeLimit(.minutes(5))) struct TokenScopeTests {
    private static let server = Task { try await MusicServer() }

    private struct Row {
        let method: String
        let path: String
        let permission: String
        let scopes: Set<String>
    }

    private static let administrative: Set<String> = ["manageUsers", "manageLibraries", "administer"]

    /// The requests that create, change or remove credentials. The list deliberately does not come from the code.
    private static let credentials: Set<String> = [
        "DELETE /api/v1/session", "POST /api/v1/me/confirmation", "POST /api/v1/me/password",
        "POST /api/v1/me/mail/confirmation", "DELETE /api/v1/me/sessions", "DELETE /api/v1/me/sessions/{id}",
        "POST /api/v1/me/tokens", "DELETE /api/v1/me/tokens/{id}", "POST /api/v1/me/device-keys",
        "DELETE /api/v1/me/device-keys", "PATCH /api/v1/me/device-keys/{id}", "DELETE /api/v1/me/device-keys/{id}",
        "POST /api/v1/me/two-factor", "POST /api/v1/me/two-factor/enable",
        "POST /api/v1/me/two-factor/recovery-codes", "POST /api/v1/me/two-factor/disable",
        "POST /api/v1/me/deletion",
        "POST /api/v1/me/passkeys", "POST /api/v1/me/passkeys/options", "PATCH /api/v1/me/passkeys/{id}",
        "DELETE /api/v1/me/passkeys/{id}", "POST /api/v1/me/confirmation/passkey",
        "POST /api/v1/me/confirmation/passkey/options",
        "POST /api/v1/me/openid", "DELETE /api/v1/me/openid/{id}", "POST /api/v1/me/confirmation/openid",
        // The linked account's owner can read the user's plays.
        "PUT /api/v1/me/scrobbling", "DELETE /api/v1/me/scrobbling", "PUT /api/v1/me/scrobbling/history",
        "POST /api/v1/me/scrobbling/lastfm/consent", "PUT /api/v1/me/scrobbling/lastfm",
        "DELETE /api/v1/me/scrobbling/lastfm",
    ]

    /// The same for admins. These requests also require `administer`.
    private static let others: Set<String> = [
        "POST /api/v1/users", "PATCH /api/v1/users/{id}", "DELETE /api/v1/users/{id}", "POST /api/v1/users/{id}/link",
        "POST /api/v1/users/{id}/link/mail", "DELETE /api/v1/users/{id}/sessions",
        "DELETE /api/v1/users/{id}/sessions/{session}", "DELETE /api/v1/users/{id}/device-keys",
        "DELETE /api/v1/users/{id}/device-keys/{key}", "DELETE /api/v1/users/{id}/two-factor",
        "PUT /api/v1/users/two-factor/roles", "POST /api/v1/invitations", "DELETE /api/v1/invitations/{id}",
        "GET /api/v1/backups/{id}/file", "POST /api/v1/backups/{id}/restoration",
        "DELETE /api/v1/backups/restoration", "DELETE /api/v1/mail/{id}",
        "PATCH /api/v1/settings/lastfm", "PATCH /api/v1/settings/openid",
    ]

    @Test("every row lists its required scopes, and refuses a token without one of them")
    func walk() async throws {
        let gateway = try await Self.server.value
        let rows = try await table(gateway)
        #expect(rows.count > 200)
        var tokens: [(scopes: Set<String>, text: String)] = []
        for scopes in ["read", "write", "administer", "credentials", "read,write,administer", "read,write,credentials"]
        {
            let text = try await gateway.token(of: "ada", labeled: scopes, for: scopes)
            tokens.append((Set(scopes.split(separator: ",").map(String.init)), text))
        }
        var checks = 0
        for row in rows {
            let name = "\(row.method) \(row.path)"
            var expected: Set<String> = []
            if Self.credentials.contains(name) || Self.others.contains(name) { expected.insert("credentials") }
            if Self.administrative.contains(row.permission) { expected.insert("administer") }
            if expected.isEmpty { expected = [row.method == "GET" ? "read" : "write"] }
            #expect(row.scopes == expected, "\(name)")
            #expect(Self.others.contains(name) == (expected == ["administer", "credentials"]), "\(name)")
            for token in tokens where !expected.isSubset(of: token.scopes) {
                let path = row.path.replacingOccurrences(of: "{date}", with: "today")
                    .replacing(try Regex(#"\{\w+\}"#), with: "0190aaaa-0000-7000-8000-000000000000")
                let reply = try await gateway.send(
                    row.method, path, [("Authorization", "Bearer \(token.text)")])
                #expect(
                    reply.status == 403 && reply.json?["reason"] as? String == "scope_missing"
                        && reply.text.contains("Use "),
                    "\(name) with \(token.scopes.sorted()): \(reply.status) \(reply.text)")
                checks += 1
            }
        }
        #expect(checks > 700)
    }

    @Test("a listener's leaked token cannot get at the account, and its owner notices nothing")
    func leaked() async throws {
        let gateway = try await Self.server.value
        _ = try await gateway.person("ada2", role: "listener")
        let thief = try await gateway.token(of: "ada2", labeled: "leaked", for: "read,write")
        let before = try await gateway.request("GET", "/api/v1/me", as: thief).text
        let attacks: [(String, String, String?)] = [
            ("PATCH", "/api/v1/me", #"{"email":"eve@evil.example"}"#), ("PATCH", "/api/v1/me", #"{"username":"eve"}"#),
            ("POST", "/api/v1/me/mail/confirmation", nil),
            (
                "POST", "/api/v1/me/password",
                #"{"currentPassword":"seven quiet violas at dawn","newPassword":"another lengthy sekret"}"#
            ),
            ("POST", "/api/v1/me/confirmation", #"{"password":"seven quiet violas at dawn"}"#),
            ("POST", "/api/v1/me/tokens", #"{"label":"heir"}"#),
            ("POST", "/api/v1/me/device-keys", #"{"label":"heir"}"#),
            ("POST", "/api/v1/me/two-factor", #"{"password":"seven quiet violas at dawn"}"#),
            ("DELETE", "/api/v1/me/sessions", nil), ("DELETE", "/api/v1/me/device-keys", nil),
        ]
        for (method, path, json) in attacks {
            let reply = try await gateway.request(method, path, json: json, as: thief)
            #expect(
                reply.status == 403 && reply.json?["reason"] as? String == "scope_missing",
                "\(method) \(path): \(reply.status) \(reply.text)")
        }
        #expect(try await gateway.request("GET", "/api/v1/me", as: thief).text == before)
        // Changing who may register would let others in.
        let admin = try await gateway.token(of: "ada", labeled: "console", for: "read,administer")
        let opened = try await gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"registrationOpen":true}"#, as: admin)
        #expect(opened.status == 403 && opened.json?["reason"] as? String == "scope_missing")
        let inside = try await gateway.request(
            "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1"]}"#, as: admin)
        #expect(inside.status == 403 && inside.json?["reason"] as? String == "scope_missing")
        #expect(try await gateway.request("PATCH", "/api/v1/settings", json: #"{"name":"R"}"#, as: admin).status == 200)
    }

    @Test("a token is made with scopes and an expiry, and listed with its last use, address and state")
    func listing() async throws {
        let gateway = try await Self.server.value
        let signIn = try await gateway.send(
            "POST", "/api/v1/session", [("Content-Type", "application/json")],
            body: Array(#"{"username":"ada","password":"\#(MusicServer.adminPassword)"}"#.utf8))
        func make(_ json: String) async throws -> HTTPReply {
            try await gateway.send(
                "POST", "/api/v1/me/tokens",
                [("Content-Type", "application/json"), ("Cookie", signIn.cookies), ("Sec-Fetch-Site", "same-origin")],
                body: Array(json.utf8))
        }
        let plain = try await make(#"{"label":"plain"}"#)
        #expect(plain.json?["scopes"] as? [String] == ["read"] && plain.json?["expiresAt"] != nil)
        let endless = try await make(#"{"label":"endless","scopes":["read","administer"],"expiresInDays":null}"#)
        #expect(endless.json?["scopes"] as? [String] == ["read", "administer"] && endless.json?["expiresAt"] == nil)
        for wrong in [
            #"{"label":"x","scopes":[]}"#, #"{"label":"x","scopes":["root"]}"#, #"{"label":"x","scopes":"read"}"#,
        ] {
            let reply = try await make(wrong)
            #expect(reply.status == 400 && reply.json?["field"] as? String == "scopes", "\(wrong)")
        }
        let text = try #require(plain.json?["token"] as? String)
        #expect(try await gateway.request("GET", "/api/v1/tracks", as: text).status == 200)
        try await waitUntil("the use is written") {
            let items = try await gateway.request("GET", "/api/v1/me/tokens").json?["items"] as? [[String: Any]]
            let listed = items?.first { $0["label"] as? String == "plain" }
            return listed?["lastAddress"] as? String == "127.0.0.1" && listed?["lastUsedAt"] != nil
                && listed?["usable"] as? Bool == true
        }
        let data = gateway.data
        let list = try await Program.run(Program.path, ["token", "list", "--user", "ada", "--data", data])
        #expect(list.output.contains("plain  read  until ") && list.output.contains("from 127.0.0.1"))
        let id = try #require(plain.json?["id"] as? String)
        let revoked = try await Program.run(Program.path, ["token", "revoke", id, "--user", "ada", "--data", data])
        #expect(revoked.status == 0)
        try await waitUntil("the token has ended") {
            try await gateway.request("GET", "/api/v1/tracks", as: text).status == 401
        }
    }

    @Test("a token's creations are shown and end with it, accounts unless they are kept")
    func products() async throws {
        let gateway = try await Self.server.value
        for keeps in [true, false] {
            let script = try await gateway.token(of: "ada", labeled: "script", for: "administer,credentials")
            let name = keeps ? "kept" : "lost"
            let made = try await gateway.request(
                "POST", "/api/v1/users",
                json: #"{"username":"\#(name)","role":"listener","password":"seven quiet violas at dawn"}"#, as: script)
            #expect(made.status == 201, "\(made.text)")
            let invited = try await gateway.request(
                "POST", "/api/v1/invitations", json: #"{"label":"friend"}"#, as: script)
            let invitation = try #require((invited.json?["url"] as? String)?.components(separatedBy: "#").last)
            let items = try await gateway.request("GET", "/api/v1/me/tokens").json?["items"] as? [[String: Any]]
            let id = try #require(items?.first { $0["label"] as? String == "script" }?["id"] as? String)
            let path = "/api/v1/me/tokens/\(id)"
            let shown = try await gateway.request("GET", path + "/products").json?["items"] as? [[String: Any]]
            #expect(Set((shown ?? []).compactMap { $0["name"] as? String }) == [name, "friend"])
            let data = gateway.data
            let dry = try await Program.run(
                Program.path, ["token", "revoke", id, "--user", "ada", "--dry-run", "--data", data])
            #expect(dry.output.contains("account  \(name)") && dry.output.contains("invitation  friend"))
            // A token cannot remove the accounts that it created.
            let refused = try await gateway.request("DELETE", path + "?keep=accounts", as: script)
            #expect(refused.status == 403 && refused.text.contains("confirmation_required"), "\(refused.text)")
            let revoked = try await Program.run(
                Program.path,
                ["token", "revoke", id, "--user", "ada", "--data", data] + (keeps ? ["--keep-accounts"] : []))
            #expect(revoked.output.contains("Revoked. Ended with it: \(keeps ? 1 : 2). Left: \(keeps ? 1 : 0)"))
            let check = try await gateway.request(
                "POST", "/api/v1/invitations/check", json: #"{"token":"\#(invitation)"}"#, as: "")
            #expect(check.status == 404)
            let entered = try await gateway.request(
                "POST", "/api/v1/session",
                json: #"{"username":"\#(name)","password":"seven quiet violas at dawn"}"#, as: "")
            #expect(entered.status == (keeps ? 200 : 401), "\(entered.text)")
        }
    }

    private func table(_ gateway: MusicServer) async throws -> [Row] {
        let document = try #require(try await gateway.request("GET", "/api/v1/openapi.json").json)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        return paths.flatMap { path, methods in
            methods.compactMap { method, row in
                (row["x-permission"] as? String).map {
                    Row(
                        method: method.uppercased(), path: path, permission: $0,
                        scopes: Set(row["x-scopes"] as? [String] ?? []))
                }
            }
        }.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }
}
