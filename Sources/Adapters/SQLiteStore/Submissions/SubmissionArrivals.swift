import Primitives
import Catalog
import Foundation
import GRDB
import Journal
import Messaging
import Shelf
import Submissions

/// Notices which of the written tracks are approved submissions, and finishes them in the same transaction: the
/// corrections from the submitter's form, the submitter's credit, the notification, and the wish that the track
/// fulfills.
final class SubmissionArrivals {
    /// A submission on its way to the path where a track is being written.
    struct Arrival {
        let id: ID<Submission>
        let giver: ID<Person>?
        let moderator: ID<Person>?
        let form: SubmissionForm
        let cover: BlobKey?
        let wish: ID<Wish>?

        /// - Parameter file: the file's own tags, at the submission's path.
        func corrections(to file: TrackEdit) -> TrackEdit {
            var edit = form.corrections(to: file)
            edit.cover = cover
            return edit
        }
    }

    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Checked once for each batch: scans write many tracks, and submissions are rarely on their way.
    private lazy var areThere: Result<Bool, any Error> = Result {
        try Bool.fetchOne(
            db, sql: "SELECT EXISTS (SELECT 1 FROM submission WHERE state = 'approving' AND library = ?)",
            arguments: [library]) ?? false
    }

    init(_ db: Database, library: String, at: Timestamp) {
        self.db = db
        self.library = library
        self.at = at
    }

    func arrival(at path: LibraryPath) throws -> Arrival? {
        guard try areThere.get() else { return nil }
        let row = try Row.fetchOne(
            db.cachedStatement(sql: Self.expected), arguments: [library, Data(path.folder), Data(path.name)])
        guard let row else { return nil }
        return Arrival(
            id: ID(row["id"]), giver: (row["account"] as String?).map { ID($0) },
            moderator: (row["decided_by"] as String?).map { ID($0) },
            form: try JSONDecoder().decode(SubmissionForm.self, from: Data((row["form"] as String).utf8)),
            cover: row.blobKey("cover"), wish: (row["wish"] as String?).map { ID($0) })
    }

    /// The values to write for the file. The submission's image becomes one of the catalog's.
    func corrected(_ read: ScanBatch.TrackWrite, by arrival: Arrival) throws -> ScanBatch.TrackWrite {
        if let cover = arrival.cover {
            // The server made the cover, as a JPEG. Its size is not known here and only serves the list of images.
            try db.cachedStatement(
                sql: """
                    INSERT INTO image (key, media_type, size, seen_at) VALUES (?, 'image/jpeg', 1, ?)
                    ON CONFLICT (key) DO UPDATE SET seen_at = excluded.seen_at, swept_at = NULL
                    """
            ).execute(arguments: [cover.hex, at.milliseconds])
        }
        return read.corrected(by: arrival.corrections(to: TrackEdit(saidBy: read.grouping)))
    }

    /// Must be called after the track's row was written.
    func finish(_ arrival: Arrival, as read: ScanBatch.TrackWrite) throws {
        let table = EditTable(db)
        let file = TrackEdit(saidBy: read.grouping)
        let (before, after) = (try table.edit(of: read.id)?.edit ?? TrackEdit(), arrival.corrections(to: file))
        if after != before {
            try table.save(after, of: read.id, file: file)
            try table.append(
                EditRecord(
                    id: .make(at: at), track: read.id, at: at, editor: arrival.moderator, editorName: nil,
                    before: before, after: after, file: file, undoes: nil))
        }
        try db.execute(
            sql: """
                UPDATE submission SET state = 'approved', track = ?2, changed_at = max(changed_at, ?3) WHERE id = ?1
                """, arguments: [arrival.id.rawValue, read.id.rawValue, at.milliseconds])
        try JournalEntry(
            at: at, by: .init(user: arrival.moderator, origin: "gateway"), "submission.publish",
            .init(kind: "submission", id: arrival.id.rawValue),
            details: ["track": read.id.rawValue, "library": library, "path": read.path.display]
        ).append(to: db)
        try NotificationDraft.takeBack(about: arrival.id.rawValue, in: db)
        if let giver = arrival.giver {
            let part = try String.fetchOne(
                db, sql: "SELECT part FROM track WHERE id = ?", arguments: [read.id.rawValue])
            try NotificationDraft(
                to: giver, .submissionApproved, by: arrival.moderator, about: NotificationSubject(.track, read.id),
                title: arrival.form.title, library: part ?? library, topic: "approved:\(arrival.id)"
            ).deliver(in: db, at: at)
        }
        try SubmissionWriter(db, at: at).tell(arrival.id, .approved, of: arrival.giver, moderators: true)
        if let wish = arrival.wish { try fulfil(wish, by: arrival, read.id) }
    }

    /// Fulfills the wish with the new track.
    private func fulfil(_ id: ID<Wish>, by arrival: Arrival, _ track: ID<Track>) throws {
        let giver = arrival.giver ?? ID("")
        let reader = WishReader(db, for: Principal(user: giver, role: .contributor))
        guard let wish = try? reader.wish(id) else { return }
        try WishNotifications.takeBack(id, in: db)
        try WishNotifications(wish, db, at: at).arrived(as: .track(track), by: giver)
        try db.execute(sql: "DELETE FROM wish WHERE id = ?", arguments: [id.rawValue])
        try JournalEntry(
            at: at, by: .init(user: arrival.giver, origin: "gateway"), "wish.fulfil",
            .init(kind: "wish", id: id.rawValue), details: ["track": track.rawValue]
        ).append(to: db)
        try WishEvents.event(.fulfilled, id).append(to: db)
    }

    static let expected = """
        SELECT id, account, decided_by, form, cover, wish FROM submission
        WHERE state = 'approving' AND library = ? AND folder = ? AND name = ?
        """
}
