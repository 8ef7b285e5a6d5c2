package import Primitives

/// What a request proved its person with.
package enum Credential: Sendable, Hashable {
    case session(ID<Session>)
    case token(ID<AccessToken>)
    case deviceKey(ID<DeviceKey>)
}

/// When a session or a bearer token was used, and for a token from where.
package struct CredentialUse: Sendable, Equatable {
    package let at: Timestamp
    /// An IP address.
    package let address: String?

    package init(at: Timestamp, from address: String? = nil) {
        self.at = at
        self.address = address
    }

    /// Once a minute, and when it comes from another address.
    func isWorthNoting(after last: CredentialUse) -> Bool {
        at.milliseconds - last.at.milliseconds >= 60_000 || address != last.address
    }
}
