import NIOCore

/// One worker as the board sees it. Lives on the board's event loop.
final class WorkerLink {
    let number: Int
    let root: [UInt8]
    let kills: AsyncStream<Void>.Continuation
    var channel: (any Channel)?
    var process: Int32?
    /// Confined and waiting for files.
    var isReady = false
    /// In the order in which they were sent, which is that of the answers; the first is the one being read.
    private(set) var underWay: [WorkerJob] = []
    /// When the first of `underWay` became that, or when the last answer came.
    private(set) var since: NIODeadline
    private(set) var answered = 0
    var isKilled = false
    var isClosed = false
    var end: WorkerEnd?

    init(number: Int, root: [UInt8], kills: AsyncStream<Void>.Continuation) {
        self.number = number
        self.root = root
        self.kills = kills
        since = .now()
    }

    /// Takes no more files: on its way out.
    var isLeaving: Bool { isKilled || isClosed || end != nil }

    func send(_ job: WorkerJob) {
        if underWay.isEmpty { since = .now() }
        underWay.append(job)
        send(job.request)
    }

    func send(_ request: WorkerRequest) {
        guard let channel else { return }
        channel.writeAndFlush(channel.allocator.buffer(bytes: request.frame()), promise: nil)
    }

    /// The job that an answer belongs to; nil for an answer that nobody asked for.
    func answeredJob() -> WorkerJob? {
        since = .now()
        guard !underWay.isEmpty else { return nil }
        answered += 1
        return underWay.removeFirst()
    }

    func takeBackJobs() -> [WorkerJob] {
        defer { underWay = [] }
        return underWay
    }

    func kill() {
        isKilled = true
        kills.yield()
    }
}
