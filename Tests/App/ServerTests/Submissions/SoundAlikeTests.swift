import Foundation
import Support
import Testing

/// A submission whose recording is already in the library is recognized by its sound, in any format.
@Suite("Similar recordings", .timeLimit(.minutes(10))) struct SoundAlikeTests {
    /// Twenty seconds of notes that `seed` determines, in the format of the file's name.
    private func melody(_ path: String, seed: Double, _ options: [String] = []) async throws -> [UInt8] {
        try await Melody.write(path, seed: seed, seconds: 20, options)
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func alike(_ submission: [String: Any], _ kind: String) -> [String] {
        (submission["alike"] as? [[String: Any]] ?? []).compactMap { $0[kind] as? String }
    }

    @Test("a library track and another submission are named with their similarity, to those who may see them")
    func doubles() async throws {
        let gateway = try await MusicServer(arguments: ["--fingerprints-rest", "1", "--no-scan-watch"], frames: 1000)
        let folder = gateway.folder
        let bob = Submitter(gateway: gateway, token: try await gateway.person("bob", role: "contributor"))
        let eve = Submitter(gateway: gateway, token: try await gateway.person("eve", role: "contributor"))
        let mod = try await gateway.person("mod", role: "moderator")

        _ = try await melody(folder + "/music/there.flac", seed: 12.9898, ["-metadata", "title=There already"])
        try await gateway.scan()
        let found = try await gateway.request("GET", "/api/v1/search?q=there")
        let track = try #require((found.json?["tracks"] as? [[String: Any]])?.first?["id"] as? String, "\(found.text)")

        // The library is analyzed in the background. Submissions that came before the analysis are compared afterwards.
        let mp3 = try await melody(folder + "/a.mp3", seed: 12.9898, ["-b:a", "64k"])
        let first = try await bob.upload(mp3, as: "a.mp3")
        let id = try #require(first["id"] as? String, "\(first)")
        let shown = try await waitFor("the submission names the track", within: .seconds(180)) {
            let shown = try await gateway.request("GET", "/api/v1/submissions/\(id)", as: bob.token).json ?? [:]
            return alike(shown, "trackId") == [track] ? shown : nil
        }
        let similarity = (shown["alike"] as? [[String: Any]])?.first?["similarity"] as? Double ?? 0
        #expect((0.75...1).contains(similarity))

        let opus = try await melody(folder + "/b.opus", seed: 12.9898, ["-b:a", "32k"])
        let second = try await eve.upload(opus, as: "b.opus")
        let secondID = try #require(second["id"] as? String, "\(second)")
        #expect(alike(second, "trackId") == [track] && alike(second, "submissionId") == [], "\(second)")
        for (submitter, submission) in [(bob, id), (eve, secondID)] {
            try #require(try await submitter.post("/api/v1/submissions/\(submission)/submit").status == 200)
        }
        let queued = try await gateway.request("GET", "/api/v1/submissions?state=pending", as: mod)
        let items = queued.json?["items"] as? [[String: Any]] ?? []
        #expect(items.count == 2, "\(queued.text)")
        for item in items {
            let other = item["id"] as? String == id ? secondID : id
            #expect(alike(item, "trackId") == [track] && alike(item, "submissionId") == [other], "\(item)")
        }

        let another = try await bob.upload(melody(folder + "/c.flac", seed: 78.233), as: "c.flac")
        #expect((another["alike"] as? [Any])?.isEmpty == true, "\(another)")
    }
}
