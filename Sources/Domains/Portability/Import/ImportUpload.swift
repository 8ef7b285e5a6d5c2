/// A file that somebody is sending.
package protocol ImportUpload: Sendable {
    /// Its name in the folder.
    var name: String { get }
    func append(_ bytes: [UInt8]) async throws
}
