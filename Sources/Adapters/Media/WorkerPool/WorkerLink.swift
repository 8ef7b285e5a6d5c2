import Glibc
import NIOCore
import Subprocess

/// The scheduler's record of one worker. Belongs to the scheduler's event loop.
final class WorkerLink {
    let number: Int
    let root: [UInt8]
    let kills: AsyncStream<Void>.Continuation
    var channel: (any Channel)?
    var process: Int32?
    /// Whether it is confined and waits for files.
    var isReady = false
    /// The jobs in the order in which they were sent and are answered; the worker is reading the first.
    private(set) var underWay: [WorkerJob] = []
    /// The time at which the first of `underWay` became the first, or of the last answer.
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

    /// Whether it takes no more files because it is ending.
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

    /// The job that an answer belongs to; nil for an unrequested answer.
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

/// Splits a worker's bytes into answers.
final class WorkerChannelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let board: WorkerScheduler
    private let worker: Int
    private var pending = ByteBuffer()

    init(board: WorkerScheduler, worker: Int) {
        self.board = board
        self.worker = worker
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if pending.readableBytes == 0 {
            pending = buffer
        } else {
            pending.writeBuffer(&buffer)
        }
        do {
            while let reply = try nextReply() { board.answered(worker, reply) }
        } catch {
            // A worker that sends invalid frames may be compromised: the connection is given up.
            board.answered(worker, nil)
            context.close(promise: nil)
        }
        if pending.readableBytes == 0 { pending.clear() } else { pending.discardReadBytes() }
    }

    func channelInactive(context: ChannelHandlerContext) {
        board.closed(worker)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func nextReply() throws(WireError) -> WorkerReply? {
        guard let length = pending.getInteger(at: pending.readerIndex, endianness: .little, as: UInt32.self) else {
            return nil
        }
        guard length <= WorkerReply.frameLimit else { throw WireError() }
        guard pending.readableBytes - 4 >= Int(length) else { return nil }
        pending.moveReaderIndex(forwardBy: 4)
        let frame = pending.readSlice(length: Int(length)) ?? ByteBuffer()
        do {
            return try frame.withUnsafeReadableBytes { try WorkerReply(decoding: $0) }
        } catch {
            throw WireError()
        }
    }
}

/// The request to start a process.
struct WorkerStart: Sendable {
    /// The worker's number in the scheduler.
    let worker: Int
    /// The process's end of the socket. The code that starts the process closes it.
    let socket: CInt
    let kills: AsyncStream<Void>
}

/// The reason why a worker's process ended.
enum WorkerEnd: Sendable {
    /// It could not be started.
    case unstarted
    /// It ended by itself: its unanswered files are not to blame.
    case retired
    /// It used up the processor time for one file.
    case outOfTime
    case crashed

    init(_ status: TerminationStatus?) {
        self =
            switch status {
            case nil: .unstarted
            case .exited(0): .retired
            case .signaled(let signal) where signal == SIGXCPU: .outOfTime
            default: .crashed
            }
    }
}
