package import Primitives

/// What a person may know of their own second factor.
package struct TwoFactorState: Sendable, Equatable {
    /// Nil where there is none.
    package let enabledAt: Timestamp?
    package let recoveryCodesLeft: Int
    /// Whether the person's role must have one.
    package let isRequired: Bool
}
