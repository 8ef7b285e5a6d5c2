import Accounts
import Foundation
import Primitives
import Support
import Testing

@testable import rondo

@Suite("Passkeys over HTTP", .timeLimit(.minutes(5))) struct PasskeyTests {
    private static let server = Task { try await MusicServer() }
    private let gateway: MusicServer

    init() async throws {
        gateway = try await Self.server.value
    }

    /// Sends one request as a browser with these cookies.
    private func send(
        _ method: String, _ path: String, _ body: [String: Any]? = nil, cookies: String = "",
        _ fields: [(String, String)] = []
    ) async throws -> HTTPReply {
        var all = [("Sec-Fetch-Site", "same-origin"), ("Cookie", cookies)] + fields
        if body != nil { all.append(("Content-Type", "application/json")) }
        let bytes = try body.map { Array(try JSONSerialization.data(withJSONObject: $0)) }
        return try await gateway.send(method, "/api/v1" + path, all, body: bytes)
    }

    private func signIn(_ name: String) async throws -> HTTPReply {
        try await send("POST", "/session", ["username": name, "password": "seven quiet violas at dawn"])
    }

    private func add(_ authenticator: PasskeyAuthenticator, cookies: String) async throws -> HTTPReply {
        let options = try await send("POST", "/me/passkeys/options", cookies: cookies)
        let response = try authenticator.response(to: try #require(options.json, "\(options.text)"))
        return try await send(
            "POST", "/me/passkeys", response.merging(["label": "laptop"]) { $1 }, cookies: cookies)
    }

    @Test("a passkey is added, signs in, confirms, is renamed and removed")
    func life() async throws {
        _ = try await gateway.person("living", role: "listener")
        let first = try await signIn("living")
        let user = try #require(first.json?["id"] as? String)
        let authenticator = try PasskeyAuthenticator(.edDSA)
        let made = try await add(authenticator, cookies: first.cookies)
        #expect(made.status == 201 && made.json?["label"] as? String == "laptop", "\(made.text)")
        let id = try #require(made.json?["id"] as? String)

        let asked = try await send("POST", "/session/passkey/options", [:])
        #expect(asked.json?["rpId"] as? String == "localhost")
        #expect((asked.json?["allowed"] as? [String])?.isEmpty == true)
        let entered = try await send(
            "POST", "/session/passkey", authenticator.use(by: try #require(asked.json), user: user))
        #expect(entered.status == 200 && entered.json?["passkeys"] as? Bool == true, "\(entered.text)")
        #expect(try await send("GET", "/me", cookies: entered.cookies).json?["id"] as? String == user)

        let confirming = try await send("POST", "/me/confirmation/passkey/options", cookies: entered.cookies)
        let confirmed = try await send(
            "POST", "/me/confirmation/passkey", authenticator.use(by: try #require(confirming.json), user: nil),
            cookies: entered.cookies)
        #expect(confirmed.status == 204, "\(confirmed.text)")

        let renamed = try await send("PATCH", "/me/passkeys/\(id)", ["label": "phone"], cookies: entered.cookies)
        #expect(renamed.json?["label"] as? String == "phone")
        let listed = try await send("GET", "/me/passkeys", cookies: entered.cookies)
        let items = try #require(listed.json?["items"] as? [[String: Any]])
        #expect(items.map { $0["label"] as? String } == ["phone"] && items.first?["lastUsedAt"] is String)
        #expect(!listed.text.contains(Base64URL.encode(authenticator.credential)))
        #expect(try await send("DELETE", "/me/passkeys/\(id)", cookies: entered.cookies).status == 204)
        #expect(try await send("GET", "/me", cookies: entered.cookies).json?["passkeys"] as? Bool == false)
        let again = try await send("POST", "/session/passkey/options", [:])
        let refused = try await send(
            "POST", "/session/passkey", authenticator.use(by: try #require(again.json), user: user))
        #expect(refused.status == 401 && refused.json?["reason"] as? String == "passkey_refused")
        #expect(refused.cookies.isEmpty)
    }

    @Test("the second step of a sign-in offers a passkey and accepts it")
    func secondStep() async throws {
        _ = try await gateway.person("stepping", role: "moderator")
        let first = try await signIn("stepping")
        let authenticator = try PasskeyAuthenticator(.rs256)
        #expect(try await add(authenticator, cookies: first.cookies).status == 201)
        let roles = try await gateway.request(
            "PUT", "/api/v1/users/two-factor/roles", json: #"{"roles":["moderator"]}"#)
        #expect(roles.status == 200, "\(roles.text)")
        let step = try await signIn("stepping")
        #expect(step.status == 202 && step.json?["step"] as? String == "two_factor")
        #expect(step.json?["methods"] as? [String] == ["passkey"])
        let token = try #require(step.json?["token"] as? String)
        let asked = try await send("POST", "/session/passkey/options", ["step": token])
        #expect(asked.json?["allowed"] as? [String] == [Base64URL.encode(authenticator.credential)])
        let entered = try await send(
            "POST", "/session/passkey", authenticator.use(by: try #require(asked.json), user: nil))
        #expect(entered.status == 200, "\(entered.text)")
        let unknown = try await send("POST", "/session/passkey/options", ["step": "nothing"])
        #expect(unknown.status == 409 && unknown.json?["reason"] as? String == "step_expired")
    }

    @Test("invalid base64url, oversized values and unknown fields are refused by name")
    func input() async throws {
        let whole: [String: Any] = [
            "token": "x", "credential": "AA", "clientData": "AA", "authenticatorData": "AA", "signature": "AA",
        ]
        #expect(try await send("POST", "/session/passkey", whole).json?["reason"] as? String == "step_expired")
        for (field, value) in [
            ("credential", "A"), ("credential", "A+/="), ("credential", String(repeating: "A", count: 1365)),
            ("userHandle", String(repeating: "A", count: 87)), ("signature", ""), ("other", "AA"),
        ] {
            let reply = try await send("POST", "/session/passkey", whole.merging([field: value]) { $1 })
            if value.isEmpty {
                #expect(reply.json?["reason"] as? String == "step_expired")
            } else {
                #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(field) \(reply.text)")
            }
        }
    }

    @Test("a passkey response made for another site is refused")
    func otherSite() async throws {
        _ = try await gateway.person("elsewhere", role: "listener")
        let first = try await signIn("elsewhere")
        var authenticator = try PasskeyAuthenticator()
        authenticator.origin = "https://music.example"
        #expect(try await add(authenticator, cookies: first.cookies).json?["reason"] as? String == "passkey_refused")
    }
}
