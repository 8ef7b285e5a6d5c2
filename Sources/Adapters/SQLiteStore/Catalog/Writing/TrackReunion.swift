import Catalog
import Foundation
import GRDB
import Primitives

/// Missing tracks and present ones whose files are equal.
enum TrackReunion {
    /// Which missing tracks are to take the place of a copy: each of that which was added first of those that came after it.
    static func continuities(_ db: Database) throws -> [TrackContinuity] {
        guard try isNeeded(db) else { return [] }
        var taken: Set<String> = []
        return try Row.fetchAll(db, sql: laterCopies).compactMap { row in
            guard let copy = KnownFolderReader.signedTrack(row) else { return nil }
            let lost: String = row["lost"]
            guard !taken.contains(lost), !taken.contains(copy.id.rawValue) else { return nil }
            taken.formUnion([lost, copy.id.rawValue])
            return TrackContinuity(
                lost: ID(lost), lostSince: Timestamp(milliseconds: row["lost_since"]), copy: copy,
                album: ID(row["album"]))
        }
    }

    /// Missing tracks that somebody has to do with, and the track of an equal file that was there before them.
    static func elders(_ db: Database) throws -> [(lost: String, kept: String, library: String)] {
        guard try isNeeded(db) else { return [] }
        return try Row.fetchAll(db, sql: earlierOriginals).map { ($0["lost"], $0["id"], $0["library"]) }
    }

    /// Hands what people did with `lost` down to `kept`, as far as they see its library.
    static func handDown(_ db: Database) throws {
        for (lost, kept, library) in try elders(db) {
            try TrackDataTransfer(db, from: lost, to: kept, seenIn: library).track()
        }
    }

    /// Whether any track is missing, by counting two indexes.
    private static func isNeeded(_ db: Database) throws -> Bool {
        try Bool.fetchOne(db, sql: "SELECT (SELECT count(*) FROM track) > (SELECT count(*) \(present))") ?? false
    }

    /// `track_rules` holds what it asks for, so that no row is read.
    private static let present = "FROM track INDEXED BY track_rules WHERE missing_since IS NULL"
    private static let missing = "SELECT seq FROM track EXCEPT SELECT seq \(present)"
    private static let laterCopies = """
        SELECT m.id AS lost, m.missing_since AS lost_since, p.id, p.library, p.folder, p.name, p.size, p.modified_ns, p.inode,
          p.signature, p.missing_since, p.album
        FROM track m CROSS JOIN track p INDEXED BY track_by_signature
          ON p.signature = m.signature AND p.missing_since IS NULL AND (p.added_at, p.id) > (m.added_at, m.id)
        WHERE m.seq IN (\(missing)) AND \(WithdrawnTracks.isListed("m"))
        ORDER BY m.added_at, m.id, p.added_at, p.id
        """
    private static let earlierOriginals = """
        SELECT m.id AS lost, p.id, p.library
        FROM track m CROSS JOIN track p INDEXED BY track_by_signature
          ON p.signature = m.signature AND p.missing_since IS NULL AND (p.added_at, p.id) < (m.added_at, m.id)
        WHERE m.seq IN (\(missing)) AND \(WithdrawnTracks.isListed("m")) AND \(TrackDataTransfer.concerns("m.id", seenIn: "p.library"))
        ORDER BY m.id, p.added_at, p.id
        """
}
