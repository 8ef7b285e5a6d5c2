import Primitives
import Catalog
import Foundation
import GRDB
import Shelf

/// Finds what rules mean to a reader, within bounds of time and number.
struct SmartFinder: Sendable {
    private static let turns = 2

    private let database: SQLiteDatabase
    private let clock: any WallClock
    private let zone: TimeZone
    let timeout: SmartTimeouts
    private let results = SmartResults()
    private let turns = SmartQueryLimiter(SmartFinder.turns)

    init(_ database: SQLiteDatabase, clock: any WallClock, zone: TimeZone, timeout: SmartTimeouts) {
        self.database = database
        self.clock = clock
        self.zone = zone
        self.timeout = timeout
    }

    /// What is in a playlist. Nothing is looked up twice while nothing has changed.
    func result(
        of playlist: ID<Playlist>, _ revision: Int64, _ rules: SmartRules, for caller: Principal
    ) async throws -> SmartResult {
        let key = key(playlist, revision, caller)
        if let known = results.result(key, state(of: rules)) { return known }
        return try await turns.run {
            // Somebody before may have found it; and what is kept must not be newer than its state.
            let state = state(of: rules)
            if let known = results.result(key, state) { return known }
            let result = try await find(rules, for: caller)
            results.keep(result, key, state)
            return result
        }
    }

    /// What is known without looking.
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
        // Few tracks are sorted faster than all; music is a minute long as a rule.
        if case .minutes(let minutes)? = rules.limit, minutes < PlaylistRules.longest {
            let (result, isWhole) = try read(minutes)
            if isWhole { return result }
        }
        return try read(PlaylistRules.longest).result
    }

    /// Not the whole where more tracks than `count` would fit into the time.
    private static func read(
        _ db: Database, _ query: SmartQuery, _ limit: SmartRules.Limit?, of count: Int
    ) throws -> (result: SmartResult, isWhole: Bool) {
        var most = Int64.max
        if case .minutes(let minutes)? = limit { most = Int64(minutes) * 60_000 }
        var (tracks, duration) = ([ID<Track>](), Int64(0))
        let rows = try Row.fetchCursor(db.makeStatement(sql: query.sql), arguments: query.arguments)
        while let row = try rows.next() {
            let length: Int64 = row[1]
            // The next one may be shorter, but would not come next.
            guard duration + length <= most else { break }
            tracks.append(ID(row[0]))
            duration += length
        }
        let result = SmartResult(tracks: tracks, durationMilliseconds: duration, covers: try covers(db, tracks))
        return (result, tracks.count < count)
    }

    private static func covers(_ db: Database, _ tracks: [ID<Track>]) throws -> [BlobKey] {
        var covers: [BlobKey] = []
        let found = try String.fetchCursor(
            db.cachedStatement(sql: Self.covers), arguments: [JSONList(tracks.prefix(60).map(\.rawValue))])
        while covers.count < 4, let hex = try found.next() {
            if let key = BlobKey(hex: hex), !covers.contains(key) { covers.append(key) }
        }
        return covers
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
