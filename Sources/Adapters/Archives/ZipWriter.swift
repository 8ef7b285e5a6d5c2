import CArchive
package import NIOPosix
package import Portability
import Primitives

/// Makes a zip entry by entry with libarchive. Sizes follow each entry, so that they need not be known beforehand.
///
/// Unchecked because of the C handle: calls are awaited one at a time, each on a thread that may block.
final class ZipWriter: ArchiveDraft, @unchecked Sendable {
    /// The bytes that libarchive has made and the caller has not taken yet.
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let pool: NIOThreadPool
    private let archive: OpaquePointer
    private let output = Output()

    init(pool: NIOThreadPool) throws {
        guard let archive = archive_write_new() else { throw Self.failure("no memory") }
        self.pool = pool
        self.archive = archive
        archive_write_set_format_zip(archive)
        archive_write_zip_set_compression_deflate(archive)
        // Without blocks, libarchive does not pad the last one.
        archive_write_set_bytes_per_block(archive, 0)
        let opened = archive_write_open(
            archive, Unmanaged.passUnretained(output).toOpaque(), nil,
            { _, output, bytes, count in
                guard let output, let bytes else { return -1 }
                let made = UnsafeRawBufferPointer(start: bytes, count: count)
                Unmanaged<Output>.fromOpaque(output).takeUnretainedValue().bytes.append(contentsOf: made)
                return count
            }, nil)
        guard opened == ARCHIVE_OK else { throw Self.failure(archive) }
    }

    deinit {
        archive_write_free(archive)
    }

    func begin(_ name: String, at instant: Timestamp) async throws -> [UInt8] {
        try await run { archive in
            let entry = archive_entry_new()
            defer { archive_entry_free(entry) }
            archive_entry_set_pathname(entry, name)
            archive_entry_set_filetype(entry, ZipFile.regular)
            archive_entry_set_perm(entry, 0o644)
            archive_entry_set_mtime(entry, Int(instant.milliseconds / 1000), 0)
            return archive_write_header(archive, entry) == ARCHIVE_OK
        }
    }

    func append(_ bytes: [UInt8]) async throws -> [UInt8] {
        try await run { archive in
            bytes.withUnsafeBytes { archive_write_data(archive, $0.baseAddress, $0.count) } == bytes.count
        }
    }

    func finish() async throws -> [UInt8] {
        try await run { archive_write_close($0) == ARCHIVE_OK }
    }

    private func run(_ body: @escaping @Sendable (OpaquePointer) -> Bool) async throws -> [UInt8] {
        try await pool.runIfActive { [self] in
            guard body(archive) else { throw Self.failure(archive) }
            defer { output.bytes = [] }
            return output.bytes
        }
    }

    private static func failure(_ archive: OpaquePointer) -> DomainError {
        failure(archive_error_string(archive).map { String(cString: $0) } ?? "unknown")
    }

    private static func failure(_ reason: String) -> DomainError {
        DomainError(.unavailable, "The archive cannot be written: \(reason)")
    }
}

/// Makes zips with libarchive on threads that may block.
package struct ZipMaker: ArchiveMaker {
    private let pool: NIOThreadPool

    package init(pool: NIOThreadPool) {
        self.pool = pool
    }

    package func make() throws -> any ArchiveDraft {
        try ZipWriter(pool: pool)
    }
}
