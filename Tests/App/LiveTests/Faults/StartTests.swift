import Foundation
import GRDB
import Support
import Testing

extension FaultTests {
    /// The start, and the background work after it, while a resource is missing. Neither may end the server.
    @Suite("A start with something missing", .timeLimit(.minutes(10))) struct StartTests {
        private static func drop(_ name: String, _ gateway: Gateway) throws {
            let album = gateway.server.folder.path + "/music/Noise/Dropped"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            try Data(WAVFile.noise(frames: 1000, seed: 7)).write(to: URL(fileURLWithPath: album + "/\(name).wav"))
        }

        private static func count(_ gateway: Gateway) async throws -> Int? {
            (try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [Any])?.count
        }

        /// - Parameter isScanned: whether the scan may already have found the song that was dropped into the folder.
        private static func serves(_ gateway: Gateway, isScanned: Bool = false) async throws {
            for path in ["/health", "/ready"] { #expect(try await gateway.request("GET", path, as: "").status == 200) }
            let songs = try await count(gateway)
            #expect(songs == 1 || isScanned && songs == 2)
            let whole = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream")
            #expect(whole.status == 200 && whole.body == gateway.content, "\(whole.status)")
        }

        @Test(
            "on a full disk music is served, and postponed work is done once there is space",
            .needs(.mountNamespaces), arguments: [SIGTERM, SIGKILL])
        func fullDisk(end: Int32) async throws {
            let folder = try TemporaryFolder()
            let disk = try SmallDisk(megabytes: 12, at: folder.path + "/data")
            let first = try await Gateway(arguments: [], frames: 10_000, in: folder, through: disk.entrance)
            _ = await first.server.stop(end)
            try Self.drop("one", first)
            try disk.fill()
            let gateway = Gateway(first, on: try await ServerProcess.start(in: folder, through: disk.entrance))
            if end == SIGTERM {
                // Opening a cleanly closed database needs a little space.
                #expect(gateway.server.output.contains("space that was reserved"), "\(gateway.server.output)")
                try await Self.serves(gateway, isScanned: true)
            } else {
                try await Self.serves(gateway)
                try await waitUntil("a job has failed") { gateway.server.output.contains("job.name=scans") }
                try await Self.serves(gateway)
            }
            disk.makeRoom()
            try await waitUntil("the new song is there", within: .seconds(90)) { try await Self.count(gateway) == 2 }
            #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
        }

        @Test("while another process locks the database music is served, and postponed work is done afterwards")
        func held() async throws {
            let first = try await Gateway(arguments: [], frames: 10_000)
            // SIGKILL leaves the write-ahead log behind, so the database can be opened without writing.
            _ = await first.server.stop(SIGKILL)
            try Self.drop("one", first)
            let lock = try ForeignLock(first.server.folder.path + "/data/rondo.sqlite")
            let gateway = Gateway(first, on: try await ServerProcess.start(in: first.server.folder))
            try await waitUntil("a job has failed", within: .seconds(60)) {
                gateway.server.output.contains("job.name=scans")
            }
            try await Self.serves(gateway)
            try lock.release()
            try await waitUntil("the new song is there", within: .seconds(90)) { try await Self.count(gateway) == 2 }
            #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
        }

        @Test("when opening the database needs a write, the start waits for the lock")
        func waits() async throws {
            let first = try await Gateway(arguments: [], frames: 10_000)
            #expect(await first.server.stop() == 0)
            let (folder, log) = (first.server.folder, first.server.folder.path + "/waiting.log")
            let lock = try ForeignLock(folder.path + "/data/rondo.sqlite")
            let copying = ["/bin/bash", "-c", #"exec "$@" 2> >(tee "$0" >&2)"#, log]
            async let started = ServerProcess.start(in: folder, through: copying)
            // A start that waits forever would keep a failed test from ending.
            defer { try? lock.release() }
            try await waitUntil("it says that it waits", within: .seconds(60)) {
                ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").contains("has locked the database")
            }
            try lock.release()
            let gateway = Gateway(first, on: try await started)
            try await Self.serves(gateway)
            #expect(await gateway.server.stop() == 0)
        }

        @Test("a server that exits by itself after serving is restarted")
        func ordinaryEnd() async throws {
            let server = try await ServerProcess.start(["--scan-on-start", "false"], isSupervised: true)
            let child = try #require(
                Processes.children(of: server.processIdentifier).first { $0.arguments.contains("serve") })
            // Nobody asked the supervisor to stop, so it treats this as any other exit.
            kill(child.identifier, SIGTERM)
            try await waitUntil("the server is there again", within: .seconds(60)) {
                server.output.components(separatedBy: "ready https://").count == 3
            }
            #expect(server.output.contains("ended by itself"), "\(server.output)")
            #expect(await server.stop() == 0)
        }
    }
}
