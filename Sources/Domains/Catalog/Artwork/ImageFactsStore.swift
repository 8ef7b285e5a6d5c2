package import Primitives

/// Keeps what is known of stored pictures, by their content.
package protocol ImageFactsStore: Sendable {
    /// Whether `image` has been found broken and need not be tried again yet.
    func isBroken(_ image: BlobKey, at now: Timestamp) async throws -> Bool

    /// Covers and artists' pictures that nobody has looked into, or that deserve another try, after `image` in their
    /// order.
    func undescribed(after image: BlobKey?, at now: Timestamp, limit: Int) async throws -> [BlobKey]

    /// Stores what was found; a later finding replaces an earlier one.
    func record(_ findings: [ImageFinding]) async throws
}
