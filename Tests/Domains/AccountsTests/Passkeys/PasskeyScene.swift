import Foundation
import Journal
import Primitives
import SQLiteStore
import Support

@testable import Accounts

/// A user with an authenticator, on a new server.
struct PasskeyScene {
    let gateway: Gateway
    let user: User
    /// The caller of the user's own session.
    let caller: Caller
    var authenticator: PasskeyAuthenticator
    static let site = RelyingParty(address: "https://localhost") ?? { preconditionFailure("localhost is a name") }()

    static func run(
        _ role: Role = .listener, _ body: (inout PasskeyScene) async throws -> Void
    ) async throws {
        try await Gateway.run { gateway in
            let user = try await gateway.add("ada", role: role)
            let caller = try await gateway.enter("ada").caller
            var scene = PasskeyScene(
                gateway: gateway, user: user, caller: caller, authenticator: try PasskeyAuthenticator())
            try await body(&scene)
        }
    }

    var passkeys: PasskeyService { gateway.passkeys }

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
        let browser = browser ?? gateway.browser()
        return try await passkeys.signIn(
            assertion(passkeys.beginSignIn(at: Self.site, in: browser)), in: browser)
    }

    /// The sign-in step after the password.
    func step() async throws -> SignInStep {
        try await gateway.signIn.signIn(username: "ada", password: Gateway.password, in: gateway.browser()).step()
    }

    func finish(_ step: SignInStep) async throws -> SignedIn {
        let request = try await passkeys.beginSecondStep(token: step.token, at: Self.site)
        return try await passkeys.signIn(assertion(request), in: gateway.browser())
    }

    /// Enables TOTP too, and returns its secret.
    func enableCodes() async throws -> [UInt8] {
        let enrollment = try await gateway.twoFactor.begin(password: Gateway.password, as: caller)
        _ = try await gateway.twoFactor.enable(code: code(enrollment.secret), as: caller)
        gateway.clock.advance(by: .seconds(30))
        return enrollment.secret
    }

    func code(_ secret: [UInt8]) -> String {
        TOTP.code(of: secret, step: TOTP.step(at: gateway.clock.now()))
    }

    /// The reasons of refused passkeys in the journal, newest first.
    func failures() async throws -> [String] {
        try await gateway.authentication.tick()
        return try await gateway.journal().filter { $0.action == "passkey.failed" }.compactMap { $0.details["reason"] }
    }
}
