/// A file held open for positional reads, whatever happens to its name meanwhile. It is closed with its last reference.
package protocol ReadableFile: AnyObject, Sendable {
    /// Bytes, when it was opened.
    var size: Int64 { get }
    /// Nanoseconds since 1970, when it was opened.
    var modifiedNanoseconds: Int64 { get }

    /// The number of the file system that it is on: a thread that waits for one waits for no other.
    var device: UInt64 { get }

    /// Whether size or modification time are no longer what they were when it was opened. Never blocks: of a file on another machine
    /// `read` tells, by an error.
    var hasChanged: Bool { get }

    /// Reads at `offset` only what is in memory already: the count, 0 at the end, nil when the disk would have to be asked.
    func readIfCached(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int?

    /// Reads at `offset`, waiting for the disk: the count, 0 at the end. Not for an event loop or the cooperative pool.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws(DomainError) -> Int

    /// A descriptor of its own for another process to read the file by, which whoever gets it closes; nil for what is no local file.
    func duplicateDescriptor() -> Int32?
}
