import Support
import Accounts
import Foundation
import Journal
import Primitives
import SQLiteStore
import Testing

@Suite struct DeviceKeyTests {
    @Test("a new key authenticates in each way that clients use, and is nowhere in the database")
    func ways() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("Ada")
            let key = try await fixture.key(of: ada)
            #expect(key.text.count == 26 && key.text.allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".contains($0) })
            #expect(key.username == "Ada" && key.key.scopes == [.read, .write, .stream])
            let token = AccountsFixture.md5(key.text + "s")
            for credential in [
                DeviceCredential.apiKey(key.text), .apiKey(key.text.lowercased()),
                .password(username: "ada", password: key.text),
                .password(username: "ADA", password: key.text.lowercased()),
                .token(username: "ada", token: token, salt: "s"),
                .token(username: "ada", token: token.uppercased(), salt: "s"),
                .token(username: "Ada", token: AccountsFixture.md5(key.text.lowercased() + "pepper"), salt: "pepper"),
            ] {
                let access = try await fixture.admit(credential)
                #expect(access?.principal.user == ada.id && access?.keyID == key.key.id, "\(credential)")
                #expect(access?.username == "Ada" && access?.scopes == [.read, .write, .stream])
            }
            let bytes = try fixture.databaseBytes()
            #expect(bytes.range(of: Data(key.text.utf8)) == nil && bytes.range(of: Data("phone".utf8)) != nil)
        }
    }

    @Test("a key may do only what its scopes and its user's role allow, and never changes the account")
    func grants() async throws {
        try await AccountsFixture.run { fixture in
            let root = try await fixture.add("root", role: .admin)
            let all = try await fixture.key(
                of: root, DeviceKeyDraft(label: "all", scopes: Set(DeviceKeyScope.allCases)))
            let plain = try await fixture.key(of: root)
            let reading = try await fixture.key(of: root, DeviceKeyDraft(label: "reading", scopes: [.read]))
            let mighty = try #require(try await fixture.admit(.apiKey(all.text))).principal
            #expect(mighty.may(.manageUsers) && mighty.may(.stream) && !mighty.may(.manageOwnAccount))
            let usual = try #require(try await fixture.admit(.apiKey(plain.text))).principal
            #expect(usual.may(.stream) && usual.may(.listen) && !usual.may(.manageUsers) && !usual.may(.administer))
            let reader = try #require(try await fixture.admit(.apiKey(reading.text))).principal
            #expect(reader.may(.browse) && !reader.may(.stream))
            await expectRefusal(.forbidden, reason: "scope_missing") { try reader.require(.stream) }
            _ = try await fixture.add("second", role: .admin)
            _ = try await fixture.users.edit(root.id, UserChange(role: .listener), as: .commandLine)
            let demoted = try #require(try await fixture.admit(.apiKey(all.text))).principal
            #expect(!demoted.may(.manageUsers) && demoted.may(.stream))
        }
    }

    @Test("a key with the scope admin is for admins, and a user has at most 32 keys")
    func bounds() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let (_, caller) = try await fixture.enter("ada")
            await expectRefusal(.forbidden, reason: "admin_scope") {
                _ = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "x", scopes: [.admin]), as: caller)
            }
            for draft in [
                DeviceKeyDraft(label: ""), DeviceKeyDraft(label: "x", scopes: []),
                DeviceKeyDraft(label: "x", expiresInDays: 0), DeviceKeyDraft(label: String(repeating: "x", count: 101)),
            ] {
                await expectRefusal(.invalid) { _ = try await fixture.deviceKeys.create(draft, as: caller) }
            }
            for number in 1...32 { _ = try await fixture.key(of: ada, DeviceKeyDraft(label: "key \(number)")) }
            await expectRefusal(.conflict, reason: "too_many_keys") {
                _ = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "one more"), as: caller)
            }
            #expect(try await fixture.deviceKeys.list(as: caller).count == 32)
            #expect(try await fixture.deviceKeys.revokeAll(as: caller) == 32)
            _ = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "again"), as: caller)
        }
    }

    @Test("a bearer token creates no keys, and users cannot see or end others' keys")
    func ownership() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            try await fixture.add("bob")
            let key = try await fixture.key(of: ada)
            let (_, bob) = try await fixture.enter("bob")
            let token = try await fixture.credentials.createToken(label: "script", as: bob)
            let script = Caller(
                try #require(try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1")),
                from: "192.0.2.1")
            await expectRefusal(.forbidden, reason: "session_required") {
                _ = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "heir"), as: script)
            }
            #expect(try await fixture.deviceKeys.list(as: bob).isEmpty)
            await expectRefusal(.notFound) { try await fixture.deviceKeys.revoke(key.key.id, as: bob) }
            await expectRefusal(.notFound) { _ = try await fixture.deviceKeys.rename(key.key.id, to: "mine", as: bob) }
            await expectRefusal(.forbidden) { _ = try await fixture.deviceKeys.list(of: ada.id, as: bob) }
            await expectRefusal(.forbidden) { _ = try await fixture.deviceKeys.revokeAll(of: ada.id, as: bob) }
            await expectRefusal(.forbidden) { _ = try await fixture.deviceKeys.rotate(as: bob) }
            #expect(try await fixture.admit(.apiKey(key.text)) != nil)
        }
    }

    @Test("the last use is stored with client and address, at most once a minute")
    func lastUse() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let key = try await fixture.key(of: ada)
            func use() async throws -> CredentialUse? {
                try await fixture.authentication.tick()
                return try await fixture.store.deviceKeys(of: ada.id).first?.lastUse
            }
            #expect(try await use() == nil)
            let first: Timestamp = fixture.clock.now()
            _ = try await fixture.admit(.apiKey(key.text), client: "Fei\u{202E}shin\n", from: "2001:db8::1")
            #expect(try await use() == CredentialUse(at: first, from: "2001:db8::1", client: "Feishin"))
            fixture.clock.advance(by: .seconds(59))
            _ = try await fixture.admit(.apiKey(key.text), client: "DSub")
            #expect(try await use()?.client == "Feishin")
            fixture.clock.advance(by: .seconds(1))
            _ = try await fixture.admit(.password(username: "ada", password: key.text), client: "DSub")
            #expect(try await use()?.client == "DSub")
            #expect(try await fixture.store.user(ada.id)?.lastSeenAt == fixture.clock.now())
        }
    }

    @Test("a changed password keeps or ends device keys, as the user chooses; a reset ends them")
    func passwordChange() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let key = try await fixture.key(of: ada)
            let (_, caller) = try await fixture.enter("ada")
            let access = try #require(try await fixture.admit(.apiKey(key.text)))
            let stream = fixture.authentication.revocations.open(for: access.authenticated)
            let second = "quiet marble orchard 47"
            _ = try await fixture.account.changePassword(current: AccountsFixture.password, to: second, as: caller)
            #expect(try await fixture.admit(.apiKey(key.text)) != nil && !stream.isRevoked)
            let third = "brisk copper lantern 93"
            _ = try await fixture.account.changePassword(current: second, to: third, endingDeviceKeys: true, as: caller)
            #expect(try await fixture.admit(.apiKey(key.text)) == nil && stream.isRevoked)
            let other = try await fixture.key(of: ada)
            try await fixture.users.setPassword(AccountsFixture.password, of: ada.id, as: .commandLine)
            #expect(try await fixture.admit(.apiKey(other.text)) == nil)
        }
    }

    @Test("creation, renaming and revocation are journaled without a secret")
    func journal() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let (_, caller) = try await fixture.enter("ada")
            let key = try await fixture.deviceKeys.create(DeviceKeyDraft(label: "phone"), as: caller)
            fixture.clock.advance(by: .seconds(1))
            let renamed = try await fixture.deviceKeys.rename(key.key.id, to: "tablet", as: caller)
            #expect(renamed.key.label == "tablet" && renamed.isUsable)
            fixture.clock.advance(by: .seconds(1))
            try await fixture.deviceKeys.revoke(key.key.id, of: ada.id, as: .commandLine)
            let rows = try await fixture.journal()
            #expect(
                rows.filter { $0.action.hasPrefix("devicekey.") }.map(\.action)
                    == ["devicekey.revoke", "devicekey.edit", "devicekey.create"])
            #expect(rows.allSatisfy { !"\($0)".contains(key.text) })
        }
    }
}
