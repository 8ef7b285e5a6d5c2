import Foundation
import Support
import Testing

extension FaultTests {
    /// A library whose disk does not answer, like a network mount whose server is gone. strace simulates it: it delays
    /// every system call on the library's folder for longer than the test lasts.
    @Suite("A library on a dead mount", .timeLimit(.minutes(10))) struct DeadMountTests {
        private static let calls =
            "openat,openat2,newfstatat,statx,getdents64,readlink,readlinkat,statfs,inotify_add_watch"
        private static let never = 600_000_000

        /// The command that starts a program so that system calls on the folder hang. The tracer is not the program's
        /// parent (`-D`).
        private static func deadly(_ folder: String) -> [String] {
            [
                "/usr/bin/strace", "-D", "-f", "-qq", "-o", "/dev/null", "-P", folder, "-e", "trace=\(calls)", "-e",
                "inject=\(calls):delay_enter=\(never)",
            ]
        }

        private static func addLibrary(_ name: String, to gateway: Gateway) async throws -> (folder: String, id: String)
        {
            let folder = gateway.server.folder.path + "/" + name
            let album = folder + "/Far/Away"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            try Data(WAVFile.noise(frames: 1000, seed: 5)).write(to: URL(fileURLWithPath: album + "/Far.wav"))
            let added = try await gateway.request(
                "POST", "/api/v1/libraries", json: #"{"name":"\#(name)","path":"\#(folder)"}"#)
            try #require(added.status == 201, "\(added.text)")
            let data = gateway.server.folder.path + "/data"
            let scan = try await Program.run(Program.path, ["scan", "--wait", "--data", data])
            try #require(scan.status == 0, "\(scan.error)")
            return (folder, try #require(added.json?["id"] as? String))
        }

        @Test(
            "blocks nothing else: the start, other libraries, lists and the stop continue",
            .needs(.tracing))
        func start() async throws {
            let first = try await Gateway(arguments: [], frames: 10_000)
            let (folder, _) = try await Self.addLibrary("far", to: first)
            let items = try await first.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]] ?? []
            let far = try #require(items.first { $0["title"] as? String == "Far" }?["id"] as? String, "\(items)")
            #expect(await first.server.stop() == 0)

            let server = try await ServerProcess.start(in: first.server.folder, through: Self.deadly(folder))
            let tracer = try #require(Int32(Self.status(of: server.processIdentifier, "TracerPid")))
            defer { kill(tracer, SIGKILL) }
            let gateway = Gateway(first, on: server)
            // More readers than the library has threads.
            var stuck: [RawConnection] = []
            for _ in 0..<12 { stuck.append(try await gateway.stalledReader(path: "/api/v1/tracks/\(far)/stream")) }
            for _ in 0..<3 {
                for path in ["/health", "/ready"] {
                    #expect(try await gateway.request("GET", path, as: "").status == 200, "\(path)")
                }
                for path in ["/api/v1/tracks", "/api/v1/libraries", "/api/v1/overview", "/api/v1/tracks/\(far)"] {
                    let reply = try await gateway.request("GET", path)
                    #expect(reply.status == 200, "\(path): \(reply.text)")
                }
                let whole = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream")
                #expect(whole.status == 200 && whole.body == gateway.content, "\(whole.status)")
            }
            // A new song in the working library is found, although the scan of the hanging one never ends.
            let album = server.folder.path + "/music/Noise/Dropped"
            try FileManager.default.createDirectory(atPath: album, withIntermediateDirectories: true)
            try Data(WAVFile.noise(frames: 1000, seed: 7)).write(to: URL(fileURLWithPath: album + "/New.wav"))
            try await waitUntil("the new song is there", within: .seconds(90)) {
                (try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [Any])?.count == 3
            }
            let gone = try await gateway.request("GET", "/api/v1/tracks/\(far)/stream")
            #expect(gone.status == 503 && gone.text.contains("does not answer"), "\(gone.status) \(gone.text)")
            for connection in stuck { await connection.close() }
            #expect(server.isRunning, "\(server.output)")
            async let end = server.stop()
            try await waitUntil("the server has ended but for what strace holds", within: .seconds(30)) {
                Self.status(of: server.processIdentifier, "State").hasPrefix("Z")
            }
            // Only strace keeps the threads that wait for the disk. The kernel alone would end them.
            kill(tracer, SIGKILL)
            #expect(await end == 0, "\(server.output)")
        }

        private static func status(of process: Int32, _ name: String) -> String {
            let text = (try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)) ?? ""
            let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") } ?? ""
            return line.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces)
        }
    }
}
