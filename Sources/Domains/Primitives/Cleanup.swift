/// A kind of thing that is removed for good once nothing needs it.
package enum CleanupKind: String, Sendable, CaseIterable {
    /// Covers and pictures that no page shows.
    case images
    /// Abandoned uploads.
    case uploads
    /// Abandoned drafts, and rejected and withdrawn submissions.
    case submissions
    /// Files in the quarantine that belong to no submission or upload.
    case quarantine
    /// Records of imports by link that have ended.
    case linkImports
    /// Sessions, tokens, links and device keys that have ended.
    case credentials
    /// Journal entries older than the journal's setting allows.
    case journal
    /// Scheduled backups beyond the number to keep.
    case backups
    /// Music files that moderators have withdrawn and nobody has restored.
    case withdrawals

    /// The number that one run may always remove, however few there are: a tenth of five is nothing.
    package var floor: Int {
        switch self {
        case .images, .uploads, .submissions, .quarantine, .withdrawals: 10
        case .linkImports, .credentials: 100
        case .journal: 1_000
        case .backups: 3
        }
    }
}

/// The reason why cleanups remove nothing at present, although they may mark.
package enum CleanupHold: String, Sendable, CaseIterable {
    /// The database was made or restored in this run of the server.
    case newDatabase
    /// The clock has jumped, and nobody has confirmed it.
    case clock
    /// The database is damaged: rows that it reports as unused may be in use.
    case damage
}

/// The state of the cleanup of one kind.
package struct CleanupState: Sendable, Equatable {
    package let kind: CleanupKind
    package var ranAt: Timestamp
    /// The number of all, needed or not.
    package var total: Int
    /// The number that is marked for removal.
    package var marked: Int
    /// The number that was removed since the database was made.
    package var removed: Int
    package var removedAt: Timestamp?
    /// The number that a stopped run would have removed, which was over its limit. Nil when no run was stopped.
    package var stopped: Int?
    /// An admin has allowed the next runs to remove everything that they find.
    package var isAllowed: Bool

    package init(
        kind: CleanupKind, ranAt: Timestamp, total: Int = 0, marked: Int = 0, removed: Int = 0,
        removedAt: Timestamp? = nil, stopped: Int? = nil, isAllowed: Bool = false
    ) {
        self.kind = kind
        self.ranAt = ranAt
        self.total = total
        self.marked = marked
        self.removed = removed
        self.removedAt = removedAt
        self.stopped = stopped
        self.isAllowed = isAllowed
    }
}

/// The storage of marks and counts. Every method is one transaction.
package protocol CleanupStore: Sendable {
    /// Marks the names in `unneeded` that are not marked yet, with the time `now`, and removes the marks of all others.
    ///
    /// - Returns: the names that were marked before `ripe`, oldest first.
    func mark(_ kind: CleanupKind, unneeded: [String], at now: Timestamp, ripe: Timestamp) async throws -> [String]
    func unmark(_ kind: CleanupKind, _ names: [String]) async throws
    /// The state of each kind that has run.
    func states() async throws -> [CleanupState]
    /// - Parameter endsAllowance: whether the admin's permission is used up; otherwise it stays as it is.
    func record(_ state: CleanupState, endsAllowance: Bool) async throws
}

/// Removes unused things for good in two phases: it marks them, and a day later removes those that nothing has needed
/// in between.
///
/// A run removes a bounded number. Where it would remove more than a tenth of all there are it removes nothing until an
/// admin allows it: so much becomes unused at once only by a mistake. Of the things that one user has let go only a few
/// count (`weight`). Decision 0028.
package struct Cleanup: Sendable {
    package static let delay = Duration.seconds(86_400)
    package static let mostPerRun = 1_000
    /// The largest weight of all that one user has let go, so that no user can stop a cleanup alone. A mistake of the
    /// server's affects many users.
    package static let weightOfPerson = 3

    /// The result of one run.
    package struct Run: Sendable, Equatable {
        package let kind: CleanupKind
        package let removed: Int
        package let state: CleanupState
        /// Whether this run was stopped and the one before was not.
        package let isNewlyStopped: Bool
    }

    private let store: any CleanupStore
    private let clock: any WallClock
    private let hold: @Sendable () -> CleanupHold?
    private let report: @Sendable (Run) -> Void

    /// - Parameters:
    ///   - hold: asked before anything is removed.
    ///   - report: called after every run that removed something or was stopped.
    package init(
        store: any CleanupStore, clock: any WallClock, hold: @escaping @Sendable () -> CleanupHold? = { nil },
        report: @escaping @Sendable (Run) -> Void = { _ in }
    ) {
        self.store = store
        self.clock = clock
        self.hold = hold
        self.report = report
    }

    /// The weight of `names` against the limit of a tenth.
    ///
    /// - Parameter owner: the owner of a thing; nil when it has none.
    package static func weight(of names: [String], owner: (String) -> String?) -> Int {
        var counts: [String: Int] = [:]
        var weight = 0
        for name in names {
            if let owner = owner(name) { counts[owner, default: 0] += 1 } else { weight += 1 }
        }
        return counts.values.reduce(weight) { $0 + min($1, weightOfPerson) }
    }

    /// Marks and removes things of one kind.
    ///
    /// - Parameters:
    ///   - unneeded: the names of the things that nothing needs at this moment.
    ///   - total: the number of all things of this kind, needed or not.
    ///   - weigh: the weight of these names; one each by default.
    ///   - remove: removes these, each only if it is still unused, and returns the number that it removed.
    /// - Returns: the number that was removed.
    @discardableResult
    package func run(
        _ kind: CleanupKind, unneeded: [String], of total: Int, isolation: isolated (any Actor)? = #isolation,
        weigh: ([String]) async throws -> Int = { $0.count }, remove: ([String]) async throws -> Int
    ) async throws -> Int {
        // A wrong clock may make everything look old, so nothing is even marked.
        guard hold() != .clock else { return 0 }
        let now = clock.now()
        let before = try await store.states().first { $0.kind == kind }
        var state = before ?? CleanupState(kind: kind, ranAt: now)
        let ripe = try await store.mark(
            kind, unneeded: unneeded, at: now, ripe: now.advanced(by: .zero - Self.delay))
        (state.ranAt, state.total, state.marked) = (now, total, unneeded.count)
        let amount = ripe.isEmpty ? 0 : try await weigh(ripe)
        // An admin's permission also holds for a database that was made in this run of the server.
        let isHeld = hold().map { $0 != .newDatabase || !state.isAllowed } ?? false
        let isTooMuch = amount > max(kind.floor, total / 10) && !state.isAllowed
        state.stopped = isTooMuch ? max(amount, ripe.count) : nil
        var removed = 0
        if !isTooMuch, !isHeld, !ripe.isEmpty {
            try Task.checkCancellation()
            let chosen = Array(ripe.prefix(Self.mostPerRun))
            removed = try await remove(chosen)
            try await store.unmark(kind, chosen)
            state.removed += removed
            state.removedAt = removed > 0 ? now : state.removedAt
            state.marked -= chosen.count
            if ripe.count <= Self.mostPerRun { state.isAllowed = false }
        }
        // A run that finds nothing new writes nothing.
        var same = before
        same?.ranAt = now
        if same != state {
            try await store.record(state, endsAllowance: before?.isAllowed == true && !state.isAllowed)
        }
        let isNewlyStopped = isTooMuch && before?.stopped == nil
        if removed > 0 || isNewlyStopped {
            report(Run(kind: kind, removed: removed, state: state, isNewlyStopped: isNewlyStopped))
        }
        return removed
    }
}
