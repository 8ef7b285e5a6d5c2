import Crypto
import CryptoExtras
import Foundation

/// The signature algorithms of passkeys, by their numbers in the IANA COSE registry. Browsers get them in this order.
package enum PasskeyAlgorithm: Int64, Sendable, CaseIterable {
    case es256 = -7
    case edDSA = -8
    case rs256 = -257
}

/// A credential's public key (RFC 9052 §7, RFC 9053 §7, RFC 8230 §4). swift-crypto checks the key and its signatures.
struct COSEKey: Sendable {
    /// The range of RSA moduli, in bits. Above it a signature would take long to check.
    private static let moduli = 2048...4096

    private enum Key: Sendable {
        case p256(P256.Signing.PublicKey)
        case ed25519(Curve25519.Signing.PublicKey)
        case rsa(_RSA.Signing.PublicKey)
    }

    let algorithm: PasskeyAlgorithm
    private let key: Key

    /// Throws `algorithm` for one that was not offered, and `key` for a key that its algorithm cannot have.
    init(_ value: CBOR) throws(PasskeyRefusal) {
        guard case .integer(let number)? = value[Label.algorithm], let algorithm = PasskeyAlgorithm(rawValue: number)
        else { throw .algorithm }
        self.algorithm = algorithm
        switch algorithm {
        case .es256:
            guard value[Label.type] == .integer(2), value[Label.first] == .integer(1),
                case .bytes(let x)? = value[Label.second], case .bytes(let y)? = value[Label.third],
                x.count == 32, y.count == 32, let key = try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
            else { throw .key }
            self.key = .p256(key)
        case .edDSA:
            guard value[Label.type] == .integer(1), value[Label.first] == .integer(6),
                case .bytes(let x)? = value[Label.second], x.count == 32,
                let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
            else { throw .key }
            self.key = .ed25519(key)
        case .rs256:
            guard value[Label.type] == .integer(3), case .bytes(let modulus)? = value[Label.first],
                case .bytes(let exponent)? = value[Label.second], modulus.count * 8 <= Self.moduli.upperBound,
                exponent.count <= 4, let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent),
                Self.moduli.contains(key.keySizeInBits)
            else { throw .key }
            self.key = .rsa(key)
        }
    }

    func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch key {
        case .p256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .ed25519(let key):
            return key.isValidSignature(signature, for: message)
        case .rsa(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5)
        }
    }

    /// The labels of a key's entries. Those from -1 on mean something else for each type of key.
    private enum Label {
        static let type = CBOR.Key.integer(1)
        static let algorithm = CBOR.Key.integer(3)
        static let first = CBOR.Key.integer(-1)
        static let second = CBOR.Key.integer(-2)
        static let third = CBOR.Key.integer(-3)
    }
}
