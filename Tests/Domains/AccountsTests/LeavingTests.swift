import Support
import Journal
import Primitives
import Testing

@testable import Accounts

@Suite("Deleting one's own account", .timeLimit(.minutes(10))) struct LeavingTests {
    private func user(_ name: String, _ fixture: AccountsFixture) async throws -> User? {
        try await fixture.store.user(usernameKey: Username(name).key)
    }

    @Test("requires the password, and ends its session") func password() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada", role: .admin)
            let bob = try await fixture.add("bob")
            let (session, caller) = try await fixture.enter("bob")
            await expectRefusal(.invalid, reason: "wrong_password") {
                try await fixture.leaving.leave(password: "not it at all", code: nil, keepingShared: false, as: caller)
            }
            #expect(try await user("bob", fixture)?.disabled == false)
            try await fixture.leaving.leave(
                password: AccountsFixture.password, code: nil, keepingShared: false, as: caller)
            #expect(try await fixture.store.user(bob.id) == nil)
            #expect(try await fixture.authentication.authenticate(sessionToken: session.sessionToken) == nil)
            #expect(try await user("ada", fixture) != nil)
        }
    }

    @Test("requires a code where there is a second factor, and accepts each code once")
    func secondFactor() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada", role: .admin)
            try await fixture.add("bob")
            let (_, caller) = try await fixture.enter("bob")
            let enrollment = try await fixture.twoFactor.begin(password: AccountsFixture.password, as: caller)
            func code() -> String { TOTP.code(of: enrollment.secret, step: TOTP.step(at: fixture.clock.now())) }
            let used = code()
            _ = try await fixture.twoFactor.enable(code: used, as: caller)
            for (typed, reason) in [(nil, "code_required"), ("", "code_required"), (used, "wrong_code")] {
                await expectRefusal(.invalid, reason: reason) {
                    try await fixture.leaving.leave(
                        password: AccountsFixture.password, code: typed, keepingShared: false, as: caller)
                }
            }
            #expect(try await user("bob", fixture)?.disabled == false)
            fixture.clock.advance(by: .seconds(60))
            try await fixture.leaving.leave(
                password: AccountsFixture.password, code: code(), keepingShared: true, as: caller)
            #expect(try await user("bob", fixture) == nil)
        }
    }

    @Test("is refused to the last admin, and to tokens without the scope")
    func refusals() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada", role: .admin)
            let (_, caller) = try await fixture.enter("ada")
            await expectRefusal(.conflict, reason: "last_admin") {
                try await fixture.leaving.leave(
                    password: AccountsFixture.password, code: nil, keepingShared: false, as: caller)
            }
            #expect(try await user("ada", fixture)?.disabled == false)
            try await fixture.add("eve", role: .admin)
            let script = try await fixture.credentials.createToken(label: "x", scopes: [.read, .write], as: caller)
            let token = try #require(
                try await fixture.authentication.authenticate(bearerToken: script.text, from: "203.0.113.9"))
            await expectRefusal(.forbidden, reason: "scope_missing") {
                try await fixture.leaving.leave(
                    password: AccountsFixture.password, code: nil, keepingShared: false,
                    as: Caller(token, from: "203.0.113.9"))
            }
            try await fixture.leaving.leave(
                password: AccountsFixture.password, code: nil, keepingShared: false, as: caller)
            #expect(try await user("ada", fixture) == nil)
        }
    }
}
