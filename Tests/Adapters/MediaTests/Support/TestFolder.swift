import Catalog
import Foundation

/// A folder for one test, removed with this object.
final class TestFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "rondo-media-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    var root: [UInt8] { Array(path.utf8) }

    func file(_ name: String) -> String { path + "/" + name }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }

    func bytes(of name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: file(name))))
    }
}

extension LibraryPath {
    /// The path for a name that a test spells out.
    static func of(_ text: String) throws -> LibraryPath {
        guard let path = LibraryPath(bytes: Array(text.utf8)) else { throw CocoaError(.fileReadInvalidFileName) }
        return path
    }
}
