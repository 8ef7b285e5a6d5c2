import Foundation
package import SQLiteStore
import Synchronization

extension SQLiteDatabase {
    /// Opens a new database with the current schema at `path`, or the existing one. Every new database is a copy of one
    /// empty file, so that the migrations run once per process. Otherwise the tests would spend a third of their time
    /// on them.
    package static func new(at path: String) throws -> SQLiteDatabase {
        if !FileManager.default.fileExists(atPath: path) {
            try migrated.get().write(to: URL(filePath: path))
        }
        return try open(path: path)
    }

    /// Creates an empty database in a data folder that does not exist yet, as after an interrupted first start of a
    /// server.
    package static func begin(dataFolder: String) throws {
        guard !FileManager.default.fileExists(atPath: dataFolder) else { return }
        try FileManager.default.createDirectory(
            atPath: dataFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        for (name, content) in [("rondo.sqlite", try migrated.get()), ("first-start", Data())] {
            let isMade = FileManager.default.createFile(
                atPath: dataFolder + "/" + name, contents: content, attributes: [.posixPermissions: 0o600])
            guard isMade else { throw CocoaError(.fileWriteUnknown) }
        }
    }

    /// The content of an empty database.
    private static let migrated = Result {
        let folder = try TemporaryFolder()
        try open(path: folder.path + "/empty.sqlite").close()
        return try Data(contentsOf: URL(filePath: folder.path + "/empty.sqlite"))
    }
}
