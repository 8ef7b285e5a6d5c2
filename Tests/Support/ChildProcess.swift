import CLinux
import Foundation
import Glibc
import Synchronization

/// A process that inherits only its three standard descriptors. A separate thread reaps it. The process may outlive
/// this object.
///
/// Foundation's `Process` sometimes reads past the end of the list of open descriptors, which ends the test program.
package final class ChildProcess: Sendable {
    private struct State {
        var status: Int32?
        var waiters: [CheckedContinuation<Int32, Never>] = []
    }

    package let processIdentifier: Int32
    private let state = Mutex(State())

    /// - Parameters:
    ///   - command: the absolute path of a program, and its arguments.
    ///   - input, output, error: open descriptors, which the caller keeps owning. `/dev/null` where nil.
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

    /// The exit status, or the number of the signal that ended the process. Nil while it runs.
    package var status: Int32? { state.withLock { $0.status } }

    package var isRunning: Bool { state.withLock { $0.status == nil } }

    /// Does nothing once the process has ended, because another process may have its number by then.
    package func signal(_ signal: CInt) {
        state.withLock { if $0.status == nil { _ = kill(processIdentifier, signal) } }
    }

    /// Waits for the end. Returns the exit status, or the number of the signal that ended the process.
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

    /// Blocks until the process has ended. For callers that cannot suspend.
    package func waitUntilEnded() {
        var info = siginfo_t()
        while isRunning { _ = waitid(P_PID, id_t(processIdentifier), &info, WEXITED | WNOWAIT) }
    }

    private func reap() {
        // Until the lock is held the process stays a zombie, so that no other process gets its number.
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

/// A pipe whose ends a process inherits only when they are passed to it.
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
