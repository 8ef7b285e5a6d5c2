import Catalog
import NIOConcurrencyHelpers
import NIOCore

/// The files of one library that wait for a worker. Belongs to the scheduler's event loop.
final class WorkerGroup {
    var waiting = CircularBuffer<WorkerJob>()
    var starts = StartRate()
    /// Whether a later start is already scheduled.
    var isDelayed = false

    func takeWaiting() -> CircularBuffer<WorkerJob> {
        defer { waiting = [] }
        return waiting
    }
}

/// Limits the starts of one library's workers: sixteen at once, then one every 200 milliseconds; and after three failed
/// starts in a row, one every second.
struct StartRate {
    private static let burst = 16
    private static let pause = TimeAmount.milliseconds(200)
    private static let pauseAfterFailures = TimeAmount.seconds(1)

    private var tokens = burst
    private var refilled = NIODeadline.now()
    private var last: NIODeadline?
    private var failures = 0

    /// The earliest time of the next start.
    mutating func next(after now: NIODeadline) -> NIODeadline {
        let fresh = (now - refilled).nanoseconds / Self.pause.nanoseconds
        if fresh > 0 {
            tokens = min(Self.burst, tokens + Int(min(fresh, Int64(Self.burst))))
            refilled = now
        }
        if failures >= 3, let last { return last + Self.pauseAfterFailures }
        return tokens > 0 ? now : refilled + Self.pause
    }

    mutating func begin(at now: NIODeadline) {
        tokens -= 1
        last = now
    }

    mutating func succeeded() {
        failures = 0
    }

    /// Counts a failed start. Returns whether the waiting files should be given up.
    mutating func failed() -> Bool {
        failures += 1
        return failures >= 3
    }
}

/// One request to a worker and the task that waits for the answer. Everything except `cancel` happens on the
/// scheduler's event loop.
final class WorkerJob: Sendable {
    private struct State {
        var waiter: CheckedContinuation<WorkerReply, Never>?
        var isCancelled = false
    }

    let request: WorkerRequest
    private let state = NIOLockedValueBox(State())

    init(_ request: WorkerRequest) {
        self.request = request
    }

    var isCancelled: Bool { state.withLockedValue { $0.isCancelled } }

    func wait(_ waiter: CheckedContinuation<WorkerReply, Never>) {
        state.withLockedValue { $0.waiter = waiter }
    }

    func cancel() {
        state.withLockedValue { $0.isCancelled = true }
    }

    /// Answers the request. Only the first answer counts.
    func answer(_ reply: WorkerReply) {
        let waiter = state.withLockedValue { state in
            let waiter = state.waiter
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: reply)
    }
}

/// The problems of reading a file that its content does not cause.
extension FileProblem {
    static let givenUp = FileProblem(.unreadable, "The reading was given up.")
    static let stopped = FileProblem(.crashed, "The reading of media files has stopped.")
    static let unstartable = FileProblem(.crashed, "The reader of media files cannot be started.")

    /// The problem of the file that a worker was reading; nil when the file is not to blame.
    static func blame(for end: WorkerEnd, isKilled: Bool) -> FileProblem? {
        if isKilled { return FileProblem(.timeout, "Reading the file took too long.") }
        return switch end {
        case .unstarted, .retired: nil
        case .outOfTime: FileProblem(.timeout, "Reading the file took too much processor time.")
        case .crashed: FileProblem(.crashed, "Reading the file ended its reader.")
        }
    }
}
