import Accounts
import Archives
import Bundling
import CLinux
import Foundation
import Gateway
import HTTPSupport
import Hummingbird
import HummingbirdCore
import Logging
import Media
import OpenSubsonicAPI
import Credentials
import Primitives
import SQLiteStore
import ServiceLifecycle
import UnixSignals
import WebClient

/// The running server: certificates, connections, surfaces and their services, in one group that stops together.
struct Server {
    let settings: ServeSettings
    let handover: ServerHandover
    let logger = Logger(label: "rondo")

    func run() async throws {
        let lock = try await takeFolder()
        defer { withExtendedLifetime(lock) {} }
        let replaced = try await putBackupInPlace(lock)
        let instance = try await openInstance(isRestored: replaced != nil)
        let features = Features(instance)
        if let replaced { try await noteRestoration(replaced, features.backups.store) }
        try await noteConfinement(instance)
        let certificates = try prepareCertificates(instance)
        let site = SiteRules(names: siteNames)
        let limits = OpenFiles.fit(settings.limits, logger: logger)
        let connections = ActiveConnections(limits: limits) { [proxies = settings.proxies] in proxies.contains($0) }
        let tasks = ConnectionTasks()
        let jobs = JobMaker(logger: logger)
        let readiness = Readiness { try await instance.database.probe() }
        let client = try WebClient(folder: settings.publicFolder, isDevelopment: settings.isPublicInDevelopment)
        let all = try await ServerFeatures(
            features, handover: handover, client: client,
            monitoring: Monitoring(registry: jobs.registry, connections: connections, readiness: readiness))
        let surfaces = Surfaces(
            all, client: client, site: site, proxies: settings.proxies, notes: handover.notes)
        let late = try await prepare(features, jobs, readiness)

        let bound = BoundPort()
        let listener = ListenerWatch(logger: logger)
        let application = Application(
            router: surfaces.router,
            server: HTTPServerBuilder { [ready = surfaces.ready] responder in
                GatewayChannel(
                    certificates: certificates.source, limits: limits, connections: connections, tasks: tasks,
                    protection: SecurityFields.all, meter: RequestMeter(jobs.registry), ready: ready,
                    longHeads: Surfaces.longHeads, shutdown: settings.shutdown
                ) { request, writer, channel in
                    try await responder(Surfaces.collapsed(request), writer, channel)
                }
            },
            configuration: ApplicationConfiguration(
                address: .hostname(settings.host, port: Supervisor.port(for: settings)), serverName: nil, backlog: 1024),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? settings.port
                bound.set(port)
                listener.watch(channel)
                try? await AcceptPause.add(to: channel, logger: logger)
                await announce(port, features.accounts.setup)
            },
            logger: Logger(label: "rondo.http"))

        var services: [any Service] = [instance.media, instance.images] + late
        services += all.all.flatMap { $0.jobs(jobs) }
        if let esbuild = Esbuild(scratch: settings.data.joining) {
            services.append(
                jobs.make("webClient", .once) { [folder = settings.publicFolder] in
                    try await client.joinFiles { page in
                        try await esbuild.join(page.name, styles: page.styles, modules: page.modules, in: folder)
                    }
                })
        }
        services += [
            jobs.make("certificates", .always) {
                try await certificates.source.watch(
                    every: settings.certificateInterval, logger: logger, renewal: certificates.renewal)
            },
            tasks,
            application,
        ]
        let (challenges, orders) = certificateOrders(instance)
        if let orders { services.append(jobs.make("certificateOrders", .always) { try await orders.run() }) }
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
                "The database's log was not merged into it; that happens at the next start",
                metadata: ["error": "\(error)"]
            )
        }
    }

    /// The address under which a client has reached the server.
    static let origin: @Sendable (Request) -> String = { "https://\($0.head.authority ?? "localhost")" }

    var siteNames: [String] {
        ["localhost", ProcessInfo.processInfo.hostName, settings.host] + settings.names
    }

    @Sendable private func announce(_ port: Int, _ setup: SetupService) async {
        let host = settings.names.first ?? (settings.host.contains(":") ? "[\(settings.host)]" : settings.host)
        let shown = ["0.0.0.0", "[::]", "127.0.0.1"].contains(host) ? "localhost" : host
        do {
            if let link = try await setup.renewLink() {
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
