import Support
import Accounts
import Journal
import Primitives
import Testing

@Suite("Indirect creations of a token") struct TokenGenerationTests {
    @Test("all generations end with it: creations of its accounts by sessions, tokens and invitations")
    func generations() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let first = try await scene.create("evil1", role: .admin, as: scene.script)
            let second = try await scene.create("evil2", role: .admin, as: first.caller)
            let heir = try await gateway.credentials.createToken(
                label: "heir", scopes: Set(AccessScope.allCases), as: second.caller)
            let script = Caller(
                try #require(
                    try await gateway.authentication.authenticate(bearerToken: heir.text, from: "203.0.113.9")),
                from: "203.0.113.9")
            let third = try await scene.create("evil3", role: .admin, as: script)
            let (_, invitation) = try await gateway.invitations.create(InvitationDraft(role: .admin), as: third.caller)
            let fourth = try await scene.accept(invitation, as: "evil4").user
            let (_, open) = try await gateway.invitations.create(InvitationDraft(role: .admin), as: third.caller)
            let names = try await gateway.credentials.products(of: scene.token.token.id, as: scene.root).map(\.name)
            #expect(Set(names).isSuperset(of: ["evil1", "evil2", "evil3", "evil4"]))
            // A token belongs to the user who creates it.
            let other = try await scene.create("bob", role: .admin, as: scene.root)

            _ = try await scene.revoke()
            for user in [first.user, second.user, third.user, fourth] {
                #expect(try await scene.isDisabled(user) == true, "\(user.username)")
            }
            await expectRefusal(.notFound) { _ = try await gateway.invitations.check(token: open) }
            #expect(try await scene.isDisabled(other.user) == false)
        }
    }

    @Test("raised roles, enabled accounts and changed addresses are reverted, unless another user has decided since")
    func changes() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let users = gateway.users
            var made: [String: User] = [:]
            for name in ["lis", "off", "mail", "new", "vouched"] { made[name] = try await gateway.add(name) }
            func user(_ name: String) throws -> User { try #require(made[name]) }
            _ = try await users.edit(user("off").id, UserChange(disabled: true), as: .commandLine)
            _ = try await users.edit(user("mail").id, UserChange(email: "mail@example.org"), as: .commandLine)
            _ = try await users.edit(user("lis").id, UserChange(role: .contributor), as: scene.script)
            _ = try await users.edit(user("lis").id, UserChange(role: .admin), as: scene.script)
            let child = try await scene.create("child", role: .admin, as: gateway.enter("lis").caller)
            _ = try await users.edit(user("off").id, UserChange(disabled: false), as: scene.script)
            for address in ["a@evil.example", "b@evil.example"] {
                _ = try await users.edit(user("mail").id, UserChange(email: address), as: scene.script)
            }
            _ = try await users.edit(user("new").id, UserChange(email: "n@evil.example"), as: scene.script)
            _ = try await users.edit(
                user("vouched").id, UserChange(role: .moderator, email: "v@evil.example"), as: scene.script)
            _ = try await users.edit(
                user("vouched").id, UserChange(role: .contributor, email: "v@example.org"), as: scene.root)
            #expect(try await scene.kinds() == [.account: 1, .role: 1, .enabled: 1, .email: 2])

            _ = try await scene.revoke()
            let lis = try #require(try await gateway.store.user(user("lis").id))
            #expect(lis.role == .listener && !lis.disabled)
            #expect(try await scene.isDisabled(child.user) == true)
            #expect(try await scene.isDisabled(user("off")) == true)
            #expect(try await gateway.store.user(user("mail").id)?.email?.text == "mail@example.org")
            #expect(try await gateway.store.user(user("new").id)?.email == nil)
            let vouched = try #require(try await gateway.store.user(user("vouched").id))
            #expect(vouched.role == .contributor && vouched.email?.text == "v@example.org")
        }
    }

    @Test("the owner's own changed address is reverted too")
    func ownAddress() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let ada = try await gateway.enter("ada").caller
            _ = try await gateway.account.edit(ProfileChange(email: "ada@example.org"), as: ada)
            let token = try await gateway.credentials.createToken(label: "x", scopes: [.credentials], as: ada)
            let found = try await gateway.authentication.authenticate(bearerToken: token.text, from: "203.0.113.9")
            let thief = Caller(try #require(found), from: "203.0.113.9")
            _ = try await gateway.account.edit(ProfileChange(email: "eve@evil.example"), as: thief)
            try await gateway.credentials.revokeToken(token.token.id, as: ada)
            #expect(try await gateway.account.get(as: ada).email?.text == "ada@example.org")
        }
    }

    @Test("only a confirmed session keeps accounts, never the token itself")
    func selfRevocation() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let id = scene.token.token.id
            let evil = try await scene.create("evil", role: .admin, as: scene.script)
            gateway.clock.advance(by: .seconds(1000))
            for caller in [scene.script, scene.root] {
                await expectRefusal(.forbidden, reason: "confirmation_required") {
                    try await gateway.credentials.revokeToken(id, keepingAccounts: true, as: caller)
                }
            }
            try await gateway.credentials.revokeToken(id, as: scene.script)
            #expect(try await scene.isDisabled(evil.user) == true)
        }
    }

    @Test("an account with a stolen password is cleared only by another user's link, not by its own")
    func washing() async throws {
        try await Gateway.run { gateway in
            let scene = try await TokenScene(gateway)
            let bob = try await gateway.add("bob", role: .admin)
            func choose(_ token: String, _ password: String) async throws -> Caller {
                let signedIn = try await gateway.links.choosePassword(
                    token: token, password: password, in: gateway.browser()
                ).opened()
                return Caller(signedIn.authenticated, from: "192.0.2.1")
            }
            let stolen = try await choose(
                gateway.users.createLink(for: bob.id, as: scene.script).token, "another lengthy sekret")
            let washed = try await choose(
                gateway.users.createLink(for: bob.id, as: stolen).token, "a third lengthy sekret")
            #expect(try await scene.kinds()[.password] == 1)
            // An email to an address that the thief has set also reaches the thief.
            _ = try await gateway.account.edit(ProfileChange(email: "bob@evil.example"), as: washed)
            let links = LinkMaker(store: gateway.store, clock: gateway.clock)
            gateway.clock.advance(by: .seconds(1000))
            let mailed = try #require(try await links.makeReset(of: bob.id, by: .gateway))
            _ = try await choose(mailed, "a fourth lengthy sekret")
            #expect(try await scene.kinds() == [.password: 1, .email: 1, .session: 1])

            _ = try await gateway.users.edit(bob.id, UserChange(email: ""), as: .commandLine)
            _ = try await choose(
                gateway.users.createLink(for: bob.id, as: .commandLine).token, "a fifth lengthy sekret")
            #expect(try await scene.kinds().isEmpty)
        }
    }

    @Test("a device key's creations are listed with it and end with it, unless a confirmed session keeps them")
    func deviceKeys() async throws {
        try await Gateway.run { gateway in
            let root = try await gateway.add("root", role: .admin)
            let caller = try await gateway.enter("root").caller
            for keeps in [false, true] {
                let key = try await gateway.key(
                    of: root, DeviceKeyDraft(label: "all", scopes: Set(DeviceKeyScope.allCases)))
                let access = try #require(try await gateway.admit(.apiKey(key.text)))
                let phone = Caller(access.authenticated, from: "192.0.2.7")
                let name = keeps ? "kept" : "lost"
                let lis = try await gateway.add("lis\(name)")
                let made = try await gateway.users.create(
                    UserDraft(username: name, role: .contributor, password: Gateway.password), as: phone
                ).user
                _ = try await gateway.users.edit(lis.id, UserChange(role: .contributor), as: phone)
                for attack in [
                    { _ = try await gateway.users.create(UserDraft(username: "x", role: .moderator), as: phone) },
                    { _ = try await gateway.users.edit(lis.id, UserChange(role: .moderator), as: phone) },
                    { _ = try await gateway.users.edit(lis.id, UserChange(email: "x@evil.example"), as: phone) },
                    { _ = try await gateway.users.edit(root.id, UserChange(displayName: "x"), as: phone) },
                    { _ = try await gateway.users.createLink(for: lis.id, as: phone) },
                    { _ = try await gateway.invitations.create(InvitationDraft(), as: phone) },
                    { try await gateway.users.endSessions(of: lis.id, as: phone) },
                ] as [() async throws -> Void] {
                    await expectRefusal(.forbidden) { try await attack() }
                }
                let listed = try await gateway.deviceKeys.list(as: caller).first { $0.key.id == key.key.id }
                #expect(listed?.products.map(\.kind).sorted { $0.rawValue < $1.rawValue } == [.account, .role])
                try await gateway.deviceKeys.revoke(key.key.id, keepingAccounts: keeps, as: caller)
                #expect(try await gateway.store.user(made.id)?.disabled == !keeps)
                #expect(try await gateway.store.user(lis.id)?.role == (keeps ? .contributor : .listener))
            }
            let key = try await gateway.key(of: root)
            gateway.clock.advance(by: .seconds(1000))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try await gateway.deviceKeys.revoke(key.key.id, keepingAccounts: true, as: caller)
            }
        }
    }
}
