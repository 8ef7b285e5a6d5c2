import Crypto
import Foundation
import Support
import Testing

/// Sending files to the real server: tus 1.0.0.
@Suite("Uploads over TLS", .timeLimit(.minutes(10))) struct UploadTests {
    private func song(_ title: String = "Song", frames: Int = 44_100, seed: UInt64 = 5) -> [UInt8] {
        TaggedWAV.file([("TIT2", title), ("TPE1", "Singer"), ("TALB", "Album")], seed: seed, frames: frames)
    }

    @Test("a file that comes in chunks goes on at the offset, also after the gateway was killed")
    func chunks() async throws {
        let folder = try TemporaryFolder()
        var gateway: Gateway? = try await Gateway(arguments: [], frames: 1000, in: folder)
        let token = try await gateway!.person("bob", role: "contributor")
        let bytes = song(frames: 200_000)
        var submitter = Submitter(gateway: gateway!, token: token)
        let made = try await submitter.announce("../../etc/Song.wav", length: bytes.count)
        #expect(made.status == 201 && made["tus-resumable"] == "1.0.0" && made["upload-expires"] != nil, "\(made.text)")
        #expect(made.json?["name"] as? String == "Song.wav")
        let location = try #require(made["location"])
        #expect(try await submitter.offset(of: location) == 0)
        let first = try await submitter.send(bytes[..<100_000], to: location, at: 0)
        #expect(first.status == 204 && first["upload-offset"] == "100000", "\(first.text)")
        let wrong = try await submitter.send(bytes[50_000...], to: location, at: 50_000)
        #expect(wrong.status == 409 && wrong.json?["reason"] as? String == "offset_mismatch", "\(wrong.text)")

        // A connection that breaks off in the middle of a chunk.
        let connection = try await gateway!.server.connect()
        try await connection.send(
            "PATCH \(location) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(token)\r\nTus-Resumable: 1.0.0\r\n"
                + "Upload-Offset: 100000\r\nContent-Type: application/offset+octet-stream\r\nContent-Length: 200000\r\n\r\n"
        )
        try await connection.send(Array(bytes[100_000..<160_000]))
        await connection.close()
        let deadline = ContinuousClock.now + .seconds(60)
        var offset = try await submitter.offset(of: location) ?? 0
        while offset == 100_000, ContinuousClock.now < deadline {
            offset = try await submitter.offset(of: location) ?? 0
        }
        #expect((100_001...160_000).contains(offset))

        _ = await gateway!.server.stop(SIGKILL)
        let server = try await ServerProcess.start(in: folder)
        gateway = nil
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
        _ = submitter
        submitter = Submitter(gateway: try await Gateway.shared.value, token: token)
    }

    @Test("what is no music is refused with the reason, and its bytes go; so does what was announced too small")
    func refusals() async throws {
        let gateway = try await Gateway(
            arguments: ["--giving-file-limit", "2", "--giving-quota", "3"], frames: 1000)
        let submitter = Submitter(gateway: gateway, token: try await gateway.person("bob", role: "contributor"))
        let text = try await submitter.upload(Array("no music at all".utf8), as: "song.mp3")
        #expect(text["state"] as? String == "refused" && text["reason"] as? String == "unsupported", "\(text)")
        let whole = song(frames: 100_000)
        let cut = try await submitter.upload(Array(whole.prefix(60_000)), as: "cut.wav")
        #expect(cut["state"] as? String == "refused", "\(cut)")
        let folder = gateway.server.folder.path + "/data/quarantine"
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])

        let large = try await submitter.announce("large.wav", length: 3 << 20)
        #expect(large.status == 413 && large.json?["reason"] as? String == "file_too_large", "\(large.text)")
        #expect(try await submitter.announce("a.wav", length: 2 << 20).status == 201)
        let beyond = try await submitter.announce("b.wav", length: 2 << 20)
        #expect(beyond.status == 413 && beyond.json?["reason"] as? String == "quota_exceeded", "\(beyond.text)")
        let small = try #require(try await submitter.announce("c.wav", length: 10)["location"])
        let longer = try await submitter.send(whole.prefix(11), to: small, at: 0)
        #expect(longer.status == 413 && longer.json?["reason"] as? String == "longer_than_announced", "\(longer.text)")
        for (fields, status) in [
            ([("Upload-Length", "5")], 412), ([("Tus-Resumable", "0.2.2"), ("Upload-Length", "5")], 412),
            ([("Tus-Resumable", "1.0.0"), ("Upload-Length", "-5")], 400),
            ([("Tus-Resumable", "1.0.0"), ("Upload-Length", "5")], 400),
            ([("Tus-Resumable", "1.0.0"), ("Upload-Length", "5"), ("Upload-Metadata", "filename !!")], 400),
        ] {
            let reply = try await gateway.request("POST", "/api/v1/uploads", fields, as: submitter.token)
            #expect(reply.status == status && reply["tus-resumable"] == "1.0.0", "\(fields) \(reply.text)")
        }
    }

    @Test("bytes count only if they add up to their checksum, and an upload can be forgotten")
    func checksum() async throws {
        let gateway = try await Gateway.shared.value
        let submitter = Submitter(gateway: gateway, token: gateway.token)
        let bytes = song(frames: 5000, seed: 77)
        let location = try #require(try await submitter.announce("sum.wav", length: bytes.count)["location"])
        let bad = try await submitter.send(
            bytes.prefix(1000), to: location, at: 0,
            [("Upload-Checksum", "sha1 \(Data("no".utf8).base64EncodedString())")])
        #expect(bad.status == 460 && bad.json?["reason"] as? String == "checksum_mismatch", "\(bad.text)")
        #expect(try await submitter.offset(of: location) == 0)
        let sum = Data(SHA256.hash(data: bytes.prefix(1000))).base64EncodedString()
        let good = try await submitter.send(
            bytes.prefix(1000), to: location, at: 0, [("Upload-Checksum", "sha256 \(sum)")])
        #expect(good.status == 204 && good["upload-offset"] == "1000", "\(good.text)")
        let options = try await gateway.request("OPTIONS", "/api/v1/uploads")
        #expect(options["tus-version"] == "1.0.0" && options["tus-max-size"] != nil)
        let forgotten = try await gateway.request("DELETE", location, [("Tus-Resumable", "1.0.0")])
        #expect(forgotten.status == 204)
        #expect(try await gateway.request("GET", location).status == 404)
    }

    @Test("uploads are their submitter's alone")
    func privacy() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let bob = Submitter(gateway: gateway, token: try await gateway.person("bob", role: "contributor"))
        let eve = Submitter(gateway: gateway, token: try await gateway.person("eve", role: "moderator"))
        let location = try #require(try await bob.announce("a.wav", length: 100)["location"])
        #expect(try await gateway.request("GET", location, as: eve.token).status == 404)
        #expect(try await eve.send([1], to: location, at: 0).status == 404)
        #expect(try await gateway.request("DELETE", location, as: eve.token).status == 404)
        #expect(try await bob.offset(of: location) == 0)
    }
    @Test("a stranger's DELETE of somebody's running upload is 404, and the upload goes on undisturbed")
    func stranger() async throws {
        let gateway = try await Gateway(arguments: [], frames: 1000)
        let bob = Submitter(gateway: gateway, token: try await gateway.person("bob", role: "contributor"))
        let eve = try await gateway.person("eve", role: "moderator")
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
