import NIOConcurrencyHelpers

/// One question to a worker and whoever waits for the answer. All but `cancel` happens on the board's event loop.
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

    /// Only the first answer counts.
    func answer(_ reply: WorkerReply) {
        let waiter = state.withLockedValue { state in
            let waiter = state.waiter
            state.waiter = nil
            return waiter
        }
        waiter?.resume(returning: reply)
    }
}
