import Backups
import Crypto
import Foundation
import Glibc
import Primitives
import SystemPackage

/// Reads an encrypted archive from its beginning to its end, a chunk at a time. Blocks.
final class SealedReader {
    let header: SealedHeader
    private let descriptor: CInt
    private let key: SymmetricKey?
    private var whole = SHA256()
    /// The bytes of the unread chunks, seals included.
    private var rest: Int64
    private var number: UInt64 = 0
    private let buffer: UnsafeMutableRawBufferPointer
    /// The error that ended reading.
    private(set) var failure: DomainError?

    static let unreadable = "The encrypted backup is damaged or was changed"

    /// Whether the file says that it is encrypted.
    static func isSealed(_ descriptor: CInt) -> Bool {
        var start = [UInt8](repeating: 0, count: SealedFormat.magic.count)
        return pread(descriptor, &start, start.count, 0) == start.count && start == SealedFormat.magic
    }

    /// - Parameters:
    /// - descriptor: a regular file's descriptor, which remains the caller's.
    /// - opening: returns the content key; nil to read without opening anything.
    init(_ descriptor: CInt, opening: (SealedHeader) throws -> SymmetricKey?) throws {
        let size = Int64(lseek(descriptor, 0, SEEK_END))
        guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw BackupFailure.damaged(Self.unreadable) }
        self.descriptor = descriptor
        let start = SealedFormat.magic.count + 4
        var preamble = try Self.read(descriptor, start)
        let length = preamble.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        guard preamble.starts(with: SealedFormat.magic), (2...SealedFormat.longestHeader).contains(length) else {
            throw BackupFailure.damaged(Self.unreadable)
        }
        preamble += try Self.read(descriptor, length)
        guard let header = try? JSONDecoder().decode(SealedHeader.self, from: Data(preamble.dropFirst(start))) else {
            throw BackupFailure.damaged(Self.unreadable)
        }
        self.header = header
        _ = try header.facts()
        rest = size - Int64(preamble.count + SealedFormat.signature)
        guard rest >= Int64(SealedFormat.tag) else { throw BackupFailure.damaged("The encrypted backup was cut off") }
        key = try opening(header).map { SealedFormat.payloadKey($0, preamble: preamble) }
        whole.update(data: preamble)
        buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: SealedFormat.chunk, alignment: 16)
    }

    deinit {
        buffer.deallocate()
    }

    /// The next chunk, opened where there is a key. It is valid until the next call. Nil at the end.
    func next() throws -> UnsafeRawBufferPointer? {
        guard rest > 0 else { return nil }
        let length = Int(min(rest, Int64(SealedFormat.chunk + SealedFormat.tag)))
        guard length >= SealedFormat.tag else { throw BackupFailure.damaged(Self.unreadable) }
        let sealed = try Self.read(descriptor, length)
        whole.update(data: sealed)
        rest -= Int64(length)
        defer { number += 1 }
        guard let key else { return UnsafeRawBufferPointer(rebasing: buffer[..<0]) }
        guard
            let box = try? ChaChaPoly.SealedBox(
                nonce: SealedFormat.nonce(number, isLast: rest == 0), ciphertext: sealed.dropLast(SealedFormat.tag),
                tag: sealed.suffix(SealedFormat.tag)),
            let plain = try? ChaChaPoly.open(box, using: key)
        else { throw BackupFailure.damaged(Self.unreadable) }
        buffer.copyBytes(from: plain)
        return UnsafeRawBufferPointer(rebasing: buffer[..<plain.count])
    }

    /// Like `next`, for a caller in C: nil on failure, with the reason in `failure`.
    func nextOrFailure() -> UnsafeRawBufferPointer? {
        do {
            return try next() ?? UnsafeRawBufferPointer(rebasing: buffer[..<0])
        } catch {
            failure = error as? DomainError ?? BackupFailure.damaged(Self.unreadable)
            return nil
        }
    }

    /// Reads the remaining chunks and checks the signature over the whole file.
    ///
    /// - Parameter signer: the required signer; nil accepts the one that the header names.
    func finish(by signer: BackupSignerKey?) throws -> SealedBackupFacts {
        while try next() != nil {}
        let facts = try header.facts()
        let signature = try Self.read(descriptor, SealedFormat.signature)
        guard let key = try? Curve25519.Signing.PublicKey(rawRepresentation: facts.signer.bytes),
            key.isValidSignature(signature, for: SealedFormat.signed(whole.finalize()))
        else { throw BackupFailure.damaged("The signature of the backup does not belong to what is in it") }
        guard signer == nil || signer == facts.signer else {
            throw DomainError(
                .conflict, "The backup was signed by another server: by \(facts.signer.text)", reason: "backup_foreign")
        }
        return facts
    }

    private static func read(_ descriptor: CInt, _ count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var done = 0
        while done < count {
            let got = bytes.withUnsafeMutableBytes {
                try? FileDescriptor(rawValue: descriptor).read(into: .init(rebasing: $0[done...]))
            }
            guard let got, got > 0 else { throw BackupFailure.damaged("The encrypted backup was cut off") }
            done += got
        }
        return bytes
    }
}
