package import Primitives

extension DomainError {
    /// The account or session that the caller had is no more.
    package static var signedOut: DomainError {
        DomainError(.unauthenticated, "Sign in first")
    }

    /// The caller has not typed the password lately.
    static var confirmationRequired: DomainError {
        DomainError(.forbidden, "Confirm your password first", reason: "confirmation_required")
    }
}
