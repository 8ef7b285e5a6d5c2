import Foundation
import Support
import Testing

@testable import rondo

@Suite("Sign-in by an OpenID provider over the API", .timeLimit(.minutes(5))) struct OpenIDTests {
    private static let sameOrigin = ("Origin", "https://localhost")

    private struct Scene {
        let server: MusicServer
        let provider: OpenIDProvider

        init() async throws {
            server = try await MusicServer(frames: 1000)
            provider = try await OpenIDProvider()
            let networks = try await server.request(
                "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1:\#(provider.port)"]}"#)
            try #require(networks.status == 200, "\(networks.text)")
        }

        func set(_ json: String) async throws -> HTTPReply {
            try await server.request("PATCH", "/api/v1/settings/openid", json: json)
        }

        func switchOn() async throws {
            let reply = try await set(
                #"{"enabled":true,"name":"Club","issuer":"\#(provider.issuer)","clientId":"\#(OpenIDProvider.clientID)","#
                    + #""secret":"\#(OpenIDProvider.secret)","makesAccounts":true}"#)
            try #require(reply.status == 200, "\(reply.text)")
        }

        func begin(_ fields: [(String, String)] = [OpenIDTests.sameOrigin]) async throws -> HTTPReply {
            try await server.send("POST", "/api/v1/session/openid/begin", fields)
        }

        func finish(_ json: String, cookie: String?) async throws -> HTTPReply {
            try await server.send(
                "POST", "/api/v1/session/openid",
                [OpenIDTests.sameOrigin, ("Content-Type", "application/json")]
                    + (cookie.map { [("Cookie", $0)] } ?? []),
                body: Array(json.utf8))
        }

        func logout(_ body: String, type: String = "application/x-www-form-urlencoded") async throws -> HTTPReply {
            try await server.send(
                "POST", "/api/v1/session/openid/logout", [("Content-Type", type)], body: Array(body.utf8))
        }
    }

    @Test("a user signs in by a provider, and no token of the provider reaches the browser") func whole() async throws {
        let scene = try await Scene()
        #expect(try await scene.begin().status == 404)
        #expect(try await scene.set(#"{"issuer":"\#(scene.provider.issuer)"}"#).status == 200)
        let test = try await scene.server.request("POST", "/api/v1/settings/openid/test", json: "{}")
        #expect(test.json?["answers"] as? Bool == true, "\(test.text)")
        try await scene.switchOn()
        let shown = try await scene.server.request("GET", "/api/v1/settings/openid")
        #expect(shown.json?["hasSecret"] as? Bool == true && !shown.text.contains(OpenIDProvider.secret))
        #expect(shown.json?["returnURL"] as? String == "https://localhost/sign-in/return")
        let visible = try await scene.server.send("GET", "/api/v1/server")
        #expect(visible.json?["openID"] as? String == "Club")

        let begun = try await scene.begin()
        let setCookie = try #require(begun["set-cookie"])
        #expect(setCookie.hasPrefix("__Host-rondo_openid="))
        #expect(setCookie.contains("Max-Age=600; HttpOnly; Secure; SameSite=Lax"))
        let address = try #require(begun.json?["address"] as? String)
        let back = try scene.provider.consent(at: address)
        #expect(back.fields["redirect_uri"] == "https://localhost/sign-in/return")
        #expect(back.fields["code_challenge_method"] == "S256" && back.fields["scope"] == "openid profile email")
        let answer = #"{"state":"\#(back.state)","code":"\#(back.code)"}"#
        #expect(try await scene.finish(answer, cookie: nil).status == 401)
        let entered = try await scene.finish(answer, cookie: begun.cookies)
        #expect(entered.status == 200 && entered.json?["hasPassword"] as? Bool == false, "\(entered.text)")
        #expect(!entered.text.contains("eyJ") && !entered.cookies.contains("eyJ") && !entered.text.contains("access"))

        let session = [("Cookie", entered.cookies), Self.sameOrigin]
        let links = try await scene.server.send("GET", "/api/v1/me/openid", session)
        let link = try #require((links.json?["items"] as? [[String: Any]])?.first, "\(links.text)")
        #expect(link["issuer"] as? String == scene.provider.issuer)
        let own = try await scene.server.send("DELETE", "/api/v1/me/openid/\(link["id"] ?? "")", session)
        #expect(own.status == 409 && own.json?["reason"] as? String == "openid_only_way", "\(own.text)")
        let confirming = try await scene.server.send("POST", "/api/v1/me/confirmation/openid", session)
        #expect((confirming.json?["address"] as? String)?.contains("prompt=login") == true, "\(confirming.text)")

        let token = scene.provider.logoutToken()
        let ended = try await scene.logout("logout_token=\(token)")
        #expect(ended.status == 200 && ended["cache-control"] == "no-store", "\(ended.text)")
        #expect(try await scene.server.send("GET", "/api/v1/me", session).status == 401)
        #expect(try await scene.logout("logout_token=\(token)").status == 400)
    }

    @Test("invalid responses, settings and tokens are refused with a reason") func refusals() async throws {
        let scene = try await Scene()
        for (json, field) in [
            (#"{"issuer":"http://id.example.org"}"#, "issuer"), (#"{"issuer":"https://id.example.org/?a"}"#, "issuer"),
            (#"{"issuer":"javascript:alert(1)"}"#, "issuer"), (#"{"enabled":true}"#, "name"),
            (#"{"scopes":["a b"]}"#, "scopes"), (#"{"groups":[{"group":"x","role":"owner"}]}"#, "role"),
            (#"{"groups":[{"group":"x"},{"group":"x"}]}"#, "groups"),
            (#"{"groups":[{"group":"x","libraries":["none"]}]}"#, "groups"),
            (#"{"rolesWithoutPassword":["owner"]}"#, "rolesWithoutPassword"),
            (#"{"enabled":true,"name":"x","issuer":"https://192.0.2.1","clientId":"c"}"#, "issuer"),
        ] {
            let reply = try await scene.set(json)
            #expect(reply.status == 400 && reply.json?["field"] as? String == field, "\(json) \(reply.text)")
        }
        try await scene.switchOn()
        let moved = try await scene.set(#"{"clientId":"another"}"#)
        #expect(moved.status == 400 && moved.json?["field"] as? String == "secret")
        #expect(try await scene.begin([("Sec-Fetch-Site", "cross-site")]).status == 403)
        let (begun, form) = (try await scene.begin(), "application/x-www-form-urlencoded")
        for (json, status) in [
            ("{}", 400), (#"{"state":"x"}"#, 401), (#"{"state":7}"#, 400), (#"{"state":"x","more":1}"#, 400),
            ("[", 400),
        ] {
            #expect(try await scene.finish(json, cookie: begun.cookies).status == status, "\(json)")
        }
        for (body, type, status) in [
            ("", form, 400), ("logout_token=x", form, 400),
            ("logout_token=" + String(repeating: "a.", count: 10_000), form, 400), ("{}", "application/json", 415),
        ] {
            #expect(try await scene.logout(body, type: type).status == status, "\(body.prefix(20))")
        }
    }
}
