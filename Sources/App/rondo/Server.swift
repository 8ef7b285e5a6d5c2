import Accounts
import Administration
import Archives
import Catalog
import CLinux
import Fingerprints
import Foundation
import Gateway
import HTTPSupport
import Hummingbird
import HummingbirdCore
import Files
import Journal
import Listening
import Logging
import Messaging
import Media
import NIOCore
import NativeAPI
import OpenSubsonicAPI
import Credentials
import Portability
import Primitives
import SQLiteStore
import ServiceLifecycle
import Shelf
import UnixSignals
import Streaming
import WebClient

/// The running server: certificates, connections, surfaces and their services, in one group that stops together.
struct Server {
    let settings: ServeSettings
    let handover: ServerHandover
    let logger = Logger(label: "rondo")

    init(settings: ServeSettings, handover: ServerHandover) {
        (self.settings, self.handover) = (settings, handover)
    }

    func run() async throws {
        let lock = try await takeFolder()
        defer { withExtendedLifetime(lock) {} }
        let replaced = try await putBackupInPlace(lock)
        let instance = try await openInstance(isRestored: replaced != nil)
        if let replaced { try await tellOfRestoration(replaced, instance) }
        try await tellOfConfinement(instance)
        let certificates = try prepareCertificates(instance)
        let site = SiteRules(names: siteNames)
        let limits = OpenFiles.fit(settings.limits, logger: logger)
        let connections = ActiveConnections(limits: limits)
        let tasks = ConnectionTasks()
        let listening = ListeningEvents()
        let artwork = try await instance.artwork()
        let audio = try await instance.audio(handover)
        let imports = try instance.imports()
        let submissions = try await SubmissionFeature(instance, mover: handover.mover)
        let moderation = ModerationFeature(instance, mover: handover.mover)
        let jobs = JobMaker(logger: logger)
        let readiness = Readiness { try await instance.database.probe() }
        let metrics = MetricsRoutes(
            access: settings.metrics,
            page: MetricsPage(
                registry: jobs.registry, database: instance.database, audio: audio, connections: connections,
                events: instance.eventHub, scans: instance.scanRunner.broadcaster,
                work: instance.backgroundJobs(imports: imports.queue)), readiness: readiness)
        let surfaces = try Self.surfaces(
            instance, listening: listening, artwork: artwork.service, audio: audio,
            imports: (imports.queue, imports.folder), submissions: submissions, moderation: moderation, site: site,
            notes: handover.notes, metrics: metrics)
        let late = try await prepare(instance, jobs, readiness)

        let bound = BoundPort()
        let listener = ListenerWatch(logger: logger)
        let application = Application(
            router: surfaces.router,
            server: HTTPServerBuilder { [ready = surfaces.ready] responder in
                GatewayChannel(
                    certificates: certificates.source, limits: limits, connections: connections, tasks: tasks,
                    protection: SecurityFields.all, meter: RequestMeter(jobs.registry), ready: ready,
                    longHeads: Self.longHeads, shutdown: settings.shutdown
                ) { request, writer, channel in
                    try await responder(Self.collapsed(request), writer, channel)
                }
            },
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: Supervisor.port(for: settings)), serverName: nil, backlog: 1024),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? settings.port
                bound.set(port)
                listener.watch(channel)
                try? await AcceptPause.add(to: channel, logger: logger)
                await announce(port, instance)
            },
            logger: Logger(label: "rondo.http"))

        var services: [any Service] = [instance.media, instance.images, imports.workers, submissions.reader]
        services += late
        services += accountJobs(instance, jobs) + catalogJobs(instance, jobs) + upkeepJobs(instance, audio, jobs)
        services += submissions.jobs(jobs) + moderation.jobs(jobs)
        services += [
            jobs.make("imports", .always) { await imports.queue.work() },
            jobs.make("covers", .always) { await artwork.queue.run() },
            jobs.make("conversions", .always) { await audio.scheduler.run() },
            jobs.make("overviewLetters", .once) {
                try await mailOverviews(instance, audio: audio, imports: imports.queue)
            },
            jobs.make("certificates", .always) {
                try await CertificateWatcher(
                    source: certificates.source, interval: settings.certificateInterval, logger: logger,
                    renewal: certificates.renewal
                ).run()
            },
            jobs.make("memory", .always) { try await MemoryTrim(connections: connections).run() },
            jobs.make("readiness", .once, last: { readiness.stopping() }) {},
            tasks,
            application,
        ]
        if let rest = settings.fingerprintsRest {
            let fingerprints = await instance.fingerprints(resting: rest)
            services.append(jobs.make("fingerprints", .always) { try await fingerprints.run() })
        }
        let (challenges, orders) = certificateOrders(instance)
        services += orders.map { order in jobs.make("certificateOrders", .always) { try await order.run() } }
        if let port = settings.redirectPort {
            services.append(
                RedirectServer(
                    host: settings.host, port: port, tlsPort: { bound.port }, limits: limits, connections: connections,
                    protection: SecurityFields.plain, challenges: challenges, logger: logger,
                    isAllowed: { site.accepts($0) },
                    refusal: { target in
                        PlainRefusal(target: target, version: Rondo.version).map {
                            RedirectServer.Reply(mediaType: $0.mediaType, content: $0.content)
                        }
                    }))
        }
        services += [listener, StopDeadline(shutdown: settings.shutdown, logger: logger)] as [any Service]
        var group = ServiceGroupConfiguration(
            services: services, gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "rondo.services"))
        group.maximumGracefulShutdownDuration = settings.shutdown
        do {
            try await ServiceGroup(configuration: group).run()
        } catch is CancellationError {
            logger.notice("Streams that were still open at the end of the time for shutdown were cut off")
        }
        try await instance.hasher.shutdown()
        closeDatabase(of: instance)
    }

    /// Closes the database, so that all of it is in one file that can be copied.
    private func closeDatabase(of instance: Instance) {
        do {
            try instance.database.close()
        } catch {
            logger.warning(
                "The database's log was not written back; it will be at the next start", metadata: ["error": "\(error)"]
            )
        }
    }

    var siteNames: [String] {
        ["localhost", ProcessInfo.processInfo.hostName, settings.host] + settings.names
    }

    @Sendable private func announce(_ port: Int, _ instance: Instance) async {
        let host = settings.names.first ?? (settings.host.contains(":") ? "[\(settings.host)]" : settings.host)
        let shown = ["0.0.0.0", "[::]", "127.0.0.1"].contains(host) ? "localhost" : host
        do {
            if let link = try await instance.setup.renewLink() {
                let address = "https://\(shown):\(port)/setup#\(link.token)"
                try PrivateFile.write(Array((address + "\n").utf8), to: settings.data.setupLink)
                Output.line("Make the first admin account: \(address)")
            } else {
                try? FileManager.default.removeItem(atPath: settings.data.setupLink)
            }
            try PrivateFile.write(Array("https://\(shown):\(port)\n".utf8), to: settings.data.address)
        } catch {
            let reason = (error as? DomainError)?.message ?? "\(error)"
            logger.error("A step of the start failed", metadata: ["error": "\(reason)"])
        }
        handover.notes?.serverIsReady()
        Output.line("ready https://\(shown):\(port)")
    }
}
