package import Backups
import Foundation
import Glibc
import Primitives

/// Unpacks a backup and holds it against what it says of itself. Blocks.
package struct BackupCheck {
    static let scratchPrefix = ".verifying-"

    private let snapshots: any DatabaseSnapshots
    private let pace: Pace
    private let progress: BackupProgress

    /// - Parameter bytesPerSecond: nil for as fast as it goes.
    package init(snapshots: any DatabaseSnapshots, bytesPerSecond: Int?, progress: BackupProgress) {
        self.snapshots = snapshots
        pace = Pace(bytesPerSecond: bytesPerSecond)
        self.progress = progress
    }

    /// Restores the archive into a new folder below `scratch`, which goes again: all but the music, which is read and compared only. The
    /// database is looked through and brought to this version's schema. Throws `conflict` with reason `backup_damaged` or `schema_newer`.
    package func verify(_ archive: String, scratch: String) throws -> BackupContents {
        let folder = "\(scratch)/\(Self.scratchPrefix)\(UUID().uuidString)"
        guard mkdir(folder, 0o700) == 0 else { throw BackupFailure.writing() }
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let contents = try unpack(archive, into: folder) { !$0.starts(with: Array("music/".utf8)) }
        _ = try snapshots.adopt(folder + "/" + BackupLayout.database) { _ in nil }
        return contents
    }

    /// All of it into `folder`, which is there and empty.
    func unpack(
        _ archive: String, into folder: String, keeping keeps: @escaping ([UInt8]) -> Bool = { _ in true }
    ) throws -> BackupContents {
        let reader = TarReader(path: archive, folder: folder, pace: pace, progress: progress, keeps: keeps)
        let contents = try Self.contents(reader.unpack())
        let facts = try snapshots.examine(folder + "/" + BackupLayout.database)
        guard facts.schema == contents.schema, facts.rows == contents.rows else {
            throw BackupFailure.damaged("The database in it holds something else than the backup says")
        }
        let hasKeys = access(folder + "/keys/secret.key", F_OK) == 0
        guard hasKeys == contents.includesKeys else { throw BackupFailure.damaged("The keys in it are not whole") }
        return contents
    }

    static func contents(_ bytes: [UInt8]) throws -> BackupContents {
        guard let contents = try? JSONDecoder().decode(BackupContents.self, from: Data(bytes)) else {
            throw BackupFailure.damaged("It is no backup of Rondo")
        }
        guard contents.format <= BackupContents.currentFormat else {
            throw DomainError(
                .conflict, "The backup was made by a newer version of Rondo; restore it with that version",
                reason: "schema_newer")
        }
        return contents
    }
}
