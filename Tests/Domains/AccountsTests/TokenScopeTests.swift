import Support
import Accounts
import Primitives
import SQLiteStore
import Testing

@Suite("Scopes of bearer tokens") struct TokenScopeTests {
    /// Ada as caller with a bearer token of these scopes, and the token.
    private func script(
        _ gateway: Gateway, _ scopes: Set<AccessScope>, from address: String = "203.0.113.9"
    ) async throws -> (caller: Caller, issued: IssuedToken) {
        let ada = try await gateway.users.get(username: "ada", as: .commandLine)
        let issued = try await gateway.credentials.createToken(
            for: ada.id, label: "script", scopes: scopes, as: .commandLine)
        let found = try await gateway.authentication.authenticate(bearerToken: issued.text, from: address)
        return (Caller(try #require(found), from: address), issued)
    }

    @Test("a leaked token cannot change name, address, password, sessions, keys or tokens")
    func leaked() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (signedIn, owner) = try await gateway.enter("ada")
            _ = try await gateway.account.edit(ProfileChange(email: "ada@example.org"), as: owner)
            let key = try await gateway.deviceKeys.create(DeviceKeyDraft(label: "phone"), as: owner)
            let session = try #require(signedIn.authenticated.principal.session)
            for scopes: Set<AccessScope> in [[.read], [.read, .write]] {
                let (thief, _) = try await script(gateway, scopes)
                let attacks: [(String, () async throws -> Void)] = [
                    (
                        "address",
                        { _ = try await gateway.account.edit(ProfileChange(email: "eve@evil.example"), as: thief) }
                    ),
                    ("no address", { _ = try await gateway.account.edit(ProfileChange(email: ""), as: thief) }),
                    ("name", { _ = try await gateway.account.edit(ProfileChange(username: "eve"), as: thief) }),
                    (
                        "password",
                        {
                            _ = try await gateway.account.changePassword(
                                current: Gateway.password, to: "another lengthy sekret", as: thief)
                        }
                    ),
                    ("session", { try await gateway.credentials.endSession(session, as: thief) }),
                    ("sessions", { try await gateway.credentials.endOtherSessions(as: thief) }),
                    ("key", { try await gateway.deviceKeys.revoke(key.key.id, as: thief) }),
                    ("keys", { try await gateway.deviceKeys.revokeAll(as: thief) }),
                    ("key's name", { _ = try await gateway.deviceKeys.rename(key.key.id, to: "x", as: thief) }),
                    ("factor", { _ = try await gateway.twoFactor.begin(password: Gateway.password, as: thief) }),
                ]
                for (name, attack) in attacks {
                    let refusal = await domainError { try await attack() }
                    #expect(refusal?.code == .forbidden && refusal?.reason == "scope_missing", "\(name)")
                }
                await expectRefusal(.forbidden, reason: "session_required") {
                    _ = try await gateway.credentials.createToken(label: "heir", as: thief)
                }
                // Changes that do not affect credentials are allowed.
                _ = try await gateway.account.edit(ProfileChange(displayName: "Ada L."), as: thief)
            }
            let ada = try await gateway.account.get(as: owner)
            #expect(ada.email?.text == "ada@example.org" && ada.username.text == "ada")
            #expect(try await gateway.authentication.authenticate(sessionToken: signedIn.sessionToken) != nil)
            #expect(try await gateway.deviceKeys.list(as: owner).map(\.key.label) == ["phone"])
        }
    }

    @Test("a token with the scope credentials changes the address, but still confirms nothing")
    func credentials() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (caller, issued) = try await script(gateway, [.credentials])
            let ada = try await gateway.account.edit(
                ProfileChange(username: "lovelace", email: "a@b.example"), as: caller)
            #expect(ada.email?.text == "a@b.example" && ada.username.text == "lovelace")
            let found = try #require(
                await gateway.authentication.authenticate(bearerToken: issued.text, from: "203.0.113.9"))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(found)
            }
        }
    }

    @Test("an admin's token cannot use the parts of the console whose scope it lacks")
    func administration() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("root", role: .admin)
            let ada = try await gateway.add("ada", role: .admin)
            let (writer, _) = try await script(gateway, [.read, .write, .credentials])
            let principal = try #require(writer.principal)
            #expect(!principal.may(.manageUsers) && !principal.may(.administer))
            await expectRefusal(.forbidden, reason: "scope_missing") {
                _ = try await gateway.users.list(.first(50), as: writer)
            }
            let (console, _) = try await script(gateway, [.read, .administer])
            #expect(try await gateway.users.list(.first(50), as: console).items.count == 2)
            let attacks: [() async throws -> Void] = [
                { _ = try await gateway.users.create(UserDraft(username: "eve", role: .admin), as: console) },
                { _ = try await gateway.users.edit(ada.id, UserChange(role: .listener), as: console) },
                { try await gateway.users.delete(ada.id, as: console) },
                { _ = try await gateway.users.createLink(for: ada.id, as: console) },
                { try await gateway.users.endSessions(of: ada.id, as: console) },
                { try await gateway.twoFactor.remove(of: ada.id, as: console) },
                { try await gateway.twoFactor.require(for: [.admin], as: console) },
                { try await gateway.deviceKeys.revokeAll(of: ada.id, as: console) },
            ]
            for attack in attacks {
                await expectRefusal(.forbidden, reason: "scope_missing") { try await attack() }
            }
        }
    }

    @Test("a device key never counts as confirmed")
    func deviceKeys() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada", role: .admin)
            let key = try await gateway.key(of: ada, DeviceKeyDraft(label: "all", scopes: Set(DeviceKeyScope.allCases)))
            let access = try #require(try await gateway.admit(.apiKey(key.text)))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(access.authenticated)
            }
        }
    }

    @Test("a token defaults to reading and 90 days; only an admin's may be unlimited or administer")
    func defaults() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            try await gateway.add("root", role: .admin)
            let ada = try await gateway.enter("ada").caller
            let root = try await gateway.enter("root").caller
            let made = try await gateway.credentials.createToken(label: "script", as: ada).token
            #expect(made.scopes == [.read])
            #expect(made.expiresAt == made.createdAt.advanced(by: .seconds(90 * 86_400)))
            await expectRefusal(.invalid, field: "expiresInDays") {
                _ = try await gateway.credentials.createToken(label: "x", lifetime: .unlimited, as: ada)
            }
            await expectRefusal(.forbidden, reason: "admin_scope", field: "scopes") {
                _ = try await gateway.credentials.createToken(label: "x", scopes: [.administer], as: ada)
            }
            await expectRefusal(.invalid, field: "scopes") {
                _ = try await gateway.credentials.createToken(label: "x", scopes: [], as: ada)
            }
            let endless = try await gateway.credentials.createToken(
                label: "x", scopes: [.read, .administer], lifetime: .unlimited, as: root)
            #expect(endless.token.expiresAt == nil)
            #expect(try await gateway.credentials.tokens(as: root).map(\.scopes) == [[.read, .administer]])
        }
    }

    @Test("an expired token is refused at once, and listed for another month")
    func expiry() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let ada = try await gateway.enter("ada").caller
            let token = try await gateway.credentials.createToken(label: "script", as: ada)
            let day = Duration.seconds(86_400)
            func works() async throws -> Bool {
                try await gateway.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") != nil
            }
            gateway.clock.advance(by: day * 90 - .seconds(1))
            #expect(try await works())
            gateway.clock.advance(by: .seconds(5))
            #expect(try await !works())
            let cleanup = Cleanup(store: SQLiteCleanupStore(gateway.database), clock: gateway.clock)
            try await gateway.authentication.sweep(by: cleanup)
            let user = try #require(ada.principal?.user)
            #expect(try await gateway.store.tokens(of: user).map { $0.isLive(at: gateway.clock.now()) } == [false])
            gateway.clock.advance(by: day * 30)
            try await gateway.authentication.sweep(by: cleanup)
            gateway.clock.advance(by: day)
            try await gateway.authentication.sweep(by: cleanup)
            #expect(try await gateway.store.tokens(of: user).isEmpty)
        }
    }

    @Test("a token's last use is stored with its address, once a minute, and at once from a new address")
    func lastUse() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let ada = try await gateway.enter("ada").caller
            let token = try await gateway.credentials.createToken(label: "script", as: ada)
            func use(from address: String) async throws -> CredentialUse? {
                _ = try await gateway.authentication.authenticate(bearerToken: token.text, from: address)
                try await gateway.authentication.tick()
                let listed = try await gateway.credentials.tokens(as: ada)[0]
                return listed.lastUsedAt.map { CredentialUse(at: $0, from: listed.lastAddress) }
            }
            let start: Timestamp = gateway.clock.now()
            #expect(try await use(from: "192.0.2.1") == CredentialUse(at: start, from: "192.0.2.1"))
            gateway.clock.advance(by: .seconds(2))
            #expect(try await use(from: "192.0.2.1")?.at == start)
            #expect(
                try await use(from: "2001:db8::7")
                    == CredentialUse(at: start.advanced(by: .seconds(2)), from: "2001:db8::7"))
        }
    }

    @Test("changing the user name requires the password, changing the display name does not")
    func renaming() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let caller = try await gateway.enter("ada").caller
            gateway.clock.advance(by: .seconds(1000))
            for change in [
                ProfileChange(username: "eve"), ProfileChange(username: "ADA"), ProfileChange(email: "e@x.example"),
            ] {
                await expectRefusal(.forbidden, reason: "confirmation_required") {
                    _ = try await gateway.account.edit(change, as: caller)
                }
            }
            // Unchanged fields need no confirmation.
            _ = try await gateway.account.edit(
                ProfileChange(username: "ada", displayName: "Countess", email: ""), as: caller)
            try await gateway.account.confirm(password: Gateway.password, as: caller)
            #expect(try await gateway.account.edit(ProfileChange(username: "eve"), as: caller).username.text == "eve")
        }
    }
}
