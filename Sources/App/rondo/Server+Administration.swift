import Accounts
import Administration
import Archives
import Backups
import Foundation
import HTTPSupport
import Hummingbird
import Journal
import Logging
import Messaging
import NativeAPI
import NetworkClients
import Portability
import Primitives
import SQLiteStore
import Streaming

extension Server {
    static func overview(_ instance: Instance, audio: AudioServices, imports: ImportQueue) -> OverviewService {
        OverviewService(
            facts: audio.facts, upkeep: instance.upkeepFacts, work: instance.backgroundJobs(imports: imports),
            activeStreams: audio.admission.activeStreams, users: instance.accountStore,
            catalog: instance.catalog, libraries: instance.libraries, scans: instance.scans,
            requests: instance.featureRequestStore, journal: instance.journal,
            backupSigner: instance.backupSigner.publicKey.text, clock: instance.clock)
    }

    /// Sends the daily overviews; there is nothing to do without a mail server.
    func mailOverviews(_ instance: Instance, audio: AudioServices, imports: ImportQueue) async throws {
        guard instance.mail.isEnabled else { return }
        let job = DailyOverviewJob(
            overview: Self.overview(instance, audio: audio, imports: imports), settings: instance.settingsService,
            backups: instance.backupStore, outbox: instance.outbox, zone: settings.timeZone, clock: instance.clock,
            logger: logger)
        try await job.run(on: instance.database.changes.revisions(of: .notifications))
    }

    /// The endpoints for plans, invitations, the journal and other administration.
    static func officeEndpoints(
        _ instance: Instance, audio: AudioServices, imports: ImportQueue,
        origin: @escaping @Sendable (Request) -> String
    ) -> [Endpoint] {
        let overview = overview(instance, audio: audio, imports: imports)
        var endpoints = OverviewRoutes(overview: overview).endpoints
        endpoints += UpkeepRoutes(upkeep: instance.upkeep).endpoints
        endpoints +=
            PlanRoutes(
                plans: instance.plans, accounts: instance.accounts, users: instance.users, admission: audio.admission
            ).endpoints
        endpoints +=
            InvitationRoutes(
                invitations: instance.invitations, mail: instance.mail, clock: instance.clock, origin: origin
            ).endpoints
        endpoints += FeatureRequestRoutes(requests: instance.featureRequests).endpoints
        endpoints +=
            SettingsRoutes(settings: instance.settingsService, configuration: instance.settings.configuration).endpoints
        endpoints += JournalRoutes(journal: instance.journal).endpoints
        return endpoints
    }
}

/// The delivery of email.
extension Server {
    /// Delivers email to the mail server, if there is one.
    func deliverMail(_ instance: Instance) async throws {
        guard let server = settings.mailServer else { return try await giveUpEmails(instance) }
        let settings = settings
        let emailSender = EmailSender(
            outbox: instance.outbox,
            transport: SMTPTransport(server, name: settings.names.first ?? ProcessInfo.processInfo.hostName),
            sealer: instance.letterSealer, sender: settings.mailSender, address: { settings.address },
            clock: instance.clock)
        // Of accounts as well: an email about a changed address is written with the change.
        try await emailSender.work(on: instance.database.changes.revisions(ofAny: [.upkeep, .accounts]))
    }

    private func giveUpEmails(_ instance: Instance) async throws {
        while true {
            try await instance.mail.giveUpOld()
            try await Task.sleep(for: .seconds(600))
        }
    }
}

/// The restoration of a backup at the server's start.
extension Server {
    /// Waits up to a minute for a command that restores a backup into the folder.
    func takeFolder() async throws -> (lock: FolderLock, isAlone: Bool) {
        try settings.data.prepare()
        let path = settings.data.serverLock
        if let lock = try FolderLock(at: path, .alone) { return (lock, true) }
        let deadline = ContinuousClock.now + .seconds(60)
        repeat {
            if let lock = try FolderLock(at: path, .beside) { return (lock, false) }
            try await Task.sleep(for: .milliseconds(100))
        } while ContinuousClock.now < deadline
        throw DomainError(.unavailable, "A backup is being put into the data folder; start again when it is there")
    }

    /// Replaces the data with the backup that was prepared for this start. Another server on the same folder would keep
    /// the old files open: then the backup waits for a start without one.
    func putBackupInPlace(
        _ folder: (lock: FolderLock, isAlone: Bool)
    ) async throws -> (contents: BackupContents, aside: String)? {
        guard folder.isAlone else { return nil }
        defer { folder.lock.share() }
        return try Restoration(Self.places(settings)).apply()
    }

    func tellOfRestoration(_ replaced: (contents: BackupContents, aside: String), _ instance: Instance) async throws {
        logger.notice(
            "A backup was put in place",
            metadata: ["backup.version": "\(replaced.contents.version)", "aside": "\(replaced.aside)"])
        try await instance.backupStore.record(Self.restored(replaced.contents, by: .gateway))
    }

    static func places(_ settings: ServeSettings) -> BackupPlaces {
        BackupPlaces(data: settings.data.path, folder: settings.backupFolder, lock: settings.data.backupLock)
    }

    static func restored(_ contents: BackupContents, by actor: JournalEntry.Actor) -> JournalEntry {
        JournalEntry(
            at: SystemWallClock().now(), by: actor, "backup.restore",
            details: ["createdAt": "\(contents.createdAt)", "version": contents.version])
    }
}
