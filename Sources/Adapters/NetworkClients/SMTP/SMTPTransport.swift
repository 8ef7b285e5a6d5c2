import Glibc
package import Messaging
import NIOCore
package import NIOPosix
import NIOSSL
import Synchronization

/// Sends email to one server by SMTP (RFC 5321), over a connection for each. The certificate is verified, and the
/// password is sent only over an encrypted or local connection.
package struct SMTPTransport: MailTransport {
    private let settings: SMTPSettings
    private let name: String
    private let group: MultiThreadedEventLoopGroup

    /// - Parameter name: the name of this server in the SMTP greeting.
    package init(_ settings: SMTPSettings, name: String, group: MultiThreadedEventLoopGroup = .singleton) {
        self.settings = settings
        self.name = name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && !name.isEmpty ? name : "localhost"
        self.group = group
    }

    package func send(_ message: [UInt8], from sender: String, to recipient: String) async throws {
        let (settings, name) = (settings, name)
        let tls = try TLSOffer(settings)
        let failures = FirstFailure()
        let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
        do {
            channel = try await ClientBootstrap(group: group)
                .connectTimeout(.seconds(20))
                .connect(host: settings.host, port: settings.port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if settings.security == .implicit {
                            try channel.pipeline.syncOperations.addHandler(tls.handler())
                        }
                        try channel.pipeline.syncOperations.addHandler(failures)
                        return try NIOAsyncChannel(wrappingChannelSynchronously: channel)
                    }
                }
        } catch {
            throw MailFailure("The mail server cannot be reached: \(Self.reason(error))")
        }
        // Whatever the server does, the connection ends in time.
        let alarm = channel.channel.eventLoop.scheduleTask(in: TimeAmount(settings.deadline)) {
            channel.channel.close(promise: nil)
        }
        defer { alarm.cancel() }
        do {
            try await channel.executeThenClose { inbound, outbound in
                var session = SMTPSession(
                    settings: settings, tls: tls, name: name, channel: channel.channel,
                    inbound: inbound.makeAsyncIterator(), outbound: outbound)
                try await session.deliver(message, from: sender, to: recipient)
            }
        } catch let failure as MailFailure {
            throw failure
        } catch {
            throw MailFailure("The mail server hung up: \(Self.reason(failures.error ?? error))")
        }
    }

    /// The error in words for an administrator. Libraries' own descriptions name files of the build machine.
    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as NIOConnectionError:
            return error.connectionErrors.first.map { reason($0.error) } ?? "its address is not known"
        case let error as IOError: return String(cString: strerror(error.errnoCode))
        case is NIOSSLError, is BoringSSLError, is NIOSSLExtraError:
            let isDistrust = ["CERTIFICATE_VERIFY_FAILED", "failedToValidateHostname"].contains {
                "\(error)".contains($0)
            }
            return isDistrust ? "its certificate is not trusted, or is another's" : "no encryption could be agreed upon"
        case ChannelError.connectTimeout: return "it does not answer"
        default: return "the connection broke"
        }
    }
}

/// Records the first error of a connection: a failed handshake also fails pending writes, whose errors say less.
final class FirstFailure: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let state = Mutex<(any Error)?>(nil)

    var error: (any Error)? { state.withLock { $0 } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        state.withLock { $0 = $0 ?? error }
        context.fireErrorCaught(error)
    }
}
