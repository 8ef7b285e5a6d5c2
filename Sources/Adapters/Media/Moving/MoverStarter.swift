import CLinux
import Foundation
import Glibc
import Synchronization

/// The process that starts movers. It begins before the server gives up writing anywhere but in its own folders, so that what it starts may
/// write into libraries; and it starts nothing else.
package enum MoverStarter {
    /// What makes the gateway's program call `run`.
    package static let argument = "library-mover-starter"

    /// Serves the other end of the Unix socket that is its standard input until that is closed. To be called first thing in `main`.
    ///
    /// - Parameter program: the gateway's own, absolute.
    package static func run(program: String) -> Never {
        _ = rondo_forbid_dumps()
        // The kernel reaps what it has started.
        signal(SIGCHLD, SIG_IGN)
        let arguments = words(program, MoverProcess.argument)
        let environment = words("LC_ALL=C", "SWIFT_BACKTRACE=enable=no")
        while true {
            // It waits, mostly for days.
            rondo_release_code()
            let line = rondo_receive_descriptor(0, 1)
            if line == -EPIPE || line == -ECONNRESET || line == -ENOTSOCK { exit(0) }
            guard line >= 0 else { continue }
            // Where it cannot be started, the line ends without an answer.
            _ = rondo_spawn(program, arguments, environment, [line, line, -1], 0)
            close(line)
        }
    }

    /// Starts one. To be called before there are other threads.
    package static func start(program: String) -> MoverConnection? {
        var ends: [CInt] = [-1, -1]
        guard rondo_socket_pair(&ends) == 0 else { return nil }
        defer { close(ends[1]) }
        let arguments = words(program, argument)
        let environment = words("LC_ALL=C", "SWIFT_BACKTRACE=enable=no")
        defer { for text in arguments + environment { free(text) } }
        guard rondo_spawn(program, arguments, environment, [ends[1], -1, -1], 0) > 0 else {
            close(ends[0])
            return nil
        }
        return MoverConnection(ends[0])
    }

    /// As execve(2) takes them; the caller's to free.
    private static func words(_ texts: String...) -> [UnsafeMutablePointer<CChar>?] {
        texts.map { strdup($0) } + [nil]
    }
}

/// The way to the process that starts movers.
package final class MoverConnection: Sendable {
    private let descriptor: CInt
    /// One descriptor at a time goes through it.
    private let turn = Mutex(())

    fileprivate init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// What a mover answers to `order`; nothing where it could not be started, has crashed or was given up by cancellation.
    func ask(_ order: [UInt8], longest: Int) async -> [UInt8] {
        var ends: [CInt] = [-1, -1]
        guard rondo_socket_pair(&ends) == 0 else { return [] }
        let line = OpenLine(ends[0])
        let sent = turn.withLock { _ in rondo_send_descriptor(descriptor, ends[1]) }
        close(ends[1])
        guard sent == 0 else { return [] }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // It waits for as long as a large file takes: a thread of the pool would be missing elsewhere.
                Thread.detachNewThread { continuation.resume(returning: line.ask(order, longest: longest)) }
            }
        } onCancel: {
            line.shutDown()
        }
    }
}

/// The server's end of a socket to one mover.
private final class OpenLine: Sendable {
    private let descriptor: CInt

    init(_ descriptor: CInt) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    func shutDown() {
        shutdown(descriptor, CInt(SHUT_RDWR))
    }

    func ask(_ order: [UInt8], longest: Int) -> [UInt8] {
        var done = 0
        while done < order.count {
            let sent = order.withUnsafeBytes {
                send(descriptor, $0.baseAddress?.advanced(by: done), $0.count - done, CInt(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { return [] }
            done += sent
        }
        shutdown(descriptor, CInt(SHUT_WR))
        var answer = [UInt8](repeating: 0, count: longest)
        var filled = 0
        while filled < longest {
            let got = answer.withUnsafeMutableBytes {
                read(descriptor, $0.baseAddress?.advanced(by: filled), $0.count - filled)
            }
            if got < 0, errno == EINTR { continue }
            guard got > 0 else { break }
            filled += got
        }
        return Array(answer.prefix(filled))
    }
}
