import Backups
import Foundation
import Glibc
import Primitives

/// The archives in a folder. Blocks.
enum BackupFolder {
    static func file(_ name: String, in folder: String) -> BackupFile? {
        var facts = stat()
        guard lstat(folder + "/" + name, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
        return BackupFile(
            name: name, size: Int64(facts.st_size),
            modifiedAt: Timestamp(milliseconds: Int64(facts.st_mtim.tv_sec) &* 1000))
    }

    /// Newest first.
    static func files(in folder: String) -> [BackupFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter(BackupFile.isName).compactMap { file($0, in: folder) }
            .sorted { ($0.modifiedAt, $0.name) > ($1.modifiedAt, $1.name) }
    }

    /// Removes drafts that nobody works on any more.
    static func tidy(_ folder: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        where name.hasPrefix(BackupMaker.draftPrefix) || name.hasPrefix(BackupCheck.scratchPrefix) {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }
}
