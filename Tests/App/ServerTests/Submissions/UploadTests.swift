import Crypto
import Foundation
import Support
import Testing

/// Uploads with tus 1.0.0.
@Suite("Uploads", .timeLimit(.minutes(10))) struct UploadTests {
    private func song(_ title: String = "Song", frames: Int = 44_100, seed: UInt64 = 5) -> [UInt8] {
        TaggedWAV.file([("TIT2", title), ("TPE1", "Singer"), ("TALB", "Album")], seed: seed, frames: frames)
    }

    @Test("files that are no music, or longer than announced, are refused with the reason and deleted")
    func refusals() async throws {
        let gateway = try await MusicServer(arguments: ["--giving-file-limit", "2", "--giving-quota", "3"])
        let submitter = Submitter(gateway: gateway, token: try await gateway.person("bob", role: "contributor"))
        let text = try await submitter.upload(Array("no music at all".utf8), as: "song.mp3")
        #expect(text["state"] as? String == "refused" && text["reason"] as? String == "unsupported", "\(text)")
        let whole = song(frames: 100_000)
        let cut = try await submitter.upload(Array(whole.prefix(60_000)), as: "cut.wav")
        #expect(cut["state"] as? String == "refused", "\(cut)")
        let folder = gateway.data + "/quarantine"
        // The bytes are removed after the state is stored.
        try await waitUntil("the bytes go") {
            try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty
        }

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

    @Test("a chunk counts only if its checksum matches, and an upload can be deleted")
    func checksum() async throws {
        let gateway = try await MusicServer.shared.value
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

    @Test("an upload is visible to its submitter alone")
    func privacy() async throws {
        let gateway = try await MusicServer.shared.value
        let bob = Submitter(gateway: gateway, token: try await gateway.person("own-uploads", role: "contributor"))
        let eve = Submitter(gateway: gateway, token: try await gateway.person("other-uploads", role: "moderator"))
        let location = try #require(try await bob.announce("a.wav", length: 100)["location"])
        #expect(try await gateway.request("GET", location, as: eve.token).status == 404)
        #expect(try await eve.send([1], to: location, at: 0).status == 404)
        #expect(try await gateway.request("DELETE", location, as: eve.token).status == 404)
        #expect(try await bob.offset(of: location) == 0)
    }
}
