import NIOCore
import Synchronization

/// Remembers what went wrong first on a connection: a handshake that fails also fails whatever is being written meanwhile, which tells less.
final class FirstFailure: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let state = Mutex<(any Error)?>(nil)

    var error: (any Error)? { state.withLock { $0 } }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        state.withLock { $0 = $0 ?? error }
        context.fireErrorCaught(error)
    }
}
