package import NIOPosix
import Synchronization

/// Threads that wait for the disks of libraries. Each library's folder has its own, so that an unresponsive disk (a
/// network mount whose server is gone) blocks only its own library.
package final class LibraryThreads: Sendable {
    private static let perLibrary = 4
    /// A sleeping disk needs some seconds to spin up.
    package static let timeout = Duration.seconds(20)

    /// The number of timeouts that a call may wait for a thread.
    private static let longestQueue = 15

    private let waits = Mutex<[[UInt8]: LibraryWait]>([:])
    private let all: NIOThreadPool?

    /// - Parameter all: one pool for all folders; nil gives each folder threads of its own.
    package init(all: NIOThreadPool? = nil) {
        self.all = all
    }

    /// Runs `body` on a thread of the library in the folder `root`. Throws `DiskTimeout` when it takes longer than
    /// `timeout`, and at once while every thread of the library has waited for its disk for longer than that. A late
    /// result is dropped.
    package func run<R: Sendable>(
        for root: [UInt8], within timeout: Duration = LibraryThreads.timeout,
        _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        let wait = wait(for: root)
        guard wait.silent < Self.perLibrary else { throw DiskTimeout() }
        let (answers, answer) = AsyncThrowingStream<R, any Error>.makeStream()
        let call = LibraryWait.Call(wait)
        wait.pool.submit { state in
            guard state == .active, call.begin() else { return answer.finish(throwing: CancellationError()) }
            let result = Result(catching: body)
            // Before the answer is there: its receiver would count this call among those without one.
            call.end()
            answer.yield(with: result)
            answer.finish()
        }
        let clock = Task {
            // A call that waits for a thread waits for other calls, which detect by themselves whether the disk
            // answers.
            var turns = 0
            repeat {
                try await Task.sleep(for: timeout)
                turns += 1
            } while call.isQueued && turns < Self.longestQueue && wait.silent == 0
            call.giveUp()
            answer.finish(throwing: DiskTimeout())
        }
        defer {
            clock.cancel()
            // The caller stops waiting for a call without an answer.
            call.giveUp()
        }
        for try await result in answers { return result }
        throw CancellationError()
    }

    /// The number of calls whose disk has not answered in time and does not answer yet.
    package func silentCalls(for root: [UInt8]) -> Int { wait(for: root).silent }

    private func wait(for root: [UInt8]) -> LibraryWait {
        waits.withLock { waits in
            if let wait = waits[root] { return wait }
            let pool = all ?? NIOThreadPool(numberOfThreads: Self.perLibrary)
            // A thread that waits for a dead disk ends with the process: these pools are never shut down.
            if all == nil { pool.start() }
            let wait = LibraryWait(pool)
            waits[root] = wait
            return wait
        }
    }
}

/// The disk of a library has not answered in time.
package struct DiskTimeout: Error {}

/// The threads of one library, and the number of calls that have timed out on them.
private final class LibraryWait: Sendable {
    let pool: NIOThreadPool
    private let count = Mutex(0)

    init(_ pool: NIOThreadPool) {
        self.pool = pool
    }

    /// The calls that timed out and have not ended.
    var silent: Int { count.withLock { $0 } }

    final class Call: Sendable {
        private enum State {
            case queued, running, silent, givenUp, ended
        }

        private let wait: LibraryWait
        private let state = Mutex(State.queued)

        init(_ wait: LibraryWait) {
            self.wait = wait
        }

        var isQueued: Bool { state.withLock { $0 == .queued } }

        /// Returns false where the caller no longer waits.
        func begin() -> Bool {
            state.withLock { state in
                guard state == .queued else { return false }
                state = .running
                return true
            }
        }

        func giveUp() {
            state.withLock { state in
                switch state {
                case .queued: state = .givenUp
                case .running:
                    state = .silent
                    wait.count.withLock { $0 += 1 }
                case .silent, .givenUp, .ended: break
                }
            }
        }

        func end() {
            state.withLock { state in
                if state == .silent { wait.count.withLock { $0 -= 1 } }
                state = .ended
            }
        }
    }
}
