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
    private func enable(_ name: String, _ gateway: Gateway) async throws -> (
        secret: [UInt8], codes: [String], caller: Caller
    ) {
        let (_, caller) = try await gateway.enter(name)
        let enrollment = try await gateway.twoFactor.begin(password: Gateway.password, as: caller)
        let code = TOTP.code(of: enrollment.secret, step: TOTP.step(at: gateway.clock.now()))
        return (enrollment.secret, try await gateway.twoFactor.enable(code: code, as: caller), caller)
    }

    private func step(_ name: String, _ gateway: Gateway, password: String = Gateway.password) async throws
        -> SignInStep
    {
        try await gateway.signIn.signIn(username: name, password: password, in: gateway.browser()).step()
    }

    @Test("a proxy's user skips the password but not the second factor, and is not confirmed")
    func proxy() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (secret, _, _) = try await enable("ada", gateway)
            gateway.clock.advance(by: .seconds(60))
            let step = try await gateway.signIn.signIn(namedByProxy: "Ada", in: gateway.browser()).step()
            #expect(step.kind == .code)
            let signedIn = try await gateway.twoFactor.finish(
                token: step.token, code: code(secret, gateway), in: gateway.browser())
            #expect(throws: DomainError.confirmationRequired) {
                try gateway.authentication.requireConfirmed(signedIn.authenticated)
            }
            let pending = try await gateway.users.create(UserDraft(username: "pending"), as: .commandLine).user
            let opened = try await gateway.signIn.signIn(namedByProxy: "pending", in: gateway.browser()).opened()
            #expect(opened.user.id == pending.id)
        }
    }

    private func code(_ secret: [UInt8], _ gateway: Gateway) -> String {
        TOTP.code(of: secret, step: TOTP.step(at: gateway.clock.now()))
    }

    @Test(
        "enabling needs a code; then the password alone is not enough, and a step's token opens nothing else"
    )
    func signIn() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (_, caller) = try await gateway.enter("ada")
            let other = try await gateway.enter("ada").signedIn
            await expectRefusal(reason: "wrong_password") {
                _ = try await gateway.twoFactor.begin(password: "wrong", as: caller)
            }
            await expectRefusal(reason: "step_expired") {
                _ = try await gateway.twoFactor.enable(code: "123456", as: caller)
            }
            let enrollment = try await gateway.twoFactor.begin(password: Gateway.password, as: caller)
            await expectRefusal(reason: "wrong_code") {
                _ = try await gateway.twoFactor.enable(code: "12345", as: caller)
            }
            #expect(try await gateway.twoFactor.state(as: caller).enabledAt == nil)
            let codes = try await gateway.twoFactor.enable(code: code(enrollment.secret, gateway), as: caller)
            #expect(Set(codes).count == 10)
            #expect(try await gateway.twoFactor.state(as: caller).recoveryCodesLeft == 10)
            #expect(try await gateway.authentication.authenticate(sessionToken: other.sessionToken) == nil)

            let step = try await step("ada", gateway)
            #expect(step.kind == .code)
            #expect(try await gateway.authentication.authenticate(sessionToken: step.token) == nil)
            #expect(try await gateway.authentication.authenticate(bearerToken: step.token, from: "192.0.2.1") == nil)
            // The code that enabled TOTP has been used.
            await expectRefusal(reason: "wrong_code") {
                _ = try await gateway.twoFactor.finish(
                    token: step.token, code: code(enrollment.secret, gateway), in: gateway.browser())
            }
            gateway.clock.advance(by: .seconds(30))
            let now = code(enrollment.secret, gateway)
            let signedIn = try await gateway.twoFactor.finish(token: step.token, code: now, in: gateway.browser())
            #expect(try await gateway.authentication.authenticate(sessionToken: signedIn.sessionToken) != nil)
            await expectRefusal(reason: "step_expired") {
                _ = try await gateway.twoFactor.finish(token: step.token, code: now, in: gateway.browser())
            }
            let again = try await self.step("ada", gateway)
            await expectRefusal(reason: "wrong_code") {
                _ = try await gateway.twoFactor.finish(token: again.token, code: now, in: gateway.browser())
            }
        }
    }

    @Test("of twenty at once with the same code exactly one gets in") func race() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (secret, _, _) = try await enable("ada", gateway)
            gateway.clock.advance(by: .seconds(30))
            let step = try await step("ada", gateway)
            let code = code(secret, gateway)
            let got = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<5 {
                    group.addTask {
                        let browser = gateway.browser("192.0.2.\(number)")
                        return (try? await gateway.twoFactor.finish(token: step.token, code: code, in: browser)) != nil
                    }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(got == 1)
        }
    }

    @Test("each recovery code works once, however it is typed; new ones replace all") func recovery() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (secret, codes, caller) = try await enable("ada", gateway)
            let typed = codes[0].uppercased().replacingOccurrences(of: "-", with: " ")
            _ = try await gateway.twoFactor.finish(
                token: try await step("ada", gateway).token, code: typed, in: gateway.browser())
            let again = try await step("ada", gateway)
            await expectRefusal(reason: "wrong_code") {
                _ = try await gateway.twoFactor.finish(token: again.token, code: codes[0], in: gateway.browser())
            }
            #expect(try await gateway.twoFactor.state(as: caller).recoveryCodesLeft == 9)
            gateway.clock.advance(by: .seconds(30))
            let fresh = try await gateway.twoFactor.renewRecoveryCodes(
                password: Gateway.password, code: code(secret, gateway), as: caller)
            #expect(Set(fresh).isDisjoint(with: codes))
            await expectRefusal(reason: "wrong_code") {
                _ = try await gateway.twoFactor.finish(token: again.token, code: codes[1], in: gateway.browser())
            }
        }
    }

    @Test("wrong codes end the step after five, are throttled, and are not reset by the correct password")
    func throttled() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada")
            let (secret, _, _) = try await enable("ada", gateway)
            let first = try await step("ada", gateway)
            for _ in 0..<5 {
                await expectRefusal(reason: "wrong_code") {
                    _ = try await gateway.twoFactor.finish(token: first.token, code: "00000", in: gateway.browser())
                }
            }
            await expectRefusal(reason: "step_expired") {
                _ = try await gateway.twoFactor.finish(token: first.token, code: "00000", in: gateway.browser())
            }
            var evaluated = 0
            for _ in 0..<60 {
                guard let step = try? await step("ada", gateway) else { continue }
                do {
                    _ = try await gateway.twoFactor.finish(token: step.token, code: "00000", in: gateway.browser())
                } catch let error as DomainError where error.reason == "wrong_code" {
                    evaluated += 1
                } catch {}
            }
            #expect(evaluated <= 5, "\(evaluated)")
            gateway.clock.advance(by: .seconds(3600))
            _ = try await gateway.twoFactor.finish(
                token: try await step("ada", gateway).token, code: code(secret, gateway), in: gateway.browser())
        }
    }

    @Test("a step ends after ten minutes, and when the password changes") func stepEnds() async throws {
        try await Gateway.run { gateway in
            let user = try await gateway.add("ada")
            let (secret, _, _) = try await enable("ada", gateway)
            let late = try await step("ada", gateway)
            gateway.clock.advance(by: .seconds(600))
            await expectRefusal(reason: "step_expired") {
                _ = try await gateway.twoFactor.finish(
                    token: late.token, code: code(secret, gateway), in: gateway.browser())
            }
            let old = try await step("ada", gateway)
            try await gateway.users.setPassword("another lengthy sekret", of: user.id, as: .commandLine)
            await expectRefusal(reason: "step_expired") {
                _ = try await gateway.twoFactor.finish(
                    token: old.token, code: code(secret, gateway), in: gateway.browser())
            }
        }
    }

    @Test("a link to choose a password lets nobody past the second factor") func reset() async throws {
        try await Gateway.run { gateway in
            let user = try await gateway.add("ada")
            let (secret, _, _) = try await enable("ada", gateway)
            let link = try await gateway.users.createLink(for: user.id, as: .commandLine)
            let outcome = try await gateway.links.choosePassword(
                token: link.token, password: "another lengthy sekret", in: gateway.browser())
            let step = try outcome.step()
            gateway.clock.advance(by: .seconds(30))
            _ = try await gateway.twoFactor.finish(
                token: step.token, code: code(secret, gateway), in: gateway.browser())
        }
    }

    @Test("who must have one sets it up on the way in, and cannot switch it off") func required() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada", role: .moderator)
            try await gateway.add("bob")
            try await gateway.twoFactor.require(for: [.moderator, .admin], as: .commandLine)
            _ = try await gateway.enter("bob")
            let step = try await step("ada", gateway)
            #expect(step.kind == .setup)
            await expectRefusal(reason: "step_expired") {
                _ = try await gateway.twoFactor.finish(token: step.token, code: "123456", in: gateway.browser())
            }
            let enrollment = try gateway.twoFactor.begin(token: step.token)
            let (signedIn, codes) = try await gateway.twoFactor.enable(
                token: step.token, code: code(enrollment.secret, gateway), in: gateway.browser())
            #expect(codes.count == 10)
            let caller = Caller(signedIn.authenticated, from: "192.0.2.1")
            gateway.clock.advance(by: .seconds(30))
            await expectRefusal(.forbidden, reason: "two_factor_required") {
                try await gateway.twoFactor.disable(
                    password: Gateway.password, code: code(enrollment.secret, gateway), as: caller)
            }
            try await gateway.twoFactor.require(for: [], as: .commandLine)
            try await gateway.twoFactor.disable(
                password: Gateway.password, code: code(enrollment.secret, gateway), as: caller)
            _ = try await gateway.enter("ada")
        }
    }

    @Test("an admin switches another's off; bearer tokens and device keys know nothing of it") func others()
        async throws
    {
        try await Gateway.run { gateway in
            let user = try await gateway.add("ada")
            try await gateway.add("root", role: .admin)
            let (_, admin) = try await gateway.enter("root")
            let (_, before) = try await gateway.enter("ada")
            let token = try await gateway.credentials.createToken(label: "script", as: before)
            _ = try await enable("ada", gateway)
            #expect(try await gateway.authentication.authenticate(bearerToken: token.text, from: "192.0.2.1") != nil)
            await expectRefusal(.forbidden) { try await gateway.twoFactor.remove(of: user.id, as: before) }
            try await gateway.twoFactor.remove(of: user.id, as: admin)
            _ = try await gateway.enter("ada")
            await expectRefusal(.notFound) { try await gateway.twoFactor.remove(of: user.id, as: admin) }
        }
    }
}
