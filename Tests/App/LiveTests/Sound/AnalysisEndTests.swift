import Foundation
import Support
import Testing

extension FaultTests {
    /// The server or its workers stop during an analysis.
    @Suite("An interrupted analysis", .timeLimit(.minutes(10))) struct AnalysisEndTests {
        /// A server that has begun to analyze two minutes of audio.
        private static func analyzing(_ name: String) async throws -> Gateway {
            let folder = try TemporaryFolder()
            try FileManager.default.createDirectory(atPath: folder.path + "/music", withIntermediateDirectories: true)
            try await Melody.ffmpeg([
                "-f", "lavfi", "-i", "anoisesrc=r=44100:d=120:amplitude=0.3:seed=2", "-metadata", "title=Long",
                folder.path + "/music/" + name,
            ])
            let gateway = try await Gateway(
                arguments: ["--analysis-rest", "1", "--analysis-workers", "1", "--no-scan-watch"], frames: 1000,
                in: folder)
            try await waitUntil("the long track is analyzed") { try isAnalyzingLong(gateway) }
            return gateway
        }

        private static func workers(of gateway: Gateway, _ argument: String) throws -> [Processes.Found] {
            try Processes.children(of: gateway.server.processIdentifier).filter { $0.arguments.contains(argument) }
        }

        /// Whether a worker has used a second of processor time. The short track needs less.
        private static func isAnalyzingLong(_ gateway: Gateway) throws -> Bool {
            try workers(of: gateway, "sound-worker").contains {
                try FaultTests.processorSeconds(of: $0.identifier) > 0.3
            }
        }

        @Test("the server stops at once and cleanly, and so do its workers", arguments: [SIGTERM, SIGKILL])
        func server(signal: Int32) async throws {
            let gateway = try await Self.analyzing("long.wav")
            let workers = try Processes.children(of: gateway.server.processIdentifier).map(\.identifier)
            #expect(workers.count >= 2)
            let begun = ContinuousClock.now
            #expect(await gateway.server.stop(signal) == (signal == SIGTERM ? 0 : SIGKILL), "\(gateway.server.output)")
            #expect(ContinuousClock.now - begun < .seconds(9))
            try await waitUntil("no worker is left") {
                workers.allSatisfy { [nil, "Z (zombie)"].contains(Processes.status(of: $0)["State"]) }
            }
            #expect(!gateway.server.output.contains("Fatal error"), "\(gateway.server.output)")
        }

        @Test(
            "a killed worker or decoder lists its own track as a problem and affects no other",
            arguments: [("long.wav", "sound-worker"), ("long.wav", "pipe:1"), ("long.mp3", "sound-worker")])
        func worker(name: String, argument: String) async throws {
            let gateway = try await Self.analyzing(name)
            let victim = try #require(Self.workers(of: gateway, argument).first)
            kill(victim.identifier, SIGKILL)
            // ffmpeg retries a track that the worker failed to decode.
            try await waitUntil("the other worker is there, or none") {
                try Self.workers(of: gateway, argument).allSatisfy { $0.identifier != victim.identifier }
            }
            let problems = try await waitFor("nothing is left to do", within: .seconds(240)) {
                let progress = try await gateway.request("GET", "/api/v1/analysis").json
                guard progress?["pending"] as? Int == 0 else { return nil as [[String: Any]]? }
                return try await gateway.request("GET", "/api/v1/analysis/problems").json?["items"] as? [[String: Any]]
            }
            if name == "long.mp3" {
                #expect(problems.isEmpty, "\(problems)")
            } else {
                #expect(problems.map { $0["title"] as? String } == ["Long"], "\(problems)")
            }
            #expect(await gateway.server.stop() == 0, "\(gateway.server.output)")
        }
    }
}
