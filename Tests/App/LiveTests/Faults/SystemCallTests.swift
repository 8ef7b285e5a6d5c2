import Foundation
import Support
import Testing

extension FaultTests {
    @Suite("Failing system calls", .timeLimit(.minutes(10))) struct SystemCallTests {
        /// The call that fails, and a count n: each of the first n calls of a thread in a round fails once, alone.
        private static let faults = [
            ("pwrite64:error=EIO", 20), ("pwrite64:error=ENOSPC", 20), ("fdatasync:error=EIO", 4),
            ("fsync:error=EIO", 3),
            ("pread64:error=EIO", 6), ("preadv2:error=EIO", 3), ("openat:error=EMFILE", 6), ("openat2:error=EMFILE", 2),
            ("ftruncate:error=EIO", 1), ("accept4:error=EMFILE", 2), ("accept4:error=ECONNABORTED", 2),
        ]

        @Test(
            "failing system calls neither stop the server nor lose acknowledged data",
            .needs(.tracing))
        func sweep() async throws {
            let gateway = try await LiveServer(arguments: [], frames: 300_000)
            var witness = Witness(gateway)
            let first = try await gateway.server.connect()
            for _ in 0..<3 { #expect(await witness.write(on: first) == .acknowledged) }
            await first.close()
            var seed: UInt64 = 10
            for (fault, calls) in Self.faults {
                // Another test covers a listener that can never accept.
                let always = fault.hasPrefix("accept4") ? [] : ["1+"]
                for when in (1...calls).map({ "\($0)" }) + always {
                    seed += 1
                    let injector = try FaultInjector(
                        "\(fault):when=\(when)", into: gateway.server.processIdentifier)
                    try await round(gateway, &witness, seed, "\(fault) \(when)")
                    injector.detach()
                    let end = gateway.server.isRunning ? "" : await gateway.server.endDescription()
                    try #require(end.isEmpty, "\(fault) \(when): \(end)")
                    let connection = try await gateway.server.connect()
                    try await witness.check(on: connection)
                    let whole = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream")
                    #expect(whole.status == 200 && whole.body == gateway.content, "\(fault) \(when)")
                    await connection.close()
                }
            }
            #expect(!gateway.server.output.contains("A request failed"), "\(gateway.server.output)")
            #expect(
                witness.acknowledged > 30 && witness.refused > 10,
                "the faults have hit nothing: \(gateway.server.output)")
            // SIGKILL: acknowledged writes must be on the disk, not only in the memory of the process.
            #expect(await gateway.server.stop(SIGKILL) == SIGKILL)
            let again = try await ServerProcess.start(in: gateway.server.folder)
            let connection = try await again.connect()
            try await witness.check(on: connection)
            await connection.close()
            #expect(await again.stop() == 0)
            #expect(try problems(inDatabase: gateway.server.folder.path + "/data/rondo.sqlite") == [])
        }

        @Test(
            "a disk with read errors for seconds is not taken for a damaged database",
            .needs(.tracing))
        func unreadable() async throws {
            let gateway = try await LiveServer(arguments: [], frames: 1000)
            var witness = Witness(gateway)
            let connection = try await gateway.server.connect()
            #expect(await witness.write(on: connection) == .acknowledged)
            let injector = try FaultInjector("pread64:error=EIO:when=1+", into: gateway.server.processIdentifier)
            // Longer than the checks that confirm damage. Each of them fails.
            let end = ContinuousClock.now + .seconds(3)
            var refused = 0
            while ContinuousClock.now < end {
                let reply = try await witness.request("GET", "/api/v1/tracks", on: connection)
                #expect(reply.status == 200 || reply.status == 503)
                if reply.status == 503 { refused += 1 }
            }
            injector.detach()
            #expect(refused > 0, "the fault has hit nothing")
            try await waitUntil("it writes again") { await witness.write(on: connection) == .acknowledged }
            try await witness.check(on: connection)
            await connection.close()
            #expect(await gateway.server.stop() == 0)
        }

        @Test(
            "a listener closed by an error ends the process with the status that asks for a restart",
            .needs(.tracing))
        func listener() async throws {
            let gateway = try await LiveServer(arguments: [], frames: 6_000_000)
            let stream = try await RawConnection.open(
                port: gateway.server.port, trusting: gateway.server.authority, receiveBuffer: 64 * 1024)
            try await stream.send(streamRequest(gateway))
            _ = await stream.readHead()
            try await stream.pauseReading()
            let injector = try FaultInjector("accept4:error=EPROTO:when=1", into: gateway.server.processIdentifier)
            // An earlier connection may already have triggered the error.
            let unlucky = try? await RawConnection.openPlain(port: gateway.server.port)
            let status = await gateway.server.stop(0)
            #expect(status == 75, "\(gateway.server.output)")
            injector.detach()
            await unlucky?.close()
            await stream.close()
        }

        /// One round of writes, a picture, a list and a stream. Each uses its own connection, which may fail to open.
        private func round(_ gateway: LiveServer, _ witness: inout Witness, _ seed: UInt64, _ fault: String)
            async throws
        {
            guard let connection = try? await gateway.server.connect() else { return }
            for _ in 0..<3 {
                if case .refused(let status, _, let code) = await witness.write(on: connection, refusalsAreFinal: false)
                {
                    #expect(status == 503 || status == 507, "\(fault): \(status) \(code ?? "")")
                }
            }
            let replies = [
                try? await witness.request(
                    "PUT", "/api/v1/me/picture", bytes: picture(bytes: 60_000, seed: seed), on: connection),
                try? await witness.request("GET", "/api/v1/tracks", on: connection),
                try? await witness.request(
                    "GET", "/api/v1/tracks/\(gateway.track)/stream", range: "bytes=0-99", on: connection),
            ]
            for reply in replies.compactMap({ $0 }) {
                #expect(reply.status < 300 || [503, 507].contains(reply.status), "\(fault): \(reply.text)")
            }
            await connection.close()
        }
    }
}
