import Primitives
import Support
import Testing

@testable import Accounts

@Suite("Passkeys at sign-in", .timeLimit(.minutes(5))) struct PasskeySignInTests {
    @Test("a passkey alone signs in, even beside TOTP; it confirms the session and ends the browser's former one")
    func firstFactor() async throws {
        try await PasskeyScene.run { scene in
            let passkey = try await scene.add()
            _ = try await scene.enableCodes()
            let former = try await scene.signIn()
            #expect(former.user.id == scene.user.id)
            #expect(throws: Never.self) {
                try scene.fixture.authentication.requireConfirmed(former.authenticated)
            }
            scene.fixture.clock.advance(by: .seconds(5))
            _ = try await scene.signIn(in: scene.fixture.browser(session: former.sessionToken))
            #expect(try await scene.fixture.authentication.authenticate(sessionToken: former.sessionToken) == nil)
            let listed = try await scene.passkeys.list(as: scene.caller)
            #expect(listed.map(\.id) == [passkey.id])
            #expect(listed.first?.lastUsedAt == scene.fixture.clock.now())
        }
    }

    @Test("a challenge is answered once, within five minutes, and for its own purpose")
    func challenges() async throws {
        try await PasskeyScene.run { scene in
            try await scene.add()
            let browser = scene.fixture.browser()
            let first = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            _ = try await scene.passkeys.signIn(scene.assertion(first), in: browser)
            await expectRefusal(.conflict, reason: "step_expired") {
                _ = try await scene.passkeys.signIn(scene.assertion(first), in: browser)
            }
            // A refused response also uses the challenge up.
            let second = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            var wrong = try scene.assertion(second)
            wrong.signature[9] ^= 1
            await expectRefusal(.unauthenticated, reason: "passkey_refused") {
                _ = try await scene.passkeys.signIn(wrong, in: browser)
            }
            await expectRefusal(reason: "step_expired") {
                _ = try await scene.passkeys.signIn(scene.assertion(second), in: browser)
            }
            let late = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            scene.fixture.clock.advance(by: .seconds(300))
            await expectRefusal(reason: "step_expired") {
                _ = try await scene.passkeys.signIn(scene.assertion(late), in: browser)
            }
            // One challenge's token with the response to another challenge.
            let (mine, other) = (
                scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser),
                scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            )
            var crossed = try scene.assertion(mine)
            crossed.token = other.token
            await expectRefusal(reason: "passkey_refused") {
                _ = try await scene.passkeys.signIn(crossed, in: browser)
            }
            let confirmation = try await scene.passkeys.beginConfirmation(at: PasskeyScene.site, as: scene.caller)
            await expectRefusal(reason: "step_expired") {
                _ = try await scene.passkeys.signIn(scene.assertion(confirmation), in: browser)
            }
            let signIn = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            await expectRefusal(reason: "step_expired") {
                try await scene.passkeys.confirm(scene.assertion(signIn), as: scene.caller)
            }
        }
    }

    @Test("a network has 200 open challenges: beyond that the address with most loses its oldest")
    func bounded() async throws {
        try await PasskeyScene.run { scene in
            try await scene.add()
            let other = scene.fixture.browser("203.0.113.9")
            let elsewhere = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: other)
            let browser = scene.fixture.browser()
            let neighbor = scene.fixture.browser("192.0.2.2")
            let beside = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: neighbor)
            let first = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            for _ in 0..<200 {
                scene.fixture.clock.advance(by: .milliseconds(1))
                _ = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            }
            await expectRefusal(reason: "step_expired") {
                _ = try await scene.passkeys.signIn(scene.assertion(first), in: browser)
            }
            _ = try await scene.passkeys.signIn(scene.assertion(elsewhere), in: other)
            _ = try await scene.passkeys.signIn(scene.assertion(beside), in: neighbor)
        }
    }

    @Test("a signed-in user's challenge survives any number of strangers' sign-ins") func flooded() {
        let challenges = PasskeyChallenges(capacity: 10)
        let now = Timestamp(milliseconds: 0)
        let adding = PasskeyChallenges.Purpose.registration(of: ID("ada"), in: ID("session"))
        let own = challenges.begin(adding, at: PasskeyScene.site, now: now)
        for number in 1...20 {
            _ = challenges.begin(.signIn(from: "10.0.\(number).1"), at: PasskeyScene.site, now: now)
        }
        #expect(challenges.take(own.token, at: now)?.purpose == adding)
    }

    @Test("an unknown or removed passkey, a disabled account and another user's name get the same refusal")
    func refusals() async throws {
        try await PasskeyScene.run { scene in
            func refuses() async {
                await expectRefusal(.unauthenticated, reason: "passkey_refused") { try await scene.signIn() }
            }
            await refuses()
            let passkey = try await scene.add()
            let browser = scene.fixture.browser()
            let bob = try await scene.fixture.add("bob")
            let request = scene.passkeys.beginSignIn(at: PasskeyScene.site, in: browser)
            await expectRefusal(.unauthenticated, reason: "passkey_refused") {
                _ = try await scene.passkeys.signIn(scene.assertion(request, naming: bob.id), in: browser)
            }
            try await scene.passkeys.remove(passkey.id, as: scene.caller)
            await refuses()
            try await scene.add()
            try await scene.fixture.add("root", role: .admin)
            _ = try await scene.fixture.users.edit(scene.user.id, UserChange(disabled: true), as: .commandLine)
            await refuses()
            #expect(try await scene.failures() == ["credentialUnknown", "userHandle"])
        }
    }

    @Test("a copied passkey is detected by its counter; its use is refused and journaled")
    func counter() async throws {
        try await PasskeyScene.run { scene in
            scene.authenticator.counter = 7
            try await scene.add()
            scene.authenticator.counter = 8
            try await scene.signIn()
            await expectRefusal(reason: "passkey_refused") { try await scene.signIn() }
            scene.authenticator.counter = 7
            await expectRefusal(reason: "passkey_refused") { try await scene.signIn() }
            #expect(try await scene.failures() == ["counter", "counter"])
            scene.authenticator.counter = 9
            try await scene.signIn()
        }
    }

    @Test("wrong passkeys are slowed like wrong passwords, and a right passkey does not reset wrong passwords")
    func throttled() async throws {
        try await PasskeyScene.run { scene in
            try await scene.add()
            let right = scene.authenticator
            var forged = right
            forged.flags = 0b0001_1001
            scene.authenticator = forged
            for _ in 0..<5 { await expectRefusal(reason: "passkey_refused") { try await scene.signIn() } }
            await expectRefusal(reason: "passkey_refused") { try await scene.signIn() }
            await expectRefusal(.rateLimited, reason: "throttled") { try await scene.signIn() }
            // A stranger's credential counts against the network.
            scene.authenticator = try PasskeyAuthenticator()
            let browser = scene.fixture.browser("203.0.113.9")
            for _ in 0..<10 {
                await expectRefusal(reason: "passkey_refused") { try await scene.signIn(in: browser) }
            }
            await expectRefusal(.rateLimited, reason: "throttled") { try await scene.signIn(in: browser) }
            scene.authenticator = right
            let home = scene.fixture.browser("198.51.100.1")
            for _ in 0..<6 {
                await expectRefusal(reason: "wrong_credentials") {
                    _ = try await scene.fixture.enter("ada", password: "wrong", from: home.address)
                }
            }
            try await scene.signIn(in: home)
            await expectRefusal(.rateLimited) { _ = try await scene.fixture.enter("ada", from: home.address) }
        }
    }

    @Test("after a password a passkey replaces a code, but only the user's own passkey")
    func secondFactor() async throws {
        try await PasskeyScene.run { scene in
            let passkey = try await scene.add()
            _ = try await scene.fixture.enter("ada")
            let secret = try await scene.enableCodes()
            let step = try await scene.step()
            #expect(step.kind == .codeOrPasskey)
            let request = try await scene.passkeys.beginSecondStep(token: step.token, at: PasskeyScene.site)
            #expect(request.allowed == [passkey.credential])
            var bobs = scene
            bobs.authenticator = try PasskeyAuthenticator()
            let bob = try await scene.fixture.add("bob")
            try await bobs.add(as: try await scene.fixture.enter("bob").caller)
            await expectRefusal(reason: "passkey_refused") {
                _ = try await scene.passkeys.signIn(
                    bobs.assertion(request, naming: bob.id), in: scene.fixture.browser())
            }
            #expect(try await scene.finish(step).user.id == scene.user.id)
            // The step cannot be finished with a code any more.
            await expectRefusal(reason: "step_expired") {
                _ = try await scene.fixture.twoFactor.finish(
                    token: step.token, code: scene.code(secret), in: scene.fixture.browser())
            }
            await expectRefusal(reason: "step_expired") { _ = try await scene.finish(step) }
            let other = try await scene.step()
            _ = try await scene.fixture.twoFactor.finish(
                token: other.token, code: scene.code(secret), in: scene.fixture.browser())
        }
    }

    @Test("a passkey satisfies a required second factor; a step ends when the password changes")
    func required() async throws {
        try await PasskeyScene.run(.moderator) { scene in
            try await scene.add()
            try await scene.fixture.twoFactor.require(for: [.moderator], as: .commandLine)
            let step = try await scene.step()
            #expect(step.kind == .passkey)
            await expectRefusal(reason: "step_expired") {
                _ = try await scene.fixture.twoFactor.finish(
                    token: step.token, code: "123456", in: scene.fixture.browser())
            }
            await expectRefusal(reason: "step_expired") { _ = try scene.fixture.twoFactor.begin(token: step.token) }
            _ = try await scene.finish(step)
            let old = try await scene.step()
            try await scene.fixture.users.setPassword(
                "another lengthy sekret", of: scene.user.id, as: .commandLine)
            await expectRefusal(reason: "step_expired") { _ = try await scene.finish(old) }
        }
    }

    @Test("a passkey confirms like the password, only for its own session") func confirmation() async throws {
        try await PasskeyScene.run { scene in
            await expectRefusal(.conflict, reason: "passkey_absent") {
                _ = try await scene.passkeys.beginConfirmation(at: PasskeyScene.site, as: scene.caller)
            }
            try await scene.add()
            let (signedIn, caller) = try await scene.fixture.enter("ada")
            scene.fixture.clock.advance(by: .seconds(3600))
            func isConfirmed() async throws -> Bool {
                let authentication = scene.fixture.authentication
                let found = try #require(try await authentication.authenticate(sessionToken: signedIn.sessionToken))
                return (try? authentication.requireConfirmed(found)) != nil
            }
            #expect(try await !isConfirmed())
            let another = try await scene.passkeys.beginConfirmation(at: PasskeyScene.site, as: scene.caller)
            await expectRefusal(.conflict, reason: "step_expired") {
                try await scene.passkeys.confirm(scene.assertion(another), as: caller)
            }
            let request = try await scene.passkeys.beginConfirmation(at: PasskeyScene.site, as: caller)
            var wrong = try scene.assertion(request)
            wrong.userHandle = [1]
            await expectRefusal(.invalid, reason: "passkey_refused") {
                try await scene.passkeys.confirm(wrong, as: caller)
            }
            #expect(try await !isConfirmed())
            let again = try await scene.passkeys.beginConfirmation(at: PasskeyScene.site, as: caller)
            try await scene.passkeys.confirm(scene.assertion(again), as: caller)
            #expect(try await isConfirmed())
        }
    }
}
