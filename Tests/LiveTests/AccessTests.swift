import Foundation
import Support
import Testing

/// Every row of the endpoint table, as the gateway itself publishes it, called by every role.
@Suite("Who may call what", .timeLimit(.minutes(10))) struct AccessTests {
    private struct Row {
        let method: String
        let path: String
        let permission: String?
        /// Whether a browser's person must have typed the password lately.
        let confirmed: Bool
    }

    /// The table of product.md, section 2, as permissions; kept apart from the code on purpose.
    private static let permissions: [String: Set<String>] = [
        "anonymous": [],
        "listener": ["browse", "stream", "listen", "takePart", "manageOwnAccount"],
        "contributor": ["browse", "stream", "listen", "takePart", "manageOwnAccount", "submit"],
        "moderator": ["browse", "stream", "listen", "takePart", "manageOwnAccount", "submit", "moderate"],
        "admin": [
            "browse", "stream", "listen", "takePart", "manageOwnAccount", "submit", "moderate", "manageUsers",
            "manageLibraries",
            "administer",
        ],
    ]

    /// What anybody may call; a new row here is a decision.
    private static let open: Set<String> = [
        "GET /health", "GET /api/v1/server", "POST /api/v1/setup", "POST /api/v1/links/check",
        "POST /api/v1/links/password",
        "POST /api/v1/session", "GET /share/{token}", "GET /share/{token}/contents",
        "POST /api/v1/session/two-factor", "POST /api/v1/session/two-factor/setup",
        "POST /api/v1/password-reset", "POST /api/v1/email-confirmation",
        "POST /api/v1/session/two-factor/enable", "GET /share/{token}/tracks/{id}/stream",
        "GET /share/{token}/tracks/{id}/cover",
        "POST /api/v1/invitations/check", "POST /api/v1/invitations/acceptance", "POST /api/v1/registration",
    ]

    /// What is for admins only, by the beginning of its path.
    private static let administrative = [
        "/api/v1/users", "/api/v1/libraries", "/api/v1/scans", "/api/v1/problems", "/api/v1/plans", "/api/v1/journal",
        "/api/v1/settings", "/api/v1/overview", "/api/v1/feature-requests",
    ]

    @Test("each role gets through exactly where its permissions say")
    func matrix() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let rows = try await table(gateway)
        #expect(rows.count > 40)
        var tokens = ["anonymous": "", "admin": gateway.token]
        for role in ["listener", "contributor", "moderator"] {
            tokens[role] = try await gateway.person("p-\(role)", role: role)
        }
        for row in rows {
            if Self.administrative.contains(where: { row.path.hasPrefix($0) }), !row.path.hasSuffix("/picture") {
                #expect(["manageUsers", "manageLibraries", "administer"].contains(row.permission), "\(row.path)")
            }
            #expect(
                (row.permission == nil) == Self.open.contains("\(row.method) \(row.path)"), "\(row.method) \(row.path)")
            let isScan = row.path.hasPrefix("/api/v1/scans")
            let administers = ["manageUsers", "manageLibraries", "administer"].contains(row.permission)
            #expect(
                row.confirmed == (administers && row.method != "GET" && !isScan)
                    || row.path == "/api/v1/backups/{id}/file"
                    || ["/api/v1/me/tokens", "/api/v1/me/device-keys"].contains(row.path) && row.method == "POST",
                "\(row.method) \(row.path)")
            // Streams of events go on for ever; signing out is tested where it belongs.
            if row.path.hasSuffix("/events") { continue }
            for (role, token) in tokens where role != "admin" || row.method == "GET" {
                let path = row.path.replacingOccurrences(of: "{id}", with: "0190aaaa-0000-7000-8000-000000000000")
                    .replacingOccurrences(of: "{edit}", with: "0190aaaa-0000-7000-8000-000000000001")
                    .replacingOccurrences(of: "{date}", with: "today")
                    .replacingOccurrences(of: "{reaction}", with: "love")
                    .replacingOccurrences(of: "{year}", with: "2026")
                    .replacingOccurrences(of: "{key}", with: String(repeating: "0", count: 64))
                let reply = try await gateway.request(
                    row.method, path, json: row.method == "GET" ? nil : "{}", as: token)
                let name = "\(row.method) \(row.path) as \(role): \(reply.status)"
                #expect(reply.status < 500, "\(name) \(reply.text)")
                guard let permission = row.permission else {
                    #expect(
                        reply.status != 401 && reply.status != 403 || row.path.hasPrefix("/api/v1/session"), "\(name)")
                    continue
                }
                if role == "anonymous" {
                    #expect(reply.status == 401, "\(name)")
                } else if Self.permissions[role]?.contains(permission) == true {
                    #expect(reply.status != 401 && reply.status != 403, "\(name)")
                } else {
                    #expect(reply.status == 403 && reply.code == "forbidden", "\(name)")
                }
            }
        }
    }

    @Test("methods that a path does not know are 405 with Allow, unknown paths 404, both as problems")
    func otherMethods() async throws {
        let gateway = try await Gateway.shared.value
        let wrong = try await gateway.request("DELETE", "/api/v1/me")
        #expect(
            wrong.status == 405 && wrong["allow"] == "GET, HEAD, PATCH"
                && wrong["content-type"] == "application/problem+json")
        for (method, path) in [
            ("GET", "nothing"), ("GET", "board"), ("POST", "board/posts"), ("DELETE", "shelf"), ("GET", "users/x/y/z"),
        ] {
            let unknown = try await gateway.request(method, "/api/v1/" + path)
            #expect(unknown.status == 404 && unknown.code == "notFound", "\(method) \(path)")
        }
    }

    @Test("a state-changing request with a cookie must come from the gateway's own pages")
    func crossSite() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect()
        let signIn = try await connection.request(
            "POST", "/api/v1/session", [("Content-Type", "application/json")],
            body: Array(#"{"username":"ADA","password":"\#(Gateway.adminPassword)"}"#.utf8))
        #expect(signIn.status == 200)
        let cases: [([(String, String)], Int)] = [
            ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403), ([], 403),
            ([("Origin", "https://evil.example")], 403), ([("Origin", "null")], 403),
            ([("Sec-Fetch-Site", "same-origin")], 200), ([("Origin", "https://localhost")], 200),
        ]
        for (fields, status) in cases {
            let reply = try await connection.request(
                "PATCH", "/api/v1/me", [("Content-Type", "application/json"), ("Cookie", signIn.cookies)] + fields,
                body: Array(#"{"theme":"dark"}"#.utf8))
            #expect(reply.status == status, "\(fields)")
        }
        await connection.close()
    }

    @Test("a browser administers only soon after its person typed the password; reading and bearer tokens go on")
    func confirmation() async throws {
        let gateway = try await Gateway(arguments: ["--confirmation-time", "10"], frames: 1000)
        let connection = try await gateway.server.connect()
        func send(_ method: String, _ path: String, _ json: String?, cookies: String) async throws -> HTTPReply {
            let fields = [
                ("Content-Type", "application/json"), ("Sec-Fetch-Site", "same-origin"), ("Cookie", cookies),
            ]
            return try await connection.request(method, path, fields, body: json.map { Array($0.utf8) })
        }
        let signIn = try await send(
            "POST", "/api/v1/session", #"{"username":"ada","password":"\#(Gateway.adminPassword)"}"#, cookies: "")
        try await waitUntil("the password must be typed again") {
            let refused = try await send("POST", "/api/v1/users", "{}", cookies: signIn.cookies)
            return refused.status == 403 && refused.json?["reason"] as? String == "confirmation_required"
        }
        let tokens = try await send("POST", "/api/v1/me/tokens", #"{"label":"x"}"#, cookies: signIn.cookies)
        #expect(tokens.json?["reason"] as? String == "confirmation_required")
        #expect(try await send("GET", "/api/v1/users", nil, cookies: signIn.cookies).status == 200)
        #expect(try await gateway.request("POST", "/api/v1/users", json: "{}").status == 400)
        let heir = try await gateway.request("POST", "/api/v1/me/tokens", json: #"{"label":"heir"}"#)
        #expect(heir.status == 403 && heir.json?["reason"] as? String == "session_required")

        let wrong = try await send("POST", "/api/v1/me/confirmation", #"{"password":"no"}"#, cookies: signIn.cookies)
        #expect(wrong.status == 400 && wrong.json?["reason"] as? String == "wrong_password")
        let right = try await send(
            "POST", "/api/v1/me/confirmation", #"{"password":"\#(Gateway.adminPassword)"}"#, cookies: signIn.cookies)
        #expect(right.status == 204)
        let made = try await send(
            "POST", "/api/v1/users", #"{"username":"eve"}"#, cookies: signIn.cookies)
        #expect(made.status == 201)
        await connection.close()
    }

    @Test("who sends bytes reads in the document which ones")
    func uploads() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let document = try #require(try await gateway.request("GET", "/api/v1/openapi.json").json)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        func types(_ method: String, _ path: String) -> Set<String>? {
            let body = paths[path]?[method]?["requestBody"] as? [String: Any]
            return (body?["content"] as? [String: Any]).map { Set($0.keys) }
        }
        let pictures = paths.keys.filter { path in
            ["cover", "image", "picture"].contains { path.hasSuffix("/" + $0) } && paths[path]?["put"] != nil
        }
        #expect(pictures.count == 8)
        for path in pictures {
            #expect(types("put", path) == ["image/jpeg", "image/png", "image/webp"], "\(path)")
        }
        #expect(types("post", "/api/v1/me/import")?.contains("application/zip") == true)
        #expect(types("patch", "/api/v1/uploads/{id}") == ["application/offset+octet-stream"])
        #expect(types("post", "/api/v1/playlists/import")?.contains("application/xspf+xml") == true)
    }

    private func table(_ gateway: Gateway) async throws -> [Row] {
        let document = try #require(try await gateway.request("GET", "/api/v1/openapi.json").json)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        return paths.flatMap { path, methods in
            methods.map {
                Row(
                    method: $0.key.uppercased(), path: path, permission: $0.value["x-permission"] as? String,
                    confirmed: $0.value["x-confirmed"] as? Bool ?? false)
            }
        }.sorted { ($0.path, $0.method) < ($1.path, $1.method) }
    }
}
