package import Primitives

/// Looking at the journal, proving that nobody has changed it, and cutting off what is older than it need be.
package struct JournalService: Sendable {
    /// How far back nothing can be cut: what happened lately is what an intruder would want to be rid of.
    package static let shortestKept = Duration.seconds(30 * 86_400)
    private static let stretch = 2_000

    private let store: any JournalStore
    private let clock: any WallClock

    package init(store: any JournalStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Newest first, with what the things are called that the entries refer to.
    package func entries(
        _ filter: JournalFilter, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<JournalRecord> {
        try caller.require(.administer)
        let page = try await store.entries(filter, page)
        let names = try await store.names(of: page.items.reduce(into: []) { $0.formUnion($1.references) })
        return page.map { record in
            var record = record
            record.names = names.filter { record.references.contains($0.key) }
            return record
        }
    }

    /// The last row of all.
    package func head(as caller: Principal) async throws -> JournalChain.Point {
        try caller.require(.administer)
        return try await store.stretch(after: .max, limit: 0).chain.head
    }

    package func actions(as caller: Principal) async throws -> [String] {
        try caller.require(.administer)
        return try await store.actions()
    }

    /// Throws `forbidden` for whom `export` does nothing.
    package func authorizeExport(as caller: Principal) throws {
        try caller.require(.administer)
    }

    /// Hands over everything that matches, oldest first and some hundred at a time, however much there is.
    package func export(
        _ filter: JournalFilter, as caller: Principal, _ take: ([JournalRecord]) async throws -> Void
    ) async throws {
        try caller.require(.administer)
        var last: JournalRecord?
        while true {
            let records = try await store.entries(filter, after: last, limit: PageRequest.maximumLimit)
            if records.isEmpty { return }
            try await take(records)
            last = records.last
        }
    }

    /// Holds every row against its seal, from the beginning or the last cut on.
    ///
    /// - Parameter noted: a row as it was noted down elsewhere some time. That it is not there any more is a finding, whatever the reason.
    package func verify(
        noted: JournalChain.Point? = nil, as caller: Principal
    ) async throws -> JournalVerification {
        try caller.require(.administer)
        var walk = JournalWalk(noted: noted)
        while true {
            let stretch = try await store.stretch(after: walk.position, limit: Self.stretch)
            // Somebody has cut the journal behind the place where it is being read.
            if walk.begins(anewWith: stretch.chain) { continue }
            if let result = walk.take(stretch, isLast: stretch.rows.count < Self.stretch) { return result }
        }
    }

    /// Cuts off what is older than `age`, leaving a sealed summary. Nil when nothing is. Throws `invalid` for less than `shortestKept`.
    package func cut(
        olderThan age: Duration, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> JournalCut? {
        try caller.require(.administer)
        guard age >= Self.shortestKept else {
            throw DomainError.invalid("What is younger than 30 days is not cut", field: "days")
        }
        let now = clock.now()
        let cut = try await store.cut(before: now.advanced(by: .zero - age)) { $0.entry(at: now, by: actor) }
        try await finishCut()
        return cut
    }

    /// Cuts as the setting asks, a day later than it asks at the earliest: a day's rows are marked when they come of age (`Cleanup`).
    package func cut(olderThan age: Duration, by cleanup: Cleanup) async throws -> JournalCut? {
        let day: Int64 = 86_400_000
        let latest = clock.now().advanced(by: .zero - age).milliseconds / day
        // The days before which everything could go, by their numbers; that of yesterday's run is ripe today.
        let days = (0..<3).map { String(latest - $0) }
        func bound(_ days: [String]) -> Timestamp {
            Timestamp(milliseconds: (days.compactMap { Int64($0) }.max() ?? 0) * day)
        }
        var done: JournalCut?
        try await cleanup.run(
            .journal, unneeded: days, of: try await store.count(before: Timestamp(milliseconds: .max)),
            weigh: { try await store.count(before: bound($0)) },
            remove: { days in
                let now = clock.now()
                done = try await store.cut(before: bound(days)) { $0.entry(at: now, by: .gateway) }
                try await finishCut()
                return Int(done?.count ?? 0)
            })
        return done
    }

    /// Removes the rows of cuts, also of one that was interrupted.
    package func finishCut() async throws {
        while try await store.removeCut(limit: 5_000) {}
    }
}
