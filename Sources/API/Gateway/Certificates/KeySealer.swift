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
    private let key: SymmetricKey
    private let name: [UInt8]

    /// - Parameter key: 32 bytes, derived from the server's secret for this purpose alone.
    package init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
        name = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: self.key, info: Array("rondo key file name v1".utf8), outputByteCount: 8
        ).withUnsafeBytes { Array($0) }
    }

    /// Writes the key sealed, mode 0600, whole or not at all.
    package func write(_ pem: String, to path: String, for purpose: String) throws {
        let box = try AES.GCM.seal(Array(pem.utf8), using: key, authenticating: Self.context(purpose))
        let sealed = [Self.version] + name + Array(box.nonce) + Array(box.ciphertext) + Array(box.tag)
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
        guard let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst(1 + name.count)),
            let pem = try? AES.GCM.open(box, using: key, authenticating: Self.context(purpose))
        else { return .damaged }
        return .opened(String(decoding: pem, as: UTF8.self))
    }

    private static func context(_ purpose: String) -> [UInt8] {
        Array("rondo sealed key 1|\(purpose)".utf8)
    }
}
