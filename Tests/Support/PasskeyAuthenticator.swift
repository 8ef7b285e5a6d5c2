import Crypto
import CryptoExtras
import Foundation
import Primitives

/// A software authenticator with its browser. It makes one credential and uses it (WebAuthn Level 2 §6.5, §6.3). All of
/// its output can be changed, so that each check can be tested alone.
package struct PasskeyAuthenticator {
    package enum Algorithm: Sendable, CaseIterable {
        case es256, edDSA, rs256
    }

    private enum Key {
        case p256(P256.Signing.PrivateKey)
        case ed25519(Curve25519.Signing.PrivateKey)
        case rsa(_RSA.Signing.PrivateKey)
    }

    private let key: Key
    package var credential: [UInt8]
    package var site = "localhost"
    package var origin = "https://localhost"
    /// User present, user verified, backup eligible, and backed up.
    package var flags: UInt8 = 0b0001_1101
    package var counter: UInt32 = 0
    /// Appended after the other parts of the authenticator data.
    package var extensions: [UInt8] = []
    /// Additional members of the client data, such as `"crossOrigin":true`.
    package var furtherClientData: [String] = []
    package var registrationType = "webauthn.create"
    package var useType = "webauthn.get"
    package var format = "none"
    /// Replaces the public key, as CBOR.
    package var otherPublicKey: [UInt8]?

    package init(_ algorithm: Algorithm = .es256) throws {
        key =
            switch algorithm {
            case .es256: .p256(P256.Signing.PrivateKey())
            case .edDSA: .ed25519(Curve25519.Signing.PrivateKey())
            case .rs256: .rsa(try _RSA.Signing.PrivateKey(keySize: .bits2048))
            }
        credential = SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) }
    }

    package func clientData(_ type: String, _ challenge: [UInt8]) -> [UInt8] {
        let members =
            [
                "\"type\":\"\(type)\"", "\"challenge\":\"\(Base64URL.encode(challenge))\"",
                "\"origin\":\"\(origin)\"",
            ] + furtherClientData
        return Array("{\(members.joined(separator: ","))}".utf8)
    }

    package func authenticatorData(withCredential: Bool) -> [UInt8] {
        let flags = withCredential ? flags | 0b0100_0000 : flags
        var data = Array(SHA256.hash(data: Array(site.utf8))) + [flags] + Self.bigEndian(counter, 4)
        if withCredential {
            data += Array(repeating: 0, count: 16) + Self.bigEndian(UInt32(credential.count), 2) + credential
            data += publicKey
        }
        return data + extensions
    }

    package func register(_ challenge: [UInt8]) -> (clientData: [UInt8], attestation: [UInt8]) {
        let attestation =
            Self.head(5, 3) + Self.text("fmt") + Self.text(format) + Self.text("attStmt") + Self.head(5, 0)
            + Self.text("authData") + Self.bytes(authenticatorData(withCredential: true))
        return (clientData(registrationType, challenge), attestation)
    }

    package func use(
        _ challenge: [UInt8]
    ) throws -> (clientData: [UInt8], authenticatorData: [UInt8], signature: [UInt8]) {
        let clientData = clientData(useType, challenge)
        let data = authenticatorData(withCredential: false)
        return (clientData, data, try sign(data + SHA256.hash(data: clientData)))
    }

    package func sign(_ message: [UInt8]) throws -> [UInt8] {
        switch key {
        case .p256(let key): Array(try key.signature(for: message).derRepresentation)
        case .ed25519(let key): Array(try key.signature(for: message))
        case .rsa(let key):
            Array(
                try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation)
        }
    }

    /// The public key as a COSE_Key.
    private var publicKey: [UInt8] {
        if let otherPublicKey { return otherPublicKey }
        switch key {
        case .p256(let key):
            let point = Array(key.publicKey.x963Representation)
            return Self.head(5, 5) + [0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21] + Self.bytes(Array(point[1..<33]))
                + [0x22] + Self.bytes(Array(point[33...]))
        case .ed25519(let key):
            return Self.head(5, 4) + [0x01, 0x01, 0x03, 0x27, 0x20, 0x06, 0x21]
                + Self.bytes(Array(key.publicKey.rawRepresentation))
        case .rsa(let key):
            guard let primitives = try? key.publicKey.getKeyPrimitives() else { return [] }
            return Self.rsaKey(modulus: Array(primitives.modulus), exponent: Array(primitives.publicExponent))
        }
    }

    package static func rsaKey(modulus: [UInt8], exponent: [UInt8]) -> [UInt8] {
        head(5, 4) + [0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20] + bytes(modulus) + [0x21] + bytes(exponent)
    }

    package static func bytes(_ bytes: [UInt8]) -> [UInt8] { head(2, bytes.count) + bytes }

    private static func text(_ text: String) -> [UInt8] { head(3, text.utf8.count) + Array(text.utf8) }

    /// The head of a CBOR value of this major type, whose length is below 65536.
    private static func head(_ type: UInt8, _ length: Int) -> [UInt8] {
        switch length {
        case ..<24: [type << 5 | UInt8(length)]
        case ..<256: [type << 5 | 24, UInt8(length)]
        default: [type << 5 | 25] + bigEndian(UInt32(length), 2)
        }
    }

    private static func bigEndian(_ number: UInt32, _ length: Int) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0.suffix(length)) }
    }
}
