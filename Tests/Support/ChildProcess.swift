import CLinux
import Foundation
import Glibc
import Synchronization

/// A process that inherits nothing but its three standard descriptors. It is reaped by a thread of its own; it may
/// outlive this object.
///
/// Foundation's `Process` reads past the end of the list of open descriptors now and then, which ends the test program.
package final class ChildProcess: Sendable {
    private struct State {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    package let processIdentifier: Int32
    private let state = Mutex(State())

    /// - Parameters:
    ///   - command: a program, absolute, and its arguments.
    ///   - input, output, error: open descriptors, which remain the caller's; `/dev/null` where nil.
    package init(
        _ command: [String], environment: [String: String]? = nil, input: CInt? = nil, output: CInt? = nil,
        error: CInt? = nil
    ) throws {
        let environment = environment ?? ProcessInfo.processInfo.environment
        let arguments = command.map { strdup($0) } + [nil]
        let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let identifier = rondo_spawn(
            command[0], arguments, variables, [input ?? -1, output ?? -1, error ?? -1], 0)
        guard identifier > 0 else { throw CannotStart(program: command[0], code: -identifier) }
        processIdentifier = identifier
        Thread.detachNewThread { self.reap() }
    }

    package struct CannotStart: Error {
        package let program: String
        package let code: CInt
    }

    /// Its exit status, or the number of the signal that ended it; nil while it runs.
    package var status: Int32? { state.withLock { $0.status } }

    package var isRunning: Bool { state.withLock { $0.status == nil } }

    /// Does nothing once the process has ended: its number may be another's then.
    package func signal(_ signal: CInt) {
        state.withLock { if $0.status == nil { _ = kill(processIdentifier, signal) } }
    }

    /// Its exit status, or the number of the signal that ended it.
    @discardableResult
    package func ended() async -> Int32 {
        await withCheckedContinuation { continuation in
            let status = state.withLock { state in
                if state.status == nil { state.waiters.append(continuation) }
                return state.status
            }
            if let status { continuation.resume(returning: status) }
        }
    }

    /// For callers that cannot suspend.
    package func waitUntilEnded() {
        var info = siginfo_t()
        while isRunning { _ = waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) }
    }

    private func reap() {
        // It stays a zombie, whose number is nobody else's, until the lock is held.
        var info = siginfo_t()
        while waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
        let (status, waiters) = state.withLock { state in
            var word: CInt = 0
            while waitpid(processIdentifier, &word, 0) < 0, errno == EINTR {}
            let status = word & 0x7f == 0 ? (word >> 8) & 0xff : word & 0x7f
            state.status = status
            defer { state.waiters = [] }
            return (status, state.waiters)
        }
        waiters.forEach { $0.resume(returning: status) }
    }
}

/// The two ends of a pipe that no process inherits but by being given one.
package final class PrivatePipe: Sendable {
    package let readEnd: CInt
    package let writeEnd: CInt
    private let isWriteEndOpen = Mutex(true)

    package init() throws {
        var ends: [CInt] = [-1, -1]
        guard rondo_pipe(&ends) == 0 else { throw CocoaError(.fileReadUnknown) }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        closeWriteEnd()
        close(readEnd)
    }

    package func closeWriteEnd() {
        isWriteEndOpen.withLock { isOpen in
            if isOpen { close(writeEnd) }
            isOpen = false
        }
    }
}
