import Primitives
import Foundation
import Support
import Testing

/// Profile pictures over TLS.
@Suite("Profile pictures", .timeLimit(.minutes(10))) struct PictureTests {
    @Test("an upload becomes a square without metadata, and everyone sees it beside the user")
    func square() async throws {
        let gateway = try await MusicServer(frames: 1000)
        let source = gateway.folder + "/wide.jpg"
        let made = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=size=640x320:rate=1", "-frames:v",
                "1", source,
            ])
        try #require(made.status == 0, "\(made.error)")
        // A JPEG comment (COM) after the start of the image.
        let said = Array("where it was taken".utf8)
        let plain = try Array(Data(contentsOf: URL(fileURLWithPath: source)))
        let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(said.count + 2)] + said
        let bytes: [UInt8] = Array(plain.prefix(2)) + comment + Array(plain.dropFirst(2))
        let me = try #require(try await gateway.request("GET", "/api/v1/me").json?["id"] as? String)
        let drawn = try await gateway.request("GET", "/api/v1/users/\(me)/picture?size=128")
        #expect(drawn.status == 200 && drawn["content-type"] == "image/jpeg")

        let set = try await gateway.send(
            "PUT", "/api/v1/me/picture",
            [("Authorization", "Bearer \(gateway.token)"), ("Content-Type", "image/jpeg")], body: bytes)
        #expect(set.status == 200, "\(set.text)")
        let broken = try await gateway.send(
            "PUT", "/api/v1/me/picture",
            [("Authorization", "Bearer \(gateway.token)"), ("Content-Type", "image/jpeg")],
            body: Array(bytes.prefix(bytes.count / 8)))
        #expect(broken.status == 415 && broken.json?["reason"] as? String == "picture_type", "\(broken.text)")
        let whole = try await gateway.request("GET", try #require(set.json?["picture"] as? String))
        let size = try #require(ImageSize(of: whole.body))
        #expect(size.width == size.height && size.width == 320)
        #expect(Data(whole.body).range(of: Data(said)) == nil)

        // No file on the disk contains the upload's comment. Such metadata may reveal where somebody lives.
        let images = URL(fileURLWithPath: gateway.folder + "/data/images")
        let files = try #require(FileManager.default.enumerator(at: images, includingPropertiesForKeys: nil))
        for case let file as URL in files {
            #expect((try? Data(contentsOf: file))?.range(of: Data(said)) == nil, "\(file.path)")
        }

        let person = try await gateway.person("cleo", role: "listener")
        let seen = try await gateway.request("GET", "/api/v1/users/\(me)/picture?size=128", as: person)
        #expect(seen.status == 200 && ImageSize(of: seen.body).map { $0.width == 128 && $0.height == 128 } == true)
        #expect(seen.body != drawn.body)
        #expect(try await gateway.request("GET", "/api/v1/users/\(me)/picture?size=1", as: person).status == 400)
        #expect(try await gateway.request("GET", "/api/v1/users/nobody/picture", as: person).status == 404)
    }
}
