package import Primitives

/// Asks the provider. Every method throws `ServiceFailure`.
package protocol IdentityProviderClient: Sendable {
    /// The provider's configuration (OpenID Connect Discovery 1.0 §4), perhaps as it was within the last hour.
    func configuration(of issuer: String) async throws -> ProviderConfiguration

    /// Redeems a code at the token endpoint (OpenID Connect Core 1.0 §3.1.3). Nil where the provider does not take it.
    func redeem(_ code: CodeRedemption, at provider: ProviderConfiguration) async throws -> ProviderTokens?

    /// The claims of a token that one of the provider's keys has signed, asymmetrically. Nil for any other token.
    func claims(of token: String, from provider: ProviderConfiguration) async throws -> TokenClaims?

    /// The provider's answer about the user of the access token (OpenID Connect Core 1.0 §5.3). Nil where it gives none.
    func userInfo(_ accessToken: String?, at provider: ProviderConfiguration) async throws -> TokenClaims?
}

/// The addresses of a provider, from its own description.
package struct ProviderConfiguration: Sendable, Equatable {
    package let issuer: String
    package let authorizationEndpoint: String
    package let tokenEndpoint: String
    /// The provider's public keys.
    package let keys: String
    package let userInfoEndpoint: String?
    /// Whether every answer in the browser's address names the issuer (RFC 9207).
    package let namesIssuer: Bool
    /// Whether the secret is sent in the form, because the provider does not take it in a field.
    package let takesSecretInForm: Bool

    package init(
        issuer: String, authorizationEndpoint: String, tokenEndpoint: String, keys: String, userInfoEndpoint: String?,
        namesIssuer: Bool, takesSecretInForm: Bool
    ) {
        self.issuer = issuer
        self.authorizationEndpoint = authorizationEndpoint
        self.tokenEndpoint = tokenEndpoint
        self.keys = keys
        self.userInfoEndpoint = userInfoEndpoint
        self.namesIssuer = namesIssuer
        self.takesSecretInForm = takesSecretInForm
    }
}

/// A code with everything that it is redeemed by.
package struct CodeRedemption: Sendable {
    package let code: String
    package let returnAddress: String
    package let verifier: String
    package let clientID: String
    /// Nil for a registration without one.
    package let secret: String?
}

/// The provider's answer to a code.
package struct ProviderTokens: Sendable {
    package let idToken: String
    package let accessToken: String?

    package init(idToken: String, accessToken: String?) {
        self.idToken = idToken
        self.accessToken = accessToken
    }
}
