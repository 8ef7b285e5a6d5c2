import Gateway
import HTTPSupport
import Hummingbird
import HummingbirdCore
import Listening
import Logging
import Primitives
import Streaming

/// The plain HTTP listener where renderers fetch what they were told to play. Renderers mostly cannot verify this
/// server's certificate. It opens nothing but signed addresses, each to the renderer that it was made for, and answers
/// everything else the same: 404.
struct RendererListener: Sendable {
    let urls: SignedTrackURLs
    let registry: RendererRegistry
    let transcoding: TranscodingService
    let limits: ConnectionLimits
    let shutdown: Duration
    let clock: any WallClock

    /// Listens at an address until the task is cancelled.
    ///
    /// - Parameter ready: called with the port.
    func run(host: String, port: Int, ready: @escaping @Sendable (Int) -> Void) async throws {
        let connections = ActiveConnections(limits: limits)
        let tasks = ConnectionTasks()
        var logger = Logger(label: "rondo.renderers.http")
        // It would report the end of the task as an error.
        logger.logLevel = .critical
        let application = Application(
            responder: Responder(listener: self),
            server: HTTPServerBuilder { [limits, shutdown] responder in
                GatewayChannel(
                    certificates: nil, limits: limits, connections: connections, tasks: tasks,
                    protection: SecurityFields.plain,
                    ready: ReadyAnswers(concern: { _ in false }, make: { _, _, _ in nil }),
                    longHeads: LongHeadRules(
                        isTaken: { _ in false },
                        reply: { _, _ in RedirectServer.Reply(mediaType: "text/plain", content: []) }),
                    shutdown: shutdown, responder: responder)
            },
            configuration: ApplicationConfiguration(address: .hostname(host, port: port), serverName: nil),
            services: [tasks],
            onServerRunning: { channel in ready(channel.localAddress?.port ?? port) },
            logger: logger)
        try await application.run()
    }

    private struct Responder: HTTPResponder {
        let listener: RendererListener

        func respond(to request: Request, context: GatewayContext) async throws -> Response {
            await listener.answer(request, context) ?? Response(status: .notFound)
        }
    }

    private func answer(_ request: Request, _ context: GatewayContext) async -> Response? {
        guard request.method == .get || request.method == .head, let path = request.head.path,
            let claim = urls.claim(of: path, at: clock.now()),
            registry.address(of: claim.speaker) == context.remoteAddress,
            let form = SinkFormats.request(claim.form, from: claim.offset)
        else { return nil }
        let listener = Listener(
            person: Instance.operatorPrincipal.user, player: "renderer \(claim.speaker.text)",
            address: context.remoteAddress)
        let audio = try? await transcoding.open(
            claim.track, form, as: Instance.operatorPrincipal, for: listener, begins: request.method == .get)
        return audio.map { audio in
            // Until an admin forbids the renderer, or switches all of them off.
            AudioResponder(audio: audio) { [registry] _ in { registry.isOpen(claim.speaker) } }
                .respond(to: request, on: context.channel)
        }
    }
}
