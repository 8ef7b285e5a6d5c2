package import Journal
package import Primitives

/// The journal entries about backups.
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
