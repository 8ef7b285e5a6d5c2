import Accounts
import Administration
import HTTPSupport
import Hummingbird
import NativeAPI
import Portability
import Primitives
import Streaming

extension Server {
    /// Plans, invitations, the journal and what else admins look after.
    static func officeEndpoints(
        _ instance: Instance, audio: AudioServices, imports: ImportDesk, origin: @escaping @Sendable (Request) -> String
    ) -> [Endpoint] {
        let overview = OverviewService(
            facts: audio.facts, work: instance.backgroundJobs(imports: imports), census: audio.admission.census,
            users: instance.accountStore,
            catalog: instance.catalog, libraries: instance.libraries, scans: instance.scans,
            requests: instance.featureRequestStore)
        var endpoints = OverviewRoutes(overview: overview).endpoints
        endpoints +=
            PlanRoutes(
                plans: instance.plans, accounts: instance.accounts, users: instance.users, admission: audio.admission
            ).endpoints
        endpoints +=
            InvitationRoutes(
                invitations: instance.invitations, mail: instance.mail, clock: SystemWallClock(), origin: origin
            ).endpoints
        endpoints += FeatureRequestRoutes(requests: instance.featureRequests).endpoints
        endpoints +=
            SettingsRoutes(settings: instance.settingsService, configuration: instance.settings.configuration).endpoints
        endpoints += JournalRoutes(journal: instance.journal).endpoints
        return endpoints
    }
}
