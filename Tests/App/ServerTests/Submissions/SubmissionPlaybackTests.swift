import Foundation
import RouterSupport
import Support
import Testing

/// Submissions in formats that no browser plays are converted for users who may hear them, and for nobody else.
@Suite("Playing submissions", .timeLimit(.minutes(10))) struct SubmissionPlaybackTests {
    private static let server = Task { try await MusicServer() }

    /// The audio's codec and length, which ffprobe determines by reading the whole file.
    private func probe(_ bytes: [UInt8], in folder: String) async throws -> (codec: String, seconds: Double) {
        let path = folder + "/heard-\(UUID().uuidString)"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let wav = path + ".wav"
        let codec = try await Program.run(
            "/usr/bin/env",
            ["ffprobe", "-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", path])
        let made = try await Program.run("/usr/bin/env", ["ffmpeg", "-nostdin", "-v", "error", "-i", path, wav])
        try #require(made.status == 0, "\(made.error)")
        let length = try await Program.run(
            "/usr/bin/env", ["ffprobe", "-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", wav])
        let seconds = Double(length.output.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
        return (codec.output.trimmingCharacters(in: .whitespacesAndNewlines), seconds)
    }

    @Test(
        "a submission is converted to a playable format, from any position, for its submitter and moderators",
        arguments: [("a.wv", "wavpack"), ("a.aiff", "pcm_s16be"), ("a.m4a", "alac"), ("a.wma", "wmav2")])
    func formats(_ name: String, _ encoder: String) async throws {
        let gateway = try await Self.server.value
        let folder = gateway.folder
        let bob = Submitter(gateway: gateway, token: try await gateway.person("bob-\(encoder)", role: "contributor"))
        let eve = try await gateway.person("eve-\(encoder)", role: "contributor")
        let mod = try await gateway.person("mod-\(encoder)", role: "moderator")
        let lea = try await gateway.person("lea-\(encoder)", role: "listener")
        let made = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=frequency=440:duration=6", "-c:a",
                encoder, "-metadata", "title=Rare", "\(folder)/\(name)",
            ])
        try #require(made.status == 0, "\(made.error)")
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
        let draft = try await bob.upload(bytes, as: name)
        let id = try #require(draft["id"] as? String, "\(draft)")
        let path = "/api/v1/submissions/\(id)/audio"
        #expect(try await gateway.request("GET", path + "?format=mp3", as: mod).status == 404)
        #expect(try await bob.post("/api/v1/submissions/\(id)/submit").status == 200)

        #expect(try await gateway.request("GET", path, as: mod).body == bytes)
        for reader in [mod, bob.token] {
            let heard = try await gateway.request("GET", path + "?format=mp3", as: reader)
            #expect(heard.status == 200 && heard["content-type"] == "audio/mpeg", "\(heard.status)")
            let found = try await probe(heard.body, in: folder)
            #expect(found.codec == "mp3" && abs(found.seconds - 6) < 0.3, "\(found)")
        }
        let later = try await gateway.request("GET", path + "?format=opus&offset=4", as: mod)
        let rest = try await probe(later.body, in: folder)
        #expect(later["content-type"] == "audio/ogg" && rest.codec == "opus" && abs(rest.seconds - 2) < 0.3, "\(rest)")
        let head = try await gateway.request("HEAD", path + "?format=mp3", as: mod)
        #expect(head.status == 200 && head["content-type"] == "audio/mpeg")

        for query in ["format=mp3", "format=opus&offset=4"] {
            #expect(try await gateway.request("GET", "\(path)?\(query)", as: eve).status == 404)
            #expect(try await gateway.request("GET", "\(path)?\(query)", as: lea).status == 403)
            #expect(try await gateway.request("GET", "\(path)?\(query)", as: "").status == 401)
        }
        let beyond = try await gateway.request("GET", path + "?format=mp3&offset=7", as: mod)
        #expect(beyond.status == 400 && beyond.json?["field"] as? String == "offset", "\(beyond.text)")
        let kept = FileManager.default.enumerator(atPath: folder + "/data/transcoded")?.compactMap { $0 as? String }
        #expect(kept?.contains { $0.contains("gift") } == false, "\(kept ?? [])")
    }

    @Test("playing a submission is within the listener's plan: bitrate, concurrent streams and monthly transfer")
    func plan() async throws {
        let gateway = try await Self.server.value
        let bob = Submitter(gateway: gateway, token: try await gateway.person("planned", role: "contributor"))
        let bytes = TaggedWAV.file([("TIT2", "Long"), ("TPE1", "Ann")], seed: 5, frames: 400_000)
        let draft = try await bob.upload(bytes, as: "long.wav")
        let id = try #require(draft["id"] as? String, "\(draft)")
        let path = "/api/v1/submissions/\(id)/audio"
        func use() async throws -> [String: Any] {
            try #require(try await gateway.request("GET", "/api/v1/me/plan", as: bob.token).json)
        }
        func wait(for name: String, _ value: Int) async throws {
            try await waitUntil("\(name) is \(value)") { try await use()[name] as? Int == value }
        }
        let made = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"small","streams":1}"#)
        let plan = try #require(made.json?["id"] as? String, "\(made.text)")
        let users = try await gateway.request("GET", "/api/v1/users?q=planned").json?["items"] as? [[String: Any]]
        let person = try #require(users?.first?["id"] as? String)
        func set(_ json: String) async throws {
            let reply = try await gateway.request("PATCH", "/api/v1/plans/\(plan)", json: json)
            try #require(reply.status == 200, "\(reply.text)")
        }
        let given = try await gateway.request("PATCH", "/api/v1/users/\(person)", json: #"{"plan":"\#(plan)"}"#)
        try #require(given.status == 200, "\(given.text)")

        // Another stream takes the plan's only slot.
        let reader = try await gateway.stalledReader(as: bob.token, path: path)
        try await wait(for: "openStreams", 1)
        let other = try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream", as: bob.token)
        #expect(other.status == 429 && other.json?["reason"] as? String == "plan_streams", "\(other.status)")
        #expect(try await gateway.request("GET", path, [("Range", "bytes=0-9")], as: bob.token).status == 206)
        let streams = try await gateway.request("GET", "/api/v1/overview").json?["streams"] as? [[String: Any]]
        let stream = try #require(streams?.first { $0["trackId"] as? String == id })
        #expect(stream["title"] as? String == nil)
        await reader.close()
        try await wait(for: "openStreams", 0)

        // A bitrate above the plan's is lowered, even where the original file is requested.
        try await set(#"{"maximumBitrate":96}"#)
        for query in ["", "?format=original"] {
            let head = try await gateway.request("HEAD", path + query, as: bob.token)
            #expect(head.status == 200 && head["content-type"] == "audio/mpeg", "\(head.status)")
        }
        let heard = try await gateway.request("GET", path + "?offset=6", as: bob.token)
        #expect(heard["content-type"] == "audio/mpeg" && heard.body.count < bytes.count / 4, "\(heard.status)")

        let sent = try #require(try await use()["transferred"] as? Int)
        #expect(sent > heard.body.count)
        try await set(#"{"maximumBitrate":null,"monthlyTransfer":\#(sent + 10)}"#)
        #expect(try await gateway.request("GET", path, [("Range", "bytes=0-9")], as: bob.token).status == 206)
        try await wait(for: "transferred", sent + 10)
        let refused = try await gateway.request("GET", path, [("Range", "bytes=0-9")], as: bob.token)
        #expect(refused.status == 429 && refused.json?["reason"] as? String == "plan_transfer", "\(refused.status)")
        #expect(try await gateway.request("HEAD", path, as: bob.token).status == 200)
    }
}
