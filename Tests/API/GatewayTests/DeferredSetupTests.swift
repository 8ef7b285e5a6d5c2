import CLinux
import Glibc
import Logging
import NIOCore
import NIOEmbedded
import NIOTLS
import ServiceLifecycle
import Synchronization
import Testing

@testable import Gateway

@Suite("Silent connections") struct LateSetupTests {
    private final class Built {
        var protocols: [Bool] = []
        var handshakes: [Bool] = []
    }

    private func channel(failing: Bool = false) throws -> (EmbeddedChannel, Built) {
        let (channel, built) = (EmbeddedChannel(), Built())
        try channel.pipeline.syncOperations.addHandler(
            DeferredSetup(handshakeCompleted: { built.handshakes.append($0) }) { isHTTP2 in
                built.protocols.append(isHTTP2)
                return failing
                    ? channel.eventLoop.makeFailedFuture(ChannelError.eof) : channel.eventLoop.makeSucceededVoidFuture()
            })
        channel.pipeline.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        return (channel, built)
    }

    @Test(
        "have no HTTP handlers until the first bytes arrive, and lose none of them", arguments: ["h2", "http/1.1", nil])
    func late(chosen: String?) throws {
        let (channel, built) = try channel()
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: chosen))
        #expect(built.handshakes == [chosen == "h2"])
        #expect(built.protocols.isEmpty)
        try channel.writeInbound(ByteBuffer(string: "GET"))
        #expect(built.protocols == [chosen == "h2"])
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "GET"))
        try channel.writeInbound(ByteBuffer(string: " /"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: " /"))
        #expect(built.protocols.count == 1)
        _ = try channel.finish()
    }

    /// Receives more bytes while it handles the first ones, like a socket that is read again at once.
    private final class Eager: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private var isFirst = true

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            context.fireChannelRead(data)
        }

        func channelReadComplete(context: ChannelHandlerContext) {
            context.fireChannelReadComplete()
            guard isFirst else { return }
            isFirst = false
            context.pipeline.fireChannelRead(ByteBuffer(string: "more"))
            context.pipeline.fireChannelReadComplete()
        }
    }

    @Test("set their handlers up once, even if more bytes arrive meanwhile")
    func reentrant() throws {
        let (channel, built) = (EmbeddedChannel(), Built())
        try channel.pipeline.syncOperations.addHandler(
            DeferredSetup(handshakeCompleted: { _ in }) { isHTTP2 in
                built.protocols.append(isHTTP2)
                return channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Eager())
                }
            })
        channel.pipeline.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"))
        try channel.writeInbound(ByteBuffer(string: "first"))
        #expect(built.protocols == [true])
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "first"))
        #expect(try channel.readInbound(as: ByteBuffer.self) == ByteBuffer(string: "more"))
        _ = try channel.finish()
    }

    @Test("are closed when the server stops or the peer finishes")
    func ended() throws {
        let events: [any Sendable] = [ChannelShouldQuiesceEvent(), ChannelEvent.inputClosed]
        for event in events {
            let (channel, built) = try channel()
            channel.pipeline.fireUserInboundEventTriggered(event)
            channel.embeddedEventLoop.run()
            #expect(!channel.isActive)
            #expect(built.protocols.isEmpty)
        }
    }

    @Test("are closed when they send to a server that is stopping")
    func refused() throws {
        let (channel, built) = try channel(failing: true)
        channel.pipeline.fireUserInboundEventTriggered(TLSUserEvent.handshakeCompleted(negotiatedProtocol: "h2"))
        try channel.writeInbound(ByteBuffer(string: "first"))
        channel.embeddedEventLoop.run()
        #expect(built.protocols == [true])
        #expect(!channel.isActive)
        #expect(try channel.readInbound(as: ByteBuffer.self) == nil)
    }

    @Test("run in tasks that the server waits for when it stops, and start none afterwards")
    func tasks() async throws {
        let tasks = ConnectionTasks()
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let (release, releasing) = AsyncStream.makeStream(of: Void.self)
        let ended = Mutex(false)
        #expect(
            tasks.add {
                beginning.yield()
                for await _ in release {}
                ended.withLock { $0 = true }
            })
        let group = ServiceGroup(services: [tasks], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        async let running: Void = group.run()
        for await _ in begun { break }
        await group.triggerGracefulShutdown()
        while tasks.add({}) { await Task.yield() }
        #expect(!ended.withLock { $0 })
        releasing.finish()
        try await running
        #expect(ended.withLock { $0 })
    }

    @Test("use only the memory pages that were written to, and release them")
    func pages() throws {
        for size in [32 * 1024, 16 * 1024] {
            let buffer = try #require(rondo_buffer_allocate(size))
            let name = rondo_buffer_name(buffer + 100)
            #expect(name != 0 && rondo_buffer_name(buffer) == name)
            memset(buffer, 0x55, size)
            rondo_buffer_release_pages(name)
            #expect(UnsafeRawBufferPointer(start: buffer, count: size).allSatisfy { $0 == 0 })
            memset(buffer, 0x55, size)
            rondo_buffer_free(buffer)
            // Another allocation may have this address by now.
            let next = try #require(rondo_buffer_allocate(size))
            memset(next, 0x77, size)
            rondo_buffer_release_pages(name)
            #expect(UnsafeRawBufferPointer(start: next, count: size).allSatisfy { $0 == 0x77 })
            let grown = try #require(rondo_buffer_reallocate(next, size, 4 * size))
            #expect(rondo_buffer_name(grown) == 0)
            #expect(UnsafeRawBufferPointer(start: grown, count: size).allSatisfy { $0 == 0x77 })
            rondo_buffer_free(grown)
        }
        let other = try #require(rondo_buffer_allocate(1_000))
        #expect(rondo_buffer_name(other) == 0)
        rondo_buffer_free(rondo_buffer_reallocate(other, 1_000, 2_000))
    }

    @Test("trigger a decline once when many of them have closed")
    func decline() {
        let connections = ActiveConnections(limits: ConnectionLimits())
        let key = AddressKey(try? SocketAddress(ipAddress: "127.0.0.1", port: 1))
        for _ in 0..<300 { #expect(connections.admit(key)) }
        #expect(!connections.takeDecline(of: 200))
        for _ in 0..<250 { connections.release(key) }
        #expect(connections.takeDecline(of: 200))
        #expect(!connections.takeDecline(of: 200))
        // Steady coming and going is not a decline.
        for _ in 0..<300 {
            #expect(connections.admit(key))
            connections.release(key)
        }
        #expect(!connections.takeDecline(of: 200))
    }
}
