import NIOCore

/// Cuts what a worker says into answers.
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
            // It speaks nonsense: what it is or has become is not to be talked with.
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
