package import Primitives

extension DomainError {
    /// The account or session that the caller had is no more.
    package static var signedOut: DomainError {
        DomainError(.unauthenticated, "Sign in first")
    }
}
