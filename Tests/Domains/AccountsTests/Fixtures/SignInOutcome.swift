import Accounts
import Testing

extension SignInOutcome {
    /// The session, where nothing more is wanted.
    func opened() throws -> SignedIn {
        guard case .signedIn(let signedIn) = self else { throw Unexpected() }
        return signedIn
    }

    /// The step that is wanted next, where there is one.
    func step() throws -> SignInStep {
        guard case .step(let step) = self else { throw Unexpected() }
        return step
    }

    struct Unexpected: Error {}
}
