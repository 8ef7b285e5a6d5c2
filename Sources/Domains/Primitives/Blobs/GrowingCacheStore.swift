/// A cache whose entries can be read while they are being written, by those who hold the draft.
package protocol GrowingCacheStore: CacheStore {
    /// Whether it keeps anything at all.
    var isKeeping: Bool { get }

    /// A new, empty file that nobody else sees. It is gone when it was not kept and nobody holds it any more, at the latest with the
    /// next start.
    func begin() async throws -> any CacheDraft
}

/// An entry in the making. Its `size` is what has been written so far, and it never counts as changed.
package protocol CacheDraft: ReadableFile {
    /// Writes at the end. One call at a time.
    func append(_ bytes: [UInt8]) async throws

    /// Makes it an entry, durably. Nothing is appended any more. One that has no room in the cache is not kept.
    func keep(as name: String) async throws
}
