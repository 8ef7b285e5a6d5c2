/// A kind of thing that is removed for good once nothing needs it.
package enum CleanupKind: String, Sendable, CaseIterable {
    /// Covers and pictures that nothing shows.
    case images
    /// Uploads that nobody went on with.
    case uploads
    /// Drafts, and refused and withdrawn submissions, that nobody went on with.
    case submissions
    /// Files of the quarantine that belong to nothing.
    case quarantine
    /// Notes about imports by link that have ended.
    case linkImports
    /// Sessions, tokens, links and device keys that have ended.
    case credentials
    /// Journal entries older than the setting says.
    case journal
    /// Scheduled backups beyond the number to keep.
    case backups
    /// Files of music that moderators have withdrawn and nobody restored.
    case withdrawals

    /// So many may go in one run however few there are: a tenth of five is nothing.
    package var floor: Int {
        switch self {
        case .images, .uploads, .submissions, .quarantine, .withdrawals: 10
        case .linkImports, .credentials: 100
        case .journal: 1_000
        case .backups: 3
        }
    }
}

/// Why nothing is removed at present, although it may be marked.
package enum CleanupHold: String, Sendable, CaseIterable {
    /// The database was made or restored in this run of the server.
    case newDatabase
    /// The clock has leapt, and nobody has confirmed it.
    case clock
    /// The database is damaged: what it says that nobody needs may be needed.
    case damage
}

/// What is known about the cleanup of one kind.
package struct CleanupState: Sendable, Equatable {
    package let kind: CleanupKind
    package var ranAt: Timestamp
    /// How many there are, needed or not.
    package var total: Int
    /// How many are marked to be removed.
    package var marked: Int
    /// How many were removed since the database was made.
    package var removed: Int
    package var removedAt: Timestamp?
    /// How many one run would have removed, which was more than it may. Nil where nothing was stopped.
    package var stopped: Int?
    /// An admin has allowed a run to remove as many as it finds.
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

/// Where marks and counts are kept. Every method is one transaction.
package protocol CleanupStore: Sendable {
    /// Marks those of `unneeded` that are not marked yet with `now`, and takes the marks of all others away.
    ///
    /// - Returns: those that were marked before `ripe`, oldest first.
    func mark(_ kind: CleanupKind, unneeded: [String], at now: Timestamp, ripe: Timestamp) async throws -> [String]
    func unmark(_ kind: CleanupKind, _ names: [String]) async throws
    /// One for each kind that has run.
    func states() async throws -> [CleanupState]
    /// - Parameter endsAllowance: whether what an admin has allowed is done; otherwise it stays as it is.
    func record(_ state: CleanupState, endsAllowance: Bool) async throws
}

/// Removes for good in two phases: what nothing needs is marked, and removed a day later if nothing needed it in between.
///
/// A run removes a bounded number, and nothing at all where it would be more than a tenth of what there is, until an admin allows it: so
/// much becomes unneeded at once by a mistake. Of what one person has let go only a few count (`weight`). Decision 0028.
package struct Cleanup: Sendable {
    package static let delay = Duration.seconds(86_400)
    package static let mostPerRun = 1_000
    /// So much at most weighs all that one person has let go, so that nobody stops a cleanup alone: a mistake of the server's hits many.
    package static let weightOfPerson = 3

    /// What one run did.
    package struct Run: Sendable, Equatable {
        package let kind: CleanupKind
        package let removed: Int
        package let state: CleanupState
        /// Whether it was stopped now and not before.
        package let isNewlyStopped: Bool
    }

    private let store: any CleanupStore
    private let clock: any WallClock
    private let hold: @Sendable () -> CleanupHold?
    private let report: @Sendable (Run) -> Void

    /// - Parameters:
    ///   - hold: asked before anything is removed.
    ///   - report: hears of every run that removed something or was stopped.
    package init(
        store: any CleanupStore, clock: any WallClock, hold: @escaping @Sendable () -> CleanupHold? = { nil },
        report: @escaping @Sendable (Run) -> Void = { _ in }
    ) {
        self.store = store
        self.clock = clock
        self.hold = hold
        self.report = report
    }

    /// What `names` weigh against the tenth.
    ///
    /// - Parameter owner: whose a thing is; nil for what is nobody's.
    package static func weight(of names: [String], owner: (String) -> String?) -> Int {
        var counts: [String: Int] = [:]
        var weight = 0
        for name in names {
            if let owner = owner(name) { counts[owner, default: 0] += 1 } else { weight += 1 }
        }
        return counts.values.reduce(weight) { $0 + min($1, weightOfPerson) }
    }

    /// Looks after one kind.
    ///
    /// - Parameters:
    ///   - unneeded: the names of what nothing needs at this moment.
    ///   - total: how many there are, needed or not.
    ///   - weigh: how many go with these names; one each by default.
    ///   - remove: removes these, each only if nothing needs it still, and says how many it removed.
    /// - Returns: how many were removed.
    @discardableResult
    package func run(
        _ kind: CleanupKind, unneeded: [String], of total: Int, isolation: isolated (any Actor)? = #isolation,
        weigh: ([String]) async throws -> Int = { $0.count }, remove: ([String]) async throws -> Int
    ) async throws -> Int {
        // By a clock that is wrong everything may look old: nothing is even marked.
        guard hold() != .clock else { return 0 }
        let now = clock.now()
        let before = try await store.states().first { $0.kind == kind }
        var state = before ?? CleanupState(kind: kind, ranAt: now)
        let ripe = try await store.mark(
            kind, unneeded: unneeded, at: now, ripe: now.advanced(by: .zero - Self.delay))
        (state.ranAt, state.total, state.marked) = (now, total, unneeded.count)
        let amount = ripe.isEmpty ? 0 : try await weigh(ripe)
        // An admin's word is also good for a database that was made in this run.
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
        if before.map({ $0.differs(from: state) }) ?? true {
            try await store.record(state, endsAllowance: before?.isAllowed == true && !state.isAllowed)
        }
        let isNewlyStopped = isTooMuch && before?.stopped == nil
        if removed > 0 || isNewlyStopped {
            report(Run(kind: kind, removed: removed, state: state, isNewlyStopped: isNewlyStopped))
        }
        return removed
    }
}

extension CleanupState {
    /// Whether more differs than the time: a run that finds nothing new writes nothing.
    fileprivate func differs(from other: CleanupState) -> Bool {
        var same = self
        same.ranAt = other.ranAt
        return same != other
    }
}
