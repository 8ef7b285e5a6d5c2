import Foundation
import Support
import Testing

@Suite("HTTP/2 frames", .timeLimit(.minutes(5))) struct FrameFloodTests {
    /// Frames that are valid one by one, but that no client sends by the thousand.
    static let floods: [(name: String, frame: [UInt8])] = [
        ("WINDOW_UPDATE", RawFrames.windowUpdate(1)), ("PRIORITY", RawFrames.frame(2, stream: 1, [0, 0, 0, 0, 1])),
        ("unknown", RawFrames.frame(0xEE, [1, 2, 3, 4])), ("PRIORITY_UPDATE", RawFrames.frame(0x10, [0, 0, 0, 1])),
        ("SETTINGS", RawFrames.frame(4)), ("SETTINGS acknowledged", RawFrames.frame(4, flags: 1)),
        ("PING", RawFrames.frame(6, [UInt8](repeating: 7, count: 8))),
        ("PING acknowledged", RawFrames.frame(6, flags: 1, [UInt8](repeating: 7, count: 8))),
        ("RST_STREAM", RawFrames.frame(3, stream: 1, [0, 0, 0, 8])), ("CONTINUATION", RawFrames.frame(9, stream: 1)),
        ("DATA", RawFrames.frame(0, stream: 1)), ("GOAWAY", RawFrames.frame(7, [UInt8](repeating: 0, count: 8))),
    ]

    @Test("a flood of any frame type ends its connection, and others are served", arguments: floods.map(\.name))
    func flood(name: String) async throws {
        let gateway = try await Gateway.shared.value
        let frame = try #require(Self.floods.first { $0.name == name }).frame
        let connection = try await gateway.server.connect(protocols: ["h2"])
        let stream = ["RST_STREAM", "DATA"].contains(name)
        let request = stream ? RawFrames.head("POST", "/api/v1/session", stream: 1, endsStream: false) : []
        try? await connection.send(RawFrames.preface + request + Array(repeating: frame, count: 3_000).flatMap(\.self))
        async let end = connection.frame(ofKind: 7)
        #expect(try await gateway.request("GET", "/health", as: "").status == 200)
        // GOAWAY with ENHANCE_YOUR_CALM, from the server's frame counter. For frames that break HTTP/2's own rules, the
        // HTTP/2 layer may answer first with its own code.
        let goAway = await end
        if ["WINDOW_UPDATE", "PRIORITY", "unknown", "PRIORITY_UPDATE"].contains(name) {
            #expect(goAway?.errorCode == 11)
        }
        _ = await connection.readToEnd()
    }

    @Test("a reader that acknowledges every frame of a long download receives it all")
    func download() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect(protocols: ["h2"])
        let bearer = [("authorization", "Bearer \(gateway.token)")]
        try await connection.send(
            RawFrames.preface
                + RawFrames.head("GET", "/api/v1/tracks/\(gateway.track)/stream", stream: 1, bearer))
        var content: [UInt8] = []
        while let frame = await connection.frame() {
            guard frame.kind == 0 else { continue }
            content += frame.payload
            if frame.flags & 1 != 0 { break }
            guard !frame.payload.isEmpty else { continue }
            let increment = UInt32(frame.payload.count)
            try await connection.send(
                RawFrames.windowUpdate(increment) + RawFrames.windowUpdate(increment, stream: 1))
        }
        #expect(content == gateway.content)
        await connection.close()
    }

    @Test("a hundred concurrent requests on one connection are answered, again and again")
    func requests() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect(protocols: ["h2"])
        try await connection.send(RawFrames.preface)
        var stream: UInt32 = 1
        for _ in 0..<5 {
            var heads: [UInt8] = []
            for _ in 0..<100 {
                heads += RawFrames.head("GET", "/health", stream: stream)
                stream += 2
            }
            try await connection.send(heads)
            var ended = 0
            while ended < 100, let frame = await connection.frame() {
                try #require(frame.kind != 7)
                if frame.kind <= 1, frame.flags & 1 != 0 { ended += 1 }
            }
            #expect(ended == 100)
        }
        await connection.close()
    }

    @Test("a browser that reprioritizes and cancels hundreds of requests in a second keeps its connection")
    func cancelled() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect(protocols: ["h2"])
        try await connection.send(RawFrames.preface)
        let bearer = [("authorization", "Bearer \(gateway.token)")]
        var stream: UInt32 = 1
        for _ in 0..<10 {
            var frames: [UInt8] = []
            for _ in 0..<50 {
                frames += RawFrames.head("GET", "/api/v1/tracks/\(gateway.track)/stream", stream: stream, bearer)
                frames += RawFrames.frame(2, stream: stream, [0, 0, 0, 0, 100])
                frames += RawFrames.frame(3, stream: stream, [0, 0, 0, 8])
                stream += 2
            }
            try await connection.send(frames)
            // Only a hundred streams may be open at once, so wait for these replies before sending the next ones.
            try await Self.health(on: connection, stream: stream)
            stream += 2
        }
        await connection.close()
    }

    @Test("a browser that keeps canceling streams just answered keeps its connection")
    func cancelledLate() async throws {
        let gateway = try await Gateway.shared.value
        let connection = try await gateway.server.connect(protocols: ["h2"])
        try await connection.send(RawFrames.preface)
        for stream in stride(from: UInt32(1), to: 1_000, by: 2) {
            try await Self.health(on: connection, stream: stream)
            try await connection.send(
                RawFrames.windowUpdate(100, stream: stream) + RawFrames.frame(3, stream: stream, [0, 0, 0, 8]))
        }
        await connection.close()
    }

    /// Requests `/health` and reads to the end of the reply.
    private static func health(on connection: RawConnection, stream: UInt32) async throws {
        try await connection.send(RawFrames.head("GET", "/health", stream: stream))
        while true {
            let frame = try #require(await connection.frame(), "the connection has ended at stream \(stream)")
            try #require(frame.kind != 7, "GOAWAY with code \(frame.errorCode ?? 0) at stream \(stream)")
            if frame.stream == stream, frame.kind <= 1, frame.flags & 1 != 0 { return }
        }
    }
}
