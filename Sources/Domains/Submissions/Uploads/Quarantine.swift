package import Primitives

/// Where given files lie until they are in a library: outside everything that is served, under names of the gateway's making.
package protocol Quarantine: Sendable {
    /// The folder, absolute.
    var root: [UInt8] { get }
    /// Makes an empty file, durably.
    func create(_ name: String) async throws
    /// For writing from `offset` on; what lies beyond is cut off. Nil when there is no such file.
    func write(_ name: String, from offset: Int64) async throws -> (any QuarantineWriter)?
    /// Nil when there is no such file.
    func open(_ name: String) async throws -> (any ReadableFile)?
    /// SHA-256 of the whole file; nil when there is no such file.
    func digest(_ name: String) async throws -> [UInt8]?
    func remove(_ name: String) async
    /// Files that nobody has written to since `instant`.
    func names(untouchedSince instant: Timestamp) async throws -> [String]
    /// Bytes that the disk has room for.
    func freeBytes() async throws -> Int64
}

/// A file that is being received.
package protocol QuarantineWriter: Sendable {
    /// Appends. Throws `conflict` with reason `upload_taken_over` once it is closed, `storageFull` when there is no room.
    func append(_ bytes: [UInt8]) async throws
    /// Has the disk keep what was appended; gives where the file ends.
    func sync() async throws -> Int64
    /// Cuts off what was appended since `offset`.
    func cut(to offset: Int64) async throws
    /// `sync`, after which nothing is appended any more.
    func close() async throws -> Int64
}
