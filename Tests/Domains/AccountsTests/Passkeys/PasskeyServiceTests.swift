import Foundation
import Journal
import Primitives
import Support
import Testing

@testable import Accounts

@Suite("Passkeys of an account", .timeLimit(.minutes(5))) struct PasskeyServiceTests {
    @Test("a passkey is added, renamed and removed only by its owner, who is notified; the changes are journaled")
    func own() async throws {
        try await PasskeyScene.run { scene in
            let passkey = try await scene.add("  laptop ")
            #expect(passkey.label == "laptop" && passkey.site == "localhost" && passkey.isBackedUp)
            #expect(passkey.lastUsedAt == nil && passkey.createdAt == scene.fixture.clock.now())
            let told = try await scene.fixture.notifications(of: scene.caller)
            #expect(told.map(\.kind) == [.passkeyAdded] && told.first?.title == "laptop")
            let creation = try await scene.passkeys.beginRegistration(at: PasskeyScene.site, as: scene.caller)
            #expect(creation.excluded == [passkey.credential])
            #expect(creation.userHandle == Array(scene.user.id.rawValue.utf8))

            try await scene.fixture.add("bob")
            let bob = try await scene.fixture.enter("bob").caller
            #expect(try await scene.passkeys.list(as: bob).isEmpty)
            await expectRefusal(.notFound) {
                _ = try await scene.passkeys.rename(passkey.id, to: "mine", as: bob)
            }
            await expectRefusal(.notFound) { try await scene.passkeys.remove(passkey.id, as: bob) }
            #expect(try await scene.passkeys.rename(passkey.id, to: "phone", as: scene.caller).label == "phone")
            for label in ["", " ", String(repeating: "a", count: 101), "a\u{202E}b"] {
                await expectRefusal(.invalid, field: "label") {
                    _ = try await scene.passkeys.rename(passkey.id, to: label, as: scene.caller)
                }
            }
            try await scene.passkeys.remove(passkey.id, as: scene.caller)
            #expect(try await scene.passkeys.list(as: scene.caller).isEmpty)
            let entries = try await scene.fixture.journal().filter { $0.action.hasPrefix("passkey.") }
            #expect(
                entries.map { "\($0.action) \($0.details["label"] ?? "")" }.reversed() == [
                    "passkey.create laptop", "passkey.edit phone", "passkey.remove phone",
                ])
            #expect(entries.allSatisfy { $0.details["passkey"] == passkey.id.rawValue })
        }
    }

    @Test("a challenge to add a passkey works once and in its own session; a token adds none")
    func registration() async throws {
        try await PasskeyScene.run { scene in
            let other = try await scene.fixture.enter("ada").caller
            let creation = try await scene.passkeys.beginRegistration(at: PasskeyScene.site, as: scene.caller)
            await expectRefusal(.conflict, reason: "step_expired") {
                _ = try await scene.passkeys.add(scene.draft(creation), as: other)
            }
            await expectRefusal(.conflict, reason: "step_expired") {
                _ = try await scene.passkeys.add(scene.draft(creation), as: scene.caller)
            }
            let late = try await scene.passkeys.beginRegistration(at: PasskeyScene.site, as: scene.caller)
            scene.fixture.clock.advance(by: .seconds(300))
            await expectRefusal(.conflict, reason: "step_expired") {
                _ = try await scene.passkeys.add(scene.draft(late), as: scene.caller)
            }
            var unverified = scene
            unverified.authenticator.flags = 0b0000_0001
            await expectRefusal(.invalid, reason: "passkey_refused") { try await unverified.add() }
            #expect(try await scene.failures() == ["userVerification"])
            let token = try await scene.fixture.credentials.createToken(
                label: "script", scopes: [.read, .write, .credentials], as: scene.caller)
            let script = try #require(
                try await scene.fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1"))
            await expectRefusal(.forbidden, reason: "session_required") {
                _ = try await scene.passkeys.beginRegistration(
                    at: PasskeyScene.site, as: Caller(script, from: "192.0.2.1"))
            }
        }
    }

    @Test("a credential belongs to one account, and an account has at most twenty") func limits() async throws {
        try await PasskeyScene.run { scene in
            try await scene.add()
            await expectRefusal(.invalid, reason: "passkey_refused") { try await scene.add() }
            try await scene.fixture.add("bob")
            let bob = try await scene.fixture.enter("bob").caller
            await expectRefusal(.invalid, reason: "passkey_refused") { try await scene.add(as: bob) }
            #expect(try await scene.failures() == ["credentialTaken", "credentialTaken"])
            // The store detects two concurrent additions.
            let taken = try #require(try await scene.passkeys.list(as: scene.caller).first)
            await expectRefusal(.conflict, reason: "passkey_taken") {
                let _: Void? = try await scene.fixture.store.edit(scene.user.id) { edit in
                    edit.passkeys.append(
                        Passkey(
                            id: .make(at: taken.createdAt), user: taken.user, label: "again",
                            credential: taken.credential, publicKey: taken.publicKey, site: taken.site, counter: 0,
                            isBackedUp: false, createdAt: taken.createdAt))
                }
            }
            for number in 1..<Passkey.maximumPerUser {
                scene.authenticator.credential = [UInt8(number)]
                try await scene.add()
            }
            await expectRefusal(.conflict, reason: "too_many_passkeys") {
                _ = try await scene.passkeys.beginRegistration(at: PasskeyScene.site, as: scene.caller)
            }
        }
    }

    @Test("a role that requires a second factor keeps the last one, of either kind") func lastFactor() async throws {
        try await PasskeyScene.run(.moderator) { scene in
            let passkey = try await scene.add()
            try await scene.fixture.twoFactor.require(for: [.moderator], as: .commandLine)
            await expectRefusal(.forbidden, reason: "two_factor_required") {
                try await scene.passkeys.remove(passkey.id, as: scene.caller)
            }
            let secret = try await scene.enableCodes()
            try await scene.fixture.twoFactor.disable(
                password: AccountsFixture.password, code: scene.code(secret), as: scene.caller)
            scene.fixture.clock.advance(by: .seconds(60))
            let fresh = try await scene.enableCodes()
            try await scene.passkeys.remove(passkey.id, as: scene.caller)
            await expectRefusal(.forbidden, reason: "two_factor_required") {
                try await scene.fixture.twoFactor.disable(
                    password: AccountsFixture.password, code: scene.code(fresh), as: scene.caller)
            }
        }
    }

    @Test("an admin's removal of the second factor ends passkeys too") func ended() async throws {
        try await PasskeyScene.run { scene in
            try await scene.add()
            #expect(try await scene.fixture.account.get(as: scene.caller).hasTwoFactor)
            try await scene.fixture.twoFactor.remove(of: scene.user.id, as: .commandLine)
            #expect(try await scene.passkeys.list(as: scene.caller).isEmpty)
            #expect(try await !scene.fixture.account.get(as: scene.caller).hasTwoFactor)
            await expectRefusal(.unauthenticated) { try await scene.signIn() }
        }
    }

    @Test("no passkey stays when the account is deleted") func account() async throws {
        try await PasskeyScene.run { scene in
            try await scene.add()
            try await scene.fixture.leaving.leave(
                password: AccountsFixture.password, code: nil, keepingShared: true, as: scene.caller)
            let credential = scene.authenticator.credential
            #expect(try await scene.fixture.store.read { try $0.passkey(credential: credential) } == nil)
        }
    }
}
