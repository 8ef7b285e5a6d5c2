package import Catalog
import Foundation
import GRDB
package import Journal
package import Primitives

/// Names that stand for several artists, in SQLite.
package struct SQLiteJointArtistStore: JointArtistStore {
    /// The number of tracks in one transaction.
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
            try db.rows(Self.all).map {
                JointArtist(name: $0["name"], parts: JointCredits.names($0["parts"]), isKept: $0["is_kept"])
            }
        }
    }

    package func keep(_ name: String, _ isKept: Bool, journal entry: JournalEntry) async throws {
        try await database.write(.administration) { db in
            let folded = FoldedText.fold(name)
            try db.run(
                isKept
                    ? "INSERT OR IGNORE INTO artist_kept (folded, name) VALUES (:folded, :name)"
                    : "DELETE FROM artist_kept WHERE folded = :folded AND :name IS NOT NULL",
                ["folded": folded, "name": name])
            try entry.append(to: db)
        }
    }

    package func decide() async throws {
        let (wanted, stored) = try await database.read { db in (try Self.decisions(db), try Self.stored(db)) }
        guard wanted != stored else { return }
        try await database.write(.administration) { db in
            for folded in stored.keys where wanted[folded] == nil {
                try db.run("DELETE FROM artist_split WHERE folded = ?", [folded])
            }
            for (folded, split) in wanted where stored[folded] != split {
                try db.run(
                    "INSERT OR REPLACE INTO artist_split (folded, name, parts) VALUES (?, ?, ?)",
                    [folded, split.name, split.parts])
            }
        }
    }

    package func applySome(at instant: Timestamp) async throws -> [ID<Track>] {
        let tracks: [String] = try await database.read { try $0.values(Self.unsettled, ["limit": Self.batch]) }
        guard !tracks.isEmpty else { return [] }
        try await database.write(.catalogue) { db in try CreditRewriting(db, at: instant).rewrite(tracks) }
        return tracks.map { ID($0) }
    }

    private struct Split: Equatable {
        let name: String
        let parts: String
    }

    private static func stored(_ db: Database) throws -> [String: Split] {
        let rows = try db.rows("SELECT folded, name, parts FROM artist_split")
        return rows.reduce(into: [:]) { $0[$1["folded"]] = Split(name: $1["name"], parts: $1["parts"]) }
    }

    private static func decisions(_ db: Database) throws -> [String: Split] {
        let setting: String? = try db.value("SELECT value FROM setting WHERE key = 'artists.split'")
        guard setting != "false" else { return [:] }
        let retained: Set<String> = try db.valueSet("SELECT folded FROM artist_kept")
        let known = try db.cachedStatement(sql: known)
        let rules = JointCredit { try Bool.fetchOne(known, arguments: [$0]) ?? false }
        var splits: [String: Split] = [:]
        let names: [String] = try db.values(candidates)
        for name in names.sorted() where JointCredit.mayJoin(name) {
            let folded = FoldedText.fold(name)
            guard splits[folded] == nil, !retained.contains(folded), let parts = try rules.artists(in: name) else {
                continue
            }
            splits[folded] = Split(name: name, parts: String(decoding: try JSONEncoder().encode(parts), as: UTF8.self))
        }
        return splits
    }

    private static let all = """
        SELECT name, '[]' AS parts, 1 AS is_kept FROM artist_kept
        UNION ALL SELECT name, parts, 0 FROM artist_split ORDER BY 3 DESC, 1 LIMIT 1000
        """
    /// Artists who are credited by that name alone. Missing files count too, so that a disk that comes and goes changes
    /// no names.
    private static let known = """
        SELECT EXISTS (SELECT 1 FROM artist a CROSS JOIN track_artist ta ON ta.artist = a.id
          WHERE a.folded = ? AND ta.joint IS NULL AND ta.role IN ('performer', 'albumArtist'))
        """
    /// A name with its own MusicBrainz id is one artist.
    private static let candidates = """
        SELECT name FROM artist WHERE musicbrainz IS NULL AND (name LIKE '%,%' OR name LIKE '%&%' OR name LIKE '% with %'
          OR name LIKE '%feat%' OR name LIKE '%ft%')
        UNION SELECT DISTINCT joint FROM track_artist WHERE joint_key IS NOT NULL
        """
    /// Tracks whose credits do not match the decisions.
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

/// Credits as tags have them, and as the decisions about joint names change them.
struct JointCredits: TransactionScoped {
    /// A credit as the tag has it.
    struct Tagged {
        let name: String
        let folded: String
        let sortName: String?
        let musicBrainz: String?
        let part: String?
    }

    /// A stored credit: either the tag's own, or one of the artists that the tag's name stands for.
    struct Stored {
        let credit: Tagged
        /// The tag's name if it stands for several artists.
        var joint: String?
        var jointSort: String?
    }

    let db: Database

    /// Roles whose joint names are split.
    static let roles: [ArtistRole] = [.performer, .albumArtist]

    /// The credits of one role in order. Nobody is credited twice because of a joint name: an artist whom the tag also
    /// names alone has that credit only.
    func stored(_ tagged: [Tagged]) throws -> [Stored] {
        var stored: [Stored] = []
        var places: [String: Int] = [:]
        for resolved in try tagged.flatMap(resolved) {
            guard let place = places[resolved.credit.folded] else {
                places[resolved.credit.folded] = stored.count
                stored.append(resolved)
                continue
            }
            if resolved.joint != nil { continue }
            // The tag distinguishes two artists of the same name.
            if stored[place].joint == nil { stored.append(resolved) } else { stored[place] = resolved }
        }
        return stored
    }

    /// The credit itself, or the credits of the artists that its name stands for.
    private func resolved(_ credit: Tagged) throws -> [Stored] {
        guard credit.musicBrainz == nil, let parts = try parts(of: credit) else { return [Stored(credit: credit)] }
        return parts.map { name in
            let part = Tagged(
                name: name, folded: FoldedText.fold(name), sortName: nil, musicBrainz: nil, part: credit.part)
            return Stored(credit: part, joint: credit.name, jointSort: credit.sortName)
        }
    }

    /// Reconstructs the tag's credits from the stored credits of one role in order.
    static func tagged(_ stored: [Stored]) -> [Tagged] {
        var seen: Set<String> = []
        return stored.compactMap { stored in
            guard let joint = stored.joint else { return stored.credit }
            guard seen.insert(joint).inserted else { return nil }
            return Tagged(
                name: joint, folded: FoldedText.fold(joint), sortName: stored.jointSort, musicBrainz: nil,
                part: stored.credit.part)
        }
    }

    /// The tag's names as text; nil if none of them stands for several artists.
    static func text(_ credits: [(name: String, joint: String?)]) -> String? {
        guard credits.contains(where: { $0.joint != nil }) else { return nil }
        var seen: Set<String> = []
        return credits.compactMap { credit -> String? in
            guard let joint = credit.joint else { return credit.name }
            return seen.insert(joint).inserted ? joint : nil
        }.joined(separator: ", ")
    }

    /// Returns nil if the name is one artist.
    private func parts(of credit: Tagged) throws -> [String]? {
        try db.value("SELECT parts FROM artist_split WHERE folded = ?", [credit.folded]).map(Self.names)
    }

    static func names(_ text: String) -> [String] {
        (try? JSONDecoder().decode([String].self, from: Data(text.utf8))) ?? []
    }
}

/// Rewrites credits to match the decisions about joint names, and updates everything that is counted by them.
struct CreditRewriting {
    private let db: Database
    private let indexes: CatalogIndexes

    init(_ db: Database, at: Timestamp) {
        self.db = db
        // No counting is deferred: no scan follows that would do it.
        indexes = CatalogIndexes(db, stale: StaleRows(db, above: .max), at: at)
    }

    func rewrite(_ tracks: [String]) throws {
        var albums: Set<String> = []
        let album = try db.cachedStatement(sql: "SELECT album FROM track WHERE id = ?")
        for track in tracks {
            try indexes.artists.touch(ofTrack: track)
            for role in JointCredits.roles { try rewrite(track, role) }
            if let album = try String.fetchOne(album, arguments: [track]) { albums.insert(album) }
        }
        let ofArtist = try db.cachedStatement(
            sql: "SELECT DISTINCT t.album FROM track_artist ta JOIN track t ON t.id = ta.track WHERE ta.artist = ?")
        try indexes.artists.settleIdentities { albums.formUnion(try String.fetchSet(ofArtist, arguments: [$0])) }
        for album in albums.sorted() { try indexes.refresh(album: album) }
        try indexes.finish()
    }

    private func rewrite(_ track: String, _ role: ArtistRole) throws {
        let rows = try db.rows(Self.credits, [track, role.rawValue])
        let stored = rows.map {
            JointCredits.Stored(
                credit: JointCredits.Tagged(
                    name: $0["name"], folded: FoldedText.fold($0["name"]), sortName: $0["sort_name"],
                    musicBrainz: $0["musicbrainz"], part: $0["part"]),
                joint: $0["joint"], jointSort: $0["joint_sort"])
        }
        try db.run("DELETE FROM track_artist WHERE track = ? AND role = ?", [track, role.rawValue])
        let credits = try JointCredits(db).stored(JointCredits.tagged(stored))
        try indexes.artists.write(credits, of: track, as: role)
        if role == .performer, let first = credits.first { try indexes.artists.order(track, by: first) }
    }

    private static let credits = """
        SELECT name, sort_name, musicbrainz, part, joint, joint_sort FROM track_artist
        WHERE track = ? AND role = ? ORDER BY position
        """
}
