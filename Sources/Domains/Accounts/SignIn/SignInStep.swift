package import Primitives

/// Half a sign-in: the password was right, and something more is wanted. Its token does nothing but that, for a few minutes.
package struct SignInStep: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// A code of the second factor.
        case code = "two_factor"
        /// The role must have a second factor, and this person has none yet.
        case setup = "two_factor_setup"
    }

    package let kind: Kind
    package let token: String
    package let expiresAt: Timestamp
}
