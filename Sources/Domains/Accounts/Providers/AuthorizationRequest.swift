import Crypto
import Foundation
package import Primitives

/// A sign-in that the user has gone to the provider for. The browser keeps it in a cookie, sealed, so that only the
/// browser that began it can finish it.
struct AuthorizationRequest: Sendable, Equatable, Codable {
    enum Purpose: Sendable, Equatable, Codable {
        case signIn
        /// Links the provider's user to the account of this session.
        case link(account: String, session: String)
        /// Confirms that the session's user is there, as the typed password does.
        case confirm(account: String, session: String)

        /// Whether the provider must ask the user again, also where it knows them.
        var asksAgain: Bool { if case .confirm = self { true } else { false } }
    }

    static let lifetime = Duration.seconds(600)

    let purpose: Purpose
    /// The provider and the registration that the request was made for.
    let issuer: String
    let clientID: String
    /// Where the provider sends the browser back to.
    let returnAddress: String
    /// Comes back in the address (RFC 6749 §10.12).
    let state: String
    /// Comes back in the token.
    let nonce: String
    /// Proves to the provider that the code is redeemed by whoever asked for it (RFC 7636).
    let verifier: String
    let begunMilliseconds: Int64

    init(_ purpose: Purpose, of provider: IdentityProvider, returningTo address: String, at now: Timestamp) {
        self.purpose = purpose
        issuer = provider.issuer
        clientID = provider.clientID
        returnAddress = address
        state = RandomToken.make()
        nonce = RandomToken.make()
        verifier = RandomToken.make()
        begunMilliseconds = now.milliseconds
    }

    var begunAt: Timestamp { Timestamp(milliseconds: begunMilliseconds) }

    /// The page of the provider that the browser is sent to (OpenID Connect Core 1.0 §3.1.2.1).
    ///
    /// - Parameter endpoint: the provider's authorization endpoint.
    func address(at endpoint: String, scopes: [String]) -> String {
        var fields = [
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", returnAddress),
            ("scope", (["openid"] + scopes.filter { $0 != "openid" }).joined(separator: " ")), ("state", state),
            ("nonce", nonce), ("code_challenge", challenge), ("code_challenge_method", "S256"),
        ]
        // Where the age is asked about, the token must say it. One of zero has some providers ask again and again.
        if purpose.asksAgain {
            fields += [("prompt", "login"), ("max_age", "\(TokenChecks.skew.components.seconds)")]
        }
        let query = fields.map { "\($0.0)=\($0.1.percentEncoded)" }.joined(separator: "&")
        return endpoint + (endpoint.contains("?") ? "&" : "?") + query
    }

    private var challenge: String { Base64URL.encode(SHA256.hash(data: Data(verifier.utf8))) }
}

extension SecretSealer {
    private static let owner = "openid-request"

    /// The cookie's value.
    func seal(_ request: AuthorizationRequest) throws -> String {
        Base64URL.encode(try seal(JSONEncoder().encode(request), for: Self.owner))
    }

    /// Nil where the cookie is missing, damaged, made by another server, or too old.
    func request(_ cookie: String?, at now: Timestamp) -> AuthorizationRequest? {
        guard let cookie, cookie.utf8.count <= 8192, let sealed = Base64URL.decode(cookie),
            let content = open(sealed, for: Self.owner),
            let request = try? JSONDecoder().decode(AuthorizationRequest.self, from: Data(content)),
            now < request.begunAt.advanced(by: AuthorizationRequest.lifetime)
        else { return nil }
        return request
    }
}
