package import NIOPosix
import Synchronization

/// Threads that wait for the disks of libraries: some for each library's folder, so that a disk that does not answer (a network mount whose server is
/// gone) holds up nothing but itself.
package final class LibraryThreads: Sendable {
    private static let perLibrary = 4
    /// A disk that sleeps needs some seconds to turn.
    package static let timeout = Duration.seconds(20)

    /// How often `patience` may pass before a call has a thread.
    private static let longestQueue = 15

    private let waits = Mutex<[[UInt8]: LibraryWait]>([:])
    private let all: NIOThreadPool?

    /// - Parameter all: for all folders together; each has threads of its own where there is none.
    package init(all: NIOThreadPool? = nil) {
        self.all = all
    }

    /// Runs `body` on a thread of the library in the folder `root`. Throws `DiskTimeout` where that takes longer than `patience`, and at once
    /// while every thread of the library waits for its disk for longer than that. What comes too late is dropped.
    package func run<R: Sendable>(
        for root: [UInt8], within timeout: Duration = LibraryThreads.timeout,
        _ body: @escaping @Sendable () throws -> R
    ) async throws -> R {
        let wait = wait(for: root)
        guard wait.silent < Self.perLibrary else { throw DiskTimeout() }
        let (answers, answer) = AsyncThrowingStream<R, any Error>.makeStream()
        let call = LibraryWait.Call(wait)
        wait.pool.submit { state in
            defer { call.end() }
            guard state == .active, call.begin() else { return answer.finish(throwing: CancellationError()) }
            do {
                answer.yield(try body())
                answer.finish()
            } catch {
                answer.finish(throwing: error)
            }
        }
        let clock = Task {
            // Who waits for a thread waits for others, which tell by themselves whether the disk answers.
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
            // Nobody waits for it any more, where it has not answered.
            call.giveUp()
        }
        for try await result in answers { return result }
        throw CancellationError()
    }

    private func wait(for root: [UInt8]) -> LibraryWait {
        waits.withLock { waits in
            if let wait = waits[root] { return wait }
            let pool = all ?? NIOThreadPool(numberOfThreads: Self.perLibrary)
            // A thread that waits for a dead disk ends with the process: nothing shuts these down.
            if all == nil { pool.start() }
            let wait = LibraryWait(pool)
            waits[root] = wait
            return wait
        }
    }
}

/// The disk of a library has not answered in time.
package struct DiskTimeout: Error {}

/// The threads of one library, and how many calls they have kept for too long.
private final class LibraryWait: Sendable {
    let pool: NIOThreadPool
    private let count = Mutex(0)

    init(_ pool: NIOThreadPool) {
        self.pool = pool
    }

    /// Calls that were given up and have not ended.
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

        /// False where nobody waits for it any more.
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
