import Accounts
import Testing

extension SignInOutcome {
    /// The session of a completed sign-in.
    func opened() throws -> SignedIn {
        guard case .signedIn(let signedIn) = self else { throw Unexpected() }
        return signedIn
    }

    /// The next step of an incomplete sign-in.
    func step() throws -> SignInStep {
        guard case .step(let step) = self else { throw Unexpected() }
        return step
    }

    struct Unexpected: Error {}
}
