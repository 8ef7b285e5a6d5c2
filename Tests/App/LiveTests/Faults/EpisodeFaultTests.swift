import Foundation
import NIOCore
import Support
import Synchronization
import Testing

extension FaultTests {
    /// Podcast episodes when listeners disconnect, the podcast's host fails or this server is killed.
    @Suite("Interrupted episodes", .timeLimit(.minutes(5))) struct EpisodeFaultTests {
        /// A host with one podcast of one episode.
        private final class Host: Sendable {
            enum Mode {
                /// Sends half of the episode, then nothing more.
                case breaks
                case refuses, serves
                /// The episode has 500 MB of zeros.
                case huge
            }

            static let audio = WAVFile.noise(frames: 600_000)
            static let hugeSize = 500_000_000
            private static let type = "Content-Type: audio/wav"
            /// A download is resumed only if the host names the version.
            private static let version = "ETag: \"1\""
            let mode = Mutex(Mode.serves)

            func answer(_ request: String) -> [FileServer.Step] {
                let address = request.components(separatedBy: "Host: ").last?.prefix { !$0.isNewline } ?? ""
                guard request.hasPrefix("GET /a.wav") else {
                    let feed = """
                        <rss><channel><title>Harbor</title><item><title>Fog</title><guid>1</guid>
                        <enclosure url="http://\(address)/a.wav" type="audio/wav"/></item></channel></rss>
                        """
                    return FileServer.answer("200 OK", ["Content-Type: text/xml"], Array(feed.utf8))
                }
                let mode = mode.withLock { $0 }
                if case .refuses = mode { return FileServer.answer("503 Service Unavailable") }
                let total = if case .huge = mode { Self.hugeSize } else { Self.audio.count }
                if let field = request.components(separatedBy: "Range: bytes=").dropFirst().first {
                    let ends = field.prefix { !$0.isNewline }.split(separator: "-").compactMap { Int($0) }
                    return FileServer.answer(
                        "206 Partial Content",
                        [Self.type, Self.version, "Content-Range: bytes \(ends[0])-\(ends[1])/\(total)"],
                        Array(Self.audio[ends[0]...ends[1]]))
                }
                let head = FileServer.head("200 OK", [Self.type, Self.version, "Content-Length: \(total)"])
                switch mode {
                case .huge: return [.send(head), .endless([UInt8](repeating: 0, count: 1 << 18), every: .zero)]
                case .breaks: return [.send(head), .send(Array(Self.audio.prefix(total / 2))), .hold]
                default: return [.send(head), .send(Self.audio)]
                }
            }
        }

        private let host: Host
        private let server: FileServer
        private let gateway: Gateway
        /// The path of the episode.
        private let path: String

        init() async throws {
            let host = Host()
            server = try await FileServer { host.answer($0) }
            gateway = try await Gateway(arguments: [], frames: 1000)
            let settings = #"{"linkNetworks":["127.0.0.1:\#(server.port)"],"podcasts":true}"#
            let reply = try await gateway.request("PATCH", "/api/v1/settings", json: settings)
            try #require(reply.status == 200, "\(reply.text)")
            let subscribed = try await gateway.request(
                "POST", "/api/v1/podcasts", json: #"{"url":"http://127.0.0.1:\#(server.port)/feed"}"#)
            try #require(subscribed.status == 201, "\(subscribed.text)")
            let items = try await gateway.request("GET", "/api/v1/podcasts/episodes").json?["items"] as? [[String: Any]]
            path = "/api/v1/episodes/\(try #require(items?.first?["id"] as? String))"
            self.host = host
        }

        private func residentBytes() throws -> Int {
            let statm = "/proc/\(gateway.server.processIdentifier)/statm"
            let pages = try String(contentsOfFile: statm, encoding: .utf8).split(separator: " ")
            return try #require(Int(pages[1])) * Int(getpagesize())
        }

        @Test("a large episode is read at the listener's speed, and the fetch stops when the listener leaves")
        func vanished() async throws {
            host.mode.withLock { $0 = .huge }
            #expect(try await gateway.request("HEAD", path + "/stream").status == 200)
            let (before, connections) = (try residentBytes(), server.openConnections)
            let reader = try await gateway.stalledReader(path: path + "/stream")
            // The host can send as long as the server reads. The server has stopped reading once twenty checks in a row
            // see no progress.
            var (taken, looks) = (0, 0)
            try await waitUntil("nothing more is taken") {
                looks = server.sentBytes == taken && taken > 1 << 20 ? looks + 1 : 0
                taken = server.sentBytes
                return looks == 20
            }
            #expect(server.openConnections == connections + 1)
            #expect(taken < Host.hugeSize / 8, "\(taken) bytes were taken")
            #expect(try residentBytes() - before < 64 << 20)
            await reader.close()
            try await waitUntil("the podcast's server is left") { server.openConnections == connections }
        }

        @Test("after kill -9 a partial download is never served as complete, and it resumes")
        func killed() async throws {
            host.mode.withLock { $0 = .breaks }
            #expect(try await gateway.request("PUT", path + "/download").status == 202)
            let folder = gateway.server.folder.path + "/data/podcasts"
            try await waitUntil("something of it is stored") {
                let names = try FileManager.default.contentsOfDirectory(atPath: folder)
                return try names.contains {
                    try FileManager.default.attributesOfItem(atPath: "\(folder)/\($0)")[.size] as? Int ?? 0 > 100_000
                }
            }
            #expect(await gateway.server.stop(SIGKILL) == SIGKILL)
            host.mode.withLock { $0 = .refuses }
            let again = Gateway(gateway, on: try await ServerProcess.start([], in: gateway.server.folder))
            #expect(try await again.request("GET", path + "/stream").status == 503)
            #expect(try await again.request("GET", path).json?["download"] as? String != "done")
            host.mode.withLock { $0 = .serves }
            let asked = server.heads.count
            #expect(try await again.request("PUT", path + "/download").status == 202)
            try await waitUntil("it is downloaded") {
                try await again.request("GET", path).json?["download"] as? String == "done"
            }
            let ranges = server.heads.dropFirst(asked).filter { $0.contains("Range: bytes=") && !$0.contains("=0-0") }
            #expect(ranges.count == 1, "\(server.heads.dropFirst(asked))")
            let requests = server.heads.count
            #expect(try await again.request("GET", path + "/stream").body == Host.audio)
            #expect(server.heads.count == requests)
        }
    }
}
