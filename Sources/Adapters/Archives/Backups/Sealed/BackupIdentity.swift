package import Backups
import Crypto
import Foundation
package import Primitives

/// The private key that opens backups (X25519). It is stored away from the server.
package struct BackupIdentity: Sendable {
    let key: Curve25519.KeyAgreement.PrivateKey

    package init() {
        key = Curve25519.KeyAgreement.PrivateKey()
    }

    package init?(_ text: String) {
        guard let bytes = BackupKeyText.identity.bytes(of: text),
            let key = try? Curve25519.KeyAgreement.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    package var text: String { BackupKeyText.identity.text(of: Array(key.rawRepresentation)) }

    package var recipient: BackupRecipient { BackupRecipient(bytes: Array(key.publicKey.rawRepresentation)) }

    /// The private keys of a file, one on a line; other lines are comments.
    package static func load(_ path: String) throws -> [BackupIdentity] {
        guard let bytes = FileManager.default.contents(atPath: path), bytes.count <= 1 << 20 else {
            throw DomainError(.notFound, "The file \(path) cannot be read", field: "identity")
        }
        let found = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .compactMap { BackupIdentity($0.trimmingCharacters(in: .whitespaces)) }
        guard !found.isEmpty else {
            throw DomainError.invalid("\(path) holds no private key for backups", field: "identity")
        }
        return found
    }
}

/// The key with which a server signs encrypted backups (Ed25519), derived from its secret.
package struct BackupSigner: Sendable {
    let key: Curve25519.Signing.PrivateKey

    /// - Parameter seed: 32 bytes that are used for nothing else.
    package init(seed: [UInt8]) throws {
        key = try Curve25519.Signing.PrivateKey(rawRepresentation: seed)
    }

    package var publicKey: BackupSignerKey { BackupSignerKey(bytes: Array(key.publicKey.rawRepresentation)) }
}
