import Backups
import CArchive
import Crypto
import Glibc
import Primitives

/// Unpacks a backup into an empty folder of its own and compares it with the checksum list at its end. Blocks.
///
/// An archive may come from anybody. Only uncompressed tar is read, so that nothing expands beyond the archive's size.
/// Only regular files are accepted, and only names that a backup can have, without `.` and `..`. Folders are created
/// here and links never are, so nothing leads outside.
struct TarReader {
    private static let longestName = 8192
    private static let longestContents = 4 << 20

    let path: String
    let folder: String
    let pace: Pace
    let progress: BackupProgress
    /// Whether an entry is written. The other entries are read and compared all the same.
    let keeps: ([UInt8]) -> Bool
    /// The private keys that open an encrypted archive.
    var identities: [BackupIdentity] = []
    /// The required signer of an encrypted archive; nil accepts any.
    var signer: BackupSignerKey?
    /// The required signer of an encrypted archive where `signer` is nil.
    var ownSigner: BackupSignerKey?

    /// Returns the archive's description of itself, and its seal if it is encrypted. Throws `conflict` with reason
    /// `backup_damaged`, `backup_sealed` where none of `identities` opens it, or `backup_foreign` for a wrong
    /// signature.
    func unpack() throws -> (contents: [UInt8], seal: SealedBackupFacts?) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { throw BackupFailure.reading(path) }
        defer { close(descriptor) }
        let size = lseek(descriptor, 0, SEEK_END)
        guard size > 0, lseek(descriptor, 0, SEEK_SET) == 0, let archive = archive_read_new() else {
            throw BackupFailure.damaged("The archive is empty")
        }
        defer { archive_read_free(archive) }
        let source = SealedReader.isSealed(descriptor) ? try unseal(descriptor) : nil
        if source == nil, signer != nil {
            throw DomainError(
                .conflict, "The backup is not encrypted and bears no signature", reason: "backup_foreign")
        }
        guard archive_read_support_format_tar(archive) == ARCHIVE_OK,
            Self.attach(archive, descriptor, source) == ARCHIVE_OK
        else { throw source?.failure ?? BackupFailure.damaged("It is no backup of Rondo") }
        let sums = folder + "/.sums"
        let list = open(sums, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard list >= 0 else { throw BackupFailure.writing() }
        defer {
            close(list)
            unlink(sums)
        }
        do {
            let contents = try unpack(archive, size: Int64(size), list: list)
            return (contents, try source?.finish(by: signer ?? ownSigner))
        } catch {
            // The reader's own error is the cause; libarchive's only follows from it.
            throw source?.failure ?? error
        }
    }

    private func unseal(_ descriptor: CInt) throws -> SealedReader {
        try SealedReader(descriptor) { header in
            guard let key = header.content(identities) else {
                let recipients = header.recipients.map(\.recipient).joined(separator: ", ")
                throw DomainError(
                    .conflict,
                    identities.isEmpty
                        ? "The backup is encrypted: name the file of the private key with --identity. It is for \(recipients)"
                        : "The backup is for another key: for \(recipients)", reason: "backup_sealed")
            }
            return key
        }
    }

    /// The caller retains the reader for as long as the archive is read.
    private static func attach(_ archive: OpaquePointer, _ descriptor: CInt, _ source: SealedReader?) -> CInt {
        guard let source else { return archive_read_open_fd(archive, descriptor, 256 << 10) }
        return archive_read_open(
            archive, Unmanaged.passUnretained(source).toOpaque(), nil,
            { _, context, place in
                guard let context, let place,
                    let bytes = Unmanaged<SealedReader>.fromOpaque(context).takeUnretainedValue().nextOrFailure()
                else { return -30 }
                place.pointee = bytes.baseAddress
                return bytes.count
            }, nil)
    }

    private func unpack(_ archive: OpaquePointer, size: Int64, list: CInt) throws -> [UInt8] {
        var (contents, total, pace): ([UInt8]?, Int64, Pace) = (nil, 0, pace)
        var ended = false
        while let entry = try Self.next(archive) {
            guard !ended else { throw BackupFailure.damaged("Something follows the end of the archive") }
            let (name, length) = try Self.check(entry)
            total += length
            guard total <= size else { throw BackupFailure.damaged("The archive claims to be longer than it is") }
            if name == Array(TarWriter.sums.utf8) {
                try compare(archive, with: list)
                ended = true
            } else if let first = contents {
                guard first != name else { throw BackupFailure.damaged("It is no backup of Rondo") }
                try unpack(archive, name, length, list, &pace)
            } else {
                guard name == Array(BackupLayout.contents.utf8), length <= Self.longestContents else {
                    throw BackupFailure.damaged("It is no backup of Rondo")
                }
                var bytes: [UInt8] = []
                let digest = try Self.read(archive) { bytes.append(contentsOf: $0) }
                try BackupFailure.write(ChecksumLine.make(digest, name), to: list)
                contents = bytes
            }
        }
        guard ended, let contents else { throw BackupFailure.damaged("The archive ends before its end") }
        return contents
    }

    private func unpack(
        _ archive: OpaquePointer, _ name: [UInt8], _ length: Int64, _ list: CInt, _ pace: inout Pace
    ) throws {
        guard BackupLayout.allows(name) else {
            throw BackupFailure.damaged("The archive holds something that no backup holds")
        }
        var file: CInt = -1
        if keeps(name) { file = try create(name) }
        defer { if file >= 0 { close(file) } }
        var written: Int64 = 0
        let digest = try Self.read(archive) { bytes in
            written += Int64(bytes.count)
            guard written <= length else { throw BackupFailure.damaged("An entry is longer than it says") }
            if file >= 0 { try BackupFailure.write(bytes, to: file) }
            progress.add(bytes.count)
            try pace.wait(after: bytes.count)
        }
        guard written == length else { throw BackupFailure.damaged("An entry is shorter than it says") }
        try BackupFailure.write(ChecksumLine.make(digest, name), to: list)
    }

    /// Every folder on the path was created here.
    private func create(_ name: [UInt8]) throws -> CInt {
        var place = Array(folder.utf8)
        let parts = name.split(separator: UInt8(ascii: "/"))
        for part in parts.dropLast() {
            place += [UInt8(ascii: "/")] + part
            guard place.withPath({ mkdir($0, 0o700) }) == 0 || errno == EEXIST else { throw BackupFailure.writing() }
        }
        if let last = parts.last { place += [UInt8(ascii: "/")] + last }
        let file = place.withPath { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600) }
        if file < 0, errno == EEXIST || errno == ENOTDIR || errno == EISDIR || errno == ENAMETOOLONG {
            throw BackupFailure.damaged("The archive holds a name twice")
        }
        guard file >= 0 else { throw BackupFailure.writing() }
        return file
    }

    /// The archive's list must equal, byte for byte, the one that was made while the archive was read.
    private func compare(_ archive: OpaquePointer, with list: CInt) throws {
        guard lseek(list, 0, SEEK_SET) == 0 else { throw BackupFailure.reading(folder) }
        let different = BackupFailure.damaged("What is in the archive is not what was put into it")
        var own: [UInt8] = []
        _ = try Self.read(archive) { bytes in
            own = [UInt8](repeating: 0, count: bytes.count)
            var filled = 0
            while filled < own.count {
                let got = own.withUnsafeMutableBytes {
                    Glibc.read(list, $0.baseAddress?.advanced(by: filled), $0.count - filled)
                }
                guard got > 0 else { throw different }
                filled += got
            }
            guard own.elementsEqual(bytes) else { throw different }
        }
        var more: UInt8 = 0
        guard Glibc.read(list, &more, 1) == 0 else { throw different }
    }

    private static func next(_ archive: OpaquePointer) throws -> OpaquePointer? {
        var entry: OpaquePointer?
        switch archive_read_next_header(archive, &entry) {
        case ARCHIVE_EOF: return nil
        case ARCHIVE_OK: break
        default: throw BackupFailure.damaged("The archive is damaged")
        }
        return entry
    }

    private static func check(_ entry: OpaquePointer) throws -> (name: [UInt8], length: Int64) {
        guard archive_entry_filetype(entry) == ZipFile.regular, archive_entry_hardlink(entry) == nil,
            archive_entry_symlink(entry) == nil, archive_entry_sparse_count(entry) == 0,
            let text = archive_entry_pathname(entry), strlen(text) <= longestName, archive_entry_size(entry) >= 0
        else { throw BackupFailure.damaged("The archive holds something that no backup holds") }
        return (Array(UnsafeRawBufferPointer(start: text, count: strlen(text))), archive_entry_size(entry))
    }

    private static func read(
        _ archive: OpaquePointer, _ take: (UnsafeRawBufferPointer) throws -> Void
    ) throws -> SHA256.Digest {
        var digest = SHA256()
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let got = buffer.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
            guard got >= 0 else { throw BackupFailure.damaged("The archive is damaged") }
            if got == 0 { return digest.finalize() }
            try buffer.withUnsafeBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes[..<got])
                digest.update(bufferPointer: part)
                try take(part)
            }
        }
    }
}

extension [UInt8] {
    /// Calls `body` with these bytes as a path that ends in NUL.
    func withPath<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        (map { CChar(bitPattern: $0) } + [0]).withUnsafeBufferPointer { buffer in
            // The buffer contains at least the NUL, so it has a base address.
            buffer.baseAddress.map(body) ?? "".withCString(body)
        }
    }
}
