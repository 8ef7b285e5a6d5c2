import Foundation
import Support
import Testing

extension FaultTests {
    @Suite("Recordings that no browser makes", .timeLimit(.minutes(10))) struct HostileRecordingTests {
        /// The number of recordings that the server decodes at once. One user may have two of them.
        private static let atOnce = 4
        private static let mostGrowth = 64 << 20
        private static let reasons = ["recording_unreadable", "recording_too_large"]

        /// A server with its own temporary folder.
        private static let shared = Task {
            let temporary = try TemporaryFolder()
            let server = try await RecordingServer(
                ["--recognitions", "\(atOnce)"], variables: ["TMPDIR": temporary.path])
            return (server, temporary)
        }

        @Test("each gets a result or a clear error; nothing crashes, grows, stays behind, or is written to disk")
        func hostile() async throws {
            let (server, temporary) = try await Self.shared.value
            let process = server.gateway.server.processIdentifier
            let trap = try await FileServer { _ in FileServer.answer() }
            let damaged = try await HostileRecordings.damaged()
            #expect(damaged.count >= 500)
            let users = [server.gateway.token, try await server.gateway.person("bo", role: "listener")]
            // The first recordings allocate what is allocated once, such as buffers.
            let foreign = try await HostileRecordings.foreign(linkingTo: trap.port)
            try await send(foreign, to: server, as: users)
            let (names, memory) = try (files(of: server), memory(of: process))
            let descriptors = try descriptors(of: process)
            try await send(damaged, to: server, as: users)

            let growth = try self.memory(of: process) - memory
            #expect(growth < Self.mostGrowth, "\(growth) bytes more")
            try await waitUntil("no process is left") { try server.decoders().isEmpty }
            try await waitUntil("no descriptor is left") { try self.descriptors(of: process) <= descriptors + 4 }
            #expect(trap.connections == 0, "\(trap.heads)")
            #expect(try files(of: server) == names)
            for folder in [server.gateway.server.folder.path + "/data", temporary.path] {
                #expect(try holders(of: HostileRecordings.mark, below: folder) == [])
            }
            #expect(!server.gateway.server.output.contains(HostileRecordings.mark))
            #expect(server.gateway.server.isRunning)
            let answer = try await server.recognize(server.recording)
            #expect(answer.json?["outcome"] as? String == "matched", "\(answer.text)")
        }

        @Test(
            "an endless one is cut off, whatever it contains",
            arguments: ["zeros", "sound", "a byte now and then"])
        func endless(content: String) async throws {
            let (server, _) = try await Self.shared.value
            let token = try await server.gateway.person("endless-\(content.prefix(5))", role: "listener")
            let head = content == "sound" ? HostileRecordings.wave(channels: 1, rate: 8000, bits: 16, []) : []
            let connection = try await server.begin(head, as: token)
            let sender = Task {
                let piece = [UInt8](repeating: 0, count: content == "a byte now and then" ? 1 : 1 << 16)
                while !Task.isCancelled {
                    try await connection.send(RecordingServer.chunk(piece))
                    // Not a wait for an event: this sends more slowly than any real client.
                    if piece.count == 1 { try await Task.sleep(for: .milliseconds(500)) }
                }
            }
            defer { sender.cancel() }
            switch content {
            case "sound":
                let reply = try await connection.reply()
                #expect(reply.status == 200 && reply.json?["heardMs"] as? Int == 20_000, "\(reply.text)")
            case "zeros":
                let reply = try await connection.reply()
                #expect(reply.status == 400 || reply.status == 413, "\(reply.status) \(reply.text)")
                #expect(Self.reasons.contains(reply.json?["reason"] as? String ?? ""), "\(reply.text)")
            default:
                // Like any body that comes too slowly, it gets no reply.
                #expect(await connection.readToEnd().isEmpty)
            }
            await connection.close()
            let answer = try await server.recognize(server.recording, as: token)
            #expect(answer.status == 200, "\(answer.text)")
        }

        /// Sends all of them, as many at a time as the server decodes.
        private func send(
            _ recordings: [HostileRecordings.Recording], to server: RecordingServer, as users: [String]
        ) async throws {
            try await withThrowingTaskGroup { group in
                for lane in 0..<Self.atOnce {
                    let own = stride(from: lane, to: recordings.count, by: Self.atOnce).map { recordings[$0] }
                    group.addTask { try await send(own, on: server, as: users[lane % users.count]) }
                }
                try await group.waitForAll()
            }
        }

        private func send(
            _ recordings: [HostileRecordings.Recording], on server: RecordingServer, as token: String
        ) async throws {
            var connection = try await server.gateway.server.connect()
            for one in recordings {
                let reply = try await connection.request(
                    "POST", "/api/v1/recognitions", [("Content-Type", one.type), ("Authorization", "Bearer \(token)")],
                    body: one.bytes)
                if reply.status == 200 {
                    #expect(reply.json?["outcome"] is String, "\(one.name): \(reply.text)")
                } else {
                    let reason = reply.json?["reason"] as? String ?? ""
                    #expect((400..<500).contains(reply.status), "\(one.name): \(reply.status) \(reply.text)")
                    #expect(Self.reasons.contains(reason), "\(one.name): \(reply.status) \(reply.text)")
                }
                if reply["connection"] == "close" {
                    await connection.close()
                    connection = try await server.gateway.server.connect()
                }
            }
            await connection.close()
        }

        /// The resident memory of the process, in bytes.
        private func memory(of process: Int32) throws -> Int {
            let line = try #require(Processes.status(of: process)["VmRSS"])
            return try #require(Int(line.prefix { $0.isNumber })) * 1024
        }

        private func descriptors(of process: Int32) throws -> Int {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
        }

        /// The file names below the data folder, without those of the database, whose logs come and go.
        private func files(of server: RecordingServer) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: server.gateway.server.folder.path + "/data")
                .filter { !$0.hasPrefix("rondo.sqlite") }.sorted()
        }

        /// The files that contain the text.
        private func holders(of text: String, below folder: String) throws -> [String] {
            try FileManager.default.subpathsOfDirectory(atPath: folder).filter { name in
                FileManager.default.contents(atPath: folder + "/" + name)?.range(of: Data(text.utf8)) != nil
            }
        }
    }
}
