package import Catalog
package import Discovery
import GRDB
package import Primitives

extension SQLiteDiscoveryStore {
    package func tracks(of albums: [ID<Album>], in scope: LibraryScope) async throws -> [TrackTraits] {
        guard !albums.isEmpty else { return [] }
        return try await database.read { try SuggestionReader($0, scope).tracks(of: albums) }
    }

    package func tracks(_ ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackTraits] {
        guard !ids.isEmpty else { return [] }
        return try await database.read { try SuggestionReader($0, scope).tracks(ids) }
    }

    package func anyTracks(in scope: LibraryScope, seed: UInt64, limit: Int) async throws -> [TrackTraits] {
        try await database.read { try SuggestionReader($0, scope).anyTracks(seed, limit) }
    }

    package func examples(
        of target: DiscoveryTarget, in scope: LibraryScope, seed: UInt64, limit: Int
    ) async throws -> [ID<Track>] {
        try await database.read { db in
            let reader = SuggestionReader(db, scope)
            switch target {
            case .track(let id): return [id]
            case .album(let id): return try reader.tracks(of: [id]).prefix(limit).map(\.track)
            case .artist(let id):
                return try TopTracks(db: db, scope: scope).ids(of: id.rawValue, limit: limit).map { ID($0) }
            case .songs(let ids): return Array(ids.prefix(limit))
            case .years, .mood: return []
            case .genre(let id):
                let albums = try SimilarityReader(db: db, scope: scope, seed: seed).albums(ofGenre: id)
                let tracks = try reader.tracks(of: albums).sorted {
                    ($1.plays, $0.track.rawValue) < ($0.plays, $1.track.rawValue)
                }
                return tracks.prefix(limit).map(\.track)
            }
        }
    }

    package func albums(of years: ClosedRange<Int>, in scope: LibraryScope) async throws -> [ID<Album>] {
        try await database.read { db in
            try db.values(
                SuggestionReader.ofYears(scope), ["from": years.lowerBound, "to": years.upperBound] + scope.arguments)
        }
    }

    package func tracks(of mood: Mood, in scope: LibraryScope, seed: UInt64, limit: Int) async throws -> [TrackTraits] {
        try await database.read { try SuggestionReader($0, scope).tracks(of: mood, seed, limit) }
    }

    package func decades(in scope: LibraryScope) async throws -> [Int] {
        try await database.read { try SuggestionReader($0, scope).decades() }
    }

    package func disliked(by user: ID<Person>) async throws -> Disliked {
        try await database.read { db in
            func lowest<Entity>(_ kind: String) throws -> Set<ID<Entity>> {
                try db.valueSet(SuggestionReader.lowest(kind), [user])
            }
            return Disliked(tracks: try lowest("track"), albums: try lowest("album"), artists: try lowest("artist"))
        }
    }

    package func played(by user: ID<Person>, since start: Timestamp) async throws -> [ID<Track>] {
        try await database.read { try $0.values(SuggestionReader.played, [user, start]) }
    }

    package func habits(
        of user: ID<Person>, from start: Timestamp, until end: Timestamp, in scope: LibraryScope, limit: Int
    ) async throws -> [HabitualTrack] {
        try await database.read { db in
            let rows = try db.rows(
                SuggestionReader.habits(scope),
                ["account": user, "start": start, "end": end, "limit": limit] + scope.arguments)
            return rows.map { HabitualTrack(traits: SuggestionReader.traits($0), genre: $0[4], weight: $0[5]) }
        }
    }
}

/// Reads the facts about tracks by which suggestions are weighed. All reads are by index.
struct SuggestionReader: LibraryScoped {
    private static let most = 3000

    let db: Database
    let scope: LibraryScope

    func tracks(of albums: [ID<Album>]) throws -> [TrackTraits] {
        try read(Self.ofAlbums(scope), JSONList(albums))
    }

    func tracks(_ ids: [ID<Track>]) throws -> [TrackTraits] {
        try read(Self.byID(scope), JSONList(ids))
    }

    private func read(_ sql: String, _ ids: JSONList) throws -> [TrackTraits] {
        try db.rows(sql, ["ids": ids, "limit": Self.most] + scope.arguments).map(Self.traits)
    }

    /// Tracks in the order of their row numbers, from a start that the seed chooses, continuing with the first ones
    /// after the last.
    func anyTracks(_ seed: UInt64, _ limit: Int) throws -> [TrackTraits] {
        guard let last: Int64 = try db.value("SELECT max(seq) FROM track") else { return [] }
        let start = Int64(seed % UInt64(last + 1))
        func read(_ sql: String, _ limit: Int) throws -> [TrackTraits] {
            try db.rows(sql, ["start": start, "limit": limit] + scope.arguments).map(Self.traits)
        }
        let found = try read(Self.from(scope), limit)
        return found.count < limit ? try found + read(Self.before(scope), limit - found.count) : found
    }

    /// Tracks of a mood in the order of their energy, from one that the seed chooses, continuing with the least energetic
    /// ones after the last.
    func tracks(of mood: Mood, _ seed: UInt64, _ limit: Int) throws -> [TrackTraits] {
        let energy = mood.energy
        let start = energy.lowerBound + (energy.upperBound - energy.lowerBound) * Double(seed % 1000) / 1000
        func read(_ range: Range<Double>, _ limit: Int) throws -> [TrackTraits] {
            try db.rows(
                Self.ofMood(scope),
                ["from": range.lowerBound, "to": range.upperBound, "minor": mood.isMinor, "limit": limit]
                    + scope.arguments
            ).map(Self.traits)
        }
        let found = try read(start..<energy.upperBound, limit)
        return found.count < limit
            ? try found + read(energy.lowerBound..<start, limit - found.count) : found
    }

    /// From one decade to the next by index.
    func decades() throws -> [Int] {
        var (found, from) = ([Int](), 1)
        while let year: Int = try db.value(Self.firstYear(scope), ["from": from] + scope.arguments) {
            found.append(year / 10 * 10)
            from = year / 10 * 10 + 10
        }
        return found
    }

    static func traits(_ row: Row) -> TrackTraits {
        TrackTraits(track: row[0], album: row[1], artist: row[2], plays: row[3])
    }

    private static let columns = """
        t.id, t.album, (SELECT ta.artist FROM track_artist ta
          WHERE ta.track = t.id AND ta.role = 'performer' ORDER BY ta.position LIMIT 1), t.plays
        """

    static func ofAlbums(_ scope: LibraryScope) -> String {
        tracks("json_each(:ids) j CROSS JOIN track t ON t.album = j.value", scope)
    }

    static func byID(_ scope: LibraryScope) -> String {
        tracks("json_each(:ids) j CROSS JOIN track t ON t.id = j.value", scope)
    }

    static func from(_ scope: LibraryScope) -> String {
        tracks("track t", scope, where: "t.seq >= :start AND", "ORDER BY t.seq")
    }

    static func before(_ scope: LibraryScope) -> String {
        tracks("track t", scope, where: "t.seq < :start AND", "ORDER BY t.seq")
    }

    private static func tracks(
        _ source: String, _ scope: LibraryScope, where condition: String = "", _ order: String = ""
    ) -> String {
        """
        SELECT \(columns) FROM \(source)
        WHERE \(condition) t.missing_since IS NULL\(scope.and("t.library")) \(order) LIMIT :limit
        """
    }

    /// Looks at 20,000 tracks of the mood at most, of whatever library they are.
    static func ofMood(_ scope: LibraryScope) -> String {
        """
        SELECT \(columns) FROM (SELECT track, energy FROM track_analysis INDEXED BY track_analysis_by_energy
          WHERE energy >= :from AND energy < :to AND (:minor IS NULL OR is_minor = :minor)
          ORDER BY energy LIMIT 20000) part
        CROSS JOIN track t ON t.seq = part.track
        WHERE t.missing_since IS NULL\(scope.and("t.library")) ORDER BY part.energy LIMIT :limit
        """
    }

    static func ofYears(_ scope: LibraryScope) -> String {
        """
        SELECT a.id FROM album a INDEXED BY album_by_year
        WHERE a.track_count > 0 AND a.year_order BETWEEN :from AND :to\(scope.and("a.library")) LIMIT 20000
        """
    }

    static func firstYear(_ scope: LibraryScope) -> String {
        """
        SELECT a.year_order FROM album a INDEXED BY album_by_year
        WHERE a.track_count > 0 AND a.year_order >= :from\(scope.and("a.library")) ORDER BY a.year_order LIMIT 1
        """
    }

    /// At most as many as one person rates so.
    static func lowest(_ kind: String) -> String {
        "SELECT \(kind) FROM \(kind)_rating WHERE account = ? AND rating = 2 LIMIT 5000"
    }

    /// Sorts the plays of some hours.
    static let played = """
        SELECT track FROM (SELECT track, max(played_at) AS played_at FROM play WHERE account = ? AND played_at >= ?
          GROUP BY track ORDER BY 2 DESC LIMIT 500) ORDER BY played_at
        """

    /// Reads the plays of some months. One of a month before the end counts a half.
    static func habits(_ scope: LibraryScope) -> String {
        """
        SELECT \(columns), (SELECT g.genre FROM track_genre g WHERE g.track = t.id ORDER BY g.position LIMIT 1), own.weight
        FROM (SELECT p.track, sum(2592000000.0 / (2592000000.0 + :end - p.played_at)) AS weight FROM play p
          WHERE p.account = :account AND p.played_at >= :start AND p.played_at < :end GROUP BY p.track) own
        CROSS JOIN track t ON t.id = own.track
        WHERE t.missing_since IS NULL\(scope.and("t.library")) ORDER BY own.weight DESC, t.id LIMIT :limit
        """
    }
}
