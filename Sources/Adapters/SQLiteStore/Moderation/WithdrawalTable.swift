import Catalog
import Foundation
import GRDB
import Journal
import Messaging
import Moderation
import Primitives
import Submissions

/// The catalog and its withdrawn songs within one transaction.
struct WithdrawalTable: WithdrawalState, EditedTable {
    let db: Database

    var reports: any ReportState { ReportTable(db) }

    func tracks(of target: WithdrawalTarget, for caller: Principal) throws -> [TrackItem] {
        let (column, id) =
            switch target {
            case .track(let id): ("id", id.rawValue)
            case .album(let id): ("album", id.rawValue)
            }
        let ids: [String] = try db.values(
            """
            SELECT t.id FROM track t WHERE t.\(column) = :id AND t.missing_since IS NULL\(caller.libraries.and("t.library"))
            ORDER BY t.disc_order, t.track_order, t.title_key, t.id
            """, ["id": id] + caller.libraries.arguments)
        return try TrackItemReader(db).items(ids)
    }

    func library(of track: ID<Track>) throws -> ID<Library>? {
        try db.value("SELECT library FROM track WHERE id = ?", [track])
    }

    func origin(of track: ID<Track>) throws -> WithdrawalOrigin? {
        try db.row(
            """
            SELECT id, account FROM submission WHERE track = ? AND state = 'approved' AND account IS NOT NULL
            ORDER BY decided_at DESC LIMIT 1
            """, [track]
        ).map { WithdrawalOrigin(submission: $0["id"], submitter: $0["account"]) }
    }

    func withdrawal(_ id: ID<Withdrawal>, in scope: LibraryScope) throws -> Withdrawal {
        try WithdrawalReader.one(id, in: scope, db)
    }

    func hasLibrary(_ id: ID<Withdrawal>) throws -> Bool {
        try db.exists(
            """
            SELECT 1 FROM withdrawal w JOIN library l ON l.id = w.library AND l.removed_at IS NULL
            WHERE w.id = ?
            """, [id])
    }

    func removing(_ id: ID<Withdrawal>) throws -> RemovedSong? {
        try db.row("SELECT track, title, artist FROM withdrawal WHERE id = ? AND state = 'removing'", [id]).map {
            RemovedSong(track: $0["track"], title: $0["title"], artist: $0["artist"])
        }
    }

    func execute(_ write: WithdrawalWrite) throws {
        switch write {
        case .add(let id, let item, let reason, let submitter, let moderator, let instant):
            let artist = item.artists.map(\.name).joined(separator: ", ")
            try db.run(
                Self.addition,
                [
                    "id": id, "title": item.title, "artist": artist, "album": item.albumName,
                    "words": FoldedText.fold("\(item.title) \(artist) \(item.albumName)"), "reason": reason.text,
                    "giver": submitter, "moderator": moderator, "at": instant, "track": item.id,
                ])
        case .hide(let tracks, let library, let instant):
            // As a scan that finds their files missing. No counting is deferred, since no scan follows that would do
            // it.
            var batch = ScanBatch(library: library, at: instant)
            batch.missing = tracks
            try BatchWriter(db, batch, stale: StaleRows(db, above: .max)).write()
        case .beginRestoration(let id):
            try db.run("UPDATE withdrawal SET state = 'returning', failure = NULL WHERE id = ?", [id])
        case .endRemoval(let id, let instant):
            try db.run(
                "UPDATE withdrawal SET state = 'removed', failure = NULL, ended_at = ? WHERE id = ?", [instant, id])
        case .report(let write): try ReportTable(db).execute(write)
        }
    }

    private static let addition = """
        INSERT INTO withdrawal (id, track, library, folder, name, size, modified_ns, signature, title, artist,
          album, words, cover, reason, state, giver, moderator, at, is_explicit)
        SELECT :id, id, library, folder, name, size, modified_ns, signature, :title, :artist, :album, :words,
          cover, :reason, 'leaving', :giver, (SELECT id FROM account WHERE id = :moderator), :at, is_explicit
        FROM track WHERE id = :track
        """
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
        areThere = try db.exists("SELECT 1 FROM withdrawal WHERE ended_at IS NULL LIMIT 1")
    }

    /// The condition that the track with this alias is not withdrawn. Present tracks pass without a lookup.
    static func isListed(_ alias: String) -> String {
        """
        (\(alias).missing_since IS NULL OR NOT EXISTS
          (SELECT 1 FROM withdrawal w WHERE w.track = \(alias).id AND w.ended_at IS NULL))
        """
    }

    /// The condition that scans ignore the track with this alias.
    static func isWithdrawn(_ alias: String) -> String {
        """
        (\(alias).missing_since IS NOT NULL AND EXISTS (SELECT 1 FROM withdrawal w
          WHERE w.track = \(alias).id AND w.ended_at IS NULL AND w.state <> 'returning'))
        """
    }

    /// The tracks of a batch that stay withdrawn, and new files that are copies of a withdrawn track. A copy that a
    /// moderator has approved since is accepted.
    func tracks(in batch: ScanBatch, _ submissions: SubmissionArrivals) throws -> Set<ID<Track>> {
        guard areThere else { return [] }
        let named = Set(batch.tracks.map(\.id) + batch.restored)
        let ids: Set<String> = try db.valueSet(Self.ofTracks, [JSONList(named)])
        var found = named.filter { ids.contains($0.rawValue) }
        let copy = try db.cachedStatement(sql: Self.ofSignature)
        for track in batch.tracks where track.change != .updated && !found.contains(track.id) {
            guard try Bool.fetchOne(copy, arguments: [Data(track.media.signature)]) == true,
                try submissions.file(at: track.path) == nil
            else { continue }
            found.insert(track.id)
        }
        return found
    }

    /// Ends the withdrawal of a track whose file was restored.
    func finish(_ track: String) throws {
        guard areThere else { return }
        let ended: [String] = try db.values(
            """
            UPDATE withdrawal SET state = 'restored', failure = NULL, ended_at = ?
            WHERE track = ? AND state = 'returning' AND ended_at IS NULL RETURNING id
            """, [at, track])
        for id in ended { try WithdrawalEvents.event(ID(id)).append(to: db) }
    }

    static let ofTracks = """
        SELECT w.track FROM json_each(?) j CROSS JOIN withdrawal w ON w.track = j.value
        WHERE w.ended_at IS NULL AND w.state <> 'returning'
        """
    static let ofSignature = """
        SELECT EXISTS (SELECT 1 FROM withdrawal WHERE signature = ? AND ended_at IS NULL AND state <> 'returning')
        """
}
