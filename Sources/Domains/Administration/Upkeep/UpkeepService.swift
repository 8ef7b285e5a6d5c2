package import Accounts
package import Journal
package import Primitives

/// Where the time that was seen last is kept. Every method is one transaction.
package protocol ClockStore: Sendable {
    /// With how often somebody has confirmed the machine's clock; nil where nothing was noted yet.
    func record() async throws -> (record: ClockRecord, accepted: Int)?
    /// Changes nothing where somebody has confirmed the clock more often than the caller knows: the caller's time is the one before that.
    func note(_ record: ClockRecord, accepted: Int) async throws
    /// Notes that somebody confirmed the machine's clock; gives how often that was.
    func accept(_ record: ClockRecord, journal entry: JournalEntry) async throws -> Int
}

/// What is allowed by hand of what cleanups do.
package protocol CleanupAllowances: Sendable {
    /// Lets the next runs remove as many of `kind` as they find; false where none has run.
    func allow(_ kind: CleanupKind, journal entry: JournalEntry) async throws -> Bool
}

/// What admins decide about the machine's clock and about cleanups that were stopped.
package struct UpkeepService: Sendable {
    private let clock: SteadyClock
    private let boot: String
    private let clocks: any ClockStore
    private let cleanups: any CleanupAllowances
    private let believed: @Sendable () async throws -> Void

    /// - Parameters:
    ///   - boot: which start of the machine this is.
    ///   - believed: puts right what was done by a clock that was wrong, once it is known which one is right.
    package init(
        clock: SteadyClock, boot: String, clocks: any ClockStore, cleanups: any CleanupAllowances,
        believed: @escaping @Sendable () async throws -> Void
    ) {
        self.clock = clock
        self.boot = boot
        self.clocks = clocks
        self.cleanups = cleanups
        self.believed = believed
    }

    /// Takes the machine's clock for right. Throws `conflict` with reason `clock_steady` where nobody doubts it.
    package func acceptClock(as caller: Caller) async throws {
        try caller.principal?.require(.administer)
        guard clock.leap != nil || !clock.isSettled else {
            throw DomainError(.conflict, "The clock has not leapt: there is nothing to confirm", reason: "clock_steady")
        }
        let before = clock.now()
        clock.accept()
        let record = clock.record(boot: boot)
        let entry = JournalEntry(
            at: record.time, by: caller.actor, "clock.accept",
            details: ["before": "\(before.milliseconds)", "after": "\(record.time.milliseconds)"])
        _ = try await clocks.accept(record, journal: entry)
        try await believed()
    }

    /// Lets the next runs of a cleanup remove as much as they find. Throws `notFound` where there is none of that kind.
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
