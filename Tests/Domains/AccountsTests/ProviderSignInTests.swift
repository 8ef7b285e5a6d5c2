import Accounts
import Journal
import Foundation
import Primitives
import Support
import Testing

@Suite("Sign-in by an OpenID provider", .timeLimit(.minutes(5))) struct ProviderSignInTests {
    private static func change(_ change: (inout IdentityProviderChange) -> Void) -> IdentityProviderChange {
        var made = IdentityProviderChange()
        change(&made)
        return made
    }

    private static let newcomers = change { $0.makesAccounts = true }
    private static let person = [
        "email": #""ada@example.org""#, "email_verified": "true", "preferred_username": #""ada""#,
        "name": #""Ada Lovelace""#,
    ]

    @Test("a visitor gets an account with the provider's name and confirmed address, and the same one later")
    func newcomer() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let first = try await scene.enter { $0.claims = Self.person }.opened().user
            #expect(first.username.text == "ada" && first.displayName == "Ada Lovelace" && first.role == .listener)
            #expect(first.email?.text == "ada@example.org" && first.passwordHash == nil)
            let again = try await scene.enter { $0.claims = ["preferred_username": #""somebody""#] }.opened().user
            #expect(again.id == first.id)
            let other = try await scene.enter {
                $0.claims = ["sub": #""user-8""#, "preferred_username": #""ADA""#, "name": #""Ada Lovelace""#]
            }.opened().user
            #expect(other.id != first.id && other.username.text == "ADA2" && other.displayName == "ADA2")
            let nameless = try await scene.enter { $0.claims = ["sub": #""user-9""#, "name": #""Grace Hopper""#] }
            #expect(try nameless.opened().user.username.text == "grace.hopper")
        }
    }

    @Test("without an account, and without automatic creation, the sign-in is refused")
    func nobody() async throws {
        try await ProviderScene.run { scene in
            await expectRefusal(.forbidden, reason: "openid_no_account") {
                _ = try await scene.enter { $0.claims = Self.person }
            }
        }
    }

    @Test("an account is linked only by an email address that both sides have confirmed")
    func linkedByEmail() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let (fixture, address) = (scene.fixture, try EmailAddress("ada@example.org"))
            let ada = try await fixture.users.create(
                UserDraft(username: "ada", email: address.text, password: AccountsFixture.password), as: .commandLine
            ).user
            await expectRefusal(.forbidden, reason: "openid_email_unconfirmed") {
                _ = try await scene.enter { $0.claims = Self.person }
            }
            try await fixture.store.edit { accounts -> (Changes<AccountWrite>?, Void) in
                (Changes(at: fixture.clock.now(), .confirmEmail(address, of: ada.id, at: fixture.clock.now())), ())
            }
            // The provider has not confirmed the address, so the person gets a separate account without one.
            let stranger = try await scene.enter {
                $0.claims = Self.person.merging(["email_verified": "false", "sub": #""user-9""#]) { $1 }
            }.opened().user
            #expect(stranger.id != ada.id && stranger.email == nil)
            #expect(try await scene.enter { $0.claims = Self.person }.opened().user.id == ada.id)
            let caller = try await fixture.enter("ada").caller
            #expect(try await scene.links.links(as: caller).map(\.label) == ["ada"])
        }
    }

    @Test("groups assign the highest role and all libraries at each sign-in, and the last admin stays one")
    func groups() async throws {
        let rules = [
            GroupRule(group: "staff", role: .moderator, libraries: nil),
            GroupRule(group: "heads", role: .admin, libraries: nil),
            GroupRule(group: "jazz", role: nil, libraries: []),
        ]
        let change = Self.change {
            $0.makesAccounts = true
            $0.groups = rules
            $0.groupsClaim = "realm.roles"
        }
        try await ProviderScene.run(change) { scene in
            let first = try await scene.enter {
                $0.claims = ["realm": #"{"roles":["heads","staff"]}"#]
            }.opened()
            #expect(first.user.role == .admin && first.user.libraries.libraries == [])
            let second = try await scene.enter { $0.claims = ["realm": #"{"roles":["staff"]}"#] }.opened()
            #expect(second.user.role == .moderator)
            // Sessions with the former role end.
            let former = try await scene.fixture.authentication.authenticate(sessionToken: first.sessionToken)
            #expect(former == nil)
            let root = try await scene.fixture.enter("root")
            let visit = try await scene.signIn.beginLink(returningTo: ProviderScene.page, as: root.caller)
            scene.provider.change { $0.claims = ["sub": #""user-1""#, "realm": #"{"roles":["staff"]}"#] }
            _ = try await scene.finish(visit, session: root.signedIn.sessionToken)
            let entered = try await scene.enter { _ in }.opened().user
            #expect(entered.role == .admin && entered.username.text == "root")
        }
    }

    @Test("a user in no permitted group is refused") func noGroup() async throws {
        let change = Self.change {
            $0.makesAccounts = true
            $0.role = .some(nil)
            $0.groups = [GroupRule(group: "members", role: .contributor, libraries: nil)]
        }
        try await ProviderScene.run(change) { scene in
            await expectRefusal(.forbidden, reason: "openid_no_group") { _ = try await scene.enter() }
            // The provider's configuration is fetched again.
            scene.fixture.clock.advance(by: .seconds(3601))
            let member = try await scene.enter { $0.userInfo = ["sub": #""user-7""#, "groups": #"["members"]"#] }
            let opened = try member.opened()
            #expect(opened.user.role == .contributor)
            // Removed from the group: the account's sessions end.
            await expectRefusal(.forbidden, reason: "openid_no_group") {
                _ = try await scene.enter { $0.userInfo = ["sub": #""user-7""#] }
            }
            #expect(try await scene.fixture.authentication.authenticate(sessionToken: opened.sessionToken) == nil)
            #expect(try await scene.fixture.store.user(opened.user.id)?.role == .listener)
        }
    }

    @Test("the account's second factor is required, unless the provider's counts")
    func secondFactor() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let root = try await scene.fixture.enter("root").caller
            try await scene.fixture.twoFactor.require(for: [.listener], as: root)
            #expect(try await scene.enter { $0.claims = ["amr": #"["pwd","mfa"]"#] }.step().kind == .setup)
            _ = try await scene.settings.edit(Self.change { $0.trustsSecondFactor = true }, as: root)
            _ = try await scene.enter { _ in }.opened()
            #expect(try await scene.enter { $0.claims = ["amr": #"["pwd"]"#] }.step().kind == .setup)
        }
    }

    @Test("a role can require sign-in by the provider; passwords work again as soon as that is off")
    func withoutPassword() async throws {
        try await ProviderScene.run { scene in
            let fixture = scene.fixture
            try await fixture.add("ada")
            let root = try await fixture.enter("root").caller
            let off = Self.change { $0.rolesWithoutPassword = [.listener, .admin] }
            await expectRefusal(.conflict, reason: "openid_not_linked") {
                _ = try await scene.settings.edit(off, as: root)
            }
            _ = try await scene.link("root")
            _ = try await scene.settings.edit(off, as: root)
            // Without the other admin's link nobody could administer.
            try await fixture.add("second", role: .admin)
            let rootID = try await fixture.users.get(username: "root", as: .commandLine).id
            await expectRefusal(.conflict, reason: "last_admin") {
                _ = try await fixture.users.edit(rootID, UserChange(disabled: true), as: .commandLine)
            }
            for name in ["ada", "root"] {
                await expectRefusal(.forbidden, reason: "password_off") { _ = try await fixture.enter(name) }
                await expectRefusal(reason: "wrong_credentials") { _ = try await fixture.enter(name, password: "no") }
            }
            let link = try await fixture.users.createLink(
                for: fixture.users.get(username: "ada", as: .commandLine).id, as: .commandLine)
            await expectRefusal(.forbidden, reason: "password_off") {
                _ = try await fixture.links.choosePassword(
                    token: link.token, password: "another lantern 82", in: fixture.browser())
            }
            #expect(try await scene.enter().opened().user.username.text == "root")
            try await fixture.users.switchOffProvider(as: .commandLine)
            _ = try await fixture.enter("ada")
            await expectRefusal(.notFound, reason: "openid_off") { _ = try await scene.enter() }
        }
    }

    @Test("only a new sign-in of the same user at the provider confirms a session")
    func confirmation() async throws {
        try await ProviderScene.run { scene in
            let fixture = scene.fixture
            try await fixture.add("ada")
            let entered = try await scene.link("ada")
            fixture.clock.advance(by: .seconds(3600))
            let session = entered.signedIn.sessionToken
            func confirm(_ claims: [String: String?]) async throws -> Bool {
                let visit = try await scene.signIn.beginConfirmation(
                    returningTo: ProviderScene.page, as: entered.caller)
                #expect(visit.address.contains("prompt=login") && visit.address.contains("max_age=60"))
                scene.provider.change { $0.claims = claims }
                _ = try await scene.finish(visit, session: session)
                let present = try #require(try await fixture.authentication.authenticate(sessionToken: session))
                return (try? fixture.authentication.requireConfirmed(present)) != nil
            }
            let hourAgo = "\(fixture.clock.now().milliseconds / 1000 - 3600)"
            for claims in [["auth_time": hourAgo], ["auth_time": nil]] {
                await expectRefusal(.unauthenticated, reason: "openid_token") { _ = try await confirm(claims) }
            }
            await expectRefusal(.unauthenticated, reason: "openid_other_user") {
                _ = try await confirm(["sub": #""user-8""#])
            }
            #expect(try await confirm([:]))
        }
    }

    @Test("the last way into an account is not removed; another one is, with its sessions")
    func unlink() async throws {
        try await ProviderScene.run(Self.newcomers) { scene in
            let stranger = try await scene.enter { $0.claims = ["sub": #""user-8""#] }.opened()
            let own = Caller(stranger.authenticated, from: "192.0.2.1")
            let link = try #require(try await scene.links.links(as: own).first)
            await expectRefusal(.conflict, reason: "openid_only_way") { try await scene.links.remove(link.id, as: own) }
            try await scene.fixture.add("ada")
            scene.provider.change { $0.claims = [:] }
            let ada = try await scene.link("ada")
            let opened = try await scene.enter().opened()
            let linked = try #require(try await scene.links.links(as: ada.caller).first)
            await expectRefusal(.notFound) { try await scene.links.remove(linked.id, as: own) }
            try await scene.links.remove(linked.id, as: ada.caller)
            #expect(try await scene.fixture.authentication.authenticate(sessionToken: opened.sessionToken) == nil)
            let kept = try await scene.fixture.authentication.authenticate(sessionToken: ada.signedIn.sessionToken)
            #expect(kept != nil)
        }
    }
}
