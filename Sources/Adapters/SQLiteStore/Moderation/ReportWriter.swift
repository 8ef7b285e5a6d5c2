import Board
import Catalog
import GRDB
import Journal
import Messaging
import Moderation
import Primitives
import Shelf

/// Closes reports within the transaction of a moderator's decision.
struct ReportWriter {
    private let db: Database
    private let instant: Timestamp
    private let actor: JournalEntry.Actor

    init(_ db: Database, at instant: Timestamp, by actor: JournalEntry.Actor) {
        self.db = db
        self.instant = instant
        self.actor = actor
    }

    /// Closes every open report about a subject that was just taken down.
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

    /// Notifies moderators of a new report.
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

    /// The link of a notification about the report.
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

/// Looks up the subjects of reports as the caller sees them.
struct ReportSubjects {
    /// The facts about the subject that a report stores.
    struct Facts {
        let title: String
        var owner: ID<Person>?
        var library: String?
        var day: String?
    }

    private let db: Database
    private let caller: Principal

    init(_ db: Database, for caller: Principal) {
        self.db = db
        self.caller = caller
    }

    /// Throws `notFound` if the caller does not see the subject.
    func facts(_ kind: Report.Kind, _ id: String) throws -> Facts {
        switch kind {
        case .track: try track(id)
        case .playlist: try playlist(ID(id))
        case .post: try post(ID(id))
        case .comment: try comment(ID(id))
        case .picture: try picture(id)
        }
    }

    private func track(_ id: String) throws -> Facts {
        let arguments: StatementArguments = ["id": id]
        let library = try String.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT part FROM track WHERE id = :id AND missing_since IS NULL\(caller.libraries.and("library"))
                    """), arguments: arguments + caller.libraries.arguments)
        guard let library, let item = try TrackItemReader(db).items([id]).first else {
            throw DomainError.notFound("There is no such track")
        }
        let artists = item.artists.map(\.name).joined(separator: ", ")
        return Facts(title: artists.isEmpty ? item.title : "\(item.title) – \(artists)", library: library)
    }

    private func playlist(_ id: ID<Playlist>) throws -> Facts {
        let playlist = try PlaylistReader(db, for: caller).playlist(id)
        guard playlist.isOwn || playlist.visibility == .public else {
            throw DomainError.notFound("There is no such playlist")
        }
        return Facts(title: playlist.name, owner: playlist.owner.id)
    }

    private func post(_ id: ID<Post>) throws -> Facts {
        guard let post = try PostReader(db: db, viewer: BoardViewer(caller)).post(id) else { throw DomainError.noPost }
        let part = try String.fetchOne(
            db,
            sql:
                "SELECT coalesce(t.part, p.library) FROM board_post p LEFT JOIN track t ON t.id = p.track WHERE p.id = ?",
            arguments: [id.rawValue])
        return Facts(
            title: post.song.map { "\($0.title) – \($0.artist)" } ?? post.caption, owner: post.author.id,
            library: part, day: post.day.text)
    }

    private func comment(_ id: ID<Comment>) throws -> Facts {
        guard let comment = try CommentReader(db: db, viewer: BoardViewer(caller)).comment(id) else {
            throw DomainError.noComment
        }
        return Facts(title: comment.text, owner: comment.author.id, day: comment.day.text)
    }

    private func picture(_ person: String) throws -> Facts {
        let name = try String.fetchOne(
            db, sql: "SELECT display_name FROM account WHERE id = ? AND picture IS NOT NULL AND disabled = 0",
            arguments: [person])
        guard let name else { throw DomainError.notFound("There is nobody like this with a picture") }
        return Facts(title: name, owner: ID(person))
    }
}
