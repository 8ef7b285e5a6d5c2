import Crypto
import Foundation
package import Primitives
import Synchronization

/// An OpenID provider on this machine that follows OpenID Connect Core 1.0 and RFC 7636, except where a test asks for
/// something else.
package final class OpenIDProvider: Sendable {
    package static let clientID = "rondo"
    package static let secret = "a secret/with+signs"

    /// The content of the next tokens and replies.
    package struct Behavior: Sendable {
        /// Members of the token as JSON that replace the usual ones. Nil removes a member.
        package var claims: [String: String?] = [:]
        /// Like `claims`, for the user info reply. Nil if there is none.
        package var userInfo: [String: String]?
        /// Like `claims`, for the provider's configuration.
        package var configuration: [String: String?] = [:]
        /// Like `claims`, for the token's header.
        package var header: [String: String?] = [:]
        /// Signs with the text of the public keys, like an attacker who hopes that a verifier takes it for a shared
        /// secret.
        package var signsByPublicKey = false
        package var leavesOutSignature = false
        /// Replaces every reply of the token endpoint.
        package var tokenStatus: String?

        package init() {}
    }

    private struct Grant {
        let challenge: String
        let returnAddress: String
        let token: String
    }

    private struct State {
        var behavior = Behavior()
        var keys: [(id: String, key: P256.Signing.PrivateKey)] = [("1", P256.Signing.PrivateKey())]
        var grants: [String: Grant] = [:]
        var port = 0
        var asked: [String] = []

        var issuer: String { "http://127.0.0.1:\(port)/realm" }
    }

    private final class Box: Sendable {
        let state = Mutex(State())
    }

    private let box: Box
    private let server: FileServer
    private let clock: any WallClock

    package init(clock: any WallClock = SystemWallClock()) async throws {
        let box = Box()
        self.box = box
        self.clock = clock
        server = try await FileServer { request in box.state.withLock { Self.answer(to: request, &$0) } }
        let port = server.port
        box.state.withLock { $0.port = port }
    }

    package var issuer: String { box.state.withLock { $0.issuer } }
    package var port: Int { server.port }
    /// The requested paths.
    package var asked: [String] { box.state.withLock { $0.asked } }

    package func change(_ change: (inout Behavior) -> Void) {
        box.state.withLock { change(&$0.behavior) }
    }

    /// Signs with a new key from now on, and no longer publishes the old one.
    package func rotate(to id: String) {
        box.state.withLock { $0.keys = [(id, P256.Signing.PrivateKey())] }
    }

    /// The user consents. Returns the parameters with which the browser is sent back.
    ///
    /// - Parameter address: the provider's page to which the server has sent the browser.
    package func consent(at address: String) throws -> (code: String, state: String, fields: [String: String]) {
        let items = URLComponents(string: address)?.queryItems ?? []
        let fields = items.reduce(into: [String: String]()) { $0[$1.name] = $1.value }
        let (code, now) = (UUID().uuidString, clock.now().milliseconds / 1000)
        box.state.withLock { state in
            let usual = [
                "iss": "\"\(state.issuer)\"", "sub": "\"user-7\"", "aud": "\"\(Self.clientID)\"", "iat": "\(now)",
                "exp": "\(now + 300)", "auth_time": "\(now)", "nonce": "\"\(fields["nonce"] ?? "")\"",
                "sid": "\"session-1\"",
            ]
            state.grants[code] = Grant(
                challenge: fields["code_challenge"] ?? "", returnAddress: fields["redirect_uri"] ?? "",
                token: Self.token(usual, state))
        }
        return (code, fields["state"] ?? "", fields)
    }

    /// A logout token (Back-Channel Logout 1.0 §2.4). These members replace the usual ones.
    package func logoutToken(_ claims: [String: String?] = [:]) -> String {
        let now = clock.now().milliseconds / 1000
        return box.state.withLock { state in
            var usual = [
                "iss": "\"\(state.issuer)\"", "aud": "\"\(Self.clientID)\"", "iat": "\(now)", "exp": "\(now + 120)",
                "jti": "\"\(UUID().uuidString)\"", "sub": "\"user-7\"",
                "events": #"{"http://schemas.openid.net/event/backchannel-logout":{}}"#,
            ]
            for (name, value) in claims { usual[name] = value }
            var plain = state
            plain.behavior.claims = [:]
            return Self.token(usual, plain)
        }
    }

    // MARK: Replies

    private static func answer(to request: String, _ state: inout State) -> [FileServer.Step] {
        let path = request.split(separator: " ").dropFirst().first.map(String.init) ?? ""
        state.asked.append(path)
        switch path {
        case "/realm/.well-known/openid-configuration": return json(object(configuration(state)))
        case "/realm/keys": return json(keys(state))
        case "/realm/token": return redeem(request, &state)
        case "/realm/userinfo":
            guard request.contains("Bearer access"), let info = state.behavior.userInfo else {
                return json("{}", "401 Unauthorized")
            }
            return json(object(info))
        default: return json("{}", "404 Not Found")
        }
    }

    private static func configuration(_ state: State) -> [String: String] {
        var members = [
            "issuer": "\"\(state.issuer)\"", "authorization_endpoint": "\"\(state.issuer)/authorize\"",
            "token_endpoint": "\"\(state.issuer)/token\"", "jwks_uri": "\"\(state.issuer)/keys\"",
        ]
        if state.behavior.userInfo != nil { members["userinfo_endpoint"] = "\"\(state.issuer)/userinfo\"" }
        for (name, value) in state.behavior.configuration { members[name] = value }
        return members
    }

    private static func redeem(_ request: String, _ state: inout State) -> [FileServer.Step] {
        if let status = state.behavior.tokenStatus { return json("{}", status) }
        let body = request.components(separatedBy: "\r\n\r\n").last ?? ""
        let fields = body.split(separator: "&").reduce(into: [String: String]()) { fields, pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { $0.removingPercentEncoding ?? "" }
            fields[parts.first ?? ""] = parts.last
        }
        let basic = "\(clientID):\(secret.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
        let hasSecret =
            request.contains("Basic \(Data(basic.utf8).base64EncodedString())") || fields["client_secret"] == secret
        guard hasSecret, let grant = state.grants.removeValue(forKey: fields["code"] ?? ""),
            grant.returnAddress == fields["redirect_uri"],
            grant.challenge == Base64URL.encode(SHA256.hash(data: Data((fields["code_verifier"] ?? "").utf8)))
        else { return json(#"{"error":"invalid_grant"}"#, "400 Bad Request") }
        return json(#"{"token_type":"Bearer","access_token":"access","id_token":"\#(grant.token)"}"#)
    }

    private static func json(_ text: String, _ status: String = "200 OK") -> [FileServer.Step] {
        FileServer.answer(status, ["Content-Type: application/json"], Array(text.utf8))
    }

    private static func object(_ members: [String: String]) -> String {
        "{\(members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ","))}"
    }

    // MARK: Tokens

    private static func keys(_ state: State) -> String {
        let keys = state.keys.map { id, key in
            let point = key.publicKey.rawRepresentation
            return object([
                "kty": "\"EC\"", "crv": "\"P-256\"", "use": "\"sig\"", "kid": "\"\(id)\"",
                "x": "\"\(Base64URL.encode(point.prefix(32)))\"", "y": "\"\(Base64URL.encode(point.suffix(32)))\"",
            ])
        }
        return "{\"keys\":[\(keys.joined(separator: ","))]}"
    }

    private static func token(_ usual: [String: String], _ state: State) -> String {
        var (claims, header) = (usual, ["alg": "\"ES256\"", "typ": "\"JWT\"", "kid": "\"\(state.keys[0].id)\""])
        for (name, value) in state.behavior.claims { claims[name] = value }
        for (name, value) in state.behavior.header { header[name] = value }
        let signed = [object(header), object(claims)].map { Base64URL.encode($0.utf8) }.joined(separator: ".")
        if state.behavior.leavesOutSignature { return signed + "." }
        if state.behavior.signsByPublicKey {
            let secret = SymmetricKey(data: Data(keys(state).utf8))
            let code = HMAC<SHA256>.authenticationCode(for: Data(signed.utf8), using: secret)
            return signed + "." + Base64URL.encode(code)
        }
        let signature = try? state.keys[0].key.signature(for: Data(signed.utf8)).rawRepresentation
        return signed + "." + Base64URL.encode(signature ?? Data())
    }
}
