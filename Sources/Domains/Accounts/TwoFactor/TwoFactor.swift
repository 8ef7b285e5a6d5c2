import Crypto
package import Primitives

/// A user's second factor, as it is stored: nothing of it is readable without the server's secret.
package struct TwoFactor: Sendable, Equatable {
    /// The secret, sealed by `TwoFactorSealer`.
    package let sealed: [UInt8]
    /// The name of the server's secret that sealed it.
    package let keyID: String
    package let enabledAt: Timestamp
    /// The step of the latest code that was accepted.
    package var lastStep: Int64
    /// The hashes of the unused recovery codes.
    package var recovery: Set<TokenHash>

    package init(sealed: [UInt8], keyID: String, enabledAt: Timestamp, lastStep: Int64, recovery: Set<TokenHash>) {
        self.sealed = sealed
        self.keyID = keyID
        self.enabledAt = enabledAt
        self.lastStep = lastStep
        self.recovery = recovery
    }
}

/// The facts about their own second factor that a user may see.
package struct TwoFactorState: Sendable, Equatable {
    /// Nil when there is none.
    package let enabledAt: Timestamp?
    package let recoveryCodesLeft: Int
    /// Whether the user's role requires one.
    package let isRequired: Bool
}

/// Seals the secrets of second factors, and hashes recovery codes, with keys derived from the server's secret, which is
/// not in the database. A secret that was sealed for one user does not open for another.
package struct TwoFactorSealer: Sendable {
    private let sealer: SecretSealer
    private let hashing: SymmetricKey
    let keyID: String

    package init(secret: ServerSecret) {
        sealer = SecretSealer(key: secret.derive("rondo two-factor seal v1"))
        hashing = SymmetricKey(data: secret.derive("rondo recovery code hash v1"))
        keyID = secret.keyID
    }

    func seal(_ secret: [UInt8], for user: ID<Person>) throws -> [UInt8] {
        try sealer.seal(secret, for: "v1|\(user.rawValue)")
    }

    /// Nil when another server secret sealed it, it was sealed for another user, or it is damaged.
    func open(_ sealed: [UInt8], of user: ID<Person>) -> [UInt8]? {
        sealer.open(sealed, for: "v1|\(user.rawValue)")
    }

    /// Keyed, because a recovery code that can be typed is short enough to be guessed from a plain hash.
    func hash(_ code: String, of user: ID<Person>) -> TokenHash {
        HMAC<SHA256>.authenticationCode(for: Array("\(user.rawValue)|\(code)".utf8), using: hashing)
            .withUnsafeBytes { TokenHash(digest: $0) }
    }
}
