import Foundation

/// A new folder for one test. It is removed when this object is released.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.path + "/rondo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }
}
