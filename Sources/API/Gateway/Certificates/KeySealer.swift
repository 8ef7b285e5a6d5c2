import Crypto
import Primitives
import SwiftASN1

/// Seals private keys for storage in files (AES-256-GCM), with a key derived from the server's secret. A sealed file is
/// useless without that secret, and content that was sealed for one purpose cannot be opened for another.
///
/// The file is PEM, labeled `RONDO SEALED KEY`: a version byte, eight bytes that identify the sealing key without
/// revealing it, then nonce, ciphertext and tag.
package struct KeySealer: Sendable {
    /// The content of a key file.
    package enum Content: Sendable {
        case missing
        /// A private key in unencrypted PEM, usable by anybody who can read the file.
        case plain(String)
        /// A sealed private key, opened.
        case opened(String)
        /// Sealed with another secret.
        case foreign
        case damaged
    }

    private static let label = "RONDO SEALED KEY"
    private static let version: UInt8 = 1
    private let sealer: SecretSealer
    private let name: [UInt8]

    /// - Parameter key: 32 bytes, derived from the server's secret for this purpose alone.
    package init(key: [UInt8]) {
        sealer = SecretSealer(key: key)
        name = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: SymmetricKey(data: key), info: Array("rondo key file name v1".utf8), outputByteCount: 8
        ).withUnsafeBytes { Array($0) }
    }

    /// Writes the key sealed, mode 0600, whole or not at all.
    package func write(_ pem: String, to path: String, for purpose: String) throws {
        let sealed = [Self.version] + name + (try sealer.seal(pem.utf8, for: Self.owner(purpose)))
        let text = PEMDocument(type: Self.label, derBytes: sealed).pemString + "\n"
        try PrivateFile.write(Array(text.utf8), to: path)
    }

    package func read(_ path: String, for purpose: String) throws -> Content {
        guard let bytes = try PrivateFile.read(path) else { return .missing }
        let text = String(decoding: bytes, as: UTF8.self)
        guard let document = try? PEMDocument(pemString: text) else { return .damaged }
        guard document.discriminator == Self.label else { return .plain(text) }
        let sealed = document.derBytes
        guard sealed.first == Self.version, sealed.count > 1 + name.count else { return .damaged }
        guard sealed[1...name.count].elementsEqual(name) else { return .foreign }
        guard let pem = sealer.text(sealed.dropFirst(1 + name.count), for: Self.owner(purpose)) else { return .damaged }
        return .opened(pem)
    }

    private static func owner(_ purpose: String) -> String {
        "rondo sealed key 1|\(purpose)"
    }
}
