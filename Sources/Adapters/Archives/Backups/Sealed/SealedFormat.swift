import Backups
import Crypto
import Foundation
import Primitives

/// An archive encrypted to public keys and signed (decision 0034).
///
/// - a line that names the format
/// - the header's length, four bytes, and the header as JSON: the content key sealed for each recipient by HPKE (RFC
///   9180, X25519, HKDF-SHA256, ChaCha20-Poly1305), and the facts that may be public
/// - the archive in chunks of 256 KiB, each sealed by ChaCha20-Poly1305 with its number as nonce and the last one
///   marked, so that no chunk can be changed, moved, omitted or truncated
/// - an Ed25519 signature over the SHA-256 of everything before it
enum SealedFormat {
    static let magic = Array("rondo sealed backup 1\n".utf8)
    static let chunk = 256 << 10
    static let tag = 16
    static let signature = 64
    static let longestHeader = 1 << 20
    static let suite = HPKE.Ciphersuite.Curve25519_SHA256_ChachaPoly
    static let recipientInfo = Data("rondo sealed backup 1 recipient".utf8)

    /// The key of the chunks. It is bound to the header: a changed header opens no chunk.
    static func payloadKey(_ content: SymmetricKey, preamble: [UInt8]) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: content, salt: Array(SHA256.hash(data: preamble)),
            info: Array("rondo sealed backup 1 payload".utf8), outputByteCount: 32)
    }

    static func nonce(_ number: UInt64, isLast: Bool) throws -> ChaChaPoly.Nonce {
        let counter = withUnsafeBytes(of: number.bigEndian) { Array($0) }
        return try ChaChaPoly.Nonce(data: [0, 0, 0] + counter + [isLast ? 1 : 0])
    }

    typealias Digest = SHA256.Digest

    static func digest(_ bytes: [UInt8]) -> Digest { SHA256.hash(data: bytes) }

    static func signed(_ digest: Digest) -> [UInt8] {
        Array("rondo sealed backup 1 signature\n".utf8) + Array(digest)
    }

    /// Magic, length and header.
    static func preamble(_ header: SealedHeader) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = Array(try encoder.encode(header))
        return magic + withUnsafeBytes(of: UInt32(json.count).bigEndian) { Array($0) } + json
    }
}

struct SealedHeader: Codable, Equatable {
    struct Recipient: Codable, Equatable {
        /// The public key, as text.
        let recipient: String
        let encapsulated: Data
        let sealed: Data
    }

    let chunk: Int
    let version: String
    let createdAt: Int64
    let includesKeys: Bool
    let includesMusic: Bool
    let signer: String
    let recipients: [Recipient]

    init(_ contents: BackupContents, content: SymmetricKey, for recipients: [BackupRecipient], by signer: BackupSigner)
        throws
    {
        chunk = SealedFormat.chunk
        version = contents.version
        createdAt = contents.createdAt
        includesKeys = contents.includesKeys
        includesMusic = contents.includesMusic
        self.signer = signer.publicKey.text
        self.recipients = try recipients.map { recipient in
            var sender = try HPKE.Sender(
                recipientKey: try Curve25519.KeyAgreement.PublicKey(rawRepresentation: recipient.bytes),
                ciphersuite: SealedFormat.suite, info: SealedFormat.recipientInfo)
            let sealed = try content.withUnsafeBytes { try sender.seal(Data($0)) }
            return Recipient(recipient: recipient.text, encapsulated: sender.encapsulatedKey, sealed: sealed)
        }
    }

    /// The facts of the header. Throws `conflict` with reason `backup_damaged` for an impossible header.
    func facts() throws -> SealedBackupFacts {
        guard chunk == SealedFormat.chunk, (1...64).contains(recipients.count),
            let signer = try? BackupSignerKey(signer)
        else { throw BackupFailure.damaged("The header of the encrypted backup is damaged") }
        return SealedBackupFacts(
            version: version, createdAt: createdAt, includesKeys: includesKeys, includesMusic: includesMusic,
            signer: signer, recipients: recipients.compactMap { try? BackupRecipient($0.recipient) })
    }

    /// The content key, if one of `identities` opens it.
    func content(_ identities: [BackupIdentity]) -> SymmetricKey? {
        for identity in identities {
            for recipient in recipients where recipient.recipient == identity.recipient.text {
                guard
                    var opener = try? HPKE.Recipient(
                        privateKey: identity.key, ciphersuite: SealedFormat.suite, info: SealedFormat.recipientInfo,
                        encapsulatedKey: recipient.encapsulated),
                    let bytes = try? opener.open(recipient.sealed), bytes.count == 32
                else { continue }
                return SymmetricKey(data: bytes)
            }
        }
        return nil
    }
}
