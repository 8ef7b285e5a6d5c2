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
        try await Gateway.run { gateway in
            let ada = try await gateway.add("Ada")
            let key = try await gateway.key(of: ada)
            #expect(key.text.count == 26 && key.text.allSatisfy { "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".contains($0) })
            #expect(key.username == "Ada" && key.key.scopes == [.read, .write, .stream])
            let token = Gateway.md5(key.text + "s")
            for credential in [
                DeviceCredential.apiKey(key.text), .apiKey(key.text.lowercased()),
                .password(username: "ada", password: key.text),
                .password(username: "ADA", password: key.text.lowercased()),
                .token(username: "ada", token: token, salt: "s"),
                .token(username: "ada", token: token.uppercased(), salt: "s"),
                .token(username: "Ada", token: Gateway.md5(key.text.lowercased() + "pepper"), salt: "pepper"),
            ] {
                let access = try await gateway.admit(credential)
                #expect(access?.principal.user == ada.id && access?.keyID == key.key.id, "\(credential)")
                #expect(access?.username == "Ada" && access?.scopes == [.read, .write, .stream])
            }
            let bytes = try gateway.databaseBytes()
            #expect(bytes.range(of: Data(key.text.utf8)) == nil && bytes.range(of: Data("phone".utf8)) != nil)
        }
    }

    @Test("a key may do what its scopes and its person's role allow, and never touch the account")
    func grants() async throws {
        try await Gateway.run { gateway in
            let root = try await gateway.add("root", role: .admin)
            let all = try await gateway.key(
                of: root, DeviceKeyDraft(label: "all", scopes: Set(DeviceKeyScope.allCases)))
            let plain = try await gateway.key(of: root)
            let reading = try await gateway.key(of: root, DeviceKeyDraft(label: "reading", scopes: [.read]))
            let mighty = try #require(try await gateway.admit(.apiKey(all.text))).principal
            #expect(mighty.may(.manageUsers) && mighty.may(.stream) && !mighty.may(.manageOwnAccount))
            let usual = try #require(try await gateway.admit(.apiKey(plain.text))).principal
            #expect(usual.may(.stream) && usual.may(.listen) && !usual.may(.manageUsers) && !usual.may(.administer))
            let reader = try #require(try await gateway.admit(.apiKey(reading.text))).principal
            #expect(reader.may(.browse) && !reader.may(.stream))
            await expectRefusal(.forbidden, reason: "scope_missing") { try reader.require(.stream) }
            _ = try await gateway.add("second", role: .admin)
            _ = try await gateway.users.edit(root.id, UserChange(role: .listener), as: .commandLine)
            let demoted = try #require(try await gateway.admit(.apiKey(all.text))).principal
            #expect(!demoted.may(.manageUsers) && demoted.may(.stream))
        }
    }

    @Test("a key with the scope admin is for admins, and a user has at most 32 keys")
    func bounds() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let (_, caller) = try await gateway.enter("ada")
            await expectRefusal(.forbidden, reason: "admin_scope") {
                _ = try await gateway.deviceKeys.create(DeviceKeyDraft(label: "x", scopes: [.admin]), as: caller)
            }
            for draft in [
                DeviceKeyDraft(label: ""), DeviceKeyDraft(label: "x", scopes: []),
                DeviceKeyDraft(label: "x", expiresInDays: 0), DeviceKeyDraft(label: String(repeating: "x", count: 101)),
            ] {
                await expectRefusal(.invalid) { _ = try await gateway.deviceKeys.create(draft, as: caller) }
            }
            for number in 1...32 { _ = try await gateway.key(of: ada, DeviceKeyDraft(label: "key \(number)")) }
            await expectRefusal(.conflict, reason: "too_many_keys") {
                _ = try await gateway.deviceKeys.create(DeviceKeyDraft(label: "one more"), as: caller)
            }
            #expect(try await gateway.deviceKeys.list(as: caller).count == 32)
            #expect(try await gateway.deviceKeys.revokeAll(as: caller) == 32)
            _ = try await gateway.deviceKeys.create(DeviceKeyDraft(label: "again"), as: caller)
        }
    }

    @Test("a bearer token creates no keys, and users cannot see or end others' keys")
    func ownership() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            try await gateway.add("bob")
            let key = try await gateway.key(of: ada)
            let (_, bob) = try await gateway.enter("bob")
            let token = try await gateway.credentials.createToken(label: "script", as: bob)
            let script = Caller(
                try #require(try await gateway.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1")),
                from: "192.0.2.1")
            await expectRefusal(.forbidden, reason: "session_required") {
                _ = try await gateway.deviceKeys.create(DeviceKeyDraft(label: "heir"), as: script)
            }
            #expect(try await gateway.deviceKeys.list(as: bob).isEmpty)
            await expectRefusal(.notFound) { try await gateway.deviceKeys.revoke(key.key.id, as: bob) }
            await expectRefusal(.notFound) { _ = try await gateway.deviceKeys.rename(key.key.id, to: "mine", as: bob) }
            await expectRefusal(.forbidden) { _ = try await gateway.deviceKeys.list(of: ada.id, as: bob) }
            await expectRefusal(.forbidden) { _ = try await gateway.deviceKeys.revokeAll(of: ada.id, as: bob) }
            await expectRefusal(.forbidden) { _ = try await gateway.deviceKeys.rotate(as: bob) }
            #expect(try await gateway.admit(.apiKey(key.text)) != nil)
        }
    }

    @Test("the last use is stored with client and address, at most once a minute")
    func lastUse() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let key = try await gateway.key(of: ada)
            func use() async throws -> CredentialUse? {
                try await gateway.authentication.tick()
                return try await gateway.store.deviceKeys(of: ada.id).first?.lastUse
            }
            #expect(try await use() == nil)
            let first: Timestamp = gateway.clock.now()
            _ = try await gateway.admit(.apiKey(key.text), client: "Fei\u{202E}shin\n", from: "2001:db8::1")
            #expect(try await use() == CredentialUse(at: first, from: "2001:db8::1", client: "Feishin"))
            gateway.clock.advance(by: .seconds(59))
            _ = try await gateway.admit(.apiKey(key.text), client: "DSub")
            #expect(try await use()?.client == "Feishin")
            gateway.clock.advance(by: .seconds(1))
            _ = try await gateway.admit(.password(username: "ada", password: key.text), client: "DSub")
            #expect(try await use()?.client == "DSub")
            #expect(try await gateway.store.user(ada.id)?.lastSeenAt == gateway.clock.now())
        }
    }

    @Test("a changed password keeps or ends device keys, as the user chooses; a reset ends them")
    func passwordChange() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let key = try await gateway.key(of: ada)
            let (_, caller) = try await gateway.enter("ada")
            let access = try #require(try await gateway.admit(.apiKey(key.text)))
            let stream = gateway.authentication.revocations.open(for: access.authenticated)
            let second = "quiet marble orchard 47"
            _ = try await gateway.account.changePassword(current: Gateway.password, to: second, as: caller)
            #expect(try await gateway.admit(.apiKey(key.text)) != nil && !stream.isRevoked)
            let third = "brisk copper lantern 93"
            _ = try await gateway.account.changePassword(current: second, to: third, endingDeviceKeys: true, as: caller)
            #expect(try await gateway.admit(.apiKey(key.text)) == nil && stream.isRevoked)
            let other = try await gateway.key(of: ada)
            try await gateway.users.setPassword(Gateway.password, of: ada.id, as: .commandLine)
            #expect(try await gateway.admit(.apiKey(other.text)) == nil)
        }
    }

    @Test("creation, renaming and revocation are journaled without a secret")
    func journal() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let (_, caller) = try await gateway.enter("ada")
            let key = try await gateway.deviceKeys.create(DeviceKeyDraft(label: "phone"), as: caller)
            gateway.clock.advance(by: .seconds(1))
            let renamed = try await gateway.deviceKeys.rename(key.key.id, to: "tablet", as: caller)
            #expect(renamed.key.label == "tablet" && renamed.isUsable)
            gateway.clock.advance(by: .seconds(1))
            try await gateway.deviceKeys.revoke(key.key.id, of: ada.id, as: .commandLine)
            let rows = try await gateway.journal()
            #expect(
                rows.filter { $0.action.hasPrefix("devicekey.") }.map(\.action)
                    == ["devicekey.revoke", "devicekey.edit", "devicekey.create"])
            #expect(rows.allSatisfy { !"\($0)".contains(key.text) })
        }
    }
}
