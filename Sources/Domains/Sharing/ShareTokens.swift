package import Accounts
import Crypto
import Foundation
package import Primitives

/// Makes and checks the secret part of a share's link: base64url of the share's id (16 bytes) and the first 16 bytes of
/// HMAC-SHA256(key, "v1|" + id).
///
/// No part of it is stored, so a copy of the database opens no share. A guess is refused before any lookup: 128 bits
/// have to be right.
package struct ShareTokens: Sendable {
    private static let codeLength = 16
    private let key: SymmetricKey

    package init(secret: ServerSecret) {
        key = SymmetricKey(data: secret.derive("rondo share token v1"))
    }

    package func token(of share: ID<Share>) -> String {
        guard let id = Self.bytes(of: share) else { return "" }
        return Base64URL.encode(id + code(id))
    }

    /// The share of a token; nil for a token that was not made here.
    func share(of token: String) -> ID<Share>? {
        guard token.utf8.count == 43, let bytes = Base64URL.decode(token), bytes.count == 16 + Self.codeLength else {
            return nil
        }
        let id = Array(bytes.prefix(16))
        // The last character has two unused bits; only the canonical encoding is accepted.
        guard SecretBytes.areEqual(bytes.dropFirst(16), code(id)), Base64URL.encode(bytes) == token else { return nil }
        return Self.share(of: id)
    }

    private func code(_ id: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: Array("v1|".utf8) + id, using: key).prefix(Self.codeLength))
    }

    /// The 16 bytes of a UUID.
    private static func bytes(of share: ID<Share>) -> [UInt8]? {
        UUID(uuidString: share.rawValue).map { id in withUnsafeBytes(of: id.uuid) { Array($0) } }
    }

    private static func share(of bytes: [UInt8]) -> ID<Share> {
        ID([bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]].map(\.hex).joined(separator: "-"))
    }
}
