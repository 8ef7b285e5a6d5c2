import Glibc
import NIOCore
import NIOPosix

extension Channel {
    /// Ends what goes out on this channel for somebody who may not have it any more. Of a connection of its own, what the kernel holds is
    /// thrown away instead of being sent first; a stream of HTTP/2, which is no socket, leaves its connection to the others. From any
    /// thread.
    func cut() {
        if let socket = self as? any SocketOptionProvider {
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenFailure { _ in }
        }
        close(promise: nil)
    }
}
