import Board
import Catalog
import GRDB
import Journal
import Messaging
import Moderation
import Primitives
import Shelf

/// The stored reports within one transaction.
struct ReportTable: ReportState, EditedTable {
    let db: Database

    func subject(_ kind: Report.Kind, _ id: String, for caller: Principal) throws -> ReportedSubject {
        try ReportSubjects(db: db, caller: caller).subject(kind, id)
    }

    func hasOpenReport(about kind: Report.Kind, _ subject: String, by reporter: ID<Person>) throws -> Bool {
        try db.exists(
            "SELECT 1 FROM report WHERE reporter = ? AND kind = ? AND subject = ? AND closed_at IS NULL",
            [reporter, kind.rawValue, subject])
    }

    func count(by reporter: ID<Person>, after instant: Timestamp) throws -> Int {
        try db.value("SELECT count(*) FROM report WHERE reporter = ? AND at > ?", [reporter, instant]) ?? 0
    }

    func report(_ id: ID<Report>, in scope: LibraryScope) throws -> Report {
        try SQLiteReportStore.one(id, in: scope, db)
    }

    func openReports(about kind: Report.Kind, _ subject: String) throws -> [OpenReport] {
        try db.rows(
            """
            SELECT id, reporter, title, day FROM report WHERE kind = ? AND subject = ? AND closed_at IS NULL
            """, [kind.rawValue, subject]
        ).map { OpenReport(id: $0["id"], reporter: $0["reporter"], title: $0["title"], day: $0["day"]) }
    }

    func moderators() throws -> [ID<Person>] { try SubmissionTable(db).moderators() }

    func nameOfPictured(_ person: ID<Person>) throws -> String? {
        try db.value("SELECT display_name FROM account WHERE id = ? AND picture IS NOT NULL", [person])
    }

    func execute(_ write: ReportWrite) throws {
        switch write {
        case .add(let id, let draft, let subject, let reporter, let instant):
            try db.run(
                """
                INSERT INTO report (id, reporter, kind, subject, day, library, owner, title, text, at, state)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')
                """,
                [
                    id, reporter, draft.kind.rawValue, draft.subject, subject.day, subject.library, subject.owner,
                    subject.title, draft.text, instant,
                ])
        case .close(let id, let outcome, let answer, let moderator, let instant):
            try db.run(
                """
                UPDATE report SET state = ?, answer = ?, closed_at = ?,
                  moderator = (SELECT id FROM account WHERE id = ?) WHERE id = ?
                """, [outcome.rawValue, answer, instant, moderator, id])
        case .removePicture(let person): try db.run("UPDATE account SET picture = NULL WHERE id = ?", [person])
        }
    }

    /// Closes every open report about a thing that another change of this transaction takes down.
    func act(on kind: Report.Kind, _ subject: String, at instant: Timestamp, by actor: JournalEntry.Actor) throws {
        try ReportDecisions.act(on: kind, subject, by: actor, at: instant, self).write(to: db, execute)
    }
}

/// Looks up the subjects of reports as the caller sees them.
struct ReportSubjects {
    let db: Database
    let caller: Principal

    /// Throws `notFound` if the caller does not see the subject.
    func subject(_ kind: Report.Kind, _ id: String) throws -> ReportedSubject {
        switch kind {
        case .track: try track(id)
        case .playlist: try playlist(ID(id))
        case .post: try post(ID(id))
        case .comment: try comment(ID(id))
        case .moment: try moment(ID(id))
        case .picture: try picture(id)
        }
    }

    private func track(_ id: String) throws -> ReportedSubject {
        let library: String? = try db.value(
            """
            SELECT part FROM track WHERE id = :id AND missing_since IS NULL\(caller.libraries.and("library"))
            """, ["id": id] + caller.libraries.arguments)
        guard let library, let item = try TrackItemReader(db).items([id]).first else {
            throw DomainError.notFound("There is no such track")
        }
        let artists = item.artists.map(\.name).joined(separator: ", ")
        return ReportedSubject(title: artists.isEmpty ? item.title : "\(item.title) – \(artists)", library: library)
    }

    private func playlist(_ id: ID<Playlist>) throws -> ReportedSubject {
        let playlist = try PlaylistReader(db: db, caller: caller).playlist(id)
        guard playlist.isOwn || playlist.visibility == .public else {
            throw DomainError.notFound("There is no such playlist")
        }
        return ReportedSubject(title: playlist.name, owner: playlist.owner.id)
    }

    private func post(_ id: ID<Post>) throws -> ReportedSubject {
        guard let post = try PostReader(db: db, viewer: caller).post(id) else { throw DomainError.noPost }
        let part: String? = try db.value(
            "SELECT coalesce(t.part, p.library) FROM board_post p LEFT JOIN track t ON t.id = p.track WHERE p.id = ?",
            [id])
        return ReportedSubject(
            title: post.song.map { "\($0.title) – \($0.artist)" } ?? post.caption, owner: post.author.id,
            library: part, day: post.day.text)
    }

    private func comment(_ id: ID<Comment>) throws -> ReportedSubject {
        guard let comment = try CommentReader(db: db, viewer: caller).comment(id) else { throw DomainError.noComment }
        return ReportedSubject(title: comment.text, owner: comment.author.id, day: comment.day.text)
    }

    private func moment(_ id: ID<Moment>) throws -> ReportedSubject {
        guard let moment = try MomentTable(db).moment(id), caller.sees(moment) else { throw DomainError.noMoment }
        return ReportedSubject(title: moment.text, owner: moment.author, library: moment.part)
    }

    private func picture(_ person: String) throws -> ReportedSubject {
        let name: String? = try db.value(
            "SELECT display_name FROM account WHERE id = ? AND picture IS NOT NULL AND disabled = 0", [person])
        guard let name else { throw DomainError.notFound("There is no such user with a picture") }
        return ReportedSubject(title: name, owner: ID(person))
    }
}
