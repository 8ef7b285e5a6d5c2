import Foundation
import Support
import Testing

extension FaultTests {
    /// kill -9 while tracks are analyzed, and while the recognition index is written, merged, or rebuilt after damage.
    /// `RONDO_KILLS` sets how often.
    @Suite("A recognition index whose writer is killed", .timeLimit(.minutes(15))) struct IndexKillTests {
        private static let kills = ProcessInfo.processInfo.environment["RONDO_KILLS"].flatMap { Int($0) } ?? 20
        private static let songs = 14
        private static let arguments = ["--analysis-rest", "1", "--no-scan-watch"]

        @Test("has and finds every track afterwards, and leaves no drafts behind")
        func kills() async throws {
            let folder = try TemporaryFolder()
            try await makeSongs(in: folder.path + "/music")
            let gateway = try await Gateway(arguments: Self.arguments, frames: 1000, in: folder)
            let index = folder.path + "/data/recognition"
            var random = SeededGenerator(seed: 29)
            _ = await gateway.server.stop(SIGKILL)
            var drafts = 0
            for round in 0..<Self.kills {
                try prepare(index, round, &random)
                let server = try await ServerProcess.start(Self.arguments, in: folder)
                let moment = Duration.milliseconds(Int.random(in: 0...2500, using: &random))
                // Two of three rounds wait until a file is being written. Even rounds then wait up to 4 ms more.
                if round % 3 != 0, await seesDraft(in: index, within: .seconds(4)) {
                    drafts += 1
                    if round % 2 == 0 { usleep(UInt32.random(in: 0...4000, using: &random)) }
                } else {
                    try await Task.sleep(for: moment)
                }
                #expect(await server.stop(SIGKILL) == SIGKILL, "round \(round): \(server.output)")
            }
            #expect(drafts >= Self.kills / 3, "killed while a file was written only \(drafts) times")
            try await finish(Gateway(gateway, on: try await ServerProcess.start(Self.arguments, in: folder)), index)
        }

        /// Checks that every track is indexed and found.
        private func finish(_ gateway: Gateway, _ index: String) async throws {
            try await waitUntil("every track can be recognized", within: .seconds(180)) {
                let coverage = try await gateway.request("GET", "/api/v1/recognitions/coverage").json
                return coverage?["analyzed"] as? Int == Self.songs + 1 && coverage?["total"] as? Int == Self.songs + 1
            }
            for number in [0, Self.songs - 1] {
                let song = gateway.server.folder.path + "/music/\(number).mp3"
                let recording = try await Melody.recording(of: song, from: 3, seconds: 6)
                let reply = try await gateway.request(
                    "POST", "/api/v1/recognitions", [("Content-Type", "audio/webm")], body: recording)
                let match = reply.json?["match"] as? [String: Any]
                #expect((match?["track"] as? [String: Any])?["title"] as? String == "Song \(number)", "\(reply.text)")
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: index)
            #expect(names.allSatisfy { $0.hasSuffix(".landmarks") } && (1...12).contains(names.count), "\(names)")
            let problems = try await gateway.request("GET", "/api/v1/analysis/problems").json?["items"] as? [Any]
            #expect(problems?.isEmpty == true)
            #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
            #expect(try FaultTests.problems(inDatabase: gateway.server.folder.path + "/data/rondo.sqlite") == [])
        }

        private func makeSongs(in folder: String) async throws {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for number in 0..<Self.songs {
                try await Melody.write(
                    "\(folder)/\(number).mp3", seed: 3.1 + 7.77 * Double(number), seconds: 15,
                    ["-metadata", "title=Song \(number)"])
            }
        }

        /// Damages the index in every other round of the second half, so that it is rebuilt.
        private func prepare(_ index: String, _ round: Int, _ random: inout SeededGenerator) throws {
            guard round >= Self.kills / 2, let names = try? FileManager.default.contentsOfDirectory(atPath: index)
            else { return }
            for name in names {
                let path = index + "/" + name
                guard var bytes = FileManager.default.contents(atPath: path), !bytes.isEmpty else { continue }
                let place = Int.random(in: 0..<bytes.count, using: &random)
                switch round % 3 {
                case 0: bytes[place] ^= 0x10
                case 1: bytes = bytes.prefix(place)
                default:
                    try FileManager.default.removeItem(atPath: path)
                    continue
                }
                try bytes.write(to: URL(fileURLWithPath: path))
            }
        }

        /// Whether a draft file appears within the time. Polls more often than other tests, because a draft exists for
        /// milliseconds only.
        private func seesDraft(in folder: String, within time: Duration) async -> Bool {
            let deadline = ContinuousClock.now + time
            while ContinuousClock.now < deadline {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
                if names.contains(where: { $0.hasSuffix(".draft") }) { return true }
                try? await Task.sleep(for: .microseconds(200))
            }
            return false
        }
    }
}
