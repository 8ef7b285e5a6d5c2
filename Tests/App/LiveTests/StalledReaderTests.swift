import Support
import Testing

@Suite("Readers that stop reading", .serialized, .timeLimit(.minutes(5))) struct StalledReaderTests {
    private static let gateway = Task {
        try await Gateway(arguments: ["--stall-timeout", "1"], frames: 6_000_000)
    }

    @Test("a reader that stops reading is disconnected")
    func stalled() async throws {
        let gateway = try await Self.gateway.value
        let file = gateway.file
        let reader = try await gateway.stalledReader()
        try await gateway.server.waitUntilOpen(file)
        try await gateway.server.waitUntilClosed(file)
        await reader.close()
    }

    @Test("a reader with a window of two gigabytes that stops reading is disconnected")
    func hugeWindow() async throws {
        let gateway = try await Self.gateway.value
        let reader = try await RawConnection.open(
            port: gateway.server.port, trusting: gateway.server.authority, protocols: ["h2"], receiveBuffer: 64 * 1024)
        try await reader.pauseReading()
        let settings = RawFrames.frame(4, [0, 4] + RawFrames.bytes(0x7FFF_FFFF))
        let bearer = [("authorization", "Bearer \(gateway.token)")]
        try await reader.send(
            RawFrames.preface + settings + RawFrames.windowUpdate(0x7FFF_0000 - 65_535)
                + RawFrames.head("GET", "/api/v1/tracks/\(gateway.track)/stream", stream: 1, bearer))
        try await gateway.server.waitUntilOpen(gateway.file)
        try await gateway.server.waitUntilClosed(gateway.file)
        await reader.close()
    }
}
