import Support
import Foundation
import Journal
import Primitives
import Testing

@testable import Accounts

@Suite("Two-factor authentication", .timeLimit(.minutes(10))) struct TwoFactorTests {
    @Test("codes match RFC 6238, appendix B, shortened to six digits")
    func vectors() {
        let secret = Array("12345678901234567890".utf8)
        let expected: [(seconds: Int64, code: String)] = [
            (59, "287082"), (1_111_111_109, "081804"), (1_111_111_111, "050471"), (1_234_567_890, "005924"),
            (2_000_000_000, "279037"), (20_000_000_000, "353130"),
        ]
        for (seconds, code) in expected {
            let step = TOTP.step(at: Timestamp(milliseconds: seconds * 1000))
            #expect(TOTP.code(of: secret, step: step) == code)
        }
    }

    @Test("a clock may be off by one step, and no code is accepted twice or after a later one")
    func drift() {
        let secret = Array("12345678901234567890".utf8)
        let now = Timestamp(milliseconds: 1_234_567_890_000)
        let step = TOTP.step(at: now)
        for offset in -3...3 as ClosedRange<Int64> {
            let code = TOTP.code(of: secret, step: step + offset)
            let matched = TOTP.match(code, of: secret, at: now, after: .min)
            #expect(matched == (abs(offset) <= 1 ? step + offset : nil))
            #expect(TOTP.match(code, of: secret, at: now, after: step + offset) == nil)
        }
        #expect(TOTP.match("", of: secret, at: now, after: .min) == nil)
        #expect(TOTP.match("28708", of: secret, at: now, after: .min) == nil)
    }

    @Test("the secret is Base32, and the address has the format that apps read") func address() {
        let enrollment = TwoFactorEnrollment(secret: Array("12345678901234567890".utf8), username: "zoë k")
        #expect(enrollment.text == "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ")
        #expect(
            enrollment.address(at: "music.example:8443")
                == "otpauth://totp/Rondo%20music.example%3A8443:zo%C3%AB%20k?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
                + "&issuer=Rondo%20music.example%3A8443&algorithm=SHA1&digits=6&period=30")
    }

    /// Enables a second factor, and returns its secret and recovery codes.
    private func enable(_ name: String, _ fixture: AccountsFixture) async throws -> (
        secret: [UInt8], codes: [String], caller: Caller
    ) {
        let (_, caller) = try await fixture.enter(name)
        let enrollment = try await fixture.twoFactor.begin(password: AccountsFixture.password, as: caller)
        let code = TOTP.code(of: enrollment.secret, step: TOTP.step(at: fixture.clock.now()))
        return (enrollment.secret, try await fixture.twoFactor.enable(code: code, as: caller), caller)
    }

    private func step(_ name: String, _ fixture: AccountsFixture, password: String = AccountsFixture.password)
        async throws
        -> SignInStep
    {
        try await fixture.signIn.signIn(username: name, password: password, in: fixture.browser()).step()
    }

    @Test("a proxy's user skips the password but not the second factor, and is not confirmed")
    func proxy() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (secret, _, _) = try await enable("ada", fixture)
            fixture.clock.advance(by: .seconds(60))
            let step = try await fixture.signIn.signIn(namedByProxy: "Ada", in: fixture.browser()).step()
            #expect(step.kind == .code)
            let signedIn = try await fixture.twoFactor.finish(
                token: step.token, code: code(secret, fixture), in: fixture.browser())
            #expect(throws: DomainError.confirmationRequired) {
                try fixture.authentication.requireConfirmed(signedIn.authenticated)
            }
            let pending = try await fixture.users.create(UserDraft(username: "pending"), as: .commandLine).user
            let opened = try await fixture.signIn.signIn(namedByProxy: "pending", in: fixture.browser()).opened()
            #expect(opened.user.id == pending.id)
        }
    }

    private func code(_ secret: [UInt8], _ fixture: AccountsFixture) -> String {
        TOTP.code(of: secret, step: TOTP.step(at: fixture.clock.now()))
    }

    @Test(
        "enabling needs a code; then the password alone is not enough, and a step's token opens nothing else"
    )
    func signIn() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (_, caller) = try await fixture.enter("ada")
            let other = try await fixture.enter("ada").signedIn
            await expectRefusal(reason: "wrong_password") {
                _ = try await fixture.twoFactor.begin(password: "wrong", as: caller)
            }
            await expectRefusal(reason: "step_expired") {
                _ = try await fixture.twoFactor.enable(code: "123456", as: caller)
            }
            let enrollment = try await fixture.twoFactor.begin(password: AccountsFixture.password, as: caller)
            await expectRefusal(reason: "wrong_code") {
                _ = try await fixture.twoFactor.enable(code: "12345", as: caller)
            }
            #expect(try await fixture.twoFactor.state(as: caller).enabledAt == nil)
            let codes = try await fixture.twoFactor.enable(code: code(enrollment.secret, fixture), as: caller)
            #expect(Set(codes).count == 10)
            #expect(try await fixture.twoFactor.state(as: caller).recoveryCodesLeft == 10)
            #expect(try await fixture.authentication.authenticate(sessionToken: other.sessionToken) == nil)

            let step = try await step("ada", fixture)
            #expect(step.kind == .code)
            #expect(try await fixture.authentication.authenticate(sessionToken: step.token) == nil)
            #expect(try await fixture.authentication.authenticate(bearerToken: step.token, from: "192.0.2.1") == nil)
            // The code that enabled TOTP has been used.
            await expectRefusal(reason: "wrong_code") {
                _ = try await fixture.twoFactor.finish(
                    token: step.token, code: code(enrollment.secret, fixture), in: fixture.browser())
            }
            fixture.clock.advance(by: .seconds(30))
            let now = code(enrollment.secret, fixture)
            let signedIn = try await fixture.twoFactor.finish(token: step.token, code: now, in: fixture.browser())
            #expect(try await fixture.authentication.authenticate(sessionToken: signedIn.sessionToken) != nil)
            await expectRefusal(reason: "step_expired") {
                _ = try await fixture.twoFactor.finish(token: step.token, code: now, in: fixture.browser())
            }
            let again = try await self.step("ada", fixture)
            await expectRefusal(reason: "wrong_code") {
                _ = try await fixture.twoFactor.finish(token: again.token, code: now, in: fixture.browser())
            }
        }
    }

    @Test("of twenty sign-ins at once with the same code, exactly one succeeds") func race() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (secret, _, _) = try await enable("ada", fixture)
            fixture.clock.advance(by: .seconds(30))
            let step = try await step("ada", fixture)
            let code = code(secret, fixture)
            let got = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        let browser = fixture.browser("192.0.2.\(number)")
                        return (try? await fixture.twoFactor.finish(token: step.token, code: code, in: browser)) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(got == 1)
        }
    }

    @Test("each recovery code works once, with or without separators; new codes replace old ones")
    func recovery() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (secret, codes, caller) = try await enable("ada", fixture)
            let typed = codes[0].uppercased().replacingOccurrences(of: "-", with: " ")
            _ = try await fixture.twoFactor.finish(
                token: try await step("ada", fixture).token, code: typed, in: fixture.browser())
            let again = try await step("ada", fixture)
            await expectRefusal(reason: "wrong_code") {
                _ = try await fixture.twoFactor.finish(token: again.token, code: codes[0], in: fixture.browser())
            }
            #expect(try await fixture.twoFactor.state(as: caller).recoveryCodesLeft == 9)
            fixture.clock.advance(by: .seconds(30))
            let fresh = try await fixture.twoFactor.renewRecoveryCodes(
                password: AccountsFixture.password, code: code(secret, fixture), as: caller)
            #expect(Set(fresh).isDisjoint(with: codes))
            await expectRefusal(reason: "wrong_code") {
                _ = try await fixture.twoFactor.finish(token: again.token, code: codes[1], in: fixture.browser())
            }
        }
    }

    @Test("wrong codes end the step after five, are throttled, and are not reset by the correct password")
    func throttled() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada")
            let (secret, _, _) = try await enable("ada", fixture)
            let first = try await step("ada", fixture)
            for _ in 0..<5 {
                await expectRefusal(reason: "wrong_code") {
                    _ = try await fixture.twoFactor.finish(token: first.token, code: "00000", in: fixture.browser())
                }
            }
            await expectRefusal(reason: "step_expired") {
                _ = try await fixture.twoFactor.finish(token: first.token, code: "00000", in: fixture.browser())
            }
            var evaluated = 0
            for _ in 0..<60 {
                guard let step = try? await step("ada", fixture) else { continue }
                do {
                    _ = try await fixture.twoFactor.finish(token: step.token, code: "00000", in: fixture.browser())
                } catch let error as DomainError where error.reason == "wrong_code" {
                    evaluated += 1
                } catch {}
            }
            #expect(evaluated <= 5, "\(evaluated)")
            fixture.clock.advance(by: .seconds(3600))
            _ = try await fixture.twoFactor.finish(
                token: try await step("ada", fixture).token, code: code(secret, fixture), in: fixture.browser())
        }
    }

    @Test("a step ends after ten minutes, and when the password changes") func stepEnds() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            let (secret, _, _) = try await enable("ada", fixture)
            let late = try await step("ada", fixture)
            fixture.clock.advance(by: .seconds(600))
            await expectRefusal(reason: "step_expired") {
                _ = try await fixture.twoFactor.finish(
                    token: late.token, code: code(secret, fixture), in: fixture.browser())
            }
            let old = try await step("ada", fixture)
            try await fixture.users.setPassword("another lengthy sekret", of: user.id, as: .commandLine)
            await expectRefusal(reason: "step_expired") {
                _ = try await fixture.twoFactor.finish(
                    token: old.token, code: code(secret, fixture), in: fixture.browser())
            }
        }
    }

    @Test("a password link does not skip the second factor") func reset() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            let (secret, _, _) = try await enable("ada", fixture)
            let link = try await fixture.users.createLink(for: user.id, as: .commandLine)
            let outcome = try await fixture.links.choosePassword(
                token: link.token, password: "another lengthy sekret", in: fixture.browser())
            let step = try outcome.step()
            fixture.clock.advance(by: .seconds(30))
            _ = try await fixture.twoFactor.finish(
                token: step.token, code: code(secret, fixture), in: fixture.browser())
        }
    }

    @Test("if a role requires it, its users set it up at sign-in and keep it") func required() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada", role: .moderator)
            try await fixture.add("bob")
            try await fixture.twoFactor.require(for: [.moderator, .admin], as: .commandLine)
            _ = try await fixture.enter("bob")
            let step = try await step("ada", fixture)
            #expect(step.kind == .setup)
            await expectRefusal(reason: "step_expired") {
                _ = try await fixture.twoFactor.finish(token: step.token, code: "123456", in: fixture.browser())
            }
            let enrollment = try fixture.twoFactor.begin(token: step.token)
            let (signedIn, codes) = try await fixture.twoFactor.enable(
                token: step.token, code: code(enrollment.secret, fixture), in: fixture.browser())
            #expect(codes.count == 10)
            let caller = Caller(signedIn.authenticated, from: "192.0.2.1")
            fixture.clock.advance(by: .seconds(30))
            await expectRefusal(.forbidden, reason: "two_factor_required") {
                try await fixture.twoFactor.disable(
                    password: AccountsFixture.password, code: code(enrollment.secret, fixture), as: caller)
            }
            try await fixture.twoFactor.require(for: [], as: .commandLine)
            try await fixture.twoFactor.disable(
                password: AccountsFixture.password, code: code(enrollment.secret, fixture), as: caller)
            _ = try await fixture.enter("ada")
        }
    }

    @Test("an admin can switch a user's second factor off; bearer tokens and device keys never need it") func others()
        async throws
    {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada")
            try await fixture.add("root", role: .admin)
            let (_, admin) = try await fixture.enter("root")
            let (_, before) = try await fixture.enter("ada")
            let token = try await fixture.credentials.createToken(label: "script", as: before)
            _ = try await enable("ada", fixture)
            #expect(try await fixture.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") != nil)
            await expectRefusal(.forbidden) { try await fixture.twoFactor.remove(of: user.id, as: before) }
            try await fixture.twoFactor.remove(of: user.id, as: admin)
            _ = try await fixture.enter("ada")
            await expectRefusal(.notFound) { try await fixture.twoFactor.remove(of: user.id, as: admin) }
        }
    }
}
