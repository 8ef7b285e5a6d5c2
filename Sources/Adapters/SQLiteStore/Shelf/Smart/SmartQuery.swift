package import Catalog
import Foundation
import GRDB
package import Primitives
package import Shelf

/// The single statement that finds the tracks that rules select for one reader, with all typed values bound.
///
/// The text comes from closed enums only; `t` is the track. A condition about a few tracks is a set of their ids (`t.id
/// IN …`), so that SQLite begins with that set if it can.
struct SmartQuery {
    let sql: String
    let arguments: StatementArguments

    /// - Parameters:
    ///   - limit: the maximum number of tracks, whatever the rules say.
    ///   - zone: the time zone of the days in rules.
    init(_ rules: SmartRules, for caller: Principal, at now: Timestamp, in zone: TimeZone, limit: Int) {
        var conditions = SmartConditions(now: now, zone: zone)
        let condition = conditions.text(rules.group)
        var arguments = conditions.arguments.merging(caller.libraries.named) { first, _ in first }
        arguments["reader"] = caller.user.rawValue.databaseValue
        arguments["limit"] = Self.most(rules, limit).databaseValue
        var order = Self.order(rules.order) + ["t.id"]
        if rules.order == .random {
            let (first, second) = Self.factors(of: now, in: zone)
            arguments["random1"] = first.databaseValue
            arguments["random2"] = second.databaseValue
        } else if rules.isDescending {
            order = order.map { $0 + " DESC" }
        }
        // If a rule names few tracks, they are sorted instead of walking all tracks in their order. Otherwise all
        // tracks are read: by the index that covers the conditions or, if the order is by title, artist or album, by
        // that order's index up to the limit.
        var index = ""
        if SmartConditions.beginsWithFew(rules.group) {
            order = order.map { "+" + $0 }
        } else if ![.title, .artist, .album].contains(rules.order) {
            index = " INDEXED BY track_rules"
        }
        let text = """
            SELECT t.id, t.duration_ms FROM track t\(index)
            WHERE t.missing_since IS NULL\(caller.libraries.and("t.library")) AND \(condition)
            ORDER BY \(order.joined(separator: ", ")) LIMIT :limit
            """
        // A statement must not get arguments that it does not name.
        self.arguments = StatementArguments(arguments.filter { text.contains(":\($0.key)") })
        sql = text
    }

    private static func most(_ rules: SmartRules, _ limit: Int) -> Int {
        if case .tracks(let count)? = rules.limit { min(count, limit) } else { limit }
    }

    private static func order(_ order: SmartOrder) -> [String] {
        switch order {
        case .title: ["t.title_key"]
        case .artist: ["t.artist_key", "t.title_key"]
        case .album: ["t.album_sort_key", "t.album", "t.disc_order", "t.track_order"]
        case .year: ["t.year_order"]
        case .releaseDate: ["ifnull(t.date, '')"]
        case .added: ["t.added_at"]
        case .duration: ["t.duration_ms"]
        case .bitrate: ["t.bitrate"]
        case .bpm: ["ifnull(t.bpm, 0)"]
        case .tempo: ["ifnull(t.shown_tempo, 0)"]
        case .loudness: ["ifnull((SELECT a.loudness FROM track_analysis a WHERE a.track = t.seq), -1000)"]
        case .energy: ["ifnull((SELECT a.energy FROM track_analysis a WHERE a.track = t.seq), -1)"]
        case .playCount: ["ifnull((SELECT o.plays FROM play_count o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .lastPlayed:
            ["ifnull((SELECT o.last_played_at FROM play_count o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .liked: ["ifnull((SELECT o.liked_at FROM track_like o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .rating: ["ifnull((SELECT o.rating FROM track_rating o WHERE o.account = :reader AND o.track = t.id), 0)"]
        case .averageRating:
            ["ifnull((SELECT o.sum * 1.0 / o.ratings FROM track_rating_total o WHERE o.track = t.id), 0)"]
        case .random: ["t.seq * :random1 % 2147483647 * :random2 % 2147483629"]
        }
    }

    /// Two numbers below 2³¹ that differ from day to day: their products fit into 64 bits.
    private static func factors(of now: Timestamp, in zone: TimeZone) -> (Int64, Int64) {
        var generator = SplitMix(state: UInt64(bitPattern: SmartConditions.day(of: now.milliseconds, in: zone)))
        func factor() -> Int64 { Int64(generator.next() % 2_000_000_000) + 100_000_000 }
        return (factor(), factor())
    }
}

/// SplitMix64 (Steele, Lea and Flood, 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// The contents of a smart playlist as playlist entries. Each track is an entry with its own id, since it occurs only
/// once.
struct SmartContents {
    private static let list = KeysetList(name: "playlist.smart", columns: [.integer])

    let playlist: Playlist
    let result: SmartResult

    var entries: [PlaylistEntry] { result.tracks.map(entry) }

    /// Cursors are positions, because the whole list is known. A change between two pages shows in another `contents`.
    func page(_ page: PageRequest) throws(DomainError) -> Page<PlaylistEntry> {
        var start = 0
        if let position = try Self.list.position(page.cursor) {
            start = min(max(Int.fromDatabaseValue(position[0]) ?? 0, 0), result.tracks.count)
        }
        let part = result.tracks[start...].prefix(page.limit)
        return Page(
            items: part.map(entry), next: part.endIndex < result.tracks.count ? Self.cursor(part.endIndex) : nil)
    }

    func outline(step: Int) -> ListOutline {
        ListOutline(
            total: result.tracks.count, step: step,
            cursors: stride(from: step, to: result.tracks.count, by: step).map(Self.cursor), letters: [])
    }

    private func entry(_ track: ID<Track>) -> PlaylistEntry {
        PlaylistEntry(id: ID(track.rawValue), track: track, addedBy: nil, addedAt: playlist.changedAt)
    }

    private static func cursor(_ index: Int) -> Primitives.Cursor {
        Primitives.Cursor(list: list.name, values: [.integer(Int64(index))])
    }
}

extension SQLitePlaylistStore {
    package func preview(
        _ rules: SmartRules, for caller: Principal, first: Int
    ) async throws -> (count: Int, durationMilliseconds: Int64, first: [ID<Track>]) {
        let result = try await finder.result(of: rules, for: caller)
        return (result.tracks.count, result.durationMilliseconds, Array(result.tracks.prefix(first)))
    }

    /// The stored playlist, without the tracks that its rules select.
    func bare(_ id: ID<Playlist>, for caller: Principal) async throws -> Playlist {
        try await database.read { try PlaylistReader(db: $0, caller: caller).playlist(id) }
    }

    func smart(_ id: ID<Playlist>, for caller: Principal) async throws -> SmartContents? {
        let playlist = try await bare(id, for: caller)
        guard let rules = playlist.rules else { return nil }
        return SmartContents(playlist: playlist, result: try await result(of: rules, in: playlist, for: caller))
    }

    func result(of rules: SmartRules, in playlist: Playlist, for caller: Principal) async throws -> SmartResult {
        try await finder.result(
            of: playlist.id, playlist.revision, rules, for: rules.subject(of: playlist.owner.id, for: caller))
    }

    func filled(_ playlists: [Playlist], for caller: Principal) async throws -> [Playlist] {
        let end = ContinuousClock.now + finder.timeout.page
        var filled: [Playlist] = []
        for playlist in playlists {
            guard let rules = playlist.rules else {
                filled.append(playlist)
                continue
            }
            let subject = rules.subject(of: playlist.owner.id, for: caller)
            var result = finder.known(playlist.id, playlist.revision, rules, for: subject)
            if result == nil, ContinuousClock.now < end {
                do {
                    result = try await self.result(of: rules, in: playlist, for: caller)
                } catch let error as DomainError where error == .rulesTooSlow {
                    // The list is useful without this playlist's contents. Requesting the playlist itself reports the
                    // error.
                }
            }
            filled.append(result.map { playlist.filled(with: $0) } ?? playlist)
        }
        return filled
    }
}

extension Playlist {
    func filled(with result: SmartResult) -> Playlist {
        var playlist = self
        playlist.covers = result.covers
        playlist.totals = PlaylistTotals(
            entries: result.tracks.count, missing: 0, hidden: 0, durationMilliseconds: result.durationMilliseconds)
        playlist.contents = result.stamp
        return playlist
    }
}
