import Backups
import Crypto
import Foundation
import Glibc
import Primitives

/// Encrypts an archive as it is written, a chunk at a time. No plain bytes reach the disk. Blocks.
final class SealingWriter {
    private let descriptor: CInt
    private let signer: BackupSigner
    private let content: SymmetricKey
    private let key: SymmetricKey
    private var whole = SHA256()
    private var plain = SHA256()
    private var pending: [UInt8] = []
    private var number: UInt64 = 0
    /// The error that ended writing.
    private(set) var failure: DomainError?

    /// - Parameter descriptor: the empty file's descriptor, which remains the caller's.
    init(
        to descriptor: CInt, _ contents: BackupContents, for recipients: [BackupRecipient], by signer: BackupSigner
    ) throws {
        self.descriptor = descriptor
        self.signer = signer
        content = SymmetricKey(size: .bits256)
        let preamble = try SealedFormat.preamble(
            SealedHeader(contents, content: content, for: recipients, by: signer))
        key = SealedFormat.payloadKey(content, preamble: preamble)
        pending.reserveCapacity(SealedFormat.chunk)
        try put(preamble)
    }

    /// Returns false on failure, with the reason in `failure`.
    func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
        do {
            var rest = bytes[...]
            while !rest.isEmpty {
                // A full chunk waits for more bytes, as it may be the last.
                if pending.count == SealedFormat.chunk { try seal(isLast: false) }
                let part = rest.prefix(SealedFormat.chunk - pending.count)
                pending.append(contentsOf: part)
                rest = rest.dropFirst(part.count)
            }
            return true
        } catch {
            failure = error as? DomainError ?? BackupFailure.damaged("The backup cannot be encrypted")
            return false
        }
    }

    /// Writes the end, then reads the file once more from the disk: every chunk must open to its original bytes, and
    /// the signature must match. Nobody on this machine can check that afterwards.
    func finish() throws {
        try seal(isLast: true)
        let signature = try signer.key.signature(for: SealedFormat.signed(whole.finalize()))
        try put(Array(signature))
        guard fsync(descriptor) == 0 else { throw BackupFailure.writing() }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
        let opener = try SealedReader(descriptor, opening: { _ in self.content })
        var read = SHA256()
        while let bytes = try opener.next() { read.update(bufferPointer: bytes) }
        _ = try opener.finish(by: signer.publicKey)
        guard read.finalize() == plain.finalize() else {
            throw BackupFailure.damaged("The encrypted backup does not hold what was put into it")
        }
    }

    private func seal(isLast: Bool) throws {
        let box = try ChaChaPoly.seal(
            pending, using: key, nonce: try SealedFormat.nonce(number, isLast: isLast))
        plain.update(data: pending)
        number += 1
        pending.removeAll(keepingCapacity: true)
        try put(Array(box.ciphertext) + Array(box.tag))
    }

    private func put(_ bytes: [UInt8]) throws {
        whole.update(data: bytes)
        try BackupFailure.write(bytes, to: descriptor)
    }
}
