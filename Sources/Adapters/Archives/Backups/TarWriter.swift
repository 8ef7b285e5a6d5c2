import Backups
import CArchive
import Crypto
import Glibc
import Primitives
import SystemPackage

/// Writes a tar (GNU format, whose names are plain bytes) entry by entry with libarchive, and makes the list of
/// checksums as `sha256sum` would. Blocks. It writes no faster than `pace` allows, and syncs in small portions, so that
/// the database's own commits never wait behind it.
final class TarWriter {
    /// The name of the last entry. An archive without it is incomplete.
    static let sums = "SHA256SUMS"
    private static let portion: Int64 = 16 << 20

    private let archive: OpaquePointer
    private let descriptor: CInt
    private let list: CInt
    private let sealing: SealingWriter?
    private var pace: Pace
    private let progress: BackupProgress
    private var unsynced: Int64 = 0
    private var buffer = [UInt8](repeating: 0, count: 1 << 20)

    /// - Parameters:
    /// - descriptor: the empty archive's descriptor, which remains the caller's.
    /// - list: an empty file for the list, which remains the caller's.
    /// - sealing: encrypts the archive as it is written; nil for a plain one.
    init(
        to descriptor: CInt, list: CInt, pace: Pace, progress: BackupProgress, sealing: SealingWriter? = nil
    ) throws {
        guard let archive = archive_write_new() else { throw Self.failure("no memory") }
        self.sealing = sealing
        self.archive = archive
        self.descriptor = descriptor
        self.list = list
        self.pace = pace
        self.progress = progress
        archive_write_set_format_gnutar(archive)
        guard let sealing else {
            guard archive_write_open_fd(archive, descriptor) == ARCHIVE_OK else { throw failure(archive) }
            return
        }
        // The output is this writer's own, and outlives the archive.
        let opened = archive_write_open(
            archive, Unmanaged.passUnretained(sealing).toOpaque(), nil,
            { _, context, bytes, count in
                guard let context, let bytes else { return -1 }
                let sealing = Unmanaged<SealingWriter>.fromOpaque(context).takeUnretainedValue()
                return sealing.take(UnsafeRawBufferPointer(start: bytes, count: count)) ? count : -1
            }, nil)
        guard opened == ARCHIVE_OK else { throw failure(archive) }
    }

    deinit {
        archive_write_free(archive)
    }

    func add(_ name: String, _ bytes: [UInt8], at instant: Timestamp) throws {
        try begin(Array(name.utf8), size: Int64(bytes.count), seconds: instant.milliseconds / 1000)
        try write(bytes[...])
        try note(SHA256.hash(data: bytes), Array(name.utf8))
    }

    /// Adds the file at `path`; returns false when it no longer exists. A file that shrinks while it is read is padded
    /// with zeros.
    func add(_ name: [UInt8], fileAt path: [UInt8]) throws -> Bool {
        let file = path.withPath { open($0, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK) }
        guard file >= 0 else {
            if errno == ENOENT || errno == ELOOP { return false }
            throw BackupFailure.reading(String(decoding: path, as: UTF8.self))
        }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0 else { throw BackupFailure.reading(String(decoding: path, as: UTF8.self)) }
        guard facts.st_mode & S_IFMT == S_IFREG else { return false }
        try begin(name, size: Int64(facts.st_size), seconds: Int64(facts.st_mtim.tv_sec))
        var (digest, rest) = (SHA256(), Int64(facts.st_size))
        while rest > 0 {
            let wanted = Int(min(rest, Int64(buffer.count)))
            let read = buffer.withUnsafeMutableBytes {
                try? FileDescriptor(rawValue: file).read(into: .init(rebasing: $0[..<wanted]))
            }
            guard var got = read else { throw BackupFailure.reading(String(decoding: path, as: UTF8.self)) }
            if got == 0 {
                got = wanted
                for place in 0..<wanted { buffer[place] = 0 }
            }
            buffer[..<got].withUnsafeBytes { digest.update(bufferPointer: $0) }
            try write(buffer[..<got])
            rest -= Int64(got)
        }
        try note(digest.finalize(), name)
        return true
    }

    /// Adds the list itself and writes the end.
    func finish(at instant: Timestamp) throws {
        let size = lseek(list, 0, SEEK_END)
        guard size >= 0, lseek(list, 0, SEEK_SET) == 0 else { throw BackupFailure.reading(Self.sums) }
        try begin(Array(Self.sums.utf8), size: Int64(size), seconds: instant.milliseconds / 1000)
        while true {
            let got = buffer.withUnsafeMutableBytes { read(list, $0.baseAddress, $0.count) }
            guard got >= 0 else { throw BackupFailure.reading(Self.sums) }
            if got == 0 { break }
            try write(buffer[..<got])
        }
        guard archive_write_close(archive) == ARCHIVE_OK else { throw failure(archive) }
        try sealing?.finish()
        guard fsync(descriptor) == 0 else { throw BackupFailure.writing() }
    }

    private func begin(_ name: [UInt8], size: Int64, seconds: Int64) throws {
        let entry = archive_entry_new()
        defer { archive_entry_free(entry) }
        let text = name.map { CChar(bitPattern: $0) } + [0]
        archive_entry_copy_pathname(entry, text)
        archive_entry_set_filetype(entry, ZipFile.regular)
        archive_entry_set_perm(entry, 0o600)
        archive_entry_set_size(entry, size)
        archive_entry_set_mtime(entry, Int(seconds), 0)
        guard archive_write_header(archive, entry) == ARCHIVE_OK else { throw failure(archive) }
    }

    private func write(_ bytes: ArraySlice<UInt8>) throws {
        guard !bytes.isEmpty else { return }
        let written = bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) }
        guard written == bytes.count else { throw failure(archive) }
        progress.add(bytes.count)
        unsynced += Int64(bytes.count)
        if unsynced >= Self.portion {
            guard fdatasync(descriptor) == 0 else { throw BackupFailure.writing() }
            // The archive is not read soon: the page cache is for the music that is played.
            posix_fadvise(descriptor, 0, 0, POSIX_FADV_DONTNEED)
            unsynced = 0
        }
        try pace.wait(after: bytes.count)
    }

    private func note(_ digest: SHA256.Digest, _ name: [UInt8]) throws {
        try BackupFailure.write(ChecksumLine.make(digest, name), to: list)
    }

    private func failure(_ archive: OpaquePointer) -> DomainError {
        if let failure = sealing?.failure { return failure }
        if archive_errno(archive) == ENOSPC { return BackupFailure.full }
        return Self.failure(archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }

    private static func failure(_ reason: String) -> DomainError {
        DomainError(.unavailable, "The backup cannot be written: \(reason)")
    }
}

/// A line in the format of `sha256sum`: 64 hexadecimal digits, two spaces, the name. A line whose name has a line break
/// or a backslash escapes it and begins with a backslash.
enum ChecksumLine {
    static func make(_ digest: SHA256.Digest, _ name: [UInt8]) -> [UInt8] {
        let special: [UInt8] = [0x0A, 0x0D, 0x5C]
        var line: [UInt8] = []
        line.reserveCapacity(name.count + 70)
        let isEscaped = name.contains { special.contains($0) }
        if isEscaped { line.append(0x5C) }
        line += digest.hex.utf8
        line += [0x20, 0x20]
        for byte in name {
            switch byte {
            case 0x0A: line += Array("\\n".utf8)
            case 0x0D: line += Array("\\r".utf8)
            case 0x5C: line += Array("\\\\".utf8)
            default: line.append(byte)
            }
        }
        line.append(0x0A)
        return line
    }
}
