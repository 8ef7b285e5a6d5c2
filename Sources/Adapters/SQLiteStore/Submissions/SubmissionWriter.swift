import Catalog
import GRDB
import Messaging
import Primitives
import Submissions

/// The steps of a submission that several transactions share.
struct SubmissionWriter {
    private let db: Database
    private let instant: Timestamp

    init(_ db: Database, at instant: Timestamp) {
        self.db = db
        self.instant = instant
    }

    /// Hands it in: the moderators are told, of a batch once.
    func submit(_ id: ID<Submission>, of giver: ID<Person>) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                UPDATE submission SET state = 'pending', submitted_at = ?2, at = ?2, changed_at = ?2, reason = NULL,
                  failure = NULL, decided_by = NULL, decided_at = NULL, revision = revision + 1
                WHERE id = ?1 RETURNING batch, form ->> 'title' AS title, form ->> 'album' AS album
                """, arguments: [id.rawValue, instant.milliseconds])
        guard let row else { return }
        let batch: String? = row["batch"]
        let moderators = try String.fetchAll(
            db, sql: "SELECT id FROM account WHERE role IN ('moderator', 'admin') AND disabled = 0 ORDER BY id")
        let album: String? = row["album"]
        for moderator in moderators {
            try NotificationDraft(
                to: ID(moderator), .submissionArrived, by: giver, about: NotificationSubject(.submission, id),
                title: batch == nil ? row["title"] : album ?? row["title"],
                topic: "submission:\(batch ?? id.rawValue)"
            ).deliver(in: db, at: instant)
        }
        try tell(id, .pending, of: giver, moderators: true)
    }

    /// Nobody is asked for a decision any more, once nothing of its batch waits for one.
    func takeBackArrival(_ id: ID<Submission>) throws {
        try NotificationDraft.takeBack(about: id.rawValue, in: db)
    }

    func tell(
        _ id: ID<Submission>, _ state: Submission.State?, of giver: ID<Person>?, moderators: Bool
    ) throws {
        for event in SubmissionEvents.events(id, state, of: giver, forModerators: moderators) {
            try event.append(to: db)
        }
    }
}
