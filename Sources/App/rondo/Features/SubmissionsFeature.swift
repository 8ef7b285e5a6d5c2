import Gateway
import Accounts
import Administration
import Files
import HTTPSupport
import Logging
import Media
import NIOPosix
import NativeAPI
import Primitives
import NetworkClients
import SQLiteStore
import ServiceLifecycle
import Submissions

/// Submissions: the services that accept files and the jobs behind them, which must run. Only for the server.
struct SubmissionsFeature: Feature {
    let endpoints: [Endpoint]
    let inspector: UploadInspector
    let reader: QuarantineReader
    private let approvedFiles: ApprovedFileMover
    private let abandoned: SubmissionCleanup
    private let cleanup: Cleanup
    private let links: LinkImportQueue
    /// The threads that ask name servers, so that a slow one delays nothing else. They run with the imports by link.
    let resolving = NIOThreadPool(numberOfThreads: LinkImportQueue.most)

    /// - Parameter mover: the connection to the process that starts movers; nil where they are children of this
    ///   process.
    init(_ features: Features, _ streaming: StreamingFeature, mover: MoverConnection?) async throws {
        let instance = features.instance
        let settings = instance.settings
        let logger = Logger(label: "rondo.giving")
        let quarantine = try DiskQuarantine(folder: settings.data.quarantine, pool: .singleton)
        let uploadStore = SQLiteUploadStore(instance.database)
        let submissions = SQLiteSubmissionStore(instance.database)
        let (launcher, clock) = (instance.programPath, instance.clock)
        reader = QuarantineReader(
            pool: MediaWorkerPool(
                MediaWorkerSettings(executable: launcher, workersPerRoot: 1, requestsPerWorker: 1), logger: logger))
        let inspector = UploadInspector(
            store: uploadStore, quarantine: quarantine, reader: reader,
            analyzer: await SoundFeature.analyzer(launcher: launcher, logger: logger),
            sounds: SQLiteFingerprintStore(instance.database), pictures: instance.pictures,
            clock: clock, logger: logger)
        approvedFiles = ApprovedFileMover(
            store: submissions, quarantine: quarantine,
            mover: ConfinedMover(launcher: launcher, line: mover, logger: logger),
            runner: features.libraries.runner, clock: clock, logger: logger)
        self.inspector = inspector
        let allowance = PlanAllowance(bounds: settings.uploadBounds, plans: features.accounts.plans)
        let uploads = UploadService(
            store: uploadStore, quarantine: quarantine, allowance: allowance,
            reserve: settings.freeSpaceReserve, clock: clock, whole: { inspector.wake() })
        let service = SubmissionService(
            store: submissions, quarantine: quarantine, pictures: instance.pictures, clock: clock)
        let approvals = ApprovalService(
            store: submissions, walker: DiskLibraryWalker(threads: LibraryThreads()),
            template: settings.submissionTemplate, mover: approvedFiles, clock: clock)
        abandoned = SubmissionCleanup(
            uploads: uploadStore, submissions: submissions, quarantine: quarantine, cleanup: instance.cleanup,
            uploadTime: settings.uploadTime, draftTime: settings.draftTime, clock: clock)

        cleanup = instance.cleanup
        let linkStore = SQLiteLinkImportStore(instance.database)
        let rules: @Sendable () async throws -> LinkRules = {
            try await features.administration.settings.current().links
        }
        let agent = "Rondo/\(Rondo.version)"
        links = LinkImportQueue(
            store: linkStore, quarantine: quarantine,
            reader: LinkReader(
                resolver: SystemNameResolver(pool: resolving),
                fetcher: try PinnedFetcher(agent: agent, authority: settings.linkAuthority)),
            rules: rules,
            submitter: instance.people, allowance: allowance, reserve: settings.freeSpaceReserve, clock: clock,
            logger: logger,
            whole: { inspector.wake() })
        let imports = LinkImportService(store: linkStore, queue: links, rules: rules, clock: clock)
        endpoints =
            UploadRoutes(uploads: uploads, timeout: settings.uploadTime).endpoints
            + SubmissionRoutes(
                submissions: service, transcoding: streaming.transcoding, revocations: features.accounts.revocations
            ).endpoints
            + SubmissionDecisionRoutes(approvals: approvals, submissions: service).endpoints
            + LinkImportRoutes(imports: imports, broadcaster: links.broadcaster).endpoints
    }

    func jobs(_ jobs: JobMaker) -> [any Service] {
        [
            reader,
            jobs.make("uploadInspection", .always) { await inspector.work() },
            jobs.make("approvedFiles", .always) { await approvedFiles.work() },
            jobs.make("linkImports", .always, last: endResolving) {
                resolving.start()
                await links.work()
            },
            jobs.make("submissionCleanup", .every(.seconds(600))) {
                // Retries uploads that could not be inspected.
                inspector.wake()
                approvedFiles.wake()
                links.wake()
                try await abandoned.cleanUp()
                try await links.sweep(by: cleanup)
            },
        ]
    }

    /// Ends the threads. Nobody waits for one that a name server keeps waiting: it ends with its answer or the process.
    @Sendable private func endResolving() {
        resolving.shutdownGracefully { _ in }
    }

    /// The progress of files that `caller` imports by link.
    func progress(for caller: Principal) -> EventFeed<any JSONWritable> {
        links.broadcaster.updates(for: caller.user).map { progress -> any JSONWritable in progress }
    }
}

/// The limits of the server's settings, and within them those of the user's plan.
private struct PlanAllowance: UploadAllowance {
    let bounds: UploadBounds
    let plans: PlanService

    func bounds(for caller: Principal) async throws -> UploadBounds {
        guard let terms = try await plans.terms(of: caller.user), let quota = terms.limits.uploadQuota else {
            return bounds
        }
        return bounds.limited(to: quota, byPlan: terms.name)
    }
}
