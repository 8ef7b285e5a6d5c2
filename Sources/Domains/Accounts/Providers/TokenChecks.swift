import Primitives

/// The reason why a token of the provider is not accepted, for the journal.
struct TokenRefusal: Error, Equatable {
    let claim: String
}

/// The checks of a token's claims, after its signature was verified.
struct TokenChecks {
    /// The difference between the provider's clock and this server's that is allowed.
    static let skew = Duration.seconds(60)
    /// A token that was issued earlier is not accepted, whatever it says.
    static let oldest = Duration.seconds(600)

    let provider: IdentityProvider
    let now: Timestamp

    /// The checks of OpenID Connect Core 1.0 §3.1.3.7. Returns the subject.
    func checkIDToken(_ claims: TokenClaims, for request: AuthorizationRequest) throws(TokenRefusal) -> String {
        try checkOrigin(claims)
        guard let nonce = claims.text("nonce"),
            SecretBytes.areEqual(Array(nonce.utf8), Array(request.nonce.utf8))
        else { throw TokenRefusal(claim: "nonce") }
        guard let end = claims.time("exp"), now < end.advanced(by: Self.skew) else { throw TokenRefusal(claim: "exp") }
        if request.purpose.asksAgain {
            // Without it the provider may have answered from a session of last week.
            guard let authenticated = claims.time("auth_time"),
                request.begunAt < authenticated.advanced(by: Self.skew)
            else { throw TokenRefusal(claim: "auth_time") }
        }
        guard let subject = claims.text("sub") else { throw TokenRefusal(claim: "sub") }
        return subject
    }

    /// The checks of OpenID Connect Back-Channel Logout 1.0 §2.6. Returns the token's own id, by which a repetition is
    /// known.
    func checkLogoutToken(_ claims: TokenClaims) throws(TokenRefusal) -> String {
        try checkOrigin(claims)
        guard claims.hasObject("http://schemas.openid.net/event/backchannel-logout", in: "events") else {
            throw TokenRefusal(claim: "events")
        }
        guard claims.values["nonce"] == nil else { throw TokenRefusal(claim: "nonce") }
        if claims.values["exp"] != nil {
            guard let end = claims.time("exp"), now < end.advanced(by: Self.skew) else {
                throw TokenRefusal(claim: "exp")
            }
        }
        guard claims.text("sub") != nil || claims.text("sid") != nil else { throw TokenRefusal(claim: "sub") }
        guard let id = claims.text("jti") else { throw TokenRefusal(claim: "jti") }
        return id
    }

    private func checkOrigin(_ claims: TokenClaims) throws(TokenRefusal) {
        guard claims.text("iss") == provider.issuer else { throw TokenRefusal(claim: "iss") }
        let audience = claims.texts("aud")
        guard audience.contains(provider.clientID) else { throw TokenRefusal(claim: "aud") }
        // A token for several services must say which of them it was issued to.
        guard claims.values["azp"] == nil ? audience.count == 1 : claims.text("azp") == provider.clientID else {
            throw TokenRefusal(claim: "azp")
        }
        guard let issued = claims.time("iat"), issued < now.advanced(by: Self.skew),
            now < issued.advanced(by: Self.oldest)
        else { throw TokenRefusal(claim: "iat") }
    }
}
