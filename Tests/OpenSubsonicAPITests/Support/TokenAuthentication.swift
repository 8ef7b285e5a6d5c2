import Accounts
import OpenSubsonicAPI
import Primitives

/// Bearer tokens in place of device keys.
struct TokenAuthentication: ClientAuthentication {
    private let authentication: Authentication

    init(_ authentication: Authentication) {
        self.authentication = authentication
    }

    func authenticate(
        _ credential: ClientCredential, client: String, address: String
    ) async throws -> ClientAccess {
        guard case .apiKey(let key) = credential,
            let authenticated = try await authentication.authenticate(bearerToken: key)
        else { throw DomainError(.unauthenticated, "No") }
        let name = authenticated.principal.role == .admin ? "ada" : "bo"
        return ClientAccess(authenticated: authenticated, username: name, scopes: Set(ClientScope.allCases))
    }
}
