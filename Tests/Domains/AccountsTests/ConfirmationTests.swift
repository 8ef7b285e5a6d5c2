import Support
import Accounts
import Primitives
import Testing

@Suite struct ConfirmationTests {
    @Test("a sign-in confirms its person for a quarter of an hour, and the password typed again for another")
    func quarterOfAnHour() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada", role: .admin)
            let (signedIn, caller) = try await gateway.enter("ada")
            let token = signedIn.sessionToken
            func now() async throws -> Authenticated {
                try #require(try await gateway.authentication.authenticate(sessionToken: token))
            }
            gateway.clock.advance(by: .seconds(899))
            try gateway.authentication.requireConfirmed(await now())
            gateway.clock.advance(by: .seconds(1))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(await now())
            }
            await expectRefusal(.invalid, reason: "wrong_password", field: "password") {
                try await gateway.account.confirm(password: "no", as: caller)
            }
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(await now())
            }
            try await gateway.account.confirm(password: Gateway.password, as: caller)
            try gateway.authentication.requireConfirmed(await now())
            gateway.clock.advance(by: .seconds(900))
            await expectRefusal(reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(await now())
            }
        }
    }

    @Test("a session confirms only itself, and setting the clock back extends no confirmation")
    func oneSession() async throws {
        try await Gateway.run { gateway in
            try await gateway.add("ada", role: .admin)
            let other = try await gateway.enter("ada").signedIn
            let caller = try await gateway.enter("ada").caller
            gateway.clock.advance(by: .seconds(1000))
            try await gateway.account.confirm(password: Gateway.password, as: caller)
            let found = try #require(await gateway.authentication.authenticate(sessionToken: other.sessionToken))
            await expectRefusal(reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(found)
            }
            let fresh = try await gateway.enter("ada").signedIn.authenticated
            gateway.clock.advance(by: .seconds(-59))
            try gateway.authentication.requireConfirmed(fresh)
            gateway.clock.advance(by: .seconds(-2))
            await expectRefusal(reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(fresh)
            }
        }
    }

    @Test("a bearer token never counts as confirmed, whatever its scopes, and creates no tokens")
    func tokens() async throws {
        try await Gateway.run { gateway in
            let user = try await gateway.add("ada", role: .admin)
            let issued = try await gateway.credentials.createToken(
                for: user.id, label: "script", scopes: Set(AccessScope.allCases), as: .commandLine)
            let found = try #require(
                await gateway.authentication.authenticate(bearerToken: issued.text, from: "192.0.2.1"))
            await expectRefusal(.forbidden, reason: "confirmation_required") {
                try gateway.authentication.requireConfirmed(found)
            }
            let caller = Caller(found, from: "192.0.2.1")
            await expectRefusal(.forbidden, reason: "session_required") {
                _ = try await gateway.credentials.createToken(label: "heir", as: caller)
            }
            await expectRefusal(.conflict) {
                try await gateway.account.confirm(password: Gateway.password, as: caller)
            }
        }
    }
}
