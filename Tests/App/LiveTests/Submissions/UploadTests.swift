import Foundation
import Support
import Testing

/// Uploads to the real server with tus 1.0.0.
@Suite("Uploads over TLS", .timeLimit(.minutes(10))) struct UploadTests {
    private func song(_ title: String = "Song", frames: Int = 44_100, seed: UInt64 = 5) -> [UInt8] {
        TaggedWAV.file([("TIT2", title), ("TPE1", "Singer"), ("TALB", "Album")], seed: seed, frames: frames)
    }

    @Test("a chunked upload resumes at its offset, even after the server was killed")
    func chunks() async throws {
        let folder = try TemporaryFolder()
        let gateway = try await Gateway(arguments: [], in: folder)
        let token = try await gateway.person("bob", role: "contributor")
        let bytes = song(frames: 200_000)
        let submitter = Submitter(gateway: gateway, token: token)
        let made = try await submitter.announce("../../etc/Song.wav", length: bytes.count)
        #expect(made.status == 201 && made["tus-resumable"] == "1.0.0" && made["upload-expires"] != nil, "\(made.text)")
        #expect(made.json?["name"] as? String == "Song.wav")
        let location = try #require(made["location"])
        #expect(try await submitter.offset(of: location) == 0)
        let first = try await submitter.send(bytes[..<100_000], to: location, at: 0)
        #expect(first.status == 204 && first["upload-offset"] == "100000", "\(first.text)")
        let wrong = try await submitter.send(bytes[50_000...], to: location, at: 50_000)
        #expect(wrong.status == 409 && wrong.json?["reason"] as? String == "offset_mismatch", "\(wrong.text)")

        // A connection that breaks off within a chunk.
        let connection = try await gateway.server.connect()
        try await connection.send(
            "PATCH \(location) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nTus-Resumable: 1.0.0\r\n"
                + "Upload-Offset: 100000\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 200000\r\n\r\n"
        )
        try await connection.send(Array(bytes[100_000..<160_000]))
        await connection.close()
        let offset = try await waitFor("the end of the connection is noticed") {
            let offset = try await submitter.offset(of: location) ?? 0
            return offset == 100_000 ? nil : offset
        }
        #expect((100_001...160_000).contains(offset))

        _ = await gateway.server.stop(SIGKILL)
        let server = try await ServerProcess.start(in: folder)
        let again = try await server.connect()
        let head = try await again.request(
            "HEAD", location, [("Authorization", "Bearer \(token)"), ("Tus-Resumable", "1.0.0")])
        let kept = try #require(head["upload-offset"].flatMap { Int($0) })
        #expect(kept >= offset)
        let rest = try await again.request(
            "PATCH", location,
            [
                ("Authorization", "Bearer \(token)"), ("Tus-Resumable", "1.0.0"), ("Upload-Offset", "\(kept)"),
                ("Content-Type", "application/offset+octet-stream"),
            ], body: Array(bytes[kept...]))
        #expect(rest.status == 204 && rest["upload-offset"] == "\(bytes.count)", "\(rest.text)")
        let file = folder.path + "/data/quarantine/" + (location.split(separator: "/").last ?? "")
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: file))) == bytes)
        await again.close()
    }

    @Test("DELETE of another user's running upload is 404, and the upload continues")
    func stranger() async throws {
        let gateway = try await Gateway.shared.value
        let bob = Submitter(gateway: gateway, token: try await gateway.person("uploads", role: "contributor"))
        let eve = try await gateway.person("stranger", role: "moderator")
        let bytes = song(frames: 400_000)
        let location = try #require(try await bob.announce("a.wav", length: bytes.count)["location"])
        let sender = try await gateway.server.connect()
        try await sender.send(
            "PATCH \(location) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(bob.token)\r\nTus-Resumable: 1.0.0\r\n"
                + "Upload-Offset: 0\r\nContent-Type: application/offset+octet-stream\r\n"
                + "Content-Length: \(bytes.count)\r\n\r\n")
        try await sender.send(Array(bytes[..<600_000]))
        let file = gateway.server.folder.path + "/data/quarantine/" + (location.split(separator: "/").last ?? "")
        try await waitUntil("bytes of the upload are on the disk") {
            let size = try? FileManager.default.attributesOfItem(atPath: file)[.size] as? Int
            return size ?? 0 > 0
        }
        for token in [eve, gateway.token] {
            #expect(try await gateway.request("DELETE", location, as: token).status == 404)
            let head = try await gateway.request("HEAD", location, [("Tus-Resumable", "1.0.0")], as: token)
            #expect(head.status == 404)
        }
        try await sender.send(Array(bytes[600_000...]))
        let reply = String(decoding: await sender.read(through: "\r\n\r\n"), as: UTF8.self)
        #expect(reply.hasPrefix("HTTP/1.1 204"), "\(reply)")
        #expect(reply.lowercased().contains("upload-offset: \(bytes.count)"), "\(reply)")
        await sender.close()
    }
}
