package import Journal
package import Primitives

/// One attempt to make a backup, as it is stored.
package struct BackupRun: Sendable, Equatable {
    package enum Kind: String, Sendable, CaseIterable {
        /// An admin requested it in the administration pages.
        case manual
        case scheduled
        /// Made by the command `rondo backup`.
        case command
    }

    package enum State: String, Sendable, CaseIterable {
        case running, done, failed
        /// The server stopped before the run ended.
        case interrupted
    }

    package let id: ID<BackupRun>
    package let kind: Kind
    package let startedAt: Timestamp
    package let withMusic: Bool
    package var state: State
    package var endedAt: Timestamp?
    /// The archive's name, without its folder.
    package var file: String?
    package var size: Int64?
    /// The reason of a failure, as a sentence.
    package var failure: String?
    /// The time of the last complete verification of the archive.
    package var verifiedAt: Timestamp?
    /// The defect that it found; nil when it found none.
    package var defect: String?

    package init(
        id: ID<BackupRun>, kind: Kind, startedAt: Timestamp, withMusic: Bool, state: State = .running,
        endedAt: Timestamp? = nil, file: String? = nil, size: Int64? = nil, failure: String? = nil,
        verifiedAt: Timestamp? = nil, defect: String? = nil
    ) {
        self.id = id
        self.kind = kind
        self.startedAt = startedAt
        self.withMusic = withMusic
        self.state = state
        self.endedAt = endedAt
        self.file = file
        self.size = size
        self.failure = failure
        self.verifiedAt = verifiedAt
        self.defect = defect
    }
}

/// Journal entries about backups.
extension BackupCoordinator {
    package static func entry(
        _ action: String, _ run: BackupRun, _ actor: JournalEntry.Actor, at now: Timestamp
    ) -> JournalEntry {
        var details = ["kind": run.kind.rawValue, "music": "\(run.withMusic)"]
        details["size"] = run.size.map { "\($0)" }
        details["failure"] = run.failure
        return JournalEntry(at: now, by: actor, action, run.file.map(subject), details: details)
    }

    static func subject(_ name: String) -> JournalEntry.Subject {
        JournalEntry.Subject(kind: "backup", id: name)
    }

    package static func sentence(_ error: any Error) -> String {
        (error as? DomainError)?.message ?? "It was cut off"
    }
}

/// The storage of backup runs and the schedule. Every method is one transaction.
package protocol BackupStore: Sendable {
    func schedule() async throws -> BackupSchedule
    /// The time when the schedule was last set.
    func scheduledSince() async throws -> Timestamp
    /// The schedule applies from the entry's time on.
    func set(_ schedule: BackupSchedule, journal entry: JournalEntry) async throws

    /// The latest `limit`, newest first.
    func runs(limit: Int) async throws -> [BackupRun]
    func begin(_ run: BackupRun, journal entry: JournalEntry) async throws
    /// Stores the result of a run, and retains the latest 500 of all.
    func finish(_ run: BackupRun, journal entry: JournalEntry) async throws
    /// Marks runs that still count as running as interrupted: only the caller runs any.
    func interruptRunning(at instant: Timestamp) async throws
    /// Notes the verification of `file` on the run that made it, if one is known.
    func note(verified file: String, at instant: Timestamp, defect: String?, journal entry: JournalEntry) async throws
    func record(_ entry: JournalEntry) async throws
}
