import Catalog
import GRDB
import Primitives

/// Maintains the artists: their credits and the contents of their rows.
final class ArtistIndex {
    private struct Known {
        let id: String
        let musicBrainz: String?
    }

    private let db: Database
    private let search: SearchIndex
    private let at: Timestamp
    private var byName: [String: [Known]] = [:]
    private var touched: Set<String> = []
    /// Folded names whose artists may have to be split or joined.
    private var unsettled: Set<String> = []

    private let stale: StaleRows

    init(_ db: Database, search: SearchIndex, stale: StaleRows, at: Timestamp) {
        self.db = db
        self.stale = stale
        self.search = search
        self.at = at
    }

    func touch(_ artist: String) {
        touched.insert(artist)
    }

    /// Marks every artist with a stored credit on `track` for refreshing.
    func touch(ofTrack track: String) throws {
        for row in try db.rows(
            """
            SELECT ta.artist, ta.musicbrainz, a.folded FROM track_artist ta JOIN artist a ON a.id = ta.artist
            WHERE ta.track = ?
            """, [track])
        {
            touched.insert(row["artist"])
            if row["musicbrainz"] != nil { unsettled.insert(row["folded"]) }
        }
    }

    /// Replaces the credits of a track that was just written.
    func link(_ track: ScanBatch.TrackWrite) throws {
        let id = track.id.rawValue
        if track.change != .added { try db.run("DELETE FROM track_artist WHERE track = ?", [id]) }
        let joint = JointCredits(db)
        for role in ArtistRole.allCases {
            let credits = track.grouping.credits.filter { $0.role == role }.map {
                JointCredits.Tagged(
                    name: $0.name, folded: $0.folded, sortName: $0.sortName, musicBrainz: $0.musicBrainz, part: $0.part)
            }
            guard !credits.isEmpty else { continue }
            let stored =
                try JointCredits.roles.contains(role)
                ? joint.stored(credits) : credits.map { JointCredits.Stored(credit: $0) }
            try write(stored, of: id, as: role)
            if role == .performer, let first = stored.first, first.joint != nil { try order(id, by: first) }
        }
    }

    /// Writes the credits of a track in one role. It must have none yet.
    func write(_ credits: [JointCredits.Stored], of track: String, as role: ArtistRole) throws {
        let insert = try db.cachedStatement(
            sql: """
                INSERT INTO track_artist
                  (track, role, position, artist, name, sort_name, musicbrainz, part, joint, joint_key, joint_sort)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """)
        for (position, stored) in credits.enumerated() {
            let credit = stored.credit
            let artist = try artist(named: credit.name, folded: credit.folded, musicBrainz: credit.musicBrainz)
            try insert.execute(arguments: [
                track, role.rawValue, position, artist, credit.name, credit.sortName, credit.musicBrainz, credit.part,
                stored.joint, stored.joint.map(FoldedText.fold), stored.jointSort,
            ])
            touched.insert(artist)
        }
    }

    /// Sorts the track under its first performer in lists by artist.
    func order(_ track: String, by first: JointCredits.Stored) throws {
        // A part of a joint name has no sort name in this tag, but may have one in other tags.
        let known: String? = try db.value(
            """
            SELECT a.sort_name FROM track_artist ta CROSS JOIN artist a ON a.id = ta.artist
            WHERE ta.track = ? AND ta.role = 'performer' ORDER BY ta.position LIMIT 1
            """, [track])
        try db.run(
            "UPDATE track SET artist_key = ?1 WHERE id = ?2 AND artist_key <> ?1",
            [SortKeys.key(first.credit.sortName ?? known ?? first.credit.name), track])
    }

    /// The artist of a credit, created if necessary. `settleIdentities` decides in the end.
    func artist(named name: String, folded: String, musicBrainz: String?) throws -> String {
        let known = try known(folded)
        if let match = known.first(where: { $0.musicBrainz == musicBrainz }) {
            // One more credit can change which artist gets the credits without an id.
            if known.count > 1 { unsettled.insert(folded) }
            return match.id
        }
        if let any = known.first {
            unsettled.insert(folded)
            return any.id
        }
        return try insert(name, folded: folded, musicBrainz: musicBrainz)
    }

    private func known(_ folded: String) throws -> [Known] {
        if let known = byName[folded] { return known }
        let known = try db.rows(
            "SELECT id, musicbrainz FROM artist WHERE folded = ? ORDER BY musicbrainz IS NOT NULL, id", [folded]
        ).map { Known(id: $0["id"], musicBrainz: $0["musicbrainz"]) }
        byName[folded] = known
        return known
    }

    private func insert(_ name: String, folded: String, musicBrainz: String?) throws -> String {
        let id = ID<Artist>.make(at: at).rawValue
        try db.run(
            """
            INSERT INTO artist (id, folded, musicbrainz, name, sort_key, search_name) VALUES (?, ?, ?, ?, ?, ?)
            """, [id, folded, musicBrainz, name, SortKeys.key(name), SearchText.name(name)])
        byName[folded, default: []].append(Known(id: id, musicBrainz: musicBrainz))
        touched.insert(id)
        return id
    }

    /// Splits or joins artists of one name: `ArtistGrouping`. Calls `changed` with each artist that lost or gained
    /// credits.
    func settleIdentities(_ changed: (String) throws -> Void) throws {
        for folded in unsettled.sorted() { try settle(folded, changed) }
        unsettled = []
        byName = [:]
    }

    private func settle(_ folded: String, _ changed: (String) throws -> Void) throws {
        byName[folded] = nil
        let rows = try known(folded)
        guard !rows.isEmpty else { return }
        let counted = try db.rows(
            """
            SELECT ta.musicbrainz, count(*) AS credits FROM artist a JOIN track_artist ta ON ta.artist = a.id
            WHERE a.folded = ? AND ta.musicbrainz IS NOT NULL GROUP BY ta.musicbrainz
            """, [folded])
        let identities = ArtistGrouping.identities(
            Dictionary(counted.map { ($0["musicbrainz"], $0["credits"]) }, uniquingKeysWith: +))
        for row in rows {
            try changed(row.id)
            touched.insert(row.id)
        }
        // The rows to keep: one per identity, in order of their number of credits; with none, the oldest row.
        var free = rows.sorted { $0.id < $1.id }
        var chosen: [(artist: String, musicBrainz: String?)] = []
        for identity in identities {
            guard let exact = free.firstIndex(where: { $0.musicBrainz == identity }) else { continue }
            chosen.append((free.remove(at: exact).id, identity))
        }
        for identity in identities where !chosen.contains(where: { $0.musicBrainz == identity }) {
            if free.isEmpty {
                let name: String? = try db.value("SELECT name FROM artist WHERE folded = ?", [folded])
                chosen.append((try insert(name ?? folded, folded: folded, musicBrainz: identity), identity))
            } else {
                chosen.append((free.removeFirst().id, identity))
            }
        }
        if identities.isEmpty { chosen = [(free.removeFirst().id, nil)] }
        try assign(rows.map(\.id), to: chosen, first: identities.first)
        try moveAlbumCredits(free.map(\.id), for: chosen[0].artist)
        byName[folded] = nil
    }

    private func assign(_ rows: [String], to chosen: [(artist: String, musicBrainz: String?)], first: String?) throws {
        // A MusicBrainz id may have to pass from one row to another, so all are cleared before any is set.
        let clear = try db.cachedStatement(sql: "UPDATE artist SET musicbrainz = 'was ' || id WHERE id = ?")
        for row in rows { try clear.execute(arguments: [row]) }
        let name = try db.cachedStatement(sql: "UPDATE artist SET musicbrainz = ? WHERE id = ?")
        for (artist, musicBrainz) in chosen {
            try name.execute(arguments: [musicBrainz, artist])
            touched.insert(artist)
        }
        let tagged = try db.cachedStatement(
            sql: "UPDATE track_artist SET artist = ? WHERE artist = ? AND musicbrainz IS ?")
        let others = chosen.first { $0.musicBrainz == first } ?? chosen[0]
        for row in rows + chosen.map(\.artist) {
            for (artist, musicBrainz) in chosen where row != artist && musicBrainz != nil {
                try tagged.execute(arguments: [artist, row, musicBrainz])
            }
            if row != others.artist { try tagged.execute(arguments: [others.artist, row, nil]) }
        }
    }

    /// Moves the album credits of `rows`, which have no other credits left, to `successor`. Nothing may keep those
    /// rows, not even an album whose files are missing at present.
    private func moveAlbumCredits(_ rows: [String], for successor: String) throws {
        let update = try db.cachedStatement(sql: "UPDATE album_artist SET artist = ? WHERE artist = ?")
        for row in rows { try update.execute(arguments: [successor, row]) }
    }

    /// Updates every touched artist's row, except for the large ones: `StaleRows`. Removes an artist that nothing
    /// refers to any more.
    func refresh() throws {
        for artist in touched.sorted() where try !stale.defers(.artist, artist) {
            try ArtistRefresh(db: db, search: search, artist: artist).run()
        }
        touched = []
    }
}
