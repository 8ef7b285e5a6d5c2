import Foundation

/// Folders that only the server's own user may read.
package enum PrivateFolder {
    /// Makes the folder, and those above it that are missing. Throws `unavailable`.
    ///
    /// - Parameter remedy: the end of the error's message, which says what to do.
    package static func make(_ path: String, remedy: String = "") throws(DomainError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw DomainError(.unavailable, "The folder \(path) cannot be made\(remedy)")
        }
    }
}
