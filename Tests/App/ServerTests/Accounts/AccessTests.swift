import Foundation
import Support
import Testing

/// Single rules of access control. `AuthorizationWalkTests` calls every row in every role.
@Suite("Access rules", .timeLimit(.minutes(10))) struct AccessTests {
    @Test("an unknown method gets 405 with Allow, an unknown path 404, both as problem documents")
    func otherMethods() async throws {
        let gateway = try await MusicServer.shared.value
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

    @Test("a state-changing request with a cookie must come from the server's own pages")
    func crossSite() async throws {
        let gateway = try await MusicServer.shared.value
        let signIn = try await gateway.send(
            "POST", "/api/v1/session", [("Content-Type", "application/json")],
            body: Array(#"{"username":"ADA","password":"\#(MusicServer.adminPassword)"}"#.utf8))
        #expect(signIn.status == 200)
        let cases: [([(String, String)], Int)] = [
            ([("Sec-Fetch-Site", "cross-site")], 403), ([("Sec-Fetch-Site", "same-site")], 403), ([], 403),
            ([("Origin", "https://evil.example")], 403), ([("Origin", "null")], 403),
            ([("Sec-Fetch-Site", "same-origin")], 200), ([("Origin", "https://localhost")], 200),
        ]
        for (fields, status) in cases {
            let reply = try await gateway.send(
                "PATCH", "/api/v1/me", [("Content-Type", "application/json"), ("Cookie", signIn.cookies)] + fields,
                body: Array(#"{"theme":"dark"}"#.utf8))
            #expect(reply.status == status, "\(fields)")
        }
    }

    @Test("a browser session administers only soon after entering the password; reading and bearer tokens are exempt")
    func confirmation() async throws {
        let gateway = try await MusicServer(arguments: ["--confirmation-time", "10"], frames: 1000)
        func send(_ method: String, _ path: String, _ json: String?, cookies: String) async throws -> HTTPReply {
            let fields = [
                ("Content-Type", "application/json"), ("Sec-Fetch-Site", "same-origin"), ("Cookie", cookies),
            ]
            return try await gateway.send(method, path, fields, body: json.map { Array($0.utf8) })
        }
        let signIn = try await send(
            "POST", "/api/v1/session", #"{"username":"ada","password":"\#(MusicServer.adminPassword)"}"#, cookies: "")
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
            "POST", "/api/v1/me/confirmation", #"{"password":"\#(MusicServer.adminPassword)"}"#, cookies: signIn.cookies
        )
        #expect(right.status == 204)
        let made = try await send(
            "POST", "/api/v1/users", #"{"username":"eve"}"#, cookies: signIn.cookies)
        #expect(made.status == 201)
    }

    @Test("the OpenAPI document lists the accepted media types of binary bodies")
    func uploads() async throws {
        let gateway = try await MusicServer.shared.value
        let document = try #require(try await gateway.request("GET", "/api/v1/openapi.json").json)
        let paths = try #require(document["paths"] as? [String: [String: [String: Any]]])
        func types(_ method: String, _ path: String) -> Set<String>? {
            let body = paths[path]?[method]?["requestBody"] as? [String: Any]
            return (body?["content"] as? [String: Any]).map { Set($0.keys) }
        }
        let pictures = paths.keys.filter { path in
            ["cover", "image", "picture"].contains { path.hasSuffix("/" + $0) } && paths[path]?["put"] != nil
        }
        #expect(pictures.count == 9)
        for path in pictures {
            #expect(types("put", path) == ["image/jpeg", "image/png", "image/webp"], "\(path)")
        }
        #expect(types("post", "/api/v1/me/import")?.contains("application/zip") == true)
        #expect(types("patch", "/api/v1/uploads/{id}") == ["application/offset+octet-stream"])
        #expect(types("post", "/api/v1/playlists/import")?.contains("application/xspf+xml") == true)
    }
}
