package import Primitives

/// An archive that is being made. Each call gives the bytes that have become ready, which may be none.
package protocol ArchiveDraft: Sendable {
    /// Begins the next entry.
    func begin(_ name: String, at instant: Timestamp) async throws -> [UInt8]
    /// Adds to the entry that was begun.
    func append(_ bytes: [UInt8]) async throws -> [UInt8]
    /// Ends the archive.
    func finish() async throws -> [UInt8]
}
