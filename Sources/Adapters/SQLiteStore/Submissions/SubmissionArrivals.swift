import Catalog
import Foundation
import GRDB
import Primitives
import Submissions

/// Notices which of the tracks that a scan writes are approved submissions, and ends their approval in the
/// same transaction (`ApprovedFile.finish`).
final class SubmissionArrivals {
    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Checked once for each batch: scans write many tracks, and submissions are rarely on their way.
    private lazy var areThere: Result<Bool, any Error> = Result {
        try db.exists("SELECT 1 FROM submission WHERE state = 'approving' AND library = ? LIMIT 1", [library])
    }

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    func file(at path: LibraryPath) throws -> ApprovedFile? {
        guard try areThere.get() else { return nil }
        guard let row = try db.row(Self.expected, [library, Data(path.folder), Data(path.name)]) else { return nil }
        return ApprovedFile(
            id: row["id"], submitter: row["account"], moderator: row["decided_by"],
            form: try StoredJSON.value(row["form"]), cover: row.blobKey("cover"), wish: row["wish"])
    }

    /// The values to write for the file. The submission's image becomes one of the catalog's.
    func corrected(_ read: ScanBatch.TrackWrite, by file: ApprovedFile) throws -> ScanBatch.TrackWrite {
        if let cover = file.cover {
            // The server made the cover, as a JPEG. Its size is not known here and only serves the list of images.
            try db.run(
                """
                INSERT INTO image (key, media_type, size, seen_at) VALUES (?, 'image/jpeg', 1, ?)
                ON CONFLICT (key) DO UPDATE SET seen_at = excluded.seen_at, swept_at = NULL
                """, [cover.hex, at])
        }
        return read.corrected(by: file.corrections(to: TrackEdit(tagsOf: read.grouping)))
    }

    /// Must be called after the track's row was written.
    func finish(_ file: ApprovedFile, as read: ScanBatch.TrackWrite) throws {
        let submissions = SubmissionTable(db)
        try file.finish(as: read, in: library, at: at, submissions).write(to: db, submissions.execute)
    }

    static let expected = """
        SELECT id, account, decided_by, form, cover, wish FROM submission
        WHERE state = 'approving' AND library = ? AND folder = ? AND name = ?
        """
}
