package import Primitives

/// Stores submitted files until they are in a library. Its folder is outside everything that is served, and the server
/// chooses the file names.
package protocol Quarantine: Sendable {
    /// The folder's absolute path.
    var root: [UInt8] { get }
    /// Creates an empty file durably.
    func create(_ name: String) async throws
    /// Opens a file for writing from `offset`, where it is truncated. Nil for an unknown file.
    func write(_ name: String, from offset: Int64) async throws -> (any QuarantineWriter)?
    /// Opens a file for reading. Nil for an unknown file.
    func open(_ name: String) async throws -> (any ReadableFile)?
    /// The SHA-256 of the whole file; nil for an unknown file.
    func digest(_ name: String) async throws -> [UInt8]?
    func remove(_ name: String) async
    /// The files that nobody has written to since `instant`.
    func names(untouchedSince instant: Timestamp) async throws -> [String]
    /// The free bytes of the disk.
    func freeBytes() async throws -> Int64
}

/// A file that is being received.
package protocol QuarantineWriter: Sendable {
    /// Appends bytes. Throws `conflict` with reason `upload_taken_over` once the file is closed, and `storageFull` when
    /// there is no space.
    func append(_ bytes: [UInt8]) async throws
    /// Syncs the file to disk, and returns its length.
    func sync() async throws -> Int64
    /// Truncates the file at `offset`.
    func cut(to offset: Int64) async throws
    /// Syncs the file, refuses further writes, and returns its length.
    func close() async throws -> Int64
}
