import Foundation
import Listening
import NIOCore
import NIOPosix
import Synchronization

/// The connection to one mpv process. It ends with the process.
final class MPVConnection: Sendable {
    private struct State {
        var next = 1
        var waiting: [Int: EventLoopPromise<MPVReply>] = [:]
        var isOpen = true
    }

    private static let timeout = TimeAmount.seconds(5)
    private static let mostWaiting = 64

    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>
    private let state = Mutex(State())

    /// - Parameter descriptor: this side of the connected sockets; it is taken over.
    init(descriptor: CInt) async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .withConnectedSocket(descriptor) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
    }

    /// Passes events on until the process ends. There is one call.
    func listen(_ hear: @escaping @Sendable (MPVMessage) -> Void) async {
        try? await channel.executeThenClose { input, _ in
            var lines = MPVLines()
            for try await piece in input {
                for line in lines.add(piece.readableBytesView) {
                    guard let message = MPVMessage(line) else { continue }
                    guard case .reply(let id, let reply) = message else {
                        hear(message)
                        continue
                    }
                    state.withLock { $0.waiting.removeValue(forKey: id) }?.succeed(reply)
                }
            }
        }
        let waiting = state.withLock { state in
            state.isOpen = false
            defer { state.waiting = [:] }
            return state.waiting.values.map(\.self)
        }
        for promise in waiting { promise.fail(SpeakerFailure.unsteady) }
    }

    /// Throws `unsteady` where the process has ended or does not reply; one that does not is given up.
    func command(_ words: [MPVWord]) async throws -> MPVReply { try await send(words) }

    /// A command with the names of its arguments.
    func command(named words: [String: MPVWord]) async throws -> MPVReply { try await send(words) }

    private func send(_ words: some Encodable) async throws -> MPVReply {
        let promise = channel.channel.eventLoop.makePromise(of: MPVReply.self)
        let id = state.withLock { state -> Int? in
            guard state.isOpen, state.waiting.count < Self.mostWaiting else { return nil }
            defer { state.next += 1 }
            state.waiting[state.next] = promise
            return state.next
        }
        guard let id else {
            promise.fail(SpeakerFailure.unsteady)
            return try await promise.futureResult.get()
        }
        let timer = channel.channel.eventLoop.scheduleTask(in: Self.timeout) { [self] in
            state.withLock { $0.waiting.removeValue(forKey: id) }?.fail(SpeakerFailure.unsteady)
            channel.channel.close(promise: nil)
        }
        defer { timer.cancel() }
        var line = try JSONEncoder().encode(Command(command: words, request: id))
        line.append(UInt8(ascii: "\n"))
        channel.channel.writeAndFlush(ByteBuffer(bytes: line), promise: nil)
        return try await promise.futureResult.get()
    }

    private struct Command<Words: Encodable>: Encodable {
        let command: Words
        let request: Int

        enum CodingKeys: String, CodingKey {
            case command
            case request = "request_id"
        }
    }
}
