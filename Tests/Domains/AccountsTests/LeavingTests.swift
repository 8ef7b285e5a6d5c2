import Support
import Journal
import Primitives
import Testing

@testable import Accounts

@Suite("Deleting one's own account", .timeLimit(.minutes(10))) struct LeavingTests {
    private func user(_ name: String, _ gateway: Gateway) async throws -> User? {
        try await gateway.store.user(usernameKey: Username(name).key)
    }

    @Test("requires the password, and ends its session") func password() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada", role: .admin)
            let bob = try await gateway.add("bob")
            let (session, caller) = try await gateway.enter("bob")
            await expectRefusal(.invalid, reason: "wrong_password") {
                try await gateway.leaving.leave(password: "not it at all", code: nil, keepingShared: false, as: caller)
            }
            #expect(try await user("bob", gateway)?.disabled == false)
            try await gateway.leaving.leave(
                password: Gateway.password, code: nil, keepingShared: false, as: caller)
            #expect(try await gateway.store.user(bob.id) == nil)
            #expect(try await gateway.authentication.authenticate(sessionToken: session.sessionToken) == nil)
            #expect(try await user("ada", gateway) != nil)
        }
    }

    @Test("requires a code where there is a second factor, and accepts each code once")
    func secondFactor() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada", role: .admin)
            try await gateway.add("bob")
            let (_, caller) = try await gateway.enter("bob")
            let enrollment = try await gateway.twoFactor.begin(password: Gateway.password, as: caller)
            func code() -> String { TOTP.code(of: enrollment.secret, step: TOTP.step(at: gateway.clock.now())) }
            let used = code()
            _ = try await gateway.twoFactor.enable(code: used, as: caller)
            for (typed, reason) in [(nil, "code_required"), ("", "code_required"), (used, "wrong_code")] {
                await expectRefusal(.invalid, reason: reason) {
                    try await gateway.leaving.leave(
                        password: Gateway.password, code: typed, keepingShared: false, as: caller)
                }
            }
            #expect(try await user("bob", gateway)?.disabled == false)
            gateway.clock.advance(by: .seconds(60))
            try await gateway.leaving.leave(
                password: Gateway.password, code: code(), keepingShared: true, as: caller)
            #expect(try await user("bob", gateway) == nil)
        }
    }

    @Test("is refused to the last admin, and to tokens without the scope")
    func refusals() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada", role: .admin)
            let (_, caller) = try await gateway.enter("ada")
            await expectRefusal(.conflict, reason: "last_admin") {
                try await gateway.leaving.leave(
                    password: Gateway.password, code: nil, keepingShared: false, as: caller)
            }
            #expect(try await user("ada", gateway)?.disabled == false)
            try await gateway.add("eve", role: .admin)
            let script = try await gateway.credentials.createToken(label: "x", scopes: [.read, .write], as: caller)
            let token = try #require(
                try await gateway.authentication.authenticate(bearerToken: script.text, from: "203.0.113.9"))
            await expectRefusal(.forbidden, reason: "scope_missing") {
                try await gateway.leaving.leave(
                    password: Gateway.password, code: nil, keepingShared: false,
                    as: Caller(token, from: "203.0.113.9"))
            }
            try await gateway.leaving.leave(
                password: Gateway.password, code: nil, keepingShared: false, as: caller)
            #expect(try await user("ada", gateway) == nil)
        }
    }
}
