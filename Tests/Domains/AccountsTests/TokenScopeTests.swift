import Support
import Accounts
import Primitives
import SQLiteStore
import Testing

@Suite("Scopes of bearer tokens") struct TokenScopeTests {
    /// Ada as caller with a bearer token of these scopes, and the token.
    private func script(
        _ fixture: AccountsFixture, _ scopes: Set<AccessScope>, from address: String = "203.0.113.9"
    ) async throws -> (caller: Caller, issued: IssuedToken) {
        let ada = try await fixture.users.get(username: "ada", as: .commandLine)
        let issued = try await fixture.credentials.createToken(
            for: ada.id, label: "script", scopes: scopes, as: .commandLine)
        let found = try await fixture.authentication.authenticate(bearerToken: issued.text, from: address)
        return (Caller(try #require(found), from: address), issued)
    }

    @Test("a leaked token cannot change name, address, password, sessions, keys or tokens")
    func leaked() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (signedIn, owner) = try await fixture.enter("ada")
            _ = try await fixture.account.edit(ProfileChange(email: "ada@example.org"), as: owner)
            let key = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "phone"), as: owner)
            let session = try #require(signedIn.authenticated.principal.session)
            for scopes: Set<AccessScope> in [[.read], [.read, .write]] {
                let (thief, _) = try await script(fixture, scopes)
                let attacks: [(String, () async throws -> Void)] = [
                    (
                        "address",
                        { _ = try await fixture.account.edit(ProfileChange(email: "eve@evil.example"), as: thief) }
                    ),
                    ("no address", { _ = try await fixture.account.edit(ProfileChange(email: ""), as: thief) }),
                    ("name", { _ = try await fixture.account.edit(ProfileChange(username: "eve"), as: thief) }),
                    (
                        "password",
                        {
                            _ = try await fixture.account.changePassword(
                                current: AccountsFixture.password, to: "another lengthy sekret", as: thief)
                        }
                    ),
                    ("session", { try await fixture.credentials.endSession(session, as: thief) }),
                    ("sessions", { try await fixture.credentials.endOtherSessions(as: thief) }),
                    ("key", { try await fixture.deviceKeys.revoke(key.key.id, as: thief) }),
                    ("keys", { try await fixture.deviceKeys.revokeAll(as: thief) }),
                    ("key's name", { _ = try await fixture.deviceKeys.rename(key.key.id, to: "x", as: thief) }),
                    (
                        "factor",
                        { _ = try await fixture.twoFactor.begin(password: AccountsFixture.password, as: thief) }
                    ),
                ]
                for (name, attack) in attacks {
                    let refusal = await domainError { try await attack() }
                    #expect(refusal?.code == .forbidden && refusal?.reason == "scope_missing", "\(name)")
                }
                await expectRefusal(.forbidden, reason: "session_required") {
                    _ = try await fixture.credentials.createToken(label: "heir", as: thief)
                }
                // Changes that do not affect credentials are allowed.
                _ = try await fixture.account.edit(ProfileChange(displayName: "Ada L."), as: thief)
            }
            let ada = try await fixture.account.get(as: owner)
            #expect(ada.email?.text == "ada@example.org" && ada.username.text == "ada")
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) != nil)
            #expect(try await fixture.deviceKeys.list(as: owner).map(\.key.label) == ["phone"])
        }
    }

    @Test("a token with the scope credentials changes the address, but still confirms nothing")
    func credentials() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (caller, issued) = try await script(fixture, [.credentials])
            let ada = try await fixture.account.edit(
                ProfileChange(username: "lovelace", email: "a@b.example"), as: caller)
            #expect(ada.email?.text == "a@b.example" && ada.username.text == "lovelace")
            let found = try #require(
                await fixture.authentication.authenticate(bearerToken: issued.text, from: "203.0.113.9"))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(found)
            }
        }
    }

    @Test("an admin's token cannot use the parts of the console whose scope it lacks")
    func administration() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("root", role: .admin)
            let ada = try await fixture.add("ada", role: .admin)
            let (writer, _) = try await script(fixture, [.read, .write, .credentials])
            let principal = try #require(writer.principal)
            #expect(!principal.may(.manageUsers) && !principal.may(.administer))
            await expectRefusal(.forbidden, reason: "scope_missing") {
                _ = try await fixture.users.list(.first(50), as: writer)
            }
            let (console, _) = try await script(fixture, [.read, .administer])
            #expect(try await fixture.users.list(.first(50), as: console).items.count == 2)
            let attacks: [() async throws -> Void] = [
                { _ = try await fixture.users.create(UserDraft(username: "eve", role: .admin), as: console) },
                { _ = try await fixture.users.edit(ada.id, UserChange(role: .listener), as: console) },
                { try await fixture.users.delete(ada.id, as: console) },
                { _ = try await fixture.users.createLink(for: ada.id, as: console) },
                { try await fixture.users.endSessions(of: ada.id, as: console) },
                { try await fixture.twoFactor.remove(of: ada.id, as: console) },
                { try await fixture.twoFactor.require(for: [.admin], as: console) },
                { try await fixture.deviceKeys.revokeAll(of: ada.id, as: console) },
            ]
            for attack in attacks {
                await expectRefusal(.forbidden, reason: "scope_missing") { try await attack() }
            }
        }
    }

    @Test("a device key never counts as confirmed")
    func deviceKeys() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada", role: .admin)
            let key = try await fixture.key(of: ada, DeviceKeyDraft(label: "all", scopes: Set(DeviceKeyScope.allCases)))
            let access = try #require(try await fixture.admit(.apiKey(key.text)))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(access.authenticated)
            }
        }
    }

    @Test("a token defaults to reading and 90 days; only an admin's may be unlimited or administer")
    func defaults() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            try await fixture.add("root", role: .admin)
            let ada = try await fixture.enter("ada").caller
            let root = try await fixture.enter("root").caller
            let made = try await fixture.credentials.createToken(label: "script", as: ada).token
            #expect(made.scopes == [.read])
            #expect(made.expiresAt == made.createdAt.advanced(by: .seconds(90 * 86_400)))
            await expectRefusal(.invalid, field: "expiresInDays") {
                _ = try await fixture.credentials.createToken(label: "x", lifetime: .unlimited, as: ada)
            }
            await expectRefusal(.forbidden, reason: "admin_scope", field: "scopes") {
                _ = try await fixture.credentials.createToken(label: "x", scopes: [.administer], as: ada)
            }
            await expectRefusal(.invalid, field: "scopes") {
                _ = try await fixture.credentials.createToken(label: "x", scopes: [], as: ada)
            }
            let endless = try await fixture.credentials.createToken(
                label: "x", scopes: [.read, .administer], lifetime: .unlimited, as: root)
            #expect(endless.token.expiresAt == nil)
            #expect(try await fixture.credentials.tokens(as: root).map(\.scopes) == [[.read, .administer]])
        }
    }

    @Test("an expired token is refused at once, and listed for another month")
    func expiry() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let ada = try await fixture.enter("ada").caller
            let token = try await fixture.credentials.createToken(label: "script", as: ada)
            let day = Duration.seconds(86_400)
            func works() async throws -> Bool {
                try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") != nil
            }
            fixture.clock.advance(by: day * 90 - .seconds(1))
            #expect(try await works())
            fixture.clock.advance(by: .seconds(5))
            #expect(try await !works())
            let cleanup = Cleanup(store: SQLiteCleanupStore(fixture.database), clock: fixture.clock)
            try await fixture.authentication.sweep(by: cleanup)
            let user = try #require(ada.principal?.user)
            #expect(try await fixture.store.tokens(of: user).map { $0.isLive(at: fixture.clock.now()) } == [false])
            fixture.clock.advance(by: day * 30)
            try await fixture.authentication.sweep(by: cleanup)
            fixture.clock.advance(by: day)
            try await fixture.authentication.sweep(by: cleanup)
            #expect(try await fixture.store.tokens(of: user).isEmpty)
        }
    }

    @Test("a token's last use is stored with its address, once a minute, and at once from a new address")
    func lastUse() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let ada = try await fixture.enter("ada").caller
            let token = try await fixture.credentials.createToken(label: "script", as: ada)
            func use(from address: String) async throws -> CredentialUse? {
                _ = try await fixture.authentication.authenticate(bearerToken: token.text, from: address)
                try await fixture.authentication.tick()
                let listed = try await fixture.credentials.tokens(as: ada)[0]
                return listed.lastUsedAt.map { CredentialUse(at: $0, from: listed.lastAddress) }
            }
            let start: Timestamp = fixture.clock.now()
            #expect(try await use(from: "192.0.2.1") == CredentialUse(at: start, from: "192.0.2.1"))
            fixture.clock.advance(by: .seconds(2))
            #expect(try await use(from: "192.0.2.1")?.at == start)
            #expect(
                try await use(from: "2001:db8::7")
                    == CredentialUse(at: start.advanced(by: .seconds(2)), from: "2001:db8::7"))
        }
    }

    @Test("changing the user name requires the password, changing the display name does not")
    func renaming() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let caller = try await fixture.enter("ada").caller
            fixture.clock.advance(by: .seconds(1000))
            for change in [
                ProfileChange(username: "eve"), ProfileChange(username: "ADA"), ProfileChange(email: "e@x.example"),
            ] {
                await expectRefusal(.forbidden, reason: "confirmation_required") {
                    _ = try await fixture.account.edit(change, as: caller)
                }
            }
            // Unchanged fields need no confirmation.
            _ = try await fixture.account.edit(
                ProfileChange(username: "ada", displayName: "Countess", email: ""), as: caller)
            try await fixture.account.confirm(password: AccountsFixture.password, as: caller)
            #expect(try await fixture.account.edit(ProfileChange(username: "eve"), as: caller).username.text == "eve")
        }
    }
}
