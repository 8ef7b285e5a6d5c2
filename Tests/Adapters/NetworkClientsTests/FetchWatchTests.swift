import NIOCore
import NIOEmbedded
import Primitives
import Testing

@testable import NetworkClients

/// The minimum speed of a server, on a clock that the tests control.
@Suite("The minimum speed of a reply") struct FetchWatchTests {
    private static let limits = LinkLimits(pace: .seconds(10), paceBytes: 100)

    private let outcome = FetchOutcome()
    private let channel = EmbeddedChannel()

    init() throws {
        let watch = FetchWatch(
            peer: try #require(IPAddress("192.0.2.1")), port: 80, limits: Self.limits, outcome: outcome)
        try channel.pipeline.syncOperations.addHandler(watch)
        let peer = try SocketAddress(ipAddress: "192.0.2.1", port: 80)
        channel.remoteAddress = peer
        try channel.connect(to: peer).wait()
        channel.read()
    }

    private func receive(_ bytes: Int, askingForMore isAsking: Bool = true) throws {
        try channel.writeInbound(ByteBuffer(repeating: 0, count: bytes))
        if isAsking { channel.read() }
    }

    private func advance(_ seconds: Int64) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    @Test("a server that sends enough in every period is read to the end")
    func enough() throws {
        for _ in 0..<50 {
            try receive(60)
            advance(5)
        }
        #expect(channel.isActive && outcome.failure == nil)
    }

    @Test("a server that sends too little is closed after one period")
    func tooLittle() throws {
        try receive(60)
        advance(9)
        try receive(39)
        #expect(channel.isActive)
        advance(1)
        #expect(!channel.isActive && outcome.failure == .tooSlow)
    }

    @Test("time in which the reader asks for no data does not count against the server")
    func heldBack() throws {
        try receive(1)
        advance(2)
        try receive(1, askingForMore: false)
        // Ten times the period.
        advance(100)
        #expect(channel.isActive && outcome.failure == nil)
        channel.read()
        advance(7)
        #expect(channel.isActive)
        try receive(98)
        advance(1)
        #expect(channel.isActive && outcome.failure == nil)
        // The next period is measured as usual.
        advance(10)
        #expect(!channel.isActive && outcome.failure == .tooSlow)
    }

    @Test("a connection to another address is closed before any data is sent")
    func otherPeer() throws {
        let outcome = FetchOutcome()
        let watch = FetchWatch(
            peer: try #require(IPAddress("192.0.2.2")), port: 80, limits: Self.limits, outcome: outcome)
        let channel = EmbeddedChannel(handler: watch)
        let peer = try SocketAddress(ipAddress: "192.0.2.1", port: 80)
        channel.remoteAddress = peer
        try channel.connect(to: peer).wait()
        #expect(!channel.isActive && outcome.failure == .unreachable)
    }
}
