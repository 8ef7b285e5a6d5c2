import NIOCore
import NIOHTTPTypes
import NIOPosix
import Primitives
import Synchronization

/// Sends one range of a file as response body parts, with one buffer of 48 KiB in flight.
///
/// It belongs to the channel's event loop. Cached bytes are read there and written at once, with no hop to another
/// thread and no copy but the one into TLS; other bytes are read on a thread pool. The next chunk is read when the
/// socket has taken the last.
final class FilePump {
    /// Three full TLS records: with their overhead they just fit the 64 KiB buffer that TLS keeps for a connection.
    static let chunkSize = 48 * 1024
    /// After this number of chunks in a row the other connections of the event loop get their turn.
    private static let chunksPerTurn = 16

    private let file: any ReadableFile
    private let channel: any Channel
    private let mayContinue: @Sendable () -> Bool
    private let reading: (@Sendable (UnsafeRawBufferPointer) -> Void)?
    private let sent: @Sendable (Int) -> Void
    private var offset: Int64
    private let end: Int64
    private var buffer: ByteBuffer
    private let completion: EventLoopPromise<Void>
    private var isPumping = false
    private var isReady = true
    private var isFinished = false

    private init(
        _ file: any ReadableFile, _ range: Range<Int64>, to channel: any Channel,
        mayContinue: @escaping @Sendable () -> Bool, reading: (@Sendable (UnsafeRawBufferPointer) -> Void)?,
        sent: @escaping @Sendable (Int) -> Void, completion: EventLoopPromise<Void>
    ) {
        self.file = file
        self.channel = channel
        self.mayContinue = mayContinue
        self.reading = reading
        self.sent = sent
        offset = range.lowerBound
        end = range.upperBound
        buffer = channel.allocator.buffer(capacity: Int(min(Int64(Self.chunkSize), end - offset)))
        self.completion = completion
    }

    /// Returns when the last byte has been passed to the socket. Throws when the client leaves, when the file changes
    /// or shrinks, when `mayContinue`, called before every chunk, returns false, and when the task is canceled, which
    /// closes the channel. `reading` gets each chunk before it is sent; `sent` gets each number of bytes that the
    /// socket has taken.
    static func send(
        _ file: any ReadableFile, _ range: Range<Int64>, to channel: any Channel,
        mayContinue: @escaping @Sendable () -> Bool, reading: (@Sendable (UnsafeRawBufferPointer) -> Void)? = nil,
        sent: @escaping @Sendable (Int) -> Void = { _ in }
    ) async throws {
        let completion = channel.eventLoop.makePromise(of: Void.self)
        channel.eventLoop.execute {
            FilePump(
                file, range, to: channel, mayContinue: mayContinue, reading: reading, sent: sent,
                completion: completion
            ).pump()
        }
        // A client that reads nothing must not delay the end of the task: its write fails with the channel.
        try await withTaskCancellationHandler {
            try await completion.futureResult.get()
        } onCancel: {
            channel.close(promise: nil)
        }
    }

    private func pump() {
        guard !isPumping, !isFinished else { return }
        isPumping = true
        defer { isPumping = false }
        var chunks = 0
        while isReady, !isFinished {
            guard offset < end else { return finish(.success(())) }
            guard chunks < Self.chunksPerTurn else {
                let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
                channel.eventLoop.execute { bound.value.pump() }
                return
            }
            chunks += 1
            step()
        }
    }

    private func step() {
        guard mayContinue(), !file.hasChanged else { return finish(.failure(FileStreamError.ended)) }
        let length = Int(min(Int64(Self.chunkSize), end - offset))
        do {
            buffer.clear(minimumCapacity: length)
            var isCached = true
            let count = try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { bytes in
                let count = try file.readIfCached(
                    into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<length]), at: offset)
                isCached = count != nil
                return count ?? 0
            }
            isCached ? write(count) : readFromDisk(length)
        } catch {
            finish(.failure(error))
        }
    }

    private func readFromDisk(_ length: Int) {
        isReady = false
        let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
        let (file, offset, allocator) = (file, offset, channel.allocator)
        DeviceThreads.pool(for: file.device).runIfActive(eventLoop: channel.eventLoop) {
            var buffer = allocator.buffer(capacity: length)
            try buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: length) { bytes in
                try file.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<length]), at: offset)
            }
            return buffer
        }.whenComplete { result in
            let pump = bound.value
            pump.isReady = true
            switch result {
            case .success(let buffer):
                pump.buffer = buffer
                pump.write(buffer.readableBytes)
                pump.pump()
            case .failure(let error):
                pump.finish(.failure(error))
            }
        }
    }

    private func write(_ count: Int) {
        guard count > 0 else { return finish(.failure(FileStreamError.ended)) }
        if let reading { buffer.withUnsafeReadableBytes(reading) }
        offset += Int64(count)
        isReady = false
        let written = channel.eventLoop.makePromise(of: Void.self)
        written.futureResult.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success:
                sent(count)
                isReady = true
                pump()
            case .failure(let error):
                finish(.failure(error))
            }
        }
        channel.writeAndFlush(HTTPResponsePart.body(buffer), promise: written)
    }

    private func finish(_ result: Result<Void, any Error>) {
        guard !isFinished else { return }
        isFinished = true
        completion.completeWith(result)
    }
}

/// The stream cannot go on as its head promised: the file changed or shrank, or the listener has lost access. The
/// connection (or the HTTP/2 stream) ends, which tells a client that the body is incomplete.
enum FileStreamError: Error {
    case ended
}

/// Threads that read files, some for each file system: an unresponsive file system blocks no other.
enum DeviceThreads {
    private static let perDevice = 4
    private static let pools = Mutex<[UInt64: NIOThreadPool]>([:])

    /// - Parameter device: the number of a file system, of which a machine has few.
    static func pool(for device: UInt64) -> NIOThreadPool {
        pools.withLock { pools in
            if let pool = pools[device] { return pool }
            // A thread that waits for a dead disk ends with the process: these pools are never shut down.
            let pool = NIOThreadPool(numberOfThreads: perDevice)
            pool.start()
            pools[device] = pool
            return pool
        }
    }
}
