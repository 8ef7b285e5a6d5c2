import Foundation
import Testing

/// A file that only its owner may read.
package enum PrivateText {
    package static func write(_ text: String, to path: String) throws {
        try #require(
            FileManager.default.createFile(
                atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600]))
    }
}
