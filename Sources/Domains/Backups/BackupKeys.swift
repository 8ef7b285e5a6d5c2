import Crypto
package import Primitives

/// The public key of a recipient who can open backups (X25519), as settings and commands write it: `rondo1pub_` and 48
/// characters.
package struct BackupRecipient: Sendable, Hashable {
    package let bytes: [UInt8]

    /// Throws `invalid` for text that is no such key, including mistyped ones.
    package init(_ text: String, field: String = "recipient") throws(DomainError) {
        bytes = try BackupKeyText.recipient.bytes(of: text).orThrow(
            .invalid(
                "“\(text.prefix(80))” is no public key for backups: it begins with \(BackupKeyText.recipient.prefix), and rondo backup key makes one",
                field: field))
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var text: String { BackupKeyText.recipient.text(of: bytes) }
}

/// The public key that checks a server's signatures (Ed25519): `rondo1sig_` and 48 characters.
package struct BackupSignerKey: Sendable, Hashable {
    package let bytes: [UInt8]

    package init(_ text: String, field: String = "signer") throws(DomainError) {
        bytes = try BackupKeyText.signer.bytes(of: text).orThrow(
            .invalid(
                "“\(text.prefix(80))” is no signer's key: it begins with \(BackupKeyText.signer.prefix), and rondo backup signer prints it",
                field: field))
    }

    package init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    package var text: String { BackupKeyText.signer.text(of: bytes) }
}

/// The text form of keys of 32 bytes: a prefix for their purpose, then base64url of the bytes and four bytes of
/// checksum. A backup for a mistyped key would be lost, so a typing error must be detected.
package struct BackupKeyText: Sendable {
    package static let recipient = BackupKeyText(prefix: "rondo1pub_")
    package static let identity = BackupKeyText(prefix: "rondo1key_")
    package static let signer = BackupKeyText(prefix: "rondo1sig_")

    package let prefix: String

    package func text(of bytes: [UInt8]) -> String {
        prefix + Base64URL.encode(bytes + checksum(bytes))
    }

    package func bytes(of text: String) -> [UInt8]? {
        guard text.hasPrefix(prefix), let all = Base64URL.decode(String(text.dropFirst(prefix.count))), all.count == 36,
            checksum(Array(all.prefix(32))) == Array(all.suffix(4))
        else { return nil }
        return Array(all.prefix(32))
    }

    private func checksum(_ bytes: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: Array(prefix.utf8) + bytes).prefix(4))
    }
}
