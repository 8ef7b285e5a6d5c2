/// Keeps what can be made again, as files, up to a number of bytes; what was used longest ago goes first.
package protocol CacheStore: Sendable {
    /// Holds an entry open for streaming, even when it is thrown out meanwhile; nil when it is not there.
    func open(_ name: String) async throws -> (any ReadableFile)?

    /// Stores an entry whole. `name` is of lowercase letters, digits and dashes.
    func put(_ bytes: [UInt8], as name: String) async throws
}
