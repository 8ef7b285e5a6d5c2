import NIOCore

/// The files of one library that wait for a worker. Lives on the board's event loop.
final class WorkerGroup {
    var waiting = CircularBuffer<WorkerJob>()
    var starts = StartRate()
    /// A start is already scheduled for later.
    var isDelayed = false

    func takeWaiting() -> CircularBuffer<WorkerJob> {
        defer { waiting = [] }
        return waiting
    }
}
