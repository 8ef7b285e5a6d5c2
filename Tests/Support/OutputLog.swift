import Foundation
import Glibc
import Synchronization

/// The output of a process, line by line, for tests that wait for a line.
final class OutputLog: Sendable {
    private struct State {
        var bytes: [UInt8] = []
        var isOver = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    /// Reads until the process has ended and the pipe is empty, even if other processes still hold the pipe open.
    init(of process: ChildProcess, through pipe: PrivatePipe) {
        _ = fcntl(pipe.readEnd, F_SETFL, O_NONBLOCK)
        Thread.detachNewThread {
            var isOver = false
            while !isOver {
                isOver = !process.isRunning
                var waiting = pollfd(fd: pipe.readEnd, events: Int16(POLLIN), revents: 0)
                poll(&waiting, 1, 20)
                while let data = Self.read(pipe.readEnd) { self.append(data) }
            }
            self.end()
        }
    }

    var text: String { state.withLock { String(decoding: $0.bytes, as: UTF8.self) } }

    private static func read(_ descriptor: CInt) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        return count > 0 ? Array(bytes.prefix(count)) : nil
    }

    private func append(_ data: [UInt8]) {
        wake { $0.bytes.append(contentsOf: data) }
    }

    private func end() {
        wake { $0.isOver = true }
    }

    /// The first value that `value` returns for a complete line with `mark`. Nil if the process ends before.
    func wait<Value>(for mark: String, _ value: (Substring) -> Value?) async -> Value? {
        while true {
            let (bytes, isOver) = state.withLock { ($0.bytes, $0.isOver) }
            let lines = String(decoding: bytes, as: UTF8.self).split(
                separator: "\n", omittingEmptySubsequences: false
            ).dropLast()
            for line in lines where line.contains(mark) {
                if let found = value(line) { return found }
            }
            if isOver { return nil }
            await nextChange(after: bytes.count)
        }
    }

    func waitForEnd() async {
        while true {
            let (seen, isOver) = state.withLock { ($0.bytes.count, $0.isOver) }
            if isOver { return }
            await nextChange(after: seen)
        }
    }

    /// - Parameter seen: the number of bytes that the caller has examined. Later bytes are a change.
    private func nextChange(after seen: Int) async {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isOver || state.bytes.count != seen { return true }
                state.waiters.append(continuation)
                return false
            }
            if isReady { continuation.resume() }
        }
    }

    private func wake(_ change: (inout State) -> Void) {
        let waiters = state.withLock { state in
            change(&state)
            defer { state.waiters = [] }
            return state.waiters
        }
        waiters.forEach { $0.resume() }
    }
}
