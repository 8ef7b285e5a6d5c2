import Foundation
import Journal
import Primitives
import SQLiteStore
import Support

@testable import Accounts

/// A user with an authenticator, on a new server.
struct PasskeyScene {
    let fixture: AccountsFixture
    let user: User
    /// The caller of the user's own session.
    let caller: Caller
    var authenticator: PasskeyAuthenticator
    static let site = RelyingParty(address: "https://localhost") ?? { preconditionFailure("localhost is a name") }()

    static func run(
        _ role: Role = .listener, _ body: (inout PasskeyScene) async throws -> Void
    ) async throws {
        try await AccountsFixture.run { fixture in
            let user = try await fixture.add("ada", role: role)
            let caller = try await fixture.enter("ada").caller
            var scene = PasskeyScene(
                fixture: fixture, user: user, caller: caller, authenticator: try PasskeyAuthenticator())
            try await body(&scene)
        }
    }

    var passkeys: PasskeyService { fixture.passkeys }

    @discardableResult
    func add(_ label: String = "laptop", as caller: Caller? = nil) async throws -> Passkey {
        let caller = caller ?? self.caller
        let creation = try await passkeys.beginRegistration(at: Self.site, as: caller)
        return try await passkeys.add(draft(creation, label), as: caller)
    }

    func draft(_ creation: PasskeyCreation, _ label: String = "laptop") -> PasskeyDraft {
        let (clientData, attestation) = authenticator.register(creation.challenge)
        return PasskeyDraft(
            token: creation.token, label: label, clientData: clientData, attestation: attestation)
    }

    func assertion(_ request: PasskeyRequest, naming user: ID<Person>? = nil) throws -> PasskeyAssertion {
        let (clientData, data, signature) = try authenticator.use(request.challenge)
        return PasskeyAssertion(
            token: request.token, credential: authenticator.credential, clientData: clientData,
            authenticatorData: data, signature: signature, userHandle: Passkey.userHandle(of: user ?? self.user.id))
    }

    @discardableResult
    func signIn(in browser: Browser? = nil) async throws -> SignedIn {
        let browser = browser ?? fixture.browser()
        return try await passkeys.signIn(
            assertion(passkeys.beginSignIn(at: Self.site, in: browser)), in: browser)
    }

    /// The sign-in step after the password.
    func step() async throws -> SignInStep {
        try await fixture.signIn.signIn(username: "ada", password: AccountsFixture.password, in: fixture.browser())
            .step()
    }

    func finish(_ step: SignInStep) async throws -> SignedIn {
        let request = try await passkeys.beginSecondStep(token: step.token, at: Self.site)
        return try await passkeys.signIn(assertion(request), in: fixture.browser())
    }

    /// Enables TOTP too, and returns its secret.
    func enableCodes() async throws -> [UInt8] {
        let enrollment = try await fixture.twoFactor.begin(password: AccountsFixture.password, as: caller)
        _ = try await fixture.twoFactor.enable(code: code(enrollment.secret), as: caller)
        fixture.clock.advance(by: .seconds(30))
        return enrollment.secret
    }

    func code(_ secret: [UInt8]) -> String {
        TOTP.code(of: secret, step: TOTP.step(at: fixture.clock.now()))
    }

    /// The reasons of refused passkeys in the journal, newest first.
    func failures() async throws -> [String] {
        try await fixture.authentication.tick()
        return try await fixture.journal().filter { $0.action == "passkey.failed" }.compactMap { $0.details["reason"] }
    }
}
