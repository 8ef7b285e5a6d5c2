import Catalog
import Foundation
import GRDB
import Journal
import Messaging
import Moderation
import Primitives
import Submissions

/// Withdraws songs from the catalog and restores them, within a transaction.
struct WithdrawalWriter {
    /// The submission that a withdrawn song came from.
    private struct Origin {
        let submission: ID<Submission>
        let submitter: ID<Person>
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
        var origins: [ID<Person>: [(origin: Origin, item: TrackItem)]] = [:]
        var made: [ID<Withdrawal>] = []
        for item in items {
            let origin = try origin(of: item.id)
            if let origin { origins[origin.submitter, default: []].append((origin, item)) }
            made.append(try insert(item, because: reason, submitter: origin?.submitter))
        }
        try hide(items.map(\.id), of: ID(library ?? ""))
        for (submitter, submitted) in origins { try notify(submitter, of: submitted, because: reason) }
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
        if let submitter = withdrawal.giver {
            try NotificationDraft(
                to: submitter.id, .musicRestored, by: caller.user, namesActor: false,
                about: NotificationSubject(.track, withdrawal.track), title: withdrawal.title
            ).deliver(in: db, at: instant)
        }
        try Self.event(id).append(to: db)
        return try WithdrawalReader.one(id, in: caller.libraries, db)
    }

    /// Records that the file was deleted for good. The song's user data stays, as for any missing track.
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

    /// Lets moderators' clients reload the withdrawal.
    static func event(_ id: ID<Withdrawal>) -> Event {
        Event("moderation", to: .may(.moderate), ["id": .text(id.rawValue), "state": .text("withdrawal")])
    }

    private static func nothing(_ target: WithdrawalTarget) -> DomainError {
        switch target {
        case .track: .notFound("There is no such track")
        case .album: .notFound("There is no such album")
        }
    }

    /// The target's tracks that are present and in the caller's libraries.
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

    private func origin(of track: ID<Track>) throws -> Origin? {
        try Row.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT id, account FROM submission WHERE track = ? AND state = 'approved' AND account IS NOT NULL
                    ORDER BY decided_at DESC LIMIT 1
                    """), arguments: [track.rawValue]
        ).map { Origin(submission: ID($0["id"]), submitter: ID($0["account"])) }
    }

    private func insert(
        _ item: TrackItem, because reason: ModerationReason, submitter: ID<Person>?
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
            "giver": submitter?.rawValue, "moderator": caller.user.rawValue, "at": instant.milliseconds,
            "track": item.id.rawValue,
        ])
        return id
    }

    /// Hides the tracks as a scan that finds their files missing. No counting is deferred, since no scan follows that
    /// would do it.
    private func hide(_ tracks: [ID<Track>], of library: ID<Library>) throws {
        var batch = ScanBatch(library: library, at: instant)
        batch.missing = tracks
        try BatchWriter(db, batch, stale: StaleRows(db, above: .max)).write()
    }

    /// Sends one notification for all songs of a submitter that are withdrawn together.
    private func notify(
        _ submitter: ID<Person>, of submitted: [(origin: Origin, item: TrackItem)], because reason: ModerationReason
    ) throws {
        guard let (origin, item) = submitted.first else { return }
        try NotificationDraft(
            to: submitter, .musicWithdrawn, by: caller.user, namesActor: false,
            about: NotificationSubject(.submission, origin.submission),
            title: submitted.count > 1 ? item.albumName : item.title, text: reason.text
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

/// Hides withdrawn tracks from lists and keeps scans from restoring them.
struct WithdrawnTracks {
    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Checked once for each batch: withdrawals are rare.
    private let areThere: Bool

    init(_ db: Database, library: String, at: Timestamp) throws {
        self.db = db
        self.library = library
        self.at = at
        areThere =
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM withdrawal WHERE ended_at IS NULL)")) ?? false
    }

    /// The condition that the track with this alias is not withdrawn. Present tracks pass without a lookup.
    static func isListed(_ alias: String) -> String {
        """
        (\(alias).missing_since IS NULL OR NOT EXISTS
          (SELECT 1 FROM withdrawal w WHERE w.track = \(alias).id AND w.ended_at IS NULL))
        """
    }

    /// The condition that scans ignore the track with this alias.
    static func isHeld(_ alias: String) -> String {
        """
        (\(alias).missing_since IS NOT NULL AND EXISTS (SELECT 1 FROM withdrawal w
          WHERE w.track = \(alias).id AND w.ended_at IS NULL AND w.state <> 'returning'))
        """
    }

    /// The tracks of a batch that stay withdrawn, and new files that are copies of a withdrawn track. A copy that a
    /// moderator has approved since is accepted.
    func held(_ batch: ScanBatch, _ submissions: SubmissionArrivals) throws -> Set<ID<Track>> {
        guard areThere else { return [] }
        let named = Set(batch.tracks.map(\.id) + batch.restored)
        let ids = try String.fetchSet(
            db.cachedStatement(sql: Self.ofTracks), arguments: [JSONList(named.map(\.rawValue))])
        var held = named.filter { ids.contains($0.rawValue) }
        let copy = try db.cachedStatement(sql: Self.ofSignature)
        for track in batch.tracks where track.change != .updated && !held.contains(track.id) {
            guard try Bool.fetchOne(copy, arguments: [Data(track.media.signature)]) == true,
                try submissions.file(at: track.path) == nil
            else { continue }
            held.insert(track.id)
        }
        return held
    }

    /// Ends the withdrawal of a track whose file was restored.
    func finish(_ track: String) throws {
        guard areThere else { return }
        try db.cachedStatement(
            sql: """
                UPDATE withdrawal SET state = 'restored', failure = NULL, ended_at = ?
                WHERE track = ? AND state = 'returning' AND ended_at IS NULL
                """
        ).execute(arguments: [at.milliseconds, track])
    }

    static let ofTracks = """
        SELECT w.track FROM json_each(?) j CROSS JOIN withdrawal w ON w.track = j.value
        WHERE w.ended_at IS NULL AND w.state <> 'returning'
        """
    static let ofSignature = """
        SELECT EXISTS (SELECT 1 FROM withdrawal WHERE signature = ? AND ended_at IS NULL AND state <> 'returning')
        """
}
