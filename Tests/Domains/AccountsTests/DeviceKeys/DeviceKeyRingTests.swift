import Accounts
import Foundation
import Journal
import Primitives
import Testing

@Suite struct DeviceKeyRingTests {
    @Test("without the key file, no device key works, the log says so, and nothing crashes")
    func lostFile() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let key = try await fixture.key(of: ada)
            try FileManager.default.removeItem(at: fixture.folder.appendingPathComponent("ring"))
            let restored = try fixture.sibling()
            for credential in [
                DeviceCredential.apiKey(key.text), .password(username: "ada", password: key.text),
                .token(username: "ada", token: AccountsFixture.md5(key.text + "salt"), salt: "salt"),
            ] {
                await expectRefusal(.unauthenticated) {
                    _ = try await restored.authenticate(credential, client: "x", address: "192.0.2.1")
                }
            }
            #expect(try await restored.lostCount() == 1)
            #expect(try await restored.reseal(by: .gateway) == 0)
            #expect(try await restored.list(of: ada.id, as: .commandLine).map(\.isUsable) == [false])
            let new = try await restored.create(DeviceKeyDraft(label: "new"), for: ada.id, as: .commandLine)
            let access = try await restored.authenticate(.apiKey(new.text), client: "x", address: "192.0.2.1")
            #expect(access.keyID == new.key.id)
        }
    }

    @Test("a key file that becomes unreadable ends nothing while the server runs; a start refuses it")
    func damagedFile() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let key = try await fixture.key(of: ada)
            #expect(try await fixture.admit(.apiKey(key.text)) != nil)
            let file = fixture.folder.appendingPathComponent("ring")
            try Data("nonsense\n".utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            fixture.authentication.invalidateAll()
            #expect(try await fixture.admit(.apiKey(key.text)) != nil)
            await expectRefusal(.unavailable) { _ = try await fixture.key(of: ada) }
            await expectRefusal(.unavailable) { _ = try fixture.sibling() }
        }
    }

    @Test("after a rotation by another process, every key is encrypted again and still works")
    func rotation() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let key = try await fixture.key(of: ada)
            #expect(try await fixture.admit(.apiKey(key.text)) != nil)
            let before = try await fixture.store.deviceKeys(of: ada.id)[0].secret
            #expect(try await fixture.sibling().rotate(as: .commandLine) == 1)
            let after = try await fixture.store.deviceKeys(of: ada.id)[0].secret
            #expect(before.keyID != after.keyID && before.hash != after.hash && before.sealed != after.sealed)
            fixture.authentication.invalidateAll()
            #expect(try await fixture.admit(.apiKey(key.text)) != nil)
            #expect(try await fixture.admit(.password(username: "ada", password: key.text)) != nil)
            #expect(try await fixture.sibling().rotate(as: .commandLine) == 1)
            let lines = try String(contentsOf: fixture.folder.appendingPathComponent("ring"), encoding: .utf8)
            #expect(lines.split(separator: "\n").count == 2)
            #expect(try await fixture.sibling().lostCount() == 0)
        }
    }

    @Test("a rotation interrupted before it sealed anything is finished at the next start")
    func unfinishedRotation() async throws {
        try await AccountsFixture.run { fixture in
            let ada = try await fixture.add("ada")
            let key = try await fixture.key(of: ada)
            let file = fixture.folder.appendingPathComponent("ring")
            let old = try String(contentsOf: file, encoding: .utf8)
            let other = fixture.folder.appendingPathComponent("other")
            _ = try fixture.otherSecret(at: other.path)
            try Data((String(contentsOf: other, encoding: .utf8) + old).utf8).write(to: file)
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
            let next = try fixture.sibling()
            let access = try await next.authenticate(.apiKey(key.text), client: "x", address: "192.0.2.1")
            #expect(access.keyID == key.key.id)
            #expect(try await next.reseal(by: .gateway) == 1)
            #expect(try await next.reseal(by: .gateway) == 0)
            _ = try await next.authenticate(.apiKey(key.text), client: "x", address: "192.0.2.1")
        }
    }
}
