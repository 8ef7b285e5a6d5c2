import Foundation
import Support
import Testing

/// The supervisor's reaction to crashes of its server.
@Suite("When the server crashes", .timeLimit(.minutes(10))) struct CrashTests {
    private static let signIn =
        "POST /api/v1/session HTTP/1.1\r\nHost: localhost\r\nOrigin: https://localhost\r\n"
        + "Content-Type: application/json\r\nContent-Length: 9\r\n\r\n"

    private static func starts(_ server: ServerProcess) -> Int {
        server.output.components(separatedBy: "ready https://").count - 1
    }

    /// The server process of a supervisor.
    private static func child(of supervisor: Int32) throws -> Int32 {
        try #require(Processes.children(of: supervisor).first { $0.arguments.contains("serve") }?.identifier)
    }

    @Test("a request that crashes the server twice is refused by its fingerprint, concurrent requests are not")
    func refused() async throws {
        let gateway = try await Gateway(
            arguments: [], frames: 10_000, variables: ["RONDO_DEBUG_CRASH": "trap-here"], isSupervised: true)
        let server = gateway.server
        for _ in 1...2 {
            let start = Self.starts(server)
            // They arrive at the same moment. One of them waits for the rest of its body during both crashes.
            let beside = try await server.connect()
            try await beside.send(Self.signIn + "{")
            let crash = try await server.connect()
            try await crash.send("GET /health?trap-here HTTP/1.1\r\nHost: localhost\r\n\r\n")
            #expect(await crash.readToEnd().isEmpty)
            await beside.close()
            try await waitUntil("the server is there again") { Self.starts(server) == start + 1 }
        }
        let refusal = try await gateway.request("GET", "/health?trap-here", as: "")
        #expect(refusal.status == 422 && refusal.code == "request_quarantined", "\(refusal.text)")
        #expect(refusal["x-content-type-options"] == "nosniff")
        // A request's credential is not part of its fingerprint.
        #expect(try await gateway.request("GET", "/health?trap-here").status == 422)
        #expect(try await gateway.request("GET", "/health", as: "").status == 200)
        let beside = try await server.connect()
        try await beside.send(Self.signIn + #"{"a": 12}"#)
        #expect(try await beside.reply().status == 400)
        await beside.close()
        #expect(Self.starts(server) == 3)

        let overview = try await gateway.request("GET", "/api/v1/overview")
        let warnings = overview.json?["warnings"] as? [[String: Any]] ?? []
        #expect(
            warnings.contains {
                $0["kind"] as? String == "requestRefused" && $0["detail"] as? String == "GET /health"
            }, "\(overview.text)")
        let journal = try await gateway.request("GET", "/api/v1/journal")
        #expect(journal.text.contains("request.refuse"), "\(journal.text)")
        #expect(await server.stop() == 0)
    }

    @Test("the tenth crash in a minute is followed by an immediate restart")
    func tenth() async throws {
        let server = try await ServerProcess.start(["--scan-on-start", "false"], isSupervised: true)
        for start in 1...10 {
            kill(try Self.child(of: server.processIdentifier), SIGSEGV)
            try await waitUntil("the server is there again") { Self.starts(server) == start + 1 }
        }
        let waits = server.output.matches(of: /restart\.wait=([0-9.]+) seconds/).compactMap { Double($0.1) }
        #expect(waits.count == 10 && waits.allSatisfy { $0 < 0.1 }, "\(server.output)")
        #expect(await server.stop() == 0)
    }

    @Test("it stops within nine seconds despite clients that read nothing, over HTTP/1.1 and HTTP/2")
    func stopping() async throws {
        let gateway = try await Gateway(arguments: [], frames: 6_000_000, isSupervised: true)
        var readers: [RawConnection] = []
        for _ in 0..<4 { readers.append(try await gateway.stalledReader()) }
        let multiplexed = try ChildProcess([
            "/usr/bin/curl", "--silent", "--http2", "--cacert", gateway.server.authority, "--limit-rate", "1",
            "--output", "/dev/null", "--header", "Authorization: Bearer \(gateway.token)",
            "https://localhost:\(gateway.server.port)/api/v1/tracks/\(gateway.track)/stream",
        ])
        let process = try Self.child(of: gateway.server.processIdentifier)
        try await waitUntil("all of them are being sent something") {
            try Processes.openCount(of: gateway.file, in: process) >= 5
        }
        let begun = ContinuousClock.now
        #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
        #expect(ContinuousClock.now - begun < .seconds(9))
        #expect(multiplexed.isRunning || multiplexed.status != nil)
        multiplexed.signal(SIGKILL)
        for reader in readers { await reader.close() }
    }
}
