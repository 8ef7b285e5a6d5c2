import Catalog
import Foundation
import GRDB
import Moderation
import Primitives

/// Keeps what moderators have withdrawn out of lists, and scans from bringing it back.
struct WithdrawnTracks {
    private let db: Database
    private let library: String
    private let at: Timestamp
    /// Asked once for each batch: hardly ever is anything withdrawn.
    private let areThere: Bool

    init(_ db: Database, library: String, at: Timestamp) throws {
        self.db = db
        self.library = library
        self.at = at
        areThere =
            try Bool.fetchOne(
                db.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM withdrawal WHERE ended_at IS NULL)")) ?? false
    }

    /// The condition that the track of this alias is not withdrawn. Tracks that are there cost nothing.
    static func isListed(_ alias: String) -> String {
        """
        (\(alias).missing_since IS NULL OR NOT EXISTS
          (SELECT 1 FROM withdrawal w WHERE w.track = \(alias).id AND w.ended_at IS NULL))
        """
    }

    /// The condition that scans leave the track of this alias alone.
    static func isHeld(_ alias: String) -> String {
        """
        (\(alias).missing_since IS NOT NULL AND EXISTS (SELECT 1 FROM withdrawal w
          WHERE w.track = \(alias).id AND w.ended_at IS NULL AND w.state <> 'returning'))
        """
    }

    /// Those tracks of a batch that stay withdrawn, and new files that are copies of a withdrawn one. A copy that a moderator has
    /// approved since is let in.
    func held(_ batch: ScanBatch, _ submissions: SubmissionArrivals) throws -> Set<ID<Track>> {
        guard areThere else { return [] }
        let named = Set(batch.tracks.map(\.id) + batch.restored)
        let ids = try String.fetchSet(
            db.cachedStatement(sql: Self.ofTracks), arguments: [JSONList(named.map(\.rawValue))])
        var held = named.filter { ids.contains($0.rawValue) }
        let copy = try db.cachedStatement(sql: Self.ofSignature)
        for track in batch.tracks where track.change != .updated && !held.contains(track.id) {
            guard try Bool.fetchOne(copy, arguments: [Data(track.media.signature)]) == true,
                try submissions.arrival(at: track.path) == nil
            else { continue }
            held.insert(track.id)
        }
        return held
    }

    /// Ends the withdrawal of a track whose file is back.
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
