package import Primitives
package import Foundation
package import Journal

/// Makes, verifies and restores backups of the running server, one at a time, on request and by the schedule. `work()`
/// must run.
package actor BackupCoordinator {
    private struct Job {
        let work: BackupStatus.Work
        let file: String
        let run: BackupRun?
        let actor: JournalEntry.Actor
        let progress = BackupProgress()
    }

    private let store: any BackupStore
    private let vault: any BackupVault
    private let clock: any WallClock
    private let zone: TimeZone
    /// The keys that can open the backups; empty for plain archives.
    private let recipients: [BackupRecipient]
    private var job: Job?
    private var failure: String?
    private let signal = WakeSignal()

    package init(
        store: any BackupStore, vault: any BackupVault, zone: TimeZone, clock: any WallClock,
        recipients: [BackupRecipient] = []
    ) {
        self.recipients = recipients
        self.store = store
        self.vault = vault
        self.zone = zone
        self.clock = clock
    }

    package var isWorking: Bool { job != nil }

    // MARK: Reading

    /// Newest first.
    package func list(as caller: Principal) async throws -> [ListedBackup] {
        try caller.require(.administer)
        let runs = try await store.runs(limit: 500)
        let known = Dictionary(runs.compactMap { run in run.file.map { ($0, run) } }) { newer, _ in newer }
        return try await vault.files().map { ListedBackup(file: $0, run: known[$0.name]) }
    }

    package func status(as caller: Principal) async throws -> BackupStatus {
        try caller.require(.administer)
        // Before the stored run: a backup that ends in between would seem to run with nobody at work.
        let (job, failure) = (job, failure)
        let last = try await store.runs(limit: 1).first
        let prepared = try await vault.preparedRestore()
        return BackupStatus(
            work: job?.work, file: job?.file, bytes: job?.progress.bytes ?? 0, last: last, prepared: prepared,
            failure: failure)
    }

    package func schedule(as caller: Principal) async throws -> BackupSchedule {
        try caller.require(.administer)
        return try await store.schedule()
    }

    /// The time of the next backup, after any that is pending; nil for never.
    package func nextDue(of schedule: BackupSchedule) -> Timestamp? {
        guard schedule.isEnabled else { return nil }
        let now = clock.now()
        return schedule.latestDue(at: now.advanced(by: .seconds(86_400)), in: zone)
    }

    /// The backup's bytes.
    ///
    /// - Parameter begins: whether a download of the file begins, which the journal records.
    package func open(
        _ name: String, as caller: Principal, from origin: String, begins: @Sendable (any ReadableFile) -> Bool
    ) async throws -> any ReadableFile {
        try caller.require(.administer)
        try caller.require([.credentials])
        guard BackupFile.isName(name), let file = try await vault.open(name) else { throw Self.noSuchBackup }
        if begins(file) { try await store.record(entry("backup.download", name, caller, origin)) }
        return file
    }

    // MARK: Changing

    package func set(_ schedule: BackupSchedule, as caller: Principal, from origin: String) async throws {
        try caller.require(.administer)
        try schedule.check()
        let details = [
            "enabled": "\(schedule.isEnabled)", "minute": "\(schedule.minute)", "keep": "\(schedule.keep)",
            "music": "\(schedule.withMusic)",
        ]
        let entry = JournalEntry(at: clock.now(), by: caller, from: origin, "backup.schedule", details: details)
        try await store.set(schedule, journal: entry)
        signal.wake()
    }

    /// Begins a backup. Throws `conflict` with reason `backup_running` when another is being worked on.
    package func start(withMusic: Bool, as caller: Principal, from origin: String) async throws {
        try caller.require(.administer)
        try await begin(.manual, withMusic: withMusic, by: .init(caller, from: origin))
    }

    /// Begins to verify an archive, or to prepare it for the next start.
    package func start(
        _ work: BackupStatus.Work, of name: String, as caller: Principal, from origin: String
    ) async throws {
        try caller.require(.administer)
        if work == .restoration { try caller.require([.credentials]) }
        guard BackupFile.isName(name), try await vault.files().contains(where: { $0.name == name }) else {
            throw Self.noSuchBackup
        }
        try requireIdle()
        job = Job(work: work, file: name, run: nil, actor: .init(caller, from: origin))
        failure = nil
        signal.wake()
    }

    package func cancelRestore(as caller: Principal, from origin: String) async throws {
        try caller.require(.administer)
        try caller.require([.credentials])
        guard try await vault.cancelRestore() else { throw DomainError.notFound("No restore is prepared") }
        try await store.record(JournalEntry(at: clock.now(), by: caller, from: origin, "backup.restore.cancel"))
    }

    package func delete(_ name: String, as caller: Principal, from origin: String) async throws {
        try caller.require(.administer)
        guard BackupFile.isName(name) else { throw Self.noSuchBackup }
        guard job?.file != name else {
            throw DomainError(
                .conflict, "This backup is in use at the moment. Try again later", reason: "backup_running")
        }
        guard try await vault.delete(name) else { throw Self.noSuchBackup }
        try await store.record(entry("backup.delete", name, caller, origin))
    }

    // MARK: Work

    /// Does the work that was requested, and begins backups that are due. Returns when the task is cancelled.
    package func work() async throws {
        try await vault.tidy()
        try await store.interruptRunning(at: clock.now())
        try await repeatedly(every: .seconds(20), andAfter: signal.turns) {
            if job == nil { await beginIfDue() }
            if let job { await carryOut(job) }
        }
    }

    /// The schedule, when it asks for a backup now and none has begun. Backups from before the schedule was set are not
    /// made up for.
    package func due() async throws -> BackupSchedule? {
        let schedule = try await store.schedule()
        guard let due = schedule.latestDue(at: clock.now(), in: zone), try await due >= store.scheduledSince()
        else { return nil }
        // A failed backup is not tried again before the next day: the administration pages and the journal report it.
        let runs = try await store.runs(limit: 500)
        return runs.contains { $0.kind == .scheduled && $0.startedAt >= due } ? nil : schedule
    }

    private func beginIfDue() async {
        do {
            guard let schedule = try await due() else { return }
            try await begin(.scheduled, withMusic: schedule.withMusic, by: .gateway)
        } catch {
            failure = Self.sentence(error)
        }
    }

    private func begin(_ kind: BackupRun.Kind, withMusic: Bool, by actor: JournalEntry.Actor) async throws {
        try requireIdle()
        let now = clock.now()
        let run = BackupRun(id: .make(at: now), kind: kind, startedAt: now, withMusic: withMusic)
        job = Job(work: .backup, file: BackupFile.name(at: now, isSealed: !recipients.isEmpty), run: run, actor: actor)
        failure = nil
        do {
            try await store.begin(run, journal: Self.entry("backup.start", run, actor, at: now))
        } catch {
            job = nil
            throw error
        }
        signal.wake()
    }

    private func carryOut(_ job: Job) async {
        do {
            switch job.work {
            case .backup: try await backUp(job)
            case .verification: try await verify(job)
            case .restoration:
                let contents = try await vault.prepareRestore(of: job.file, reporting: job.progress)
                try await store.record(
                    JournalEntry(
                        at: clock.now(), by: job.actor, "backup.restore.prepare", Self.subject(job.file),
                        details: ["createdAt": "\(contents.createdAt)", "version": contents.version]))
            }
        } catch {
            failure = Self.sentence(error)
        }
        self.job = nil
    }

    private func backUp(_ job: Job) async throws {
        guard var run = job.run else { return }
        do {
            let file = try await vault.make(
                BackupOptions(
                    name: job.file, at: run.startedAt, withMusic: run.withMusic, recipients: recipients),
                reporting: job.progress)
            (run.state, run.file, run.size) = (.done, file.name, file.size)
        } catch {
            (run.state, run.failure) = (.failed, Self.sentence(error))
        }
        run.endedAt = clock.now()
        let verb = run.state == .done ? "backup.create" : "backup.fail"
        try await store.finish(run, journal: Self.entry(verb, run, job.actor, at: clock.now()))
        guard run.state == .done, run.kind == .scheduled else { return }
        try await verify(job)
    }

    private func verify(_ job: Job) async throws {
        var (defect, result): (String?, BackupVerification?)
        do {
            result = try await vault.verify(job.file, reporting: BackupProgress())
        } catch let error as DomainError
            where error.reason == "backup_damaged" || error.reason == "backup_foreign"
        {
            defect = error.message
        }
        let now = clock.now()
        try await store.note(
            verified: job.file, at: now, defect: defect,
            journal: JournalEntry(
                at: now, by: job.actor, "backup.verify", Self.subject(job.file),
                details: [
                    "result": defect == nil ? "good" : "damaged",
                    "extent": result?.isComplete == false ? "signature" : "whole",
                ]))
        if let defect { throw DomainError(.conflict, defect, reason: "backup_damaged") }
    }

    /// Removes scheduled backups but the latest ones. Backups that were requested stay until they are deleted.
    package func prune(by cleanup: Cleanup) async throws {
        guard job == nil else { return }
        let keep = try await store.schedule().keep
        let runs = try await store.runs(limit: 500).filter { $0.kind == .scheduled }
        let known = Dictionary(runs.compactMap { run in run.file.map { ($0, run) } }) { newer, _ in newer }
        let files = try await vault.files().filter { known[$0.name] != nil }
        // Nobody watches the nightly backups: an older one may go only once the latest is verified.
        guard let latest = files.first.flatMap({ known[$0.name] }), latest.verifiedAt != nil, latest.defect == nil
        else { return }
        try await cleanup.run(.backups, unneeded: files.dropFirst(keep).map(\.name), of: files.count) { names in
            var deleted = 0
            for name in names where try await vault.delete(name) {
                deleted += 1
                try await store.record(
                    JournalEntry(
                        at: clock.now(), by: .gateway, "backup.delete", Self.subject(name),
                        details: ["reason": "schedule"]))
            }
            return deleted
        }
    }

    private func requireIdle() throws(DomainError) {
        guard job == nil else {
            throw DomainError(
                .conflict, "Another backup is in progress. Try again when it has ended", reason: "backup_running")
        }
    }

    private func entry(_ action: String, _ name: String, _ caller: Principal, _ origin: String) -> JournalEntry {
        JournalEntry(at: clock.now(), by: caller, from: origin, action, Self.subject(name))
    }

    private static var noSuchBackup: DomainError { .notFound("There is no such backup") }
}
