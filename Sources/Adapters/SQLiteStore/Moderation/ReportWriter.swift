import GRDB
import Journal
import Moderation
import Messaging
import Primitives

/// Closes reports within the transaction in which moderators decide about a thing.
struct ReportWriter {
    private let db: Database
    private let instant: Timestamp
    private let actor: JournalEntry.Actor

    init(_ db: Database, at instant: Timestamp, by actor: JournalEntry.Actor) {
        self.db = db
        self.instant = instant
        self.actor = actor
    }

    /// Closes every open report about a thing that was taken down just now.
    func act(on kind: Report.Kind, _ subject: String) throws {
        try close(about: kind, subject, as: .acted, answer: "")
    }

    func close(about kind: Report.Kind, _ subject: String, as outcome: Report.State, answer: String) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(
                sql: """
                    UPDATE report SET state = :state, answer = :answer, closed_at = :at,
                      moderator = (SELECT id FROM account WHERE id = :moderator)
                    WHERE kind = :kind AND subject = :subject AND closed_at IS NULL RETURNING id, reporter, title, day
                    """),
            arguments: [
                "state": outcome.rawValue, "answer": answer, "at": instant.milliseconds,
                "moderator": actor.user?.rawValue, "kind": kind.rawValue, "subject": subject,
            ])
        for row in rows {
            let id: String = row["id"]
            try JournalEntry(
                at: instant, by: actor, outcome == .acted ? "report.act" : "report.dismiss",
                .init(kind: "report", id: id), details: [kind.rawValue: subject, "title": row["title"]]
            ).append(to: db)
            try NotificationDraft.takeBack(about: id, in: db)
            try NotificationDraft(
                to: ID(row["reporter"]), outcome == .acted ? .reportActed : .reportDismissed, by: actor.user,
                namesActor: false, about: outcome == .acted ? nil : Self.subject(kind, subject, day: row["day"]),
                title: row["title"], text: answer
            ).deliver(in: db, at: instant)
            try Self.event(id).append(to: db)
        }
    }

    /// Asks moderators to look at a new report.
    func tellModerators(_ id: ID<Report>, titled title: String, library: String?) throws {
        let moderators = try String.fetchAll(
            db, sql: "SELECT id FROM account WHERE role IN ('moderator', 'admin') AND disabled = 0 ORDER BY id")
        for moderator in moderators {
            try NotificationDraft(
                to: ID(moderator), .reportArrived, by: actor.user, about: NotificationSubject(.report, id),
                title: title, library: library, topic: "report:\(id)"
            ).deliver(in: db, at: instant)
        }
        try Self.event(id.rawValue).append(to: db)
    }

    private static func event(_ id: String) -> Event {
        Event("moderation", to: .may(.moderate), ["id": .text(id), "state": .text("report")])
    }

    /// What a notice about it leads to.
    private static func subject(_ kind: Report.Kind, _ id: String, day: String?) -> NotificationSubject? {
        switch kind {
        case .track: NotificationSubject(.track, id)
        case .playlist: NotificationSubject(.playlist, id)
        case .post: NotificationSubject(.post, id, day: day)
        case .comment: nil
        case .picture: NotificationSubject(.person, id)
        }
    }
}
