package import Accounts
package import Primitives

/// Proves whom a remote client speaks for.
package protocol ClientAuthentication: Sendable {
    /// Throws `unauthenticated` for what is not valid, with the reason `api_key_invalid` for a key.
    ///
    /// - Parameters:
    ///   - client: what the client calls itself.
    ///   - address: where it asks from.
    func authenticate(
        _ credential: ClientCredential, client: String, address: String
    ) async throws -> ClientAccess
}

/// What a request shows.
package enum ClientCredential: Sendable, Equatable {
    case apiKey(String)
    /// The MD5 of secret and salt, in hexadecimal digits.
    case token(username: String, token: String, salt: String)
    case password(username: String, password: String)
}

/// What a device key is for.
package enum ClientScope: String, Sendable, CaseIterable {
    case read, write, stream
}

/// Whom a client speaks for, and what its key is for.
package struct ClientAccess: Sendable {
    package let authenticated: Authenticated
    package let username: String
    package let scopes: Set<ClientScope>

    package init(authenticated: Authenticated, username: String, scopes: Set<ClientScope>) {
        self.authenticated = authenticated
        self.username = username
        self.scopes = scopes
    }

    package var principal: Principal { authenticated.principal }
}
