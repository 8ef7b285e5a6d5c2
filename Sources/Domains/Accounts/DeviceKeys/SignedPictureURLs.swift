import Crypto
package import Primitives

/// Signs addresses of pictures, so that players can fetch one picture by its address alone, as many do. A signature is
/// the id of the device key that the address was given to, a dot, and base64url of the first 16 bytes of
/// HMAC-SHA256(key, "v1|" + id + "|" + subject).
///
/// It shows only pictures that the device key may see, and ends with the key. Nothing of it is stored.
package struct SignedPictureURLs: Sendable {
    private static let codeLength = 16
    private let key: SymmetricKey

    package init(secret: ServerSecret) {
        key = SymmetricKey(data: secret.derive("rondo picture proof v1"))
    }

    /// - Parameter subject: the subject of the picture, as the surface names it.
    package func proof(of subject: String, for key: ID<DeviceKey>) -> String {
        "\(key.rawValue).\(Base64URL.encode(code(subject, key)))"
    }

    /// Nil for any proof that was not made here for this subject.
    func key(of proof: String, of subject: String) -> ID<DeviceKey>? {
        let parts = proof.split(separator: ".", omittingEmptySubsequences: false)
        guard proof.utf8.count <= 128, parts.count == 2, let given = Base64URL.decode(String(parts[1])) else {
            return nil
        }
        let key = ID<DeviceKey>(String(parts[0]))
        // The last character has four unused bits. Only the exact text that was made is accepted.
        return SecretBytes.areEqual(given, code(subject, key)) && Base64URL.encode(given) == parts[1] ? key : nil
    }

    private func code(_ subject: String, _ key: ID<DeviceKey>) -> [UInt8] {
        let text = Array("v1|\(key.rawValue)|\(subject)".utf8)
        return Array(HMAC<SHA256>.authenticationCode(for: text, using: self.key).prefix(Self.codeLength))
    }
}
