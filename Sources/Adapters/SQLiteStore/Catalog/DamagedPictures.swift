import Primitives
import Catalog
import Foundation
import GRDB

/// Pictures that have been looked into and cannot be shown, and what refers to them all the same.
enum DamagedPictures {
    private static let mostAtOnce = 1000

    static func reasons(of keys: [BlobKey], _ db: Database) throws -> [BlobKey: FileProblem.Reason] {
        let find = try db.cachedStatement(sql: Self.reason)
        var reasons: [BlobKey: FileProblem.Reason] = [:]
        for key in keys {
            guard let text = try String.fetchOne(find, arguments: [key.hex]) else { continue }
            reasons[key] = FileProblem.Reason(rawValue: text) ?? .corrupt
        }
        return reasons
    }

    /// What takes the damaged pictures of a library away. A correction's cover stays: a person has chosen it.
    static func batch(for library: ID<Library>, at: Timestamp, _ db: Database) throws -> ScanBatch {
        var batch = ScanBatch(library: library, at: at)
        let arguments: StatementArguments = [library.rawValue, mostAtOnce]
        func note(_ row: Row, _ problem: (FileProblem.Reason) -> FileProblem) {
            guard let path = KnownFolderReader.path(row) else { return }
            let reason = FileProblem.Reason(rawValue: row["problem"]) ?? .corrupt
            batch.broken.append(
                ScanBatch.Broken(path: path, facts: KnownFolderReader.facts(row), problem: problem(reason)))
        }
        for row in try Row.fetchAll(db.cachedStatement(sql: embedded), arguments: arguments) {
            batch.uncovered.append(ID(row["id"]))
            if row["missing_since"] == nil { note(row, FileProblem.unshowablePicture) }
        }
        for row in try Row.fetchAll(db.cachedStatement(sql: sidecars("folder_cover")), arguments: arguments) {
            batch.coverless.append(KnownFolderReader.bytes(row, "folder"))
            note(row, FileProblem.unshowable)
        }
        for row in try Row.fetchAll(db.cachedStatement(sql: sidecars("folder_artist_image")), arguments: arguments) {
            batch.artistImageless.append(KnownFolderReader.bytes(row, "folder"))
            note(row, FileProblem.unshowable)
        }
        return batch
    }

    /// Those that will not be tried again.
    private static let final = "f.problem IS NOT NULL AND f.retry_at IS NULL"
    static let reason = "SELECT f.problem FROM image_facts f WHERE f.key = ? AND \(final)"
    /// There are few damaged ones among all that are known, and each finds its tracks by an index.
    static let embedded = """
        SELECT t.id, t.folder, t.name, t.size, t.modified_ns, t.inode, t.missing_since, f.problem
        FROM image_facts f CROSS JOIN track t INDEXED BY track_by_cover ON t.cover = f.key
        WHERE \(final) AND t.library = ?1 AND t.embedded_cover = t.cover LIMIT ?2
        """

    static func sidecars(_ table: String) -> String {
        """
        SELECT c.folder, c.name, c.size, c.modified_ns, c.inode, f.problem
        FROM \(table) c CROSS JOIN image_facts f ON f.key = c.image
        WHERE c.library = ?1 AND \(final) LIMIT ?2
        """
    }
}
