package import Accounts
import Foundation
package import Primitives
import Synchronization

/// Asks an OpenID provider (OpenID Connect Core 1.0, Discovery 1.0).
package final class OpenIDClient: IdentityProviderClient {
    /// The time for which the provider's configuration is kept.
    private static let lifetime = Duration.seconds(3600)
    /// Within this time the keys are not fetched again, whatever a token names.
    private static let pause = Duration.seconds(30)

    private struct Fetched<Value: Sendable>: Sendable {
        let value: Value
        /// On the monotonic clock.
        let at: Duration
    }

    private struct Memory {
        var configuration: (issuer: String, fetched: Fetched<ProviderConfiguration>)?
        var keys: (address: String, fetched: Fetched<[SigningKey]>)?
    }

    private let reader: GuardedReader
    private let clock: any MonotonicClock
    private let memory = Mutex(Memory())

    package init(reader: GuardedReader, clock: any MonotonicClock) {
        self.reader = reader
        self.clock = clock
    }

    // MARK: Configuration

    package func configuration(of issuer: String) async throws -> ProviderConfiguration {
        let known = memory.withLock { $0.configuration }
        if let known, known.issuer == issuer, clock.now() - known.fetched.at < Self.lifetime {
            return known.fetched.value
        }
        let base = issuer.hasSuffix("/") ? String(issuer.dropLast()) : issuer
        let object = try await object(at: base + "/.well-known/openid-configuration")
        guard let configuration = Self.configuration(object, of: base) else { throw ServiceFailure(.malformed) }
        let fetched = Fetched(value: configuration, at: clock.now())
        memory.withLock { $0.configuration = (issuer, fetched) }
        return configuration
    }

    /// Nil for the description of another issuer, without an address that is needed, and for one without TLS.
    ///
    /// - Parameter base: the issuer without a slash at its end.
    private static func configuration(_ object: ProviderObject, of base: String) -> ProviderConfiguration? {
        // Without TLS an issuer is on this machine, as are its other addresses then.
        let address = { (text: String) -> String? in
            (text.hasPrefix("https://") || base.hasPrefix("http://")) && (try? LinkAddress(text)) != nil ? text : nil
        }
        guard let issuer = object.name("issuer"), issuer == base || issuer == base + "/",
            let authorization = object.name("authorization_endpoint").flatMap(address),
            let token = object.name("token_endpoint").flatMap(address),
            let keys = object.name("jwks_uri").flatMap(address)
        else { return nil }
        let methods = object.texts("token_endpoint_auth_methods_supported", upTo: 20)
        return ProviderConfiguration(
            issuer: issuer, authorizationEndpoint: authorization, tokenEndpoint: token, keys: keys,
            userInfoEndpoint: object.name("userinfo_endpoint").flatMap(address),
            namesIssuer: object.flag("authorization_response_iss_parameter_supported") ?? false,
            takesSecretInForm: methods.map { !$0.contains("client_secret_basic") } ?? false)
    }

    // MARK: Codes and users

    package func redeem(
        _ code: CodeRedemption, at provider: ProviderConfiguration
    ) async throws -> ProviderTokens? {
        var form: [(name: String, value: String)] = [
            ("grant_type", "authorization_code"), ("code", code.code), ("redirect_uri", code.returnAddress),
            ("code_verifier", code.verifier),
        ]
        var secrets: [(name: String, value: String)] = []
        if let secret = code.secret, !provider.takesSecretInForm {
            let pair = "\(code.clientID.percentEncoded):\(secret.percentEncoded)"
            secrets = [("Authorization", "Basic \(Data(pair.utf8).base64EncodedString())")]
        } else {
            form.append(("client_id", code.clientID))
            if let secret = code.secret { form.append(("client_secret", secret)) }
        }
        let document = try await reader.read(provider.tokenEndpoint, secrets: secrets, posting: .form(form))
        // The code was used, is another's or is too old (RFC 6749 §5.2).
        if document.status == 400 { return nil }
        let object = try Self.object(document)
        guard let token = object.anyText("id_token") else { throw ServiceFailure(.malformed) }
        return ProviderTokens(idToken: token, accessToken: object.anyText("access_token"))
    }

    package func userInfo(
        _ accessToken: String?, at provider: ProviderConfiguration
    ) async throws -> TokenClaims? {
        guard let accessToken, let endpoint = provider.userInfoEndpoint else { return nil }
        let document = try await reader.read(endpoint, secrets: [("Authorization", "Bearer \(accessToken)")])
        // A signed answer is read by nobody here; the token has the claims.
        if document.reply.field("content-type")?.lowercased().hasPrefix("application/jwt") == true { return nil }
        guard document.status == 200 else { throw Self.failure(document) }
        return try TokenClaims(document.content)
    }

    // MARK: Tokens

    package func claims(of token: String, from provider: ProviderConfiguration) async throws -> TokenClaims? {
        let known = try await keys(at: provider.keys)
        let signed = SignedToken(token)
        if let claims = await signed?.claims(by: known.value) { return claims }
        // The provider may have another key by now.
        guard signed != nil, clock.now() - known.at >= Self.pause else { return nil }
        return await signed?.claims(by: try await fetchKeys(at: provider.keys).value)
    }

    private func keys(at address: String) async throws -> Fetched<[SigningKey]> {
        let known = memory.withLock { $0.keys }
        if let known, known.address == address, clock.now() - known.fetched.at < Self.lifetime { return known.fetched }
        return try await fetchKeys(at: address)
    }

    private func fetchKeys(at address: String) async throws -> Fetched<[SigningKey]> {
        let keys = try await object(at: address).objects("keys", upTo: SigningKey.most).compactMap(SigningKey.init)
        let fetched = Fetched(value: keys, at: clock.now())
        memory.withLock { $0.keys = (address, fetched) }
        return fetched
    }

    // MARK: Documents

    private func object(at address: String) async throws -> ProviderObject {
        try Self.object(try await reader.read(address))
    }

    private static func object(_ document: GuardedReader.Document) throws(ServiceFailure) -> ProviderObject {
        guard document.status == 200 else { throw failure(document) }
        guard let object = ProviderObject(try ProviderObject.document(document.content)) else {
            throw ServiceFailure(.malformed)
        }
        return object
    }

    private static func failure(_ document: GuardedReader.Document) -> ServiceFailure {
        document.reply.failure ?? ServiceFailure(.malformed)
    }
}
