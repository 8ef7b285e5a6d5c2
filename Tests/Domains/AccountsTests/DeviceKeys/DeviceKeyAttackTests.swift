import Support
import Accounts
import Foundation
import Journal
import Primitives
import SQLiteStore
import Testing

/// Attacks that have let strangers into other servers of this protocol, and other conceivable ones.
@Suite struct DeviceKeyAttackTests {
    @Test("an unknown user with md5 of the salt alone is refused (CVE-2025-27112), as are empty and wildcard names")
    func emptySecrets() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            _ = try await gateway.add("keyless")
            let key = try await gateway.key(of: ada)
            for name in ["nobody", "ada", "keyless", "", "%", "_da", "a%", "ada\0", "ada ", "ad", "' OR 1=1 --"] {
                for (token, salt) in [
                    (Gateway.md5("salt"), "salt"), (Gateway.md5(""), ""), ("", ""), ("", "salt"),
                    (Gateway.md5(key.text), ""), (String(repeating: "0", count: 32), "\0"),
                    (String(repeating: "é", count: 16), "salt"), (Gateway.md5(Gateway.password + "salt"), "salt"),
                ] {
                    let attempt = DeviceCredential.token(username: name, token: token, salt: salt)
                    let found = try await gateway.admit(attempt, from: "unknown")
                    #expect(found == nil, "\(name) \(token) \(salt)")
                }
                for password in [
                    "", "enc:", "enc:zz", "%", "_", Gateway.password, String(key.text.dropLast()), key.text + "A",
                ] {
                    let attempt = DeviceCredential.password(username: name, password: password)
                    let found = try await gateway.admit(attempt, from: "unknown")
                    #expect(found == nil, "\(name) \(password)")
                }
            }
            for text in ["", "%", String(repeating: "_", count: 26), String(repeating: "A", count: 26), key.text + " "]
            {
                #expect(try await gateway.admit(.apiKey(text), from: "unknown") == nil)
            }
            #expect(try await gateway.admit(.apiKey(key.text), from: "unknown") != nil)
        }
    }

    @Test("a key does not open another account, and a row moved to another account opens nothing")
    func anothersKey() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let bob = try await gateway.add("bob")
            let adas = try await gateway.key(of: ada)
            _ = try await gateway.key(of: bob)
            #expect(try await gateway.admit(.password(username: "bob", password: adas.text)) == nil)
            let token = Gateway.md5(adas.text + "salt")
            #expect(try await gateway.admit(.token(username: "bob", token: token, salt: "salt")) == nil)
            #expect(try await gateway.admit(.token(username: "ada", token: token, salt: "salt")) != nil)
            try gateway.execute("UPDATE device_key SET account = '\(bob.id)' WHERE account = '\(ada.id)'")
            gateway.authentication.invalidateAll()
            #expect(try await gateway.admit(.password(username: "bob", password: adas.text)) == nil)
            #expect(try await gateway.admit(.apiKey(adas.text)) == nil)
        }
    }

    @Test("an expired key and a disabled user's key are refused, even when cached")
    func ends() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let (_, caller) = try await gateway.enter("ada")
            let day = try await gateway.key(of: ada, DeviceKeyDraft(label: "day", expiresInDays: 1))
            gateway.clock.advance(by: .seconds(1))
            let long = try await gateway.key(of: ada)
            gateway.clock.advance(by: .seconds(86_398))
            for _ in 0..<2 {
                #expect(try await gateway.admit(.apiKey(day.text)) != nil)
                #expect(try await gateway.admit(.password(username: "ada", password: day.text)) != nil)
            }
            gateway.clock.advance(by: .seconds(1))
            #expect(try await gateway.admit(.apiKey(day.text)) == nil)
            #expect(try await gateway.admit(.password(username: "ada", password: day.text)) == nil)
            #expect(try await gateway.deviceKeys.list(as: caller).map(\.isUsable) == [true, false])
            #expect(try await gateway.admit(.apiKey(long.text)) != nil)
            _ = try await gateway.users.edit(ada.id, UserChange(disabled: true), as: .commandLine)
            #expect(try await gateway.admit(.apiKey(long.text)) == nil)
            #expect(try await gateway.admit(.password(username: "ada", password: long.text)) == nil)
        }
    }

    @Test("a revoked key stops working at once, with its open streams, however it was cached")
    func revocation() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let (_, caller) = try await gateway.enter("ada")
            let key = try await gateway.key(of: ada)
            let other = try await gateway.key(of: ada)
            _ = try await gateway.admit(.password(username: "ada", password: key.text))
            let access = try #require(try await gateway.admit(.apiKey(key.text)))
            let kept = try #require(try await gateway.admit(.apiKey(other.text)))
            let stream = gateway.authentication.revocations.open(for: access.authenticated)
            let keptStream = gateway.authentication.revocations.open(for: kept.authenticated)
            try await gateway.deviceKeys.revoke(key.key.id, as: caller)
            #expect(stream.isRevoked && !keptStream.isRevoked)
            #expect(try await gateway.admit(.apiKey(key.text)) == nil)
            #expect(try await gateway.admit(.password(username: "ada", password: key.text)) == nil)
            #expect(try await gateway.admit(.apiKey(other.text)) != nil)
        }
    }

    @Test("a revocation by another process takes effect within five seconds, for open streams at the next tick")
    func foreignRevocation() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let key = try await gateway.key(of: ada)
            let access = try #require(try await gateway.admit(.apiKey(key.text)))
            _ = try await gateway.admit(.password(username: "ada", password: key.text))
            let stream = gateway.authentication.revocations.open(for: access.authenticated)
            try await gateway.sibling().revokeAll(of: ada.id, as: .commandLine)
            gateway.clock.advance(by: .seconds(4))
            #expect(try await gateway.admit(.apiKey(key.text)) == nil)
            #expect(try await gateway.admit(.password(username: "ada", password: key.text)) == nil)
            try await gateway.authentication.tick()
            #expect(stream.isRevoked)
        }
    }

    @Test("the same wrong key counts and is journaled once, however long a player sends it")
    func repetition() async throws {
        try await Gateway.run { gateway in
            _ = try await gateway.add("ada")
            let text = String(repeating: "B", count: 26)
            for number in 0..<300 {
                for credential in [
                    DeviceCredential.apiKey(text), .password(username: "ada", password: text),
                    .token(username: "ada", token: String(repeating: "0", count: 32), salt: "salt\(number)"),
                ] {
                    await expectRefusal(.unauthenticated, reason: "wrong_credentials") {
                        _ = try await gateway.deviceKeys.authenticate(credential, client: "x", address: "203.0.113.9")
                    }
                }
                gateway.clock.advance(by: .seconds(60))
            }
            try await gateway.authentication.tick()
            #expect(try await gateway.journal().count { $0.action == "devicekey.refused" } == 3)
            for number in 0..<20 {
                #expect(try await gateway.admit(.apiKey("C\(number)"), from: "203.0.113.9") == nil)
            }
            await expectRefusal(.rateLimited) {
                _ = try await gateway.deviceKeys.authenticate(.apiKey("D"), client: "x", address: "203.0.113.9")
            }
            await expectRefusal(.unauthenticated) {
                _ = try await gateway.deviceKeys.authenticate(.apiKey(text), client: "x", address: "203.0.113.9")
            }
        }
    }

    @Test("wrong keys count against their network only; a correct key works even from there")
    func throttle() async throws {
        try await Gateway.run { gateway in
            let ada = try await gateway.add("ada")
            let key = try await gateway.key(of: ada)
            func wrong(_ number: Int) -> DeviceCredential {
                .password(username: "ada", password: String(repeating: "B", count: 20) + "\(number)")
            }
            for number in 0..<10 {
                await expectRefusal(.unauthenticated, reason: "wrong_credentials") {
                    _ = try await gateway.deviceKeys.authenticate(wrong(number), client: "x", address: "203.0.113.9")
                }
            }
            for number in 10..<110 {
                await expectRefusal(.rateLimited) {
                    _ = try await gateway.deviceKeys.authenticate(wrong(number), client: "x", address: "203.0.113.77")
                }
            }
            #expect(try await gateway.admit(.apiKey(key.text), from: "203.0.113.9") != nil)
            await expectRefusal(.unauthenticated) {
                _ = try await gateway.deviceKeys.authenticate(wrong(0), client: "x", address: "198.51.100.1")
            }
            _ = try await gateway.enter("ada", from: "203.0.113.9")
            try await gateway.authentication.tick()
            let rows = try await gateway.journal().filter { $0.action == "devicekey.refused" }
            #expect(rows.count == 11 && rows.allSatisfy { $0.subject?.id == ada.id.rawValue })
        }
    }
}
