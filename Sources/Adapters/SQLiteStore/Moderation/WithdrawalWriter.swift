import Catalog
import Foundation
import GRDB
import Journal
import Moderation
import Messaging
import Primitives
import Submissions

/// Takes songs out of the catalogue and lets them come back, within a transaction.
struct WithdrawalWriter {
    /// Where a withdrawn song came from.
    private struct Gift {
        let submission: ID<Submission>
        let giver: ID<Person>
    }

    private let db: Database
    private let caller: Principal
    private let instant: Timestamp
    private let actor: JournalEntry.Actor

    init(_ db: Database, for caller: Principal, at instant: Timestamp, _ actor: JournalEntry.Actor) {
        self.db = db
        self.caller = caller
        self.instant = instant
        self.actor = actor
    }

    func withdraw(_ target: WithdrawalTarget, because reason: ModerationReason) throws -> [Withdrawal] {
        let ids = try tracks(of: target)
        let items = try TrackItemReader(db).items(ids)
        guard let first = items.first else { throw Self.nothing(target) }
        let library = try String.fetchOne(
            db, sql: "SELECT library FROM track WHERE id = ?", arguments: [first.id.rawValue])
        var gifts: [ID<Person>: [(gift: Gift, item: TrackItem)]] = [:]
        var made: [ID<Withdrawal>] = []
        for item in items {
            let gift = try gift(of: item.id)
            if let gift { gifts[gift.giver, default: []].append((gift, item)) }
            made.append(try insert(item, because: reason, giver: gift?.giver))
        }
        try hide(items.map(\.id), of: ID(library ?? ""))
        for (giver, given) in gifts { try tell(giver, of: given, because: reason) }
        try journal(target, items, because: reason)
        let reports = ReportWriter(db, at: instant, by: actor)
        for item in items { try reports.act(on: .track, item.id.rawValue) }
        for id in made { try Self.event(id).append(to: db) }
        return try made.map { try WithdrawalReader.one($0, in: caller.libraries, db) }
    }

    func restore(_ id: ID<Withdrawal>) throws -> Withdrawal {
        let withdrawal = try WithdrawalReader.one(id, in: caller.libraries, db)
        guard [.leaving, .binned].contains(withdrawal.state) else { throw DomainError.withdrawalEnded }
        let isThere = try Bool.fetchOne(
            db,
            sql: """
                SELECT EXISTS (SELECT 1 FROM withdrawal w JOIN library l ON l.id = w.library AND l.removed_at IS NULL
                  WHERE w.id = ?)
                """, arguments: [id.rawValue])
        guard isThere == true else { throw DomainError.withdrawnLibraryRemoved }
        try db.execute(
            sql: "UPDATE withdrawal SET state = 'returning', failure = NULL WHERE id = ?", arguments: [id.rawValue])
        try JournalEntry(
            at: instant, by: actor, "track.restore", .init(kind: "track", id: withdrawal.track.rawValue),
            details: ["title": withdrawal.title, "artist": withdrawal.artist]
        ).append(to: db)
        if let giver = withdrawal.giver {
            try NotificationDraft(
                to: giver.id, .musicRestored, by: caller.user, namesActor: false,
                about: NotificationSubject(.track, withdrawal.track), title: withdrawal.title
            ).deliver(in: db, at: instant)
        }
        try Self.event(id).append(to: db)
        return try WithdrawalReader.one(id, in: caller.libraries, db)
    }

    /// The file is gone for good: what people have of the song stays, as that of any missing one.
    static func finishRemoval(_ id: ID<Withdrawal>, at instant: Timestamp, _ db: Database) throws {
        let row = try Row.fetchOne(
            db,
            sql: """
                UPDATE withdrawal SET state = 'removed', failure = NULL, ended_at = ? WHERE id = ? AND state = 'removing'
                RETURNING track, title, artist
                """, arguments: [instant.milliseconds, id.rawValue])
        guard let row else { return }
        try JournalEntry(
            at: instant, by: .gateway, "track.remove", .init(kind: "track", id: row["track"]),
            details: ["title": row["title"], "artist": row["artist"]]
        ).append(to: db)
        try event(id).append(to: db)
    }

    /// Lets moderators' clients know that something is different about it.
    static func event(_ id: ID<Withdrawal>) -> Event {
        Event("moderation", to: .may(.moderate), ["id": .text(id.rawValue), "state": .text("withdrawal")])
    }

    private static func nothing(_ target: WithdrawalTarget) -> DomainError {
        switch target {
        case .track: .notFound("There is no such track")
        case .album: .notFound("There is no such album")
        }
    }

    /// Those that are there and in the caller's libraries.
    private func tracks(of target: WithdrawalTarget) throws -> [String] {
        let (column, id) =
            switch target {
            case .track(let id): ("id", id.rawValue)
            case .album(let id): ("album", id.rawValue)
            }
        let arguments: StatementArguments = ["id": id]
        return try String.fetchAll(
            db,
            sql: """
                SELECT t.id FROM track t WHERE t.\(column) = :id AND t.missing_since IS NULL\(caller.libraries.and("t.library"))
                ORDER BY t.disc_order, t.track_order, t.title_key, t.id
                """, arguments: arguments + caller.libraries.arguments)
    }

    private func gift(of track: ID<Track>) throws -> Gift? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, account FROM submission WHERE track = ? AND state = 'approved' AND account IS NOT NULL
                    ORDER BY decided_at DESC LIMIT 1
                    """), arguments: [track.rawValue]
        ).map { Gift(submission: ID($0["id"]), giver: ID($0["account"])) }
    }

    private func insert(
        _ item: TrackItem, because reason: ModerationReason, giver: ID<Person>?
    ) throws -> ID<Withdrawal> {
        let id = ID<Withdrawal>.make(at: instant)
        let artist = item.artists.map(\.name).joined(separator: ", ")
        try db.cachedStatement(
            sql: """
                INSERT INTO withdrawal (id, track, library, folder, name, size, modified_ns, signature, title, artist,
                  album, words, cover, reason, state, giver, moderator, at, is_explicit)
                SELECT :id, id, library, folder, name, size, modified_ns, signature, :title, :artist, :album, :words,
                  cover, :reason, 'leaving', :giver, (SELECT id FROM account WHERE id = :moderator), :at, is_explicit
                FROM track WHERE id = :track
                """
        ).execute(arguments: [
            "id": id.rawValue, "title": item.title, "artist": artist, "album": item.albumName,
            "words": FoldedText.fold("\(item.title) \(artist) \(item.albumName)"), "reason": reason.text,
            "giver": giver?.rawValue, "moderator": caller.user.rawValue, "at": instant.milliseconds,
            "track": item.id.rawValue,
        ])
        return id
    }

    /// As a scan that finds the files gone; nothing is put off, since no scan follows that would count it.
    private func hide(_ tracks: [ID<Track>], of library: ID<Library>) throws {
        var batch = ScanBatch(library: library, at: instant)
        batch.missing = tracks
        try BatchWriter(db, batch, stale: StaleRows(db, above: .max)).write()
    }

    /// One notice for all that somebody gave of what is withdrawn together.
    private func tell(
        _ giver: ID<Person>, of given: [(gift: Gift, item: TrackItem)], because reason: ModerationReason
    ) throws {
        guard let (gift, item) = given.first else { return }
        try NotificationDraft(
            to: giver, .musicWithdrawn, by: caller.user, namesActor: false,
            about: NotificationSubject(.submission, gift.submission),
            title: given.count > 1 ? item.albumName : item.title, text: reason.text
        ).deliver(in: db, at: instant)
    }

    private func journal(
        _ target: WithdrawalTarget, _ items: [TrackItem], because reason: ModerationReason
    ) throws {
        guard let first = items.first else { return }
        var details = ["reason": reason.text]
        let entry: JournalEntry
        switch target {
        case .track(let id):
            details["title"] = first.title
            details["artist"] = first.artists.map(\.name).joined(separator: ", ")
            entry = JournalEntry(
                at: instant, by: actor, "track.withdraw", .init(kind: "track", id: id.rawValue), details: details)
        case .album(let id):
            details["name"] = first.albumName
            details["artist"] = first.albumArtists.map(\.name).joined(separator: ", ")
            details["tracks"] = String(items.count)
            entry = JournalEntry(
                at: instant, by: actor, "album.withdraw", .init(kind: "album", id: id.rawValue), details: details)
        }
        try entry.append(to: db)
    }
}
