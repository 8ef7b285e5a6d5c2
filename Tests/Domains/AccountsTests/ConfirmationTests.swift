import Support
import Accounts
import Primitives
import Testing

@Suite struct ConfirmationTests {
    @Test("a sign-in confirms a session for fifteen minutes, and so does typing the password again")
    func quarterOfAnHour() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada", role: .admin)
            let (signedIn, caller) = try await fixture.enter("ada")
            let token = signedIn.sessionToken
            func now() async throws -> Authenticated {
                try #require(try await fixture.authentication.authenticate(sessionToken: token))
            }
            fixture.clock.advance(by: .seconds(899))
            try fixture.authentication.requireConfirmed(await now())
            fixture.clock.advance(by: .seconds(1))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(await now())
            }
            await expectRefusal(.invalid, reason: "wrong_password", field: "password") {
                try await fixture.account.confirm(password: "no", as: caller)
            }
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(await now())
            }
            try await fixture.account.confirm(password: AccountsFixture.password, as: caller)
            try fixture.authentication.requireConfirmed(await now())
            fixture.clock.advance(by: .seconds(900))
            await expectRefusal(reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(await now())
            }
        }
    }

    @Test("a session confirms only itself, and setting the clock back extends no confirmation")
    func oneSession() async throws {
        try await AccountsFixture.run { fixture in
            try await fixture.add("ada", role: .admin)
            let other = try await fixture.enter("ada").signedIn
            let caller = try await fixture.enter("ada").caller
            fixture.clock.advance(by: .seconds(1000))
            try await fixture.account.confirm(password: AccountsFixture.password, as: caller)
            let found = try #require(await fixture.authentication.authenticate(sessionToken: other.sessionToken))
            await expectRefusal(reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(found)
            }
            let fresh = try await fixture.enter("ada").signedIn.authenticated
            fixture.clock.advance(by: .seconds(-59))
            try fixture.authentication.requireConfirmed(fresh)
            fixture.clock.advance(by: .seconds(-2))
            await expectRefusal(reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(fresh)
            }
        }
    }

    @Test("a bearer token never counts as confirmed, whatever its scopes, and creates no tokens")
    func tokens() async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada", role: .admin)
            let issued = try await fixture.credentials.createToken(
                for: user.id, label: "script", scopes: Set(AccessScope.allCases), as: .commandLine)
            let found = try #require(
                await fixture.authentication.authenticate(bearerToken: issued.text, from: "192.0.2.1"))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try fixture.authentication.requireConfirmed(found)
            }
            let caller = Caller(found, from: "192.0.2.1")
            await expectRefusal(.forbidden, reason: "session_required") {
                _ = try await fixture.credentials.createToken(label: "heir", as: caller)
            }
            await expectRefusal(.conflict) {
                try await fixture.account.confirm(password: AccountsFixture.password, as: caller)
            }
        }
    }
}
