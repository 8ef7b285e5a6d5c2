package import Primitives

/// Reads the journal, proves that nobody has changed it, and cuts off old rows.
package struct JournalService: Sendable {
    /// Rows younger than this are never cut: an intruder would want to remove the latest ones.
    package static let shortestKept = Duration.seconds(30 * 86_400)
    private static let batch = 2_000

    private let store: any JournalStore
    private let clock: any WallClock

    package init(store: any JournalStore, clock: any WallClock = SystemWallClock()) {
        self.store = store
        self.clock = clock
    }

    /// Newest first, with the names of the things that the entries refer to.
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

    /// The last row of the journal.
    package func head(as caller: Principal) async throws -> JournalChain.Point {
        try caller.require(.administer)
        return try await store.rows(after: .max, limit: 0).chain.head
    }

    package func actions(as caller: Principal) async throws -> [String] {
        try caller.require(.administer)
        return try await store.actions()
    }

    /// Throws `forbidden` for callers who may not `export`.
    package func authorizeExport(as caller: Principal) throws {
        try caller.require(.administer)
    }

    /// Passes on every matching entry, oldest first and some hundred at a time, however many there are.
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

    /// Checks every row against its seal, from the beginning or the last cut on.
    ///
    /// - Parameter noted: a row that was noted elsewhere at some time. If it is missing now, that is a finding,
    ///   whatever the reason.
    package func verify(
        noted: JournalChain.Point? = nil, as caller: Principal
    ) async throws -> JournalVerification {
        try caller.require(.administer)
        var walk = JournalWalk(noted: noted)
        while true {
            let range = try await store.rows(after: walk.position, limit: Self.batch)
            // The journal was cut beyond the position that is being read.
            if walk.begins(anewWith: range.chain) { continue }
            if let result = walk.take(range, isLast: range.rows.count < Self.batch) { return result }
        }
    }

    /// Cuts off rows older than `age` and leaves a sealed summary. Nil when there are none. Throws `invalid` for less
    /// than `shortestKept`.
    package func cut(
        olderThan age: Duration, as caller: Principal, by actor: JournalEntry.Actor
    ) async throws -> JournalCut? {
        try caller.require(.administer)
        guard age >= Self.shortestKept else {
            throw DomainError.invalid("Entries younger than 30 days cannot be removed", field: "days")
        }
        let now = clock.now()
        let cut = try await store.cut(before: now.advanced(by: .zero - age)) { $0.entry(at: now, by: actor) }
        try await finishCut()
        return cut
    }

    /// Cuts as the setting asks, but a day later: a day's rows are marked first when they reach the age (`Cleanup`).
    package func cut(olderThan age: Duration, by cleanup: Cleanup) async throws -> JournalCut? {
        let day: Int64 = 86_400_000
        let latest = clock.now().advanced(by: .zero - age).milliseconds / day
        // The numbers of the days before which everything may go. The day that yesterday's run marked is ripe today.
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

    /// Removes the rows of cuts, including a cut that was interrupted.
    package func finishCut() async throws {
        while try await store.removeCut(limit: 5_000) {}
    }
}

/// The storage for reading, verifying and cutting the journal. Every method is one transaction.
package protocol JournalStore: Sendable {
    /// Newest first.
    func entries(_ filter: JournalFilter, _ page: PageRequest) async throws -> Page<JournalRecord>
    /// The names of those of `references` that exist, in one query for any number.
    func names(of references: Set<JournalEntry.Subject>) async throws -> [JournalEntry.Subject: JournalName]
    /// Oldest first, at most `limit` entries after `last`.
    func entries(
        _ filter: JournalFilter, after last: JournalRecord?, limit: Int
    ) async throws -> [JournalRecord]
    /// Every action that occurs in the journal, in alphabetical order.
    func actions() async throws -> [String]
    /// At most `limit` rows with numbers above `number`, in order and without leaving out any that exist.
    func rows(after number: Int64, limit: Int) async throws -> JournalRange
    /// Seals the rows older than `instant` in the entry that `entry` makes of them; from then on they count as cut. Nil
    /// when no row is that old. Rows are cut in their order: those after a younger one stay.
    func cut(
        before instant: Timestamp, _ entry: @escaping @Sendable (JournalCut) -> JournalEntry
    ) async throws -> JournalCut?
    /// The number of rows older than `instant` that do not count as cut.
    func count(before instant: Timestamp) async throws -> Int
    /// Removes at most `limit` of the rows that count as cut. Returns whether there may be more.
    func removeCut(limit: Int) async throws -> Bool
}
