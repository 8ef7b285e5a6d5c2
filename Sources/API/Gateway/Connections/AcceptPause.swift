package import Logging
package import NIOCore

/// Pauses a listener for a second when accept(2) fails, as it does while the process has no descriptors left. The
/// connections wait in the kernel meanwhile.
///
/// SwiftNIO leaves its read pending after such an error (2.101.2, `ServerSocketChannel.readFromSocket`), so that its
/// own `AcceptBackoffHandler` delays nothing and the event loop calls the kernel again and again.
package final class AcceptPause: ChannelInboundHandler {
    package typealias InboundIn = any Channel
    package typealias InboundOut = any Channel

    private static let pauseLength = TimeAmount.seconds(1)
    /// The time between two log lines.
    private static let reportInterval = TimeAmount.minutes(1)

    private let logger: Logger
    private var end: Scheduled<Void>?
    private var reportedAt: NIODeadline?

    package init(logger: Logger) {
        self.logger = logger
    }

    /// Adds one before all other handlers of the listener.
    package static func add(to listener: any Channel, logger: Logger) async throws {
        try await listener.eventLoop.submit {
            try listener.pipeline.syncOperations.addHandler(AcceptPause(logger: logger), position: .first)
        }.get()
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if let error = error as? IOError, end == nil { pause(context, error) }
        context.fireErrorCaught(error)
    }

    package func channelInactive(context: ChannelHandlerContext) {
        end?.cancel()
        context.fireChannelInactive()
    }

    private func pause(_ context: ChannelHandlerContext, _ error: IOError) {
        report(error)
        let options = context.channel.syncOptions
        do {
            try options?.setOption(.autoRead, value: false)
        } catch {
            return
        }
        end = context.eventLoop.assumeIsolated().scheduleTask(in: Self.pauseLength) { [weak self] in
            self?.end = nil
            // It fails only on a listener that is closed.
            try? options?.setOption(.autoRead, value: true)
        }
    }

    private func report(_ error: IOError) {
        let now = NIODeadline.now()
        if let reportedAt, now - reportedAt < Self.reportInterval { return }
        reportedAt = now
        logger.warning("New connections have to wait", metadata: ["error": "\(error)"])
    }
}
