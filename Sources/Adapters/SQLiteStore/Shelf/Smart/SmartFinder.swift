import Catalog
import Foundation
import GRDB
import Primitives
import Shelf
import Synchronization

/// Finds the tracks that rules select for a reader, within limits of time and number.
struct SmartFinder: Sendable {
    private static let turns = 2

    let database: SQLiteDatabase
    let clock: any WallClock
    let zone: TimeZone
    let timeout: SmartTimeouts
    private let results = SmartResults()
    private let turns = SmartQueryLimiter(SmartFinder.turns)

    /// The contents of a playlist. They are not looked up again until something changes.
    func result(
        of playlist: ID<Playlist>, _ revision: Int64, _ rules: SmartRules, for caller: Principal
    ) async throws -> SmartResult {
        let key = key(playlist, revision, caller)
        if let known = results.result(key, state(of: rules)) { return known }
        return try await turns.run {
            // Another request may have found the result already. The cached result must not be newer than its state.
            let state = state(of: rules)
            if let known = results.result(key, state) { return known }
            let result = try await find(rules, for: caller)
            results.store(result, key, state)
            return result
        }
    }

    /// The cached result, without a lookup.
    func known(
        _ playlist: ID<Playlist>, _ revision: Int64, _ rules: SmartRules, for caller: Principal
    ) -> SmartResult? {
        results.result(key(playlist, revision, caller), state(of: rules))
    }

    func result(of rules: SmartRules, for caller: Principal) async throws -> SmartResult {
        try await turns.run { try await find(rules, for: caller) }
    }

    private func find(_ rules: SmartRules, for caller: Principal) async throws -> SmartResult {
        let now = clock.now()
        return try await withThrowingTaskGroup(of: SmartResult.self) { group in
            group.addTask { try await database.read { try read($0, rules, for: caller, at: now) } }
            group.addTask {
                try await Task.sleep(for: timeout.rules)
                throw DomainError.rulesTooSlow
            }
            defer { group.cancelAll() }
            guard let result = try await group.next() else { throw CancellationError() }
            return result
        }
    }

    private func read(
        _ db: Database, _ rules: SmartRules, for caller: Principal, at now: Timestamp
    ) throws -> SmartResult {
        func read(_ count: Int) throws -> (result: SmartResult, isWhole: Bool) {
            let query = SmartQuery(rules, for: caller, at: now, in: zone, limit: count)
            return try Self.read(db, query, rules.limit, of: count)
        }
        // Sorting few tracks is faster than sorting all, and most tracks last at least a minute.
        if case .minutes(let minutes)? = rules.limit, minutes < PlaylistRules.longest {
            let (result, isWhole) = try read(minutes)
            if isWhole { return result }
        }
        return try read(PlaylistRules.longest).result
    }

    /// Reads the first tracks. The result is incomplete if more tracks than `count` would fit into the time.
    private static func read(
        _ db: Database, _ query: SmartQuery, _ limit: SmartRules.Limit?, of count: Int
    ) throws -> (result: SmartResult, isWhole: Bool) {
        var most = Int64.max
        if case .minutes(let minutes)? = limit { most = Int64(minutes) * 60_000 }
        var (tracks, duration) = ([ID<Track>](), Int64(0))
        let rows = try Row.fetchCursor(db.makeStatement(sql: query.sql), arguments: query.arguments)
        while let row = try rows.next() {
            let length: Int64 = row[1]
            // A later track may be shorter, but it would not be next in order.
            guard duration + length <= most else { break }
            tracks.append(ID(row[0]))
            duration += length
        }
        let result = SmartResult(tracks: tracks, durationMilliseconds: duration, covers: try covers(db, tracks))
        return (result, tracks.count < count)
    }

    private static func covers(_ db: Database, _ tracks: [ID<Track>]) throws -> [BlobKey] {
        try db.firstCovers(Self.covers, [JSONList(tracks.prefix(60))])
    }

    private func key(_ playlist: ID<Playlist>, _ revision: Int64, _ caller: Principal) -> SmartResults.Key {
        SmartResults.Key(playlist: playlist, revision: revision, reader: caller.user, scope: caller.libraries)
    }

    private func state(of rules: SmartRules) -> SmartResults.State {
        let areas: [ChangeSignal.Area] = rules.sources.map { source in
            switch source {
            case .catalogue: .catalogue
            case .shelf: .shelf
            case .listening: .listening
            case .analysis: .analysis
            }
        }.sorted { $0.rawValue < $1.rawValue }
        let needsPeople = rules.group.rules.contains { $0.field.kind == .people }
        return SmartResults.State(
            revisions: (areas + (needsPeople ? [.shelf, .accounts] : [])).map(database.changes.revision(of:)),
            minute: rules.followsTheClock ? clock.now().milliseconds / 60_000 : nil)
    }

    static let covers =
        "SELECT t.cover FROM json_each(?) j CROSS JOIN track t ON t.id = j.value WHERE t.cover IS NOT NULL"
}

/// The time limits for looking up smart playlists.
package struct SmartTimeouts: Sendable {
    /// The limit for one playlist. A longer lookup is given up: its statement is interrupted and its connection becomes
    /// free.
    let rules: Duration
    /// The limit for all playlists of one page together. The remaining ones are shown without their contents.
    let page: Duration

    package init(rules: Duration = .seconds(2), page: Duration = .milliseconds(400)) {
        self.rules = rules
        self.page = page
    }
}

/// Limits the number of concurrent lookups, so that slow ones never occupy every reading connection.
actor SmartQueryLimiter {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(_ count: Int) {
        free = count
    }

    /// Waits for a free slot, which always comes: every lookup is limited in time.
    func run<R: Sendable>(_ body: @Sendable () async throws -> R) async throws -> R {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        defer { if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() } }
        return try await body()
    }
}

/// The result of rules for one reader at one moment.
struct SmartResult: Sendable {
    let tracks: [ID<Track>]
    let durationMilliseconds: Int64
    /// At most four different covers of the first tracks.
    let covers: [BlobKey]

    /// A stamp that is equal for the same tracks in the same order, as a whole number that JSON represents exactly.
    var stamp: Int64 {
        var hash = StableHash()
        for track in tracks {
            hash.add(track.rawValue.utf8)
            hash.add(CollectionOfOne(0xFF))
        }
        return Int64(hash.value & 0x1F_FFFF_FFFF_FFFF)
    }
}

/// A cache of smart playlists' results, valid until the data that their rules read changes.
final class SmartResults: Sendable {
    struct Key: Hashable {
        let playlist: ID<Playlist>
        let revision: Int64
        let reader: ID<Person>
        let scope: LibraryScope
    }

    /// The state of the data at the time of the lookup.
    struct State: Equatable {
        let revisions: [Int64]
        /// The minute, for rules that depend on the time.
        let minute: Int64?
    }

    private struct Cached {
        let state: State
        let result: SmartResult
        var use: UInt64
    }

    private struct Contents {
        var cached: [Key: Cached] = [:]
        var tracks = 0
        var uses: UInt64 = 0
    }

    private let mostTracks: Int
    private let contents = Mutex(Contents())

    /// - Parameter mostTracks: the maximum number of cached ids altogether.
    init(mostTracks: Int = 100_000) {
        self.mostTracks = mostTracks
    }

    func result(_ key: Key, _ state: State) -> SmartResult? {
        contents.withLock { contents in
            guard contents.cached[key]?.state == state else { return nil }
            contents.uses += 1
            contents.cached[key]?.use = contents.uses
            return contents.cached[key]?.result
        }
    }

    func store(_ result: SmartResult, _ key: Key, _ state: State) {
        contents.withLock { contents in
            contents.uses += 1
            contents.tracks += result.tracks.count + 1
            if let old = contents.cached.updateValue(
                Cached(state: state, result: result, use: contents.uses), forKey: key)
            {
                contents.tracks -= old.result.tracks.count + 1
            }
            while contents.tracks > mostTracks, contents.cached.count > 1,
                let oldest = contents.cached.min(by: { $0.value.use < $1.value.use })
            {
                contents.cached[oldest.key] = nil
                contents.tracks -= oldest.value.result.tracks.count + 1
            }
        }
    }
}
