import Accounts
import Testing

extension SignInOutcome {
    /// The session, where nothing more is wanted.
    func opened() throws -> SignedIn {
        guard case .signedIn(let signedIn) = self else { throw Unexpected() }
        return signedIn
    }

    /// What is wanted, where something is.
    func step() throws -> SignInStep {
        guard case .step(let step) = self else { throw Unexpected() }
        return step
    }

    struct Unexpected: Error {}
}
