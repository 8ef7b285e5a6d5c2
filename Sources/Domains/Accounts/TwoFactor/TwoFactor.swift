package import Primitives

/// A person's second factor as it is stored: nothing of it is readable without the gateway's secret.
package struct TwoFactor: Sendable, Equatable {
    /// What `TwoFactorSealer` made of the secret.
    package let sealed: [UInt8]
    /// Names the gateway's secret that it was sealed with.
    package let keyID: String
    package let enabledAt: Timestamp
    /// Of the latest code that was taken.
    package var lastStep: Int64
    /// Of the recovery codes that were not used.
    package var recovery: Set<TokenHash>

    package init(sealed: [UInt8], keyID: String, enabledAt: Timestamp, lastStep: Int64, recovery: Set<TokenHash>) {
        self.sealed = sealed
        self.keyID = keyID
        self.enabledAt = enabledAt
        self.lastStep = lastStep
        self.recovery = recovery
    }
}
