import Accounts
import Administration
import Archives
import Backups
import HTTPSupport
import Hummingbird
import Messaging
import NativeAPI
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

    /// Without a mail server there is nobody to write to.
    func mailOverviews(_ instance: Instance, audio: AudioServices, imports: ImportQueue) async throws {
        guard instance.mail.isEnabled else { return }
        let job = DailyOverviewJob(
            overview: Self.overview(instance, audio: audio, imports: imports), settings: instance.settingsService,
            backups: instance.backupStore, outbox: instance.outbox, zone: settings.timeZone, clock: instance.clock,
            logger: logger)
        try await job.run(on: instance.database.changes.revisions(of: .notifications))
    }

    /// Plans, invitations, the journal and what else admins look after.
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
