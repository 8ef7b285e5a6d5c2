import Foundation
import Support
import Synchronization
import Testing

extension FaultTests {
    @Suite("Certificates replaced during streams", .timeLimit(.minutes(10))) struct CertificateRotationTests {
        private static let rotations = 20
        private static let streams = 20

        @Test("no stream stalls or breaks, new connections get the new certificate, invalid files are ignored")
        func rotation() async throws {
            let folder = try TemporaryFolder()
            try await makeCertificate(0, folder)
            try install(certificate: 0, key: 0, folder)
            let gateway = try await RotatingServer(folder)
            let streams = (0..<Self.streams).map { _ in Task { try await gateway.listen() } }
            // They trust the first certificate only.
            try await waitUntil("all streams are connected") { gateway.connected == Self.streams }
            for number in 1...Self.rotations {
                try await makeCertificate(number, folder)
                try install(certificate: number, key: number, folder)
                try await waitUntil("certificate \(number) is in use") { await gateway.shows(number) }
                #expect(await !gateway.shows(number - 1))
                guard number % 5 == 0 else { continue }
                try await isIgnored(gateway, number) {
                    try Data("garbage".utf8).write(to: $0.appending(path: "server.pem"))
                }
                try await isIgnored(gateway, number) { _ in try install(certificate: number, key: number - 1, folder) }
                try install(certificate: number, key: number, folder)
            }
            gateway.finish()
            var longest = Duration.zero
            for stream in streams { longest = max(longest, try await stream.value) }
            #expect(longest < .seconds(30), "a stream stood still for \(longest)")
            #expect(await gateway.server.stop() == 0)
        }

        /// Installs invalid files, waits until the server has noticed, and checks that it still presents certificate
        /// `number`.
        private func isIgnored(
            _ gateway: RotatingServer, _ number: Int, _ spoil: (URL) throws -> Void
        ) async throws {
            let before = gateway.refusals
            try spoil(URL(fileURLWithPath: gateway.server.folder.path))
            try await waitUntil("the server has looked") { gateway.refusals > before }
            #expect(await gateway.shows(number))
        }

        private func makeCertificate(_ number: Int, _ folder: TemporaryFolder) async throws {
            let made = try await Program.run(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
                    "-subj", "/CN=localhost \(number)", "-addext", "subjectAltName=DNS:localhost", "-keyout",
                    "\(folder.path)/\(number).key", "-out", "\(folder.path)/\(number).pem",
                ])
            try #require(made.status == 0, "\(made.error)")
        }

        /// Replaces each file atomically, as certbot does.
        private func install(certificate: Int, key: Int, _ folder: TemporaryFolder) throws {
            for (source, target) in [("\(key).key", "server.key"), ("\(certificate).pem", "server.pem")] {
                let content = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/\(source)"))
                try content.write(to: URL(fileURLWithPath: "\(folder.path)/\(target)"), options: .atomic)
            }
        }
    }
}

/// A server with an operator's certificate, and its listeners.
private final class RotatingServer: Sendable {
    let server: ServerProcess
    private let token: String
    private let track: String
    private let content: [UInt8]
    private let isOver = Atomic(false)
    private let connections = Atomic(0)

    init(_ folder: TemporaryFolder) async throws {
        let files = ["--certificate", folder.path + "/server.pem", "--key", folder.path + "/server.key"]
        let gateway = try await LiveServer(
            arguments: files + ["--certificate-interval", "1"], frames: 400_000, in: folder,
            trusting: folder.path + "/0.pem")
        (server, token, track, content) = (gateway.server, gateway.token, gateway.track, gateway.content)
    }

    /// How often the server has logged that new files are not usable.
    var refusals: Int {
        server.output.split(separator: "\n").count { $0.contains("is not usable") }
    }

    /// The number of listeners that have connected.
    var connected: Int { connections.load(ordering: .relaxed) }

    /// Whether a new connection is given this certificate.
    func shows(_ number: Int) async -> Bool {
        let authority = "\(server.folder.path)/\(number).pem"
        guard let connection = try? await RawConnection.open(port: server.port, trusting: authority) else {
            return false
        }
        let reply = try? await connection.request("GET", "/health")
        await connection.close()
        return reply?.status == 200
    }

    func finish() {
        isOver.store(true, ordering: .relaxed)
    }

    /// Streams the track again and again at playback speed on one connection. Returns the longest time without data.
    func listen() async throws -> Duration {
        let connection = try await RawConnection.open(
            port: server.port, trusting: server.folder.path + "/0.pem", receiveBuffer: 32 * 1024)
        connections.add(1, ordering: .relaxed)
        try await connection.pauseReading()
        let pace = Task {
            while !Task.isCancelled {
                connection.readOnce()
                try await Task.sleep(for: .milliseconds(50))
            }
        }
        defer { pace.cancel() }
        var longest = Duration.zero
        while !isOver.load(ordering: .relaxed) {
            try await connection.send(
                "GET /api/v1/tracks/\(track)/stream HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\n\r\n"
            )
            var last = ContinuousClock.now
            let head = await connection.readHead()
            guard String(decoding: head, as: UTF8.self).hasPrefix("HTTP/1.1 200") else {
                throw NeverHappened(what: "200")
            }
            var heard: [UInt8] = []
            while heard.count < content.count {
                let part = await connection.read(min(8192, content.count - heard.count))
                guard !part.isEmpty else { throw NeverHappened(what: "the stream goes on") }
                heard += part
                longest = max(longest, ContinuousClock.now - last)
                last = .now
            }
            guard heard == content else { throw NeverHappened(what: "the same bytes") }
        }
        await connection.close()
        return longest
    }
}
