import Accounts
import Catalog
import Foundation
import Gateway
import HTTPSupport
import HTTPTypes
import Hummingbird
import Listening
import Logging
import NIOCore
import NIOEmbedded
import Media
import OpenSubsonicAPI
import Primitives
import SQLiteStore
import Submissions
import Synchronization
import Streaming
import Support
import Testing
import WebClient

@testable import rondo

/// The whole gateway as `rondo serve` composes it, with its real database, files and worker processes, answering within
/// this process.
final class ComposedServer: Sendable {
    let folder: String
    let all: ServerFeatures
    let metrics: PrometheusRegistry
    let native: [Endpoint]
    let remote: [SubsonicEndpoint]
    /// Every path and method that the router knows.
    let routes: [(method: HTTPRequest.Method, path: String)]
    private let responder: RouterResponder<GatewayContext>
    private let logger = Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() })
    private let channel = NIOAsyncTestingChannel()
    private let workers: Task<Void, Never>
    private let requests = Mutex(0)

    struct Answer: Sendable {
        let status: Int
        let fields: HTTPFields
        /// Empty where it was not read.
        let body: ByteBuffer

        var text: String { String(buffer: body) }

        var json: [String: Any] {
            (try? JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any]) ?? [:]
        }
    }

    /// - Parameter folder: where `data` and `certs` are or are made.
    init(in folder: String) async throws {
        self.folder = folder
        let settings = try ServeSettings(
            await SettingsReader(
                arguments: [
                    "--data", folder + "/data", "--certs", folder + "/certs", "--public", Program.publicFolder,
                    "--password-memory", "7168", "--password-passes", "5", "--giving-reserve", "0",
                    "--mail-server", "smtp://localhost:2525", "--mail-sender", "rondo@music.example",
                ], environment: [:], file: nil))
        let client = try WebClient(folder: Program.publicFolder)
        let metrics = PrometheusRegistry()
        let all = try await CommandLine.$programPath.withValue(Program.path) {
            let features = Features(try await Instance(settings: settings))
            let limits = ConnectionLimits()
            return try await ServerFeatures(
                features, handover: ServerHandover(), client: client,
                monitoring: Monitoring(
                    registry: metrics, connections: ActiveConnections(limits: limits),
                    readiness: Readiness(started: true) { try await features.instance.database.probe() }))
        }
        self.all = all
        self.metrics = metrics
        let surfaces = Surfaces(all, client: client, site: SiteRules(names: ["localhost"]), notes: nil)
        native = surfaces.native
        remote = surfaces.remote
        routes = surfaces.router.routes.map { ($0.method, "\($0.path)") }
        responder = surfaces.router.buildResponder()
        workers = Task {
            await withTaskGroup { group in
                group.addTask { await all.features.instance.media.run() }
                group.addTask { await all.features.instance.images.run() }
                group.addTask { await all.streaming.renditions.run() }
                group.addTask { await all.submissions.reader.run() }
                group.addTask { await all.portability.workers.run() }
            }
        }
    }

    var features: Features { all.features }

    deinit {
        workers.cancel()
    }

    /// One request, from an address of its own, so that nobody is slowed for what others tried. Only text is read of
    /// the answer: sound and pictures have a connection to go to, and events no end.
    func send(
        _ method: HTTPRequest.Method, _ path: String, _ fields: HTTPFields = [:], body: [UInt8]? = nil
    ) async throws -> Answer {
        let number = requests.withLock { number in
            number += 1
            return number
        }
        channel.remoteAddress = try SocketAddress(
            ipAddress: "10.\(number >> 8 & 255).\(number & 255).\(number >> 16 & 255)", port: 4000)
        var fields = fields
        fields[.contentLength] = body.map { "\($0.count)" }
        let request = Request(
            head: HTTPRequest(
                method: method, scheme: "https", authority: "localhost", path: path, headerFields: fields),
            body: RequestBody(buffer: ByteBuffer(bytes: body ?? [])))
        let context = GatewayContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let response = try await responder.respond(to: request, context: context)
        let collected = Collected()
        let type = response.headers[.contentType] ?? ""
        if ["json", "xml", "text/plain", "text/html"].contains(where: { type.contains($0) }) {
            try await response.body.write(collected)
        }
        return Answer(status: response.status.code, fields: response.headers, body: collected.content)
    }

    private final class Collected: ResponseBodyWriter {
        var content = ByteBuffer()

        func write(_ buffer: ByteBuffer) async throws {
            content.writeImmutableBuffer(buffer)
        }

        func finish(_ fields: HTTPFields?) async throws {}
    }
}
