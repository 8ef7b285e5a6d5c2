import Foundation
import Support
import Testing

extension FaultTests {
    /// Hundreds of damaged audio and image files, uploaded to the real server.
    @Suite("Damaged submissions", .timeLimit(.minutes(10))) struct CorpusTests {
        private static let kinds: [(ending: String, arguments: [String])] = [
            ("mp3", ["-c:a", "libmp3lame", "-b:a", "32k"]), ("flac", ["-c:a", "flac"]),
            ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus", "-b:a", "24k"]), ("m4a", ["-c:a", "aac"]),
            ("wav", ["-c:a", "pcm_s16le"]), ("aiff", ["-c:a", "pcm_s16be"]), ("wv", ["-c:a", "wavpack"]),
        ]
        private static let audio = 400
        private static let images = 120

        @Test("no damaged file stops the server, blocks it, or makes its memory grow")
        func corpus() async throws {
            let gateway = try await LiveServer(arguments: [], frames: 1000)
            let submitter = Submitter(gateway: gateway, token: gateway.token)
            let folder = gateway.server.folder.path + "/seeds"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            var random = SeededGenerator(seed: 11)
            var seeds: [[UInt8]] = []
            for kind in Self.kinds { seeds.append(try await sound(kind.ending, kind.arguments, in: folder)) }
            // One intact file of each kind is accepted.
            for (seed, kind) in zip(seeds, Self.kinds) {
                let whole = try await submitter.upload(seed, as: "whole.\(kind.ending)")
                #expect(whole["state"] as? String == "draft", "\(kind.ending): \(whole)")
            }
            // Opened only now: an idle connection is soon closed.
            let connection = try await gateway.server.connect()
            func call(
                _ method: String, _ path: String, _ fields: [(String, String)] = [], _ body: [UInt8]? = nil
            ) async throws -> HTTPReply {
                try await connection.request(
                    method, path, [("Authorization", "Bearer \(gateway.token)"), ("Tus-Resumable", "1.0.0")] + fields,
                    body: body)
            }
            let before = try memory(of: gateway.server.processIdentifier)
            for number in 0..<Self.audio {
                let bytes = Self.damaged(seeds[number % seeds.count], &random)
                let made = try await call(
                    "POST", "/api/v1/uploads",
                    [
                        ("Upload-Length", "\(bytes.count)"),
                        ("Upload-Metadata", "filename \(Data("\(number).mp3".utf8).base64EncodedString())"),
                    ])
                let location = try #require(made["location"], "\(made.text)")
                let sent = try await call(
                    "PATCH", location,
                    [("Upload-Offset", "0"), ("Content-Type", "application/offset+octet-stream")], bytes)
                #expect(sent.status == 204, "\(sent.text)")
            }
            try await waitUntil("all uploads are looked through", within: .seconds(400)) {
                let uploads = try await call("GET", "/api/v1/uploads").json?["items"] as? [[String: Any]] ?? []
                return uploads.allSatisfy { $0["state"] as? String == "refused" }
            }
            let refused = try await call("GET", "/api/v1/uploads").json?["items"] as? [[String: Any]] ?? []
            let taken =
                try await call("GET", "/api/v1/me/submissions?limit=500").json?["items"] as? [[String: Any]] ?? []
            #expect(refused.count + taken.count == Self.audio + Self.kinds.count)
            #expect(refused.count > Self.audio / 10 && taken.count > Self.kinds.count)

            let submission = try #require(taken.first?["id"] as? String)
            var pictures: [[UInt8]] = []
            for ending in ["png", "jpg", "webp"] { pictures.append(try await picture(ending, in: folder)) }
            var kept = 0
            for number in 0..<Self.images {
                let reply = try await call(
                    "PUT", "/api/v1/submissions/\(submission)/cover", [], Self.damaged(pictures[number % 3], &random))
                #expect([200, 415].contains(reply.status), "\(reply.text)")
                kept += reply.status == 200 ? 1 : 0
            }
            #expect(kept < Self.images)
            await connection.close()
            #expect(gateway.server.isRunning)
            let grown = try memory(of: gateway.server.processIdentifier) - before
            #expect(grown < 100 << 20, "\(grown >> 20) MiB")
            let quarantine = try FileManager.default.contentsOfDirectory(
                atPath: gateway.server.folder.path + "/data/quarantine")
            #expect(quarantine.count == taken.count)
        }

        /// Flips bits, removes or adds bytes, falsifies sizes, or truncates.
        private static func damaged(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
            var bytes = bytes
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                guard bytes.count > 64 else { break }
                // Damage to headers does the most harm.
                let reach = Bool.random(using: &random) ? min(bytes.count, 512) : bytes.count
                let place = Int.random(in: 0..<reach - 16, using: &random)
                switch Int.random(in: 0..<6, using: &random) {
                case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                case 1: for index in place..<place + 4 { bytes[index] = 0xFF }
                case 2: for index in place..<place + 4 { bytes[index] = 0 }
                case 3: bytes.removeSubrange(place..<place + Int.random(in: 1...16, using: &random))
                case 4: bytes.insert(contentsOf: bytes[place..<place + 16], at: place)
                default: bytes.removeLast(Int.random(in: 1..<bytes.count / 2, using: &random))
                }
            }
            return bytes
        }

        private func sound(_ ending: String, _ arguments: [String], in folder: String) async throws -> [UInt8] {
            let path = "\(folder)/seed.\(ending)"
            return try await made(
                [
                    "-f", "lavfi", "-i", "sine=frequency=440:duration=1", "-metadata", "title=Seed", "-metadata",
                    "artist=Ada",
                ]
                    + arguments + [path], path)
        }

        private func picture(_ ending: String, in folder: String) async throws -> [UInt8] {
            let path = "\(folder)/seed.\(ending)"
            return try await made(["-f", "lavfi", "-i", "testsrc=s=96x96", "-frames:v", "1", path], path)
        }

        private func made(_ arguments: [String], _ path: String) async throws -> [UInt8] {
            let result = try await Program.run(
                "/usr/bin/env", ["ffmpeg", "-nostdin", "-loglevel", "error", "-y"] + arguments)
            try #require(result.status == 0, "\(result.error)")
            return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
        }

        /// The resident memory of the process, in bytes.
        private func memory(of process: Int32) throws -> Int {
            let text = try String(contentsOfFile: "/proc/\(process)/statm", encoding: .utf8)
            return (Int(text.split(separator: " ").dropFirst().first ?? "") ?? 0) * 4096
        }
    }
}
