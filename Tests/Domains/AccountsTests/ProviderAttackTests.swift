import Accounts
import Foundation
import Journal
import Primitives
import Support
import Testing

/// The attacks on a sign-in in RFC 9700 and in section 16 of OpenID Connect Core 1.0.
@Suite("Attacks on the sign-in by an OpenID provider", .timeLimit(.minutes(5))) struct ProviderAttackTests {
    private static var newcomers: IdentityProviderChange {
        var change = IdentityProviderChange()
        change.makesAccounts = true
        return change
    }

    @Test(
        "a token with a wrong claim is refused",
        arguments: [
            ["iss": #""http://127.0.0.1:1/realm""#], ["iss": nil], ["aud": #""another""#], ["aud": nil],
            ["aud": #"["rondo","another"]"#], ["aud": #"["rondo","another"]"#, "azp": #""another""#],
            ["azp": #""another""#], ["nonce": #""another""#], ["nonce": nil], ["exp": "1000"], ["exp": nil],
            ["exp": #""tomorrow""#], ["iat": "1000"], ["iat": "9999999999"], ["iat": nil], ["sub": nil],
            ["sub": #""""#], ["sub": "7"],
        ] as [[String: String?]])
    func claims(_ claims: [String: String?]) async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            await expectRefusal(.unauthenticated, reason: "openid_token") {
                _ = try await scene.enter { $0.claims = claims }
            }
            _ = try await scene.enter { $0.claims = [:] }.opened()
        }
    }

    @Test("a token without a valid signature of the provider is refused") func signature() async throws {
        let attacks: [@Sendable (inout OpenIDProvider.Behavior) -> Void] = [
            {
                $0.header = ["alg": #""none""#]; $0.leavesOutSignature = true
            },
            {
                $0.header = ["alg": #""None""#]; $0.leavesOutSignature = true
            },
            { $0.leavesOutSignature = true },
            {
                $0.header = ["alg": #""HS256""#]; $0.signsByPublicKey = true
            },
            { $0.header = ["alg": #""ES384""#] }, { $0.header = ["alg": #""RS256""#] },
            { $0.header = ["kid": #""another""#] }, { $0.header = ["crit": #"["exp"]"#] },
            { $0.header = ["alg": nil] },
        ]
        for attack in attacks {
            try await ProviderScene.run(Self.newcomers) { scene in
                await expectRefusal(.unauthenticated, reason: "openid_token") { _ = try await scene.enter(attack) }
                _ = try await scene.enter { $0 = OpenIDProvider.Behavior() }.opened()
            }
        }
    }

    @Test("new keys are fetched when a token names an unknown one, but not for every token")
    func rotation() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            _ = try await scene.enter().opened()
            scene.provider.rotate(to: "2")
            scene.fixture.clock.advance(by: .seconds(60))
            _ = try await scene.enter().opened()
            let fetched = scene.provider.asked.count { $0 == "/realm/keys" }
            #expect(fetched == 2)
            for _ in 0..<3 {
                await expectRefusal { _ = try await scene.enter { $0.header = ["kid": #""3""#] } }
            }
            #expect(scene.provider.asked.count { $0 == "/realm/keys" } == fetched)
        }
    }

    @Test("an answer to another browser, an old answer, and the second use of a code are refused")
    func state() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let browser = scene.fixture.browser()
            func begin() async throws -> (visit: BegunVisit, code: String, state: String) {
                let visit = try await scene.signIn.begin(returningTo: ProviderScene.page, in: browser)
                let back = try scene.provider.consent(at: visit.address)
                return (visit, back.code, back.state)
            }
            func finish(_ state: String, _ code: String?, _ cookie: String?, issuer: String? = nil) async throws {
                _ = try await scene.signIn.finish(
                    ProviderAnswer(state: state, code: code, issuer: issuer), cookie: cookie, in: browser)
            }
            let (own, other) = (try await begin(), try await begin())
            for (state, cookie) in [
                (own.state, nil), (own.state, other.visit.cookie), (other.state, own.visit.cookie),
                ("", own.visit.cookie), (own.state, "x"), (own.state, String(own.visit.cookie.dropLast())),
            ] {
                await expectRefusal(.unauthenticated, reason: "openid_request") {
                    try await finish(state, own.code, cookie)
                }
            }
            // The code of another browser's visit: the provider checks its challenge.
            await expectRefusal(.unauthenticated, reason: "openid_token") {
                try await finish(own.state, other.code, own.visit.cookie)
            }
            let denied = try await begin()
            await expectRefusal(.unauthenticated, reason: "openid_denied") {
                try await finish(denied.state, nil, denied.visit.cookie)
            }
            let mixed = try await begin()
            await expectRefusal(.unauthenticated, reason: "openid_token") {
                try await finish(mixed.state, mixed.code, mixed.visit.cookie, issuer: "https://evil.example")
            }
            let whole = try await begin()
            try await finish(whole.state, whole.code, whole.visit.cookie, issuer: scene.provider.issuer)
            await expectRefusal(.unauthenticated, reason: "openid_request") {
                try await finish(whole.state, whole.code, whole.visit.cookie)
            }
            let late = try await begin()
            scene.fixture.clock.advance(by: .seconds(601))
            await expectRefusal(.unauthenticated, reason: "openid_request") {
                try await finish(late.state, late.code, late.visit.cookie)
            }
        }
    }

    @Test("an answer without `iss` is refused if the provider promises `iss`") func mixUp() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            scene.provider.change { $0.configuration = ["authorization_response_iss_parameter_supported": "true"] }
            scene.fixture.clock.advance(by: .seconds(3601))
            await expectRefusal(.unauthenticated, reason: "openid_token") { _ = try await scene.enter() }
        }
    }

    @Test("user info about another user than the token's is refused") func userInfo() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            scene.fixture.clock.advance(by: .seconds(3601))
            await expectRefusal(.unauthenticated, reason: "openid_token") {
                _ = try await scene.enter { $0.userInfo = ["sub": #""root""#, "email": #""root@example.org""#] }
            }
            scene.provider.change { $0.tokenStatus = "503 Service Unavailable" }
            await expectRefusal(.unavailable, reason: "openid_unavailable") { _ = try await scene.enter() }
        }
    }

    @Test("an address is confirmed only by a claim in the same document") func mixedAddress() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            scene.fixture.clock.advance(by: .seconds(3601))
            let entered = try await scene.enter {
                $0.claims = ["email": #""root@example.org""#]
                $0.userInfo = [
                    "sub": #""user-7""#, "email": #""own@example.org""#, "email_verified": "true", "amr": #"["mfa"]"#,
                ]
            }
            #expect(try entered.opened().user.email?.text == "own@example.org")
        }
    }

    @Test("an account without a password cannot be confirmed by an empty one") func confirmedByNothing() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let own = try await scene.enter().opened()
            let caller = Caller(own.authenticated, from: "192.0.2.1")
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try await scene.fixture.account.confirm(password: "", as: caller)
            }
        }
    }

    @Test("only the session that began to connect an account can finish it")
    func otherSession() async throws {
        try await ProviderScene.run { scene in
            let fixture = scene.fixture
            for name in ["ada", "eve"] { try await fixture.add(name) }
            let (ada, eve) = (try await fixture.enter("ada"), try await fixture.enter("eve"))
            let visit = try await scene.signIn.beginLink(returningTo: ProviderScene.page, as: eve.caller)
            await expectRefusal(.unauthenticated) {
                _ = try await scene.finish(visit, session: ada.signedIn.sessionToken)
            }
            #expect(try await scene.links.links(as: ada.caller).isEmpty)
            let own = try await scene.signIn.beginLink(returningTo: ProviderScene.page, as: eve.caller)
            _ = try await scene.finish(own, session: eve.signedIn.sessionToken)
            #expect(try await fixture.notifications(of: eve.caller).map(\.kind) == [.identityLinked])
            #expect(try await fixture.notifications(of: ada.caller).isEmpty)
            // The provider's user is already linked to eve.
            let second = try await scene.signIn.beginLink(returningTo: ProviderScene.page, as: ada.caller)
            await expectRefusal(.conflict, reason: "openid_linked") {
                _ = try await scene.finish(second, session: ada.signedIn.sessionToken)
            }
            fixture.clock.advance(by: .seconds(3600))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                _ = try await scene.signIn.beginLink(returningTo: ProviderScene.page, as: ada.caller)
            }
        }
    }

    @Test("a logout token ends the sessions that it names, once; an invalid one ends none")
    func logout() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let first = try await scene.enter { $0.claims = ["sid": #""s1""#] }.opened()
            let second = try await scene.enter { $0.claims = ["sid": #""s2""#] }.opened()
            func open() async throws -> [Bool] {
                var open: [Bool] = []
                for session in [first, second] {
                    let found = try await scene.fixture.authentication.authenticate(sessionToken: session.sessionToken)
                    open.append(found != nil)
                }
                return open
            }
            let wrong: [[String: String?]] = [
                ["aud": #""another""#], ["iss": #""x""#], ["events": "{}"], ["events": nil], ["nonce": #""n""#],
                ["jti": nil], ["iat": "1000"], ["exp": "1000"], ["sub": nil],
            ]
            for claims in wrong {
                await expectRefusal(.invalid, field: "logout_token") {
                    try await scene.logout.end(by: scene.provider.logoutToken(claims), from: "192.0.2.9")
                }
            }
            await expectRefusal(.invalid) { try await scene.logout.end(by: "a.b.c", from: "192.0.2.9") }
            #expect(try await open() == [true, true])
            let token = scene.provider.logoutToken(["sid": #""s1""#])
            try await scene.logout.end(by: token, from: "192.0.2.9")
            #expect(try await open() == [false, true])
            await expectRefusal(.invalid) { try await scene.logout.end(by: token, from: "192.0.2.9") }
            try await scene.logout.end(by: scene.provider.logoutToken(), from: "192.0.2.9")
            #expect(try await open() == [false, false])
        }
    }
}
