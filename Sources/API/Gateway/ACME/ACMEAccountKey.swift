import Crypto
import Foundation
import Primitives

/// The key of an account at a certificate authority (ES256), and what it signs (RFC 7515, RFC 7638, RFC 8555 §6.2).
struct ACMEAccountKey: Sendable {
    let key: P256.Signing.PrivateKey

    /// Its members in the order of the alphabet, as the thumbprint wants them.
    private var publicKey: String {
        let point = Array(key.publicKey.rawRepresentation)
        return
            #"{"crv":"P-256","kty":"EC","x":"\#(Base64URL.encode(Array(point.prefix(32))))","y":"\#(Base64URL.encode(Array(point.suffix(32))))"}"#
    }

    /// What a challenge is answered with, after the token and a dot.
    var thumbprint: String { Base64URL.encode(Array(SHA256.hash(data: Array(publicKey.utf8)))) }

    /// A request's body.
    ///
    /// - Parameters:
    ///   - payload: JSON; nil to read only.
    ///   - account: its address at the authority; nil before there is one, when the key itself is sent.
    func sign(_ payload: [UInt8]?, for url: String, nonce: String, account: String?) throws -> [UInt8] {
        struct Head: Encodable {
            let alg = "ES256"
            let kid: String?
            let jwk: [String: String]?
            let nonce: String
            let url: String
        }
        let jwk = account == nil ? try JSONDecoder().decode([String: String].self, from: Data(publicKey.utf8)) : nil
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let head = try encoder.encode(Head(kid: account, jwk: jwk, nonce: nonce, url: url))
        let protected = Base64URL.encode(Array(head))
        let body = payload.map { Base64URL.encode($0) } ?? ""
        let signature = try key.signature(for: Array("\(protected).\(body)".utf8))
        return Array(
            #"{"protected":"\#(protected)","payload":"\#(body)","signature":"\#(Base64URL.encode(Array(signature.rawRepresentation)))"}"#
                .utf8)
    }
}
