import Administration
import Archives
import Backups
import Catalog
import Gateway
import HTTPSupport
import Listening
import Messaging
import NativeAPI
import Portability
import Primitives
import SQLiteStore
import ServiceLifecycle
import Streaming

/// The server as a whole: its public facts, the admins' overview, readiness and metrics.
struct ServerFeature: Feature {
    let endpoints: [Endpoint]
    private let features: Features
    private let overview: OverviewService
    private let recorder: FigureRecorder
    private let monitoring: Monitoring

    init(
        _ features: Features, _ streaming: StreamingFeature, _ portability: PortabilityFeature,
        _ identityProvider: IdentityProviderFeature, _ monitoring: Monitoring
    ) {
        self.features = features
        self.monitoring = monitoring
        let work = features.backgroundJobs(backups: features.backups.coordinator, imports: portability.imports)
        overview = features.overview(facts: streaming.facts, work: work, streams: streaming.admission.activeStreams)
        let instance = features.instance
        let figures = SQLiteFigureStore(instance.database)
        recorder = FigureRecorder(
            store: figures, streams: streaming.admission.activeStreams,
            counters: MeteredCounts(registry: monitoring.registry, meter: streaming.admission.meter),
            facts: streaming.facts, clock: instance.clock)
        let history = FigureHistoryService(
            store: figures, recorder: recorder, zone: instance.settings.timeZone, clock: instance.clock)
        let accounts = features.accounts
        let page = MetricsPage(
            registry: monitoring.registry, database: instance.database, streaming: streaming,
            connections: monitoring.connections, events: instance.events,
            scans: features.libraries.runner.broadcaster, work: work)
        endpoints =
            ServerRoutes.endpoints(
                setup: accounts.setup, rules: accounts.rules, settings: features.administration.settings,
                provider: identityProvider.settings, version: Rondo.version,
                sendsMail: features.messaging.mail.isEnabled
            )
            + OverviewRoutes.endpoints(overview: overview) + FigureHistoryRoutes.endpoints(history: history)
            + MetricsRoutes(
                access: instance.settings.metrics, page: page, readiness: monitoring.readiness
            ).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        let (readiness, connections) = (monitoring.readiness, monitoring.connections)
        let recorder = recorder
        return [
            jobs.make("figureReadings", .every(FigureRecorder.readingInterval)) { recorder.read() },
            jobs.make("figures", .every(FigureRecorder.storingInterval), last: { try await recorder.write() }) {
                try await recorder.write()
            },
            jobs.make("overviewLetters", .once) { try await mailOverviews(jobs) },
            jobs.make("memory", .always) { try await MemoryTrim.run(connections) },
            jobs.make("readiness", .once, last: { readiness.stopping() }) {},
        ]
    }

    /// Sends the daily overviews; there is nothing to do without a mail server.
    private func mailOverviews(_ jobs: JobMaker) async throws {
        guard features.messaging.mail.isEnabled else { return }
        let instance = features.instance
        let job = DailyOverviewJob(
            overview: overview, settings: features.administration.settings, backups: features.backups.store,
            outbox: features.messaging.outbox, zone: instance.settings.timeZone, clock: instance.clock,
            logger: jobs.logger)
        try await job.run(on: instance.database.changes.revisions(of: .notifications))
    }
}

/// The measurements of the running server.
struct Monitoring: Sendable {
    let registry: PrometheusRegistry
    let connections: ActiveConnections
    let readiness: Readiness
}

extension Features {
    /// - Parameters:
    ///   - backups: nil in commands, which do not know whether the server makes one.
    ///   - imports: nil in commands.
    func backgroundJobs(backups: BackupCoordinator?, imports: ImportQueue?) -> BackgroundJobs {
        BackgroundJobs(
            analyses: SQLiteAnalysisStore(instance.database), uploads: SQLiteUploadStore(instance.database),
            outbox: messaging.outbox, backups: backups, imports: imports)
    }

    /// The admins' overview.
    func overview(facts: MachineFacts, work: BackgroundJobs, streams: ActiveStreams) -> OverviewService {
        OverviewService(
            facts: facts, upkeep: instance.upkeepFacts, work: work, activeStreams: streams,
            playbacks: ReportedPlaybacks(listening: listening.listening),
            users: instance.accountStore, catalog: catalog.catalog, libraries: libraries.libraries,
            scans: libraries.scans, requests: administration.requestStore, journal: administration.journal,
            backupSigner: instance.backupSigner.publicKey.text, clock: instance.clock)
    }
}

/// The plays that the players of all users report.
private struct ReportedPlaybacks: LivePlaybacks {
    let listening: ListeningService

    func playback(of track: ID<Track>, by user: ID<Person>, as caller: Principal) throws -> StreamPlayback? {
        try listening.play(of: track, by: user, as: caller).map { play, position in
            StreamPlayback(client: play.client, position: position, isPaused: play.credit.state == .paused)
        }
    }
}

/// The counts of the running server, from the counters of `/metrics`.
struct MeteredCounts: ServerCounters {
    let registry: PrometheusRegistry
    let meter: TransferMeter

    func counts() -> ServerCounts {
        let requests = "rondo_http_requests_total"
        return ServerCounts(
            sent: meter.sentSinceStart, requests: Int64(registry.total(requests)),
            errors: Int64(registry.total(requests) { $0["status"]?.hasPrefix("5") == true }))
    }
}
