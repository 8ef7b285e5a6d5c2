import Accounts
import Catalog
import Credentials
import Foundation
import Gateway
import HTTPSupport
import HTTPTypes
import Hummingbird
import Logging
import ListenBrainzAPI
import LyricsAPI
import NIOCore
import ServiceLifecycle
import Media
import OpenSubsonicAPI
import Primitives
import RouterSupport
import SQLiteStore
import Submissions
import Synchronization
import Streaming
import Support
import Testing
import WebClient

@testable import rondo

/// The whole server as `rondo serve` composes it, with its real database, files and worker processes. It answers within
/// this process.
final class ComposedServer: Sendable {
    /// The parts that run beside the request handlers.
    enum Running {
        /// The worker processes.
        case workers
        /// Everything that `rondo serve` runs, except its listeners and certificates.
        case everything
    }

    let folder: String
    let all: ServerFeatures
    let metrics: PrometheusRegistry
    let native: [Endpoint]
    let remote: [SubsonicEndpoint]
    let lyrics: [LyricsEndpoint]
    let listens: [ListenBrainzEndpoint]
    /// Every path and method that the router knows.
    let routes: [(method: HTTPRequest.Method, path: String)]
    private let responder: RouterResponder<GatewayContext>
    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    private let services: ServiceGroup
    private let run: Task<Void, Never>
    private let requests = Mutex(0)

    /// An empty server, for all tests that only read its description and the client's files.
    static let empty = Task {
        let folder = try TemporaryFolder()
        return try await ComposedServer(in: folder.path, keeping: folder)
    }

    /// - Parameters:
    ///   - folder: contains `data` and `certs`, or will.
    ///   - owner: the folder to keep until the server has stopped.
    ///   - arguments: arguments of `rondo serve`, added to those of every test.
    init(
        in folder: String, keeping owner: TemporaryFolder? = nil,
        arguments: [String] = [
            "--mail-server", "smtp://localhost:2525", "--mail-sender", "rondo@music.example",
        ], running: Running = .workers
    ) async throws {
        self.folder = folder
        let settings = try ServeSettings(
            SettingsReader(
                arguments: [
                    "--data", folder + "/data", "--certs", folder + "/certs", "--public", Program.publicFolder,
                    "--password-memory", "7168", "--password-passes", "5", "--giving-reserve", "0",
                ] + arguments, environment: [:], file: nil))
        let client = try WebClient(folder: Program.publicFolder)
        let jobs = JobMaker(logger: logger)
        let readiness = Mutex<Readiness?>(nil)
        let all = try await CommandLine.$programPath.withValue(Program.path) {
            let features = Features(try await Instance(settings: settings))
            let limits = ConnectionLimits()
            let ready = Readiness(started: running == .workers) { try await features.instance.database.probe() }
            readiness.withLock { $0 = ready }
            return try await ServerFeatures(
                features, handover: ServerHandover(), client: client,
                monitoring: Monitoring(
                    registry: jobs.registry, connections: ActiveConnections(limits: limits), readiness: ready))
        }
        self.all = all
        metrics = jobs.registry
        let surfaces = Surfaces(
            all, client: client, site: SiteRules(names: ["localhost"]), proxies: settings.proxies, notes: nil)
        native = surfaces.native
        remote = surfaces.remote
        lyrics = surfaces.lyrics
        listens = surfaces.listens
        routes = surfaces.router.routes.map { ($0.method, "\($0.path)") }
        responder = surfaces.router.buildResponder()
        let instance = all.features.instance
        var services: [any Service] = [instance.media, instance.images]
        switch running {
        case .workers:
            services += [
                jobs.make("covers", .always) { await all.streaming.renditions.run() },
                all.submissions.reader, all.portability.workers,
            ]
        case .everything:
            guard let readiness = readiness.withLock({ $0 }) else { break }
            services += try await Server(settings: settings, handover: ServerHandover())
                .prepare(all.features, jobs, readiness)
            services += all.all.flatMap { $0.jobs(jobs) }
        }
        let group = ServiceGroup(configuration: ServiceGroupConfiguration(services: services, logger: logger))
        self.services = group
        run = Task {
            try? await group.run()
            try? await instance.hasher.shutdown()
            try? instance.database.close()
            withExtendedLifetime(owner) {}
        }
    }

    var features: Features { all.features }

    deinit {
        run.cancel()
    }

    /// Stops it as a signal would: its jobs finish, and its database is closed.
    func stop() async {
        await services.triggerGracefulShutdown()
        await run.value
    }

    /// Sends one request from a new address, so that failures of other tests do not throttle it. The reply must be
    /// text.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: [UInt8]? = nil
    ) async throws -> HTTPReply {
        let number = requests.withLock { number in
            number += 1
            return number
        }
        let reply = try await open(
            method, path, fields, body: body, from: "10.\(number >> 8 & 255).\(number & 255).\(number >> 16 & 255)")
        let type = reply.fields[.contentType] ?? ""
        let isRead = ["json", "xml", "text/plain", "text/html"].contains { type.contains($0) }
        return isRead ? try await reply.whole() : reply.head
    }

    /// Starts a request. The caller reads the reply's body from the result.
    func open(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields, body: [UInt8]?, from address: String
    ) async throws -> StreamedReply {
        let request = Request(method, path, fields, body: body.map { ByteBuffer(bytes: $0) })
        return try await responder.open(
            Surfaces.collapsed(request), from: SocketAddress(ipAddress: address, port: 4000))
    }
}
