package import Catalog
import Foundation
import GRDB
package import Primitives

/// Finds the tracks of the library that a song of another service may be. `SongMatching` decides how surely.
struct SongFinder: LibraryScoped {
    private static let mostSame = 50
    private static let mostLonger = 200
    private static let mostOfArtist = 1000
    private static let mostArtists = 3

    /// A track with its facts.
    struct Found {
        let id: ID<Track>
        let facts: MatchFacts
    }

    let db: Database
    let scope: LibraryScope

    /// The best match, if one is certain enough.
    func best(for named: NamedTrack) throws -> (track: ID<Track>, certainty: MatchCertainty)? {
        let matching = SongMatching(named)
        for found in try byCodes(matching) {
            if let certainty = matching.certainty(of: found.facts) { return (found.id, certainty) }
        }
        let same = Self.best(of: try bySameTitle(matching), matching)
        if let same, same.certainty >= .sure { return same }
        let longer = Self.best(of: try byLongerTitle(matching), matching)
        return [same, longer].compactMap(\.self).first
    }

    private static func best(
        of found: [Found], _ matching: SongMatching
    ) -> (track: ID<Track>, certainty: MatchCertainty)? {
        let matches = found.compactMap { found in
            matching.certainty(of: found.facts).map { (found.id, $0, matching.score(of: found.facts)) }
        }
        // Of equal ones the first, which is heard most.
        var best = matches.first
        for match in matches.dropFirst() where (best.map { ($0.1, $0.2) < (match.1, match.2) } ?? true) { best = match }
        return best.map { ($0.0, $0.1) }
    }

    /// The tracks that it may be, the best first.
    func candidates(for named: NamedTrack, limit: Int) throws -> [ID<Track>] {
        let matching = SongMatching(named)
        var seen = Set<ID<Track>>()
        let all = try byCodes(matching) + bySameTitle(matching) + byLongerTitle(matching) + byArtist(matching)
        let found = all.filter { seen.insert($0.id).inserted && matching.isCandidate($0.facts) }
        let scored = found.enumerated().map { ($0.offset, $0.element.id, matching.score(of: $0.element.facts)) }
        return scored.sorted { ($1.2, $0.0) < ($0.2, $1.0) }.prefix(limit).map(\.1)
    }

    /// The facts about one track, if it is in the scope.
    func track(_ id: ID<Track>) throws -> Found? {
        try rows(Self.byID, [id.rawValue]).first
    }

    private func byCodes(_ matching: SongMatching) throws -> [Found] {
        var found: [Found] = []
        if let recording = matching.wanted.recording?.lowercased() { found += try rows(Self.byRecording, [recording]) }
        if let isrc = SongMatching.code(matching.wanted.isrc) { found += try rows(Self.byISRC, [isrc]) }
        return found
    }

    private func bySameTitle(_ matching: SongMatching) throws -> [Found] {
        try Set([matching.title.full, matching.title.base]).sorted().filter { !$0.isEmpty }.flatMap {
            try rows(Self.byTitle, [$0, Self.mostSame])
        }
    }

    /// The tracks whose titles add words to the song's: remasters, versions.
    private func byLongerTitle(_ matching: SongMatching) throws -> [Found] {
        let base = matching.title.base
        guard !base.isEmpty else { return [] }
        return try rows(Self.byLonger, [base + " ", base + "!", Self.mostLonger])
    }

    private func byArtist(_ matching: SongMatching) throws -> [Found] {
        let artist = matching.wanted.artist
        let parts = artist.split { ",;&/".contains($0) }.map(String.init)
        let names = ([artist] + parts).map { SearchText.name($0) }.filter { !$0.isEmpty }
        let words = Set(matching.title.base.split(separator: " ").map(String.init))
        return try Set(names).sorted().prefix(Self.mostArtists).flatMap { name in
            try rows(Self.byArtist, [name, Self.mostOfArtist]) { row in
                (row["search_title"] as String).split(separator: " ").contains { words.contains(String($0)) }
            }
        }
    }

    private func rows(
        _ sql: String, _ arguments: StatementArguments, where isWanted: (Row) -> Bool = { _ in true }
    ) throws -> [Found] {
        var found: [Found] = []
        let rows = try db.cursor(sql, arguments)
        while let row = try rows.next() {
            guard scope.admits(library: row["library"] as String), isWanted(row) else { continue }
            found.append(
                Found(
                    id: row["id"],
                    facts: MatchFacts(
                        title: row["title"],
                        artists: (row["artists"] as String? ?? "").split(separator: "\n").map(String.init),
                        album: row["album_name"], durationMilliseconds: row["duration_ms"], recording: row["recording"],
                        isrc: row["isrc"])))
        }
        return found
    }

    private static let columns = """
        t.id, t.part AS library, t.title, t.search_title, t.album_name, t.duration_ms, t.recording, t.isrc,
          (SELECT group_concat(ta.name, char(10)) FROM track_artist ta
            WHERE ta.track = t.id AND ta.role IN ('performer', 'albumArtist')) AS artists
        """
    static let byID = "SELECT \(columns) FROM track t WHERE t.id = ? AND t.missing_since IS NULL"
    static let byRecording = """
        SELECT \(columns) FROM track t WHERE t.recording = ? AND t.missing_since IS NULL ORDER BY t.id LIMIT 20
        """
    static let byISRC = """
        SELECT \(columns) FROM track t WHERE t.isrc = ? AND t.missing_since IS NULL ORDER BY t.id LIMIT 20
        """
    static let byTitle = """
        SELECT \(columns) FROM track t WHERE t.search_title = ? AND t.missing_since IS NULL
        ORDER BY t.plays DESC, t.id LIMIT ?
        """
    static let byLonger = """
        SELECT \(columns) FROM track t INDEXED BY track_by_search_name
        WHERE t.search_title >= ? AND t.search_title < ? AND t.missing_since IS NULL
        ORDER BY t.search_title, t.plays DESC, t.id LIMIT ?
        """
    static let byArtist = """
        SELECT \(columns) FROM artist r CROSS JOIN track_artist a ON a.artist = r.id CROSS JOIN track t ON t.id = a.track
        WHERE r.search_name = ? AND r.is_listed = 1 AND t.missing_since IS NULL LIMIT ?
        """
}

/// Finds own tracks that are songs of another service, in SQLite.
package struct SQLiteOwnSongStore: OwnSongStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func tracks(for songs: [NamedTrack], in scope: LibraryScope) async throws -> [ID<Track>?] {
        try await database.read { db in
            let finder = SongFinder(db, scope)
            return try songs.map { try finder.best(for: $0)?.track }
        }
    }
}
