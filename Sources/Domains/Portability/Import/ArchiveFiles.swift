/// Reads zips that people have sent, without trusting them.
package protocol ArchiveFiles: Sendable {
    /// Names of the entries with their sizes.
    func entries(of file: String) async throws -> [(name: String, size: Int64)]

    /// Up to `count` bytes of an entry; fewer at its end.
    func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8]
}
