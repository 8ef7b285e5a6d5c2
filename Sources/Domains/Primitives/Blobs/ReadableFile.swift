/// An open file for positional reads, which still work when the file is renamed or removed. It is closed with its last
/// reference.
package protocol ReadableFile: AnyObject, Sendable {
    /// The size in bytes when the file was opened.
    var size: Int64 { get }
    /// The modification time in nanoseconds since 1970, when the file was opened.
    var modifiedNanoseconds: Int64 { get }

    /// The number of the file system that the file is on. A thread that waits for one file system blocks no reads from
    /// another.
    var device: UInt64 { get }

    /// Whether size or modification time have changed since the file was opened. Never blocks. For a file on another
    /// machine `read` throws instead.
    var hasChanged: Bool { get }

    /// Reads at `offset` only bytes that are in memory already. Returns the count, 0 at the end, and nil when the read
    /// would wait for the disk.
    func readIfCached(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int?

    /// Reads at `offset` and waits for the disk. Returns the count, and 0 at the end. Not for an event loop or the
    /// cooperative pool.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int

    /// A new descriptor by which another process can read the file. The receiver closes it. Nil when this is no local
    /// file.
    func duplicateDescriptor() -> Int32?
}

/// A cache of files that can be made again, up to a number of bytes. The least recently used files are removed first.
package protocol CacheStore: Sendable {
    /// Opens an entry for streaming, which works on when the entry is evicted meanwhile; nil when there is no such
    /// entry.
    func open(_ name: String) async throws -> (any ReadableFile)?

    /// A whole entry; nil when there is no such entry.
    func bytes(of name: String) async throws -> [UInt8]?

    /// Stores a whole entry. `name` has lowercase letters, digits and dashes.
    func put(_ bytes: [UInt8], as name: String) async throws
}

/// A cache whose entries can be read through their draft while they are being written.
package protocol GrowingCacheStore: CacheStore {
    /// Whether the cache stores anything at all.
    var storesEntries: Bool { get }

    /// A new, empty file that nobody else sees. It disappears with its last reference unless `keep` stored it, at the
    /// latest at the next start.
    func begin() async throws -> any CacheDraft
}

/// A cache entry that is being written. Its `size` is the number of bytes written so far, and `hasChanged` is always
/// false.
package protocol CacheDraft: ReadableFile {
    /// Appends at the end. One call at a time.
    func append(_ bytes: [UInt8]) async throws

    /// Makes the draft a durable entry. Nothing can be appended afterwards. An entry that has no room in the cache is
    /// not stored.
    func store(as name: String) async throws
}
