import Foundation
import Support
import Testing

extension FaultTests {
    /// kill -9 at random moments while files are sent, checked, approved and moved. `RONDO_KILLS` sets how often.
    @Suite("Submissions, killed at any moment", .timeLimit(.minutes(15))) struct SubmissionKillTests {
        /// A file that the client sends, with its progress as far as the client knows.
        private struct SentFile {
            let name: String
            let bytes: [UInt8]
            var location: String?
            /// The number of bytes that the server has acknowledged.
            var acknowledged = 0
        }

        private static let piece = 48 * 1024
        private static let kills = ProcessInfo.processInfo.environment["RONDO_KILLS"].flatMap { Int($0) } ?? 12

        @Test("no submission is lost, doubled or half published")
        func kills() async throws {
            let folder = try TemporaryFolder()
            let token: String
            do {
                let gateway = try await LiveServer(arguments: ["--no-scan-watch"], frames: 1000, in: folder)
                token = gateway.token
                _ = await gateway.server.stop(SIGKILL)
            }
            // Two songs have each title, so they want the same file name.
            var songs = (0..<max(8, Self.kills / 2)).map { number in
                SentFile(
                    name: "sent-\(number).wav",
                    bytes: TaggedWAV.file(
                        [("TIT2", "Sent \(number / 2)"), ("TPE1", "Submitter"), ("TALB", "Kills")],
                        seed: UInt64(number + 1),
                        frames: 40_000))
            }
            var random = SeededGenerator(seed: 3)
            for round in 0..<Self.kills {
                let server = try await ServerProcess.start(["--no-scan-watch"], in: folder)
                let moment = Duration.milliseconds(Int.random(in: 0...900, using: &random))
                let killer = Task {
                    try? await Task.sleep(for: moment)
                    _ = await server.stop(SIGKILL)
                }
                // Starts some at a time, so that every phase always has some.
                let reach = min(songs.count, (round + 1) * songs.count / max(1, Self.kills * 2 / 3) + 2)
                for index in 0..<reach {
                    do {
                        try await send(&songs[index], server, token)
                        if index % 3 == 2 { try await approveAll(server, token) }
                    } catch let failure as LostBytes {
                        Issue.record("round \(round), killed after \(moment): \(failure)")
                    } catch {
                        break
                    }
                }
                await killer.value
            }
            try await finish(&songs, folder, token)
        }

        /// Completes all uploads, and checks that each song exists exactly once.
        private func finish(_ songs: inout [SentFile], _ folder: TemporaryFolder, _ token: String) async throws {
            let server = try await ServerProcess.start(["--no-scan-watch"], in: folder)
            var approved: [[String: Any]] = []
            try await waitUntil("all are approved") {
                for index in songs.indices { try await send(&songs[index], server, token) }
                try await approveAll(server, token)
                approved = try await list("/api/v1/me/submissions?state=approved&limit=500", server, token)
                return approved.count >= songs.count
            }
            #expect(approved.count == songs.count)
            let files = try musicFiles(in: folder.path + "/music/Submitter")
            #expect(files.count == songs.count, "\(files.map(\.path))")
            #expect(Set(files.map(\.bytes)) == Set(songs.map(\.bytes)))
            let tracks = try await list("/api/v1/tracks?limit=500", server, token).filter {
                ($0["title"] as? String)?.hasPrefix("Sent") == true
            }
            #expect(tracks.count == songs.count)
            #expect(
                Set(approved.compactMap { $0["trackId"] as? String }) == Set(tracks.compactMap { $0["id"] as? String }))
            let uploads = try await list("/api/v1/uploads", server, token)
            #expect(uploads.isEmpty, "\(uploads)")
            // A file created just before a kill may lack its row in the database. The cleanup removes it an hour later.
            // It contains no uploaded bytes.
            let quarantine = folder.path + "/data/quarantine"
            try await waitUntil("nothing that was sent is left in the quarantine") {
                try FileManager.default.contentsOfDirectory(atPath: quarantine).allSatisfy { name in
                    let path = quarantine + "/" + name
                    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
                    return size == nil || size == 0
                }
            }
            _ = await server.stop(SIGTERM)
        }

        private struct LostBytes: Error, CustomStringConvertible {
            let description: String
        }

        /// Announces the upload unless it is announced already, and sends the missing bytes. After a lost reply it asks
        /// the server for the offset.
        private func send(_ song: inout SentFile, _ server: ServerProcess, _ token: String) async throws {
            let name = song.name
            if song.location == nil {
                let uploads = try await list("/api/v1/uploads", server, token)
                let given = try await list("/api/v1/me/submissions?limit=500", server, token)
                let known =
                    uploads.first { $0["name"] as? String == name } ?? given.first { $0["fileName"] as? String == name }
                if let id = known?["id"] as? String {
                    song.location = "/api/v1/uploads/" + id
                } else {
                    let metadata =
                        "filename \(Data(name.utf8).base64EncodedString()),submit \(Data("true".utf8).base64EncodedString())"
                    let made = try await request(
                        "POST", "/api/v1/uploads", server, token,
                        [("Upload-Length", "\(song.bytes.count)"), ("Upload-Metadata", metadata)])
                    song.location = made["location"]
                }
            }
            guard let location = song.location, song.acknowledged < song.bytes.count else { return }
            let head = try await request("HEAD", location, server, token)
            if head.status == 404 {
                // It is already a submission.
                let id = location.split(separator: "/").last ?? ""
                let found = try await request("GET", "/api/v1/submissions/\(id)", server, token)
                guard found.status == 200 else { throw LostBytes(description: "\(location) is gone: \(found.text)") }
                song.acknowledged = song.bytes.count
                return
            }
            guard var offset = head["upload-offset"].flatMap({ Int($0) }) else { return }
            guard offset >= song.acknowledged else {
                throw LostBytes(
                    description: "\(location) is at \(offset), though \(song.acknowledged) were acknowledged")
            }
            while offset < song.bytes.count {
                let part = Array(song.bytes[offset..<min(offset + Self.piece, song.bytes.count)])
                let sent = try await request(
                    "PATCH", location, server, token,
                    [("Upload-Offset", "\(offset)"), ("Content-Type", "application/offset+octet-stream")], body: part)
                guard sent.status == 204, let next = sent["upload-offset"].flatMap({ Int($0) }) else { return }
                offset = next
                song.acknowledged = next
            }
        }

        private func approveAll(_ server: ServerProcess, _ token: String) async throws {
            let pending = try await list("/api/v1/submissions?state=pending", server, token).compactMap {
                $0["id"] as? String
            }
            guard !pending.isEmpty else { return }
            let libraries = try await list("/api/v1/moderation/libraries", server, token)
            let library = libraries.first?["id"] as? String ?? ""
            let ids = pending.map { "\"\($0)\"" }.joined(separator: ",")
            _ = try await request(
                "POST", "/api/v1/moderation/approve", server, token, [("Content-Type", "application/json")],
                body: Array(#"{"ids":[\#(ids)],"libraryId":"\#(library)"}"#.utf8))
        }

        private func list(_ path: String, _ server: ServerProcess, _ token: String) async throws -> [[String: Any]] {
            let reply = try await request("GET", path, server, token)
            return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
        }

        private func request(
            _ method: String, _ path: String, _ server: ServerProcess, _ token: String,
            _ fields: [(String, String)] = [],
            body: [UInt8]? = nil
        ) async throws -> HTTPReply {
            let connection = try await server.connect()
            let reply = try await connection.request(
                method, path, [("Authorization", "Bearer \(token)"), ("Tus-Resumable", "1.0.0")] + fields, body: body)
            await connection.close()
            return reply
        }

        /// All music files, including hidden ones.
        private func musicFiles(in folder: String) throws -> [(path: String, bytes: [UInt8])] {
            let names = try #require(FileManager.default.enumerator(atPath: folder))
            return try names.compactMap { name -> (String, [UInt8])? in
                let path = folder + "/" + (name as? String ?? "")
                var isFolder: ObjCBool = false
                guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue else {
                    return nil
                }
                return (path, try Array(Data(contentsOf: URL(fileURLWithPath: path))))
            }
        }

        @Test("a link's song arrives once, whenever the server is killed during the download")
        func links() async throws {
            let songs = (0..<6).map { number in
                TaggedWAV.file(
                    [("TIT2", "Link \(number)"), ("TPE1", "Far")], seed: UInt64(number + 50), frames: 400_000)
            }
            let source = try await FileServer { head in
                let number =
                    head.split(separator: "/").dropFirst().first.flatMap { Int($0.prefix { $0.isNumber }) } ?? 0
                let song = songs[number]
                return [.send(FileServer.head("200 OK", ["Content-Type: audio/wav", "Content-Length: \(song.count)"]))]
                    + stride(from: 0, to: song.count, by: 100_000).map {
                        .send(Array(song[$0..<min($0 + 100_000, song.count)]))
                    }
            }
            let folder = try TemporaryFolder()
            let token: String
            do {
                let gateway = try await LiveServer(arguments: ["--no-scan-watch"], frames: 1000, in: folder)
                token = gateway.token
                let permitted = try await gateway.request(
                    "PATCH", "/api/v1/settings", json: #"{"linkNetworks":["127.0.0.1:\#(source.port)"]}"#)
                try #require(permitted.status == 200, "\(permitted.text)")
                _ = await gateway.server.stop(SIGKILL)
            }
            var random = SeededGenerator(seed: 11)
            var given = 0
            for round in 0..<Self.kills {
                let server = try await ServerProcess.start(["--no-scan-watch"], in: folder)
                if given < songs.count, round % 2 == 0 {
                    let made = try await request(
                        "POST", "/api/v1/imports", server, token, [("Content-Type", "application/json")],
                        body: Array(#"{"url":"http://127.0.0.1:\#(source.port)/\#(given).wav"}"#.utf8))
                    try #require(made.status == 201, "\(made.text)")
                    given += 1
                }
                try await Task.sleep(for: .milliseconds(Int.random(in: 0...400, using: &random)))
                _ = await server.stop(SIGKILL)
            }
            let server = try await ServerProcess.start(["--no-scan-watch"], in: folder)
            var drafts: [[String: Any]] = []
            try await waitUntil("all links are fetched") {
                drafts = try await list("/api/v1/me/submissions?limit=500", server, token)
                return drafts.count >= given
            }
            #expect(drafts.count == given)
            #expect(Set(drafts.compactMap { $0["fileName"] as? String }) == Set((0..<given).map { "\($0).wav" }))
            let links = try await list("/api/v1/imports", server, token)
            #expect(links.count == given && links.allSatisfy { $0["state"] as? String == "done" }, "\(links)")
            let uploads = try await list("/api/v1/uploads", server, token)
            #expect(uploads.isEmpty, "\(uploads)")
            let kept = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/data/quarantine")
            #expect(Set(kept) == Set(drafts.compactMap { $0["id"] as? String }))
            for draft in drafts {
                let name = draft["fileName"] as? String ?? ""
                let number = try #require(Int(name.prefix { $0.isNumber }))
                let path = folder.path + "/data/quarantine/" + (draft["id"] as? String ?? "")
                #expect(FileManager.default.contents(atPath: path).map { Array($0) } == songs[number])
            }
            _ = await server.stop(SIGTERM)
        }
    }
}
