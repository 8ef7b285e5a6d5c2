package import Journal
package import Primitives

/// What is known of backups. Every method is one transaction.
package protocol BackupStore: Sendable {
    func schedule() async throws -> BackupSchedule
    /// When it was last set.
    func scheduledSince() async throws -> Timestamp
    /// It counts from the entry's time on.
    func set(_ schedule: BackupSchedule, journal entry: JournalEntry) async throws

    /// The latest `limit`, newest first.
    func runs(limit: Int) async throws -> [BackupRun]
    func begin(_ run: BackupRun, journal entry: JournalEntry) async throws
    /// Keeps what became of a run, and the latest 500 of all.
    func finish(_ run: BackupRun, journal entry: JournalEntry) async throws
    /// What is still said to be running is not: nobody but the caller runs any.
    func interruptRunning(at instant: Timestamp) async throws
    /// Of the run that made `file`, if one is known.
    func note(verified file: String, at instant: Timestamp, defect: String?, journal entry: JournalEntry) async throws
    func record(_ entry: JournalEntry) async throws
}
