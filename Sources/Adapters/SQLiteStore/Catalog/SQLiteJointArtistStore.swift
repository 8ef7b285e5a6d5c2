package import Catalog
import Foundation
import GRDB
package import Journal
package import Primitives

/// Names that stand for several artists, in SQLite.
package struct SQLiteJointArtistStore: JointArtistStore {
    /// Tracks in one transaction.
    private static let batch = 200

    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package var revision: UInt64 {
        UInt64(bitPattern: database.changes.revision(of: .catalogue))
            &+ UInt64(bitPattern: database.changes.revision(of: .administration))
    }

    package func list() async throws -> [JointArtist] {
        try await database.read { db in
            try Row.fetchAll(db, sql: Self.all).map {
                JointArtist(name: $0["name"], parts: JointCredits.names($0["parts"]), isKept: $0["is_kept"])
            }
        }
    }

    package func keep(_ name: String, _ isKept: Bool, journal entry: JournalEntry) async throws {
        try await database.write(.administration) { db in
            let folded = FoldedText.fold(name)
            try db.execute(
                sql: isKept
                    ? "INSERT OR IGNORE INTO artist_kept (folded, name) VALUES (:folded, :name)"
                    : "DELETE FROM artist_kept WHERE folded = :folded AND :name IS NOT NULL",
                arguments: ["folded": folded, "name": name])
            try entry.append(to: db)
        }
    }

    package func decide() async throws {
        let (wanted, stored) = try await database.read { db in (try Self.decisions(db), try Self.stored(db)) }
        guard wanted != stored else { return }
        try await database.write(.administration) { db in
            for folded in stored.keys where wanted[folded] == nil {
                try db.execute(sql: "DELETE FROM artist_split WHERE folded = ?", arguments: [folded])
            }
            for (folded, split) in wanted where stored[folded] != split {
                try db.execute(
                    sql: "INSERT OR REPLACE INTO artist_split (folded, name, parts) VALUES (?, ?, ?)",
                    arguments: [folded, split.name, split.parts])
            }
        }
    }

    package func applySome(at instant: Timestamp) async throws -> [ID<Track>] {
        let tracks = try await database.read { db in
            try String.fetchAll(db, sql: Self.unsettled, arguments: ["limit": Self.batch])
        }
        guard !tracks.isEmpty else { return [] }
        try await database.write(.catalogue) { db in try CreditRewriting(db, at: instant).rewrite(tracks) }
        return tracks.map { ID($0) }
    }

    private struct Split: Equatable {
        let name: String
        let parts: String
    }

    private static func stored(_ db: Database) throws -> [String: Split] {
        let rows = try Row.fetchAll(db, sql: "SELECT folded, name, parts FROM artist_split")
        return Dictionary(
            rows.map { ($0["folded"], Split(name: $0["name"], parts: $0["parts"])) },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private static func decisions(_ db: Database) throws -> [String: Split] {
        let setting = try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = 'artists.split'")
        guard setting != "false" else { return [:] }
        let kept = try String.fetchSet(db, sql: "SELECT folded FROM artist_kept")
        let known = try db.cachedStatement(sql: known)
        let rules = JointCredit { try Bool.fetchOne(known, arguments: [$0]) ?? false }
        var splits: [String: Split] = [:]
        for name in try String.fetchAll(db, sql: candidates).sorted() where JointCredit.mayJoin(name) {
            let folded = FoldedText.fold(name)
            guard splits[folded] == nil, !kept.contains(folded), let parts = try rules.artists(in: name) else {
                continue
            }
            splits[folded] = Split(
                name: name, parts: String(decoding: try JSONEncoder().encode(parts), as: UTF8.self))
        }
        return splits
    }

    private static let all = """
        SELECT name, '[]' AS parts, 1 AS is_kept FROM artist_kept
        UNION ALL SELECT name, parts, 0 FROM artist_split ORDER BY 3 DESC, 1 LIMIT 1000
        """
    /// Whoever is credited by that name alone, also on a file that is missing: a disk that comes and goes changes nobody's name.
    private static let known = """
        SELECT EXISTS (SELECT 1 FROM artist a CROSS JOIN track_artist ta ON ta.artist = a.id
          WHERE a.folded = ? AND ta.joint IS NULL AND ta.role IN ('performer', 'albumArtist'))
        """
    /// A name with an id of its own at MusicBrainz is one artist.
    private static let candidates = """
        SELECT name FROM artist WHERE musicbrainz IS NULL AND (name LIKE '%,%' OR name LIKE '%&%' OR name LIKE '% with %'
          OR name LIKE '%feat%' OR name LIKE '%ft%')
        UNION SELECT DISTINCT joint FROM track_artist WHERE joint_key IS NOT NULL
        """
    /// Tracks whose credits are not as the decisions want them.
    private static let unsettled = """
        SELECT track FROM (
          SELECT ta.track FROM artist_split s CROSS JOIN artist a ON a.folded = s.folded
            CROSS JOIN track_artist ta ON ta.artist = a.id
            WHERE ta.joint IS NULL AND ta.musicbrainz IS NULL AND ta.role IN ('performer', 'albumArtist')
          UNION SELECT ta.track FROM track_artist ta WHERE ta.joint_key IS NOT NULL
            AND NOT EXISTS (SELECT 1 FROM artist_split s CROSS JOIN json_each(s.parts) p
              WHERE s.folded = ta.joint_key AND p.value = ta.name))
        LIMIT :limit
        """
}
