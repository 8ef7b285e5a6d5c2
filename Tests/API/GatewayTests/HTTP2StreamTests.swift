import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import Support
import Testing

@testable import Gateway

@Suite("HTTP/2 streams") struct HTTP2StreamTests {
    /// Malformed frames of stream 3, which do not affect the connection (RFC 9113 §8.1.1).
    static let malformedRequests: [(name: String, frames: [UInt8])] = [
        ("a name in capitals", head([("X-Name", "1")])), ("a field of HTTP/1.1", head([("connection", "close")])),
        ("an empty path", RawFrames.head("GET", "", stream: 3)),
        ("a pseudo field after others", head([("a", "1"), (":path", "/")])),
        ("an unknown pseudo field", head([(":a", "1")])), ("a line end in a value", head([("a", "1\r\nb: 2")])),
        ("a length that is no number", head(endsStream: false, [("content-length", "many")])),
        ("a body beyond its length", head(endsStream: false, [("content-length", "2")]) + data(3)),
        ("a body within its length", head(endsStream: false, [("content-length", "4")]) + data(3)),
        (
            "trailers that do not end",
            head(endsStream: false) + RawFrames.frame(1, flags: 4, stream: 3, [0, 1, 97, 1, 49])
        ),
        ("a window beyond its limit", head(endsStream: false) + RawFrames.windowUpdate(0x7FFF_FFFF, stream: 3)),
    ]

    /// Frames that are connection errors.
    static let violations: [(name: String, frames: [UInt8])] = [
        ("data of a stream that was never opened", RawFrames.frame(0, stream: 7, [1])),
        ("a window beyond the connection's limit", RawFrames.windowUpdate(0x7FFF_FFFF)),
        ("fields that cannot be decompressed", RawFrames.frame(1, flags: 5, stream: 3, [0xFF, 0xFF, 0xFF, 0x7F])),
        ("settings of a wrong length", RawFrames.frame(4, [0])),
        ("a malformed request, and then data of no stream", head([("X", "1")]) + RawFrames.frame(0, stream: 7, [1])),
    ]

    private static func head(endsStream: Bool = true, _ fields: [(String, String)] = []) -> [UInt8] {
        RawFrames.head("POST", "/", stream: 3, endsStream: endsStream, fields)
    }

    private static func data(_ count: Int, stream: UInt32 = 3) -> [UInt8] {
        RawFrames.frame(0, flags: 1, stream: stream, [UInt8](repeating: 7, count: count))
    }

    @Test(
        "a malformed request ends its own stream, and the connection's other streams continue",
        .timeLimit(.minutes(1)), arguments: malformedRequests.map(\.name))
    func malformed(name: String) async throws {
        var connection = try await Connection()
        try await connection.send(RawFrames.preface + RawFrames.head("POST", "/", stream: 1, endsStream: false))
        try await connection.send(try #require(Self.malformedRequests.first { $0.name == name }).frames)
        _ = try await connection.frame { $0.kind == 3 && $0.stream == 3 }
        try await connection.send(Self.data(5, stream: 1))
        let answer = try await connection.frame { $0.kind == 1 && $0.stream == 1 }
        // 200 (RFC 7541, appendix A).
        #expect(answer.payload.first == 0x88)
        await connection.end()
    }

    @Test(
        "a connection error ends the connection, and its peer is told", .timeLimit(.minutes(1)),
        arguments: violations.map(\.name))
    func broken(name: String) async throws {
        var connection = try await Connection()
        try await connection.send(RawFrames.preface + RawFrames.head("POST", "/", stream: 1, endsStream: false))
        try await connection.send(try #require(Self.violations.first { $0.name == name }).frames)
        #expect(try await connection.frame { $0.kind == 7 }.errorCode != 0)
        let channel = connection.channel
        try await waitUntil("the connection is closed", within: .seconds(30)) { !channel.isActive }
        await connection.end()
    }

    @Test("a stream opened after the connection's task has ended is reset", .timeLimit(.minutes(1)))
    func untaken() async throws {
        var connection = try await Connection()
        connection.task.cancel()
        await connection.task.value
        try await connection.send(RawFrames.preface + RawFrames.head("GET", "/", stream: 1, endsStream: false))
        #expect(try await connection.frame { $0.kind == 3 && $0.stream == 1 }.errorCode == 8)
        await connection.end()
    }

    @Test("header values that differ for each response are kept out of the compression table")
    func headerCompression() {
        var fields: HTTPFields = [.contentType: "audio/flac", .eTag: "\"1\"", .date: "now", .setCookie: "session=1"]
        HeaderCompression.keepOutOfTable(&fields)
        let strategies = fields.map { $0.indexingStrategy }
        #expect(strategies == [.automatic, .avoid, .avoid, .disallow])
    }
}

/// A connection that answers requests with five bytes of body with 200, and others with 400.
private struct Connection {
    let channel: NIOAsyncTestingChannel
    let task: Task<Void, Never>
    private var received: [UInt8] = []

    init() async throws {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        let streams = HTTP1Channel { request, writer, _ in
            var count = 0
            for try await part in request.body { count += part.readableBytes }
            try await writer.writeResponse(HTTPResponse(status: count == 5 ? .ok : .badRequest))
        }
        let layers = HTTP2Layers(streams: streams, idle: .seconds(60), shutdown: .seconds(1))
        let channel = NIOAsyncTestingChannel()
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1))
        let connection = try await channel.eventLoop.submit { try layers.setup(channel: channel, logger: logger) }.get()
        self.channel = channel
        task = Task { await layers.handle(connection, logger: logger) }
    }

    func send(_ frames: [UInt8]) async throws {
        try await channel.writeInbound(ByteBuffer(bytes: frames))
    }

    /// The next frame that meets the condition.
    mutating func frame(where isWanted: (RawFrames.Frame) -> Bool) async throws -> RawFrames.Frame {
        while true {
            if let frame = RawFrames.Frame(prefixOf: &received) {
                if isWanted(frame) { return frame }
                continue
            }
            received += try await channel.waitForOutboundWrite(as: ByteBuffer.self).readableBytesView
        }
    }

    func end() async {
        try? await channel.close()
        await task.value
    }
}

extension RawFrames.Frame {
    /// Removes the first frame from the bytes. Nil when it is incomplete.
    fileprivate init?(prefixOf bytes: inout [UInt8]) {
        guard bytes.count >= 9 else { return nil }
        let length = Int(bytes[0]) << 16 | Int(bytes[1]) << 8 | Int(bytes[2])
        guard bytes.count >= 9 + length else { return nil }
        self = RawFrames.Frame(
            kind: bytes[3], flags: bytes[4], stream: bytes[5...8].reduce(0) { $0 << 8 | UInt32($1) },
            payload: Array(bytes[9..<9 + length]))
        bytes.removeFirst(9 + length)
    }
}
