package import Primitives

/// What is known of the database's file, the clock and the cleanups.
package struct UpkeepState: Sendable {
    /// Whether the database's file is whole.
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

/// Whoever knows that.
package protocol UpkeepFacts: Sendable {
    func state() async throws -> UpkeepState
}
