package import Accounts
package import Journal
package import Primitives

/// The storage of the latest time that was seen. Every method is one transaction.
package protocol ClockStore: Sendable {
    /// The record, with how often the machine's clock has been confirmed; nil when nothing was noted yet.
    func record() async throws -> (record: ClockRecord, accepted: Int)?
    /// Does nothing when the clock has been confirmed more often than `accepted`: the caller's time is then the one
    /// from before the confirmation.
    func note(_ record: ClockRecord, accepted: Int) async throws
    /// Notes that the machine's clock was confirmed. Returns how often it has been.
    func accept(_ record: ClockRecord, journal entry: JournalEntry) async throws -> Int
}

/// The permissions that admins give to stopped cleanups.
package protocol CleanupAllowances: Sendable {
    /// Allows the next runs to remove everything of `kind` that they find. False when no run of that kind has been.
    func allow(_ kind: CleanupKind, journal entry: JournalEntry) async throws -> Bool
}

/// Confirms the machine's clock, and allows stopped cleanups to go on.
package struct UpkeepService: Sendable {
    private let clock: SteadyClock
    private let boot: String
    private let clocks: any ClockStore
    private let cleanups: any CleanupAllowances
    private let onConfirmed: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - boot: identifies the boot of the machine.
    ///   - onConfirmed: called once the right time is known; corrects what a wrong clock has done.
    package init(
        clock: SteadyClock, boot: String, clocks: any ClockStore, cleanups: any CleanupAllowances,
        onConfirmed: @escaping @Sendable () async throws -> Void
    ) {
        self.clock = clock
        self.boot = boot
        self.clocks = clocks
        self.cleanups = cleanups
        self.onConfirmed = onConfirmed
    }

    /// Confirms that the machine's clock is right. Throws `conflict` with reason `clock_steady` when it is not in
    /// doubt.
    package func acceptClock(as caller: Caller) async throws {
        try caller.principal?.require(.administer)
        guard clock.leap != nil || !clock.isSettled else {
            throw DomainError(
                .conflict, "The clock has not jumped. There is nothing to confirm", reason: "clock_steady")
        }
        let before = clock.now()
        clock.accept()
        let record = clock.record(boot: boot)
        let entry = JournalEntry(
            at: record.time, by: caller.actor, "clock.accept",
            details: ["before": "\(before.milliseconds)", "after": "\(record.time.milliseconds)"])
        _ = try await clocks.accept(record, journal: entry)
        try await onConfirmed()
    }

    /// Allows the next runs of a cleanup to remove everything that they find. Throws `notFound` when none of that kind
    /// has run.
    package func allowCleanup(_ kind: CleanupKind, as caller: Caller) async throws {
        try caller.principal?.require(.administer)
        let entry = JournalEntry(
            at: clock.now(), by: caller.actor, "cleanup.allow", JournalEntry.Subject(kind: "cleanup", id: kind.rawValue)
        )
        guard try await cleanups.allow(kind, journal: entry) else {
            throw DomainError.notFound("This cleanup has not run yet")
        }
    }
}

/// The state of the database's file, the clock and the cleanups.
package struct UpkeepState: Sendable {
    /// The result of the database's integrity check.
    package enum Database: Sendable, Equatable {
        case sound, unexamined
        case damaged(String)
    }

    package let database: Database
    /// Nil while the machine's clock is plausible.
    package let leap: ClockLeap?
    package let cleanups: [CleanupState]
    package let hold: CleanupHold?

    package init(database: Database, leap: ClockLeap?, cleanups: [CleanupState], hold: CleanupHold?) {
        self.database = database
        self.leap = leap
        self.cleanups = cleanups
        self.hold = hold
    }
}

/// The source of the upkeep state.
package protocol UpkeepFacts: Sendable {
    func state() async throws -> UpkeepState
}
