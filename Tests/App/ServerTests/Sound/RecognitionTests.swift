import Foundation
import Support
import Testing

/// From a file in the library to the recognition of a recording of it, through the real decoders.
@Suite("What is this song", .timeLimit(.minutes(10))) struct RecognitionTests {
    /// A server whose library has three melodies beside its noise. All tracks are analyzed.
    private static let shared = Task { try await prepared() }

    private static func prepared() async throws -> MusicServer {
        let server = try await MusicServer(
            arguments: ["--analysis-rest", "1", "--no-scan-watch", "--recognitions", "32"], frames: 1000)
        for (name, seed) in [("One", 12.9898), ("Two", 3.7), ("Three", 91.1)] {
            try await Melody.write(
                server.folder + "/music/\(name).\(name == "Two" ? "flac" : "mp3")", seed: seed, seconds: 30,
                ["-metadata", "title=\(name)", "-metadata", "artist=Nina", "-metadata", "album=Songs"])
        }
        try await server.scan()
        _ = try await waitFor("all tracks can be recognized", within: .seconds(180)) {
            let coverage = try await server.request("GET", "/api/v1/recognitions/coverage").json
            return coverage?["analyzed"] as? Int == 4 ? true : nil
        }
        return server
    }

    private static func ask(
        _ server: MusicServer, _ bytes: [UInt8], _ type: String = "audio/webm;codecs=opus", as token: String? = nil
    ) async throws -> HTTPReply {
        try await server.request(
            "POST", "/api/v1/recognitions", [("Content-Type", type)], json: nil, body: bytes, as: token)
    }

    @Test(
        "a noisy recording finds its song and the position, in every browser's format",
        arguments: [("a.webm", "audio/webm;codecs=opus"), ("a.mp4", "audio/mp4"), ("a.wav", "audio/wav")])
    func found(name: String, type: String) async throws {
        let server = try await Self.shared.value
        let user = try await server.person("user-\(name.suffix(3))", role: "listener")
        let song = server.folder + "/music/One.mp3"
        let recording = try await Melody.recording(
            of: song, from: 10, seconds: 6, as: name == "a.mp4" ? "a.m4a" : name)
        let reply = try await Self.ask(server, recording, type, as: user)
        let match = reply.json?["match"] as? [String: Any]
        try #require(reply.status == 200 && reply.json?["outcome"] as? String == "matched", "\(name) \(reply.text)")
        #expect((match?["track"] as? [String: Any])?["title"] as? String == "One")
        let heard = try #require(reply.json?["heardMs"] as? Int)
        let position = try #require(match?["positionMs"] as? Int)
        #expect(heard == 3000 || heard == 5000, "\(heard)")
        #expect(abs(position - 10_000 - heard) < 150, "\(position) \(heard)")
    }

    @Test("a song outside the library matches nothing, and the reply says whether there was any sound")
    func none() async throws {
        let server = try await Self.shared.value
        let before = try await server.request("GET", "/api/v1/recognitions").json?["items"] as? [Any]
        let folder = NSTemporaryDirectory() + "rondo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for (source, isQuiet) in [
            ("anoisesrc=color=brown:amplitude=0.5:seed=8:d=9", false), ("anullsrc=r=16000:d=4", true),
            ("sine=frequency=700:beep_factor=3:d=6", false),
        ] {
            try await Melody.ffmpeg(["-f", "lavfi", "-i", source, folder + "/a.webm"])
            let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: folder + "/a.webm")))
            let reply = try await Self.ask(server, bytes)
            #expect(reply.json?["outcome"] as? String == "unmatched", "\(source) \(reply.text)")
            #expect(reply.json?["isQuiet"] as? Bool == isQuiet, "\(source) \(reply.text)")
            #expect((reply.json?["coverage"] as? [String: Any])?["analyzed"] as? Int == 4)
        }
        let after = try await server.request("GET", "/api/v1/recognitions").json?["items"] as? [Any]
        #expect(before?.count == after?.count)
    }

    @Test("undecodable input is refused with a reason") func refused() async throws {
        let server = try await Self.shared.value
        for (bytes, type, status, code) in [
            (Array("no recording at all".utf8), "audio/webm", 400, "recording_unreadable"),
            ([], "audio/webm", 400, "recording_unreadable"),
            ([0x1A, 0x45, 0xDF, 0xA3] + [UInt8](repeating: 7, count: 5000), "audio/webm", 400, "recording_unreadable"),
            ([1, 2, 3], "text/plain", 415, "recording_type"),
        ] as [([UInt8], String, Int, String)] {
            let reply = try await Self.ask(server, bytes, type)
            #expect(reply.status == status && reply.json?["reason"] as? String == code, "\(type) \(reply.text)")
        }
    }

    @Test("a history is private and can be deleted by entry or entirely; matches are limited to visible songs")
    func history() async throws {
        let server = try await Self.shared.value
        let bo = try await server.person("bo", role: "listener")
        let cy = try await server.person("cy", role: "listener")
        let recording = try await Melody.recording(of: server.folder + "/music/Two.flac", from: 5, seconds: 5)
        for _ in 0..<3 {
            let reply = try await Self.ask(server, recording, as: bo)
            #expect(reply.json?["id"] != nil, "\(reply.status) \(reply.text)")
        }
        func items(_ token: String) async throws -> [[String: Any]] {
            try await server.request("GET", "/api/v1/recognitions", as: token).json?["items"] as? [[String: Any]] ?? []
        }
        let all = try await items(bo)
        #expect(all.count == 3 && all.allSatisfy { $0["title"] as? String == "Two" })
        #expect(try await items(cy).isEmpty)
        let first = try #require(all.first?["id"] as? String)
        #expect(try await server.request("DELETE", "/api/v1/recognitions/\(first)", as: cy).status == 404)
        #expect(try await server.request("DELETE", "/api/v1/recognitions/\(first)", as: bo).status == 204)
        #expect(try await items(bo).count == 2)
        #expect(try await server.request("DELETE", "/api/v1/recognitions", as: bo).status == 204)
        #expect(try await items(bo).isEmpty)

        let users = try await server.request("GET", "/api/v1/users").json?["items"] as? [[String: Any]] ?? []
        let id = try #require(users.first { $0["username"] as? String == "cy" }?["id"] as? String)
        let limited = try await server.request("PATCH", "/api/v1/users/\(id)", json: #"{"libraries":[]}"#)
        try #require(limited.status == 200, "\(limited.text)")
        let reply = try await Self.ask(server, recording, as: cy)
        #expect(reply.json?["outcome"] as? String == "unmatched", "\(reply.text)")
        #expect((reply.json?["coverage"] as? [String: Any])?["total"] as? Int == 0)
    }

    @Test("the command finds the song too") func command() async throws {
        let server = try await Self.shared.value
        let folder = NSTemporaryDirectory() + "rondo-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await Melody.ffmpeg(["-i", server.folder + "/music/Three.mp3", "-ss", "8", "-t", "5", folder + "/a.ogg"])
        let run = try await Program.run(
            Program.path, ["recognize", folder + "/a.ogg", "--json", "--data", server.data])
        let answer = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
        #expect(answer?["title"] as? String == "Three", "\(run.output)\(run.error)")
        let missing = try await Program.run(
            Program.path, ["recognize", folder + "/none.ogg", "--json", "--data", server.data])
        #expect(missing.status != 0 && missing.error.contains("none.ogg"), "\(missing.error)")
    }

    @Test("every track has its analysis and waveform, with validators, and gains where tags have none") func analysis()
        async throws
    {
        let server = try await Self.shared.value
        let found = try await server.request("GET", "/api/v1/search?q=Three")
        let track = try #require((found.json?["tracks"] as? [[String: Any]])?.first?["id"] as? String)
        let path = "/api/v1/tracks/\(track)"
        let analysis = try await server.request("GET", path + "/analysis")
        let loudness = analysis.json?["loudness"] as? [String: Any]
        #expect((loudness?["integratedLUFS"] as? Double).map { $0 < 0 && $0 > -40 } == true, "\(analysis.text)")
        #expect((analysis.json?["padding"] as? [String: Any])?["startFrames"] as? Int ?? 0 > 0)
        let tag = try #require(analysis["etag"])
        let again = try await server.request("GET", path + "/analysis", [("If-None-Match", tag)])
        #expect(again.status == 304)
        for (zoom, count) in [("overview", 700...1000), ("detail", 745...755)] {
            let waveform = try await server.request("GET", path + "/waveform?zoom=\(zoom)")
            let (peaks, bodies) = (waveform.json?["peaks"] as? [Int], waveform.json?["bodies"] as? [Int])
            #expect(count.contains(peaks?.count ?? 0) && peaks?.count == bodies?.count, "\(waveform.text.prefix(200))")
        }
        let details = try await server.request("GET", path)
        let gain = (details.json?["replayGain"] as? [String: Any])?["trackGain"] as? Double
        #expect(abs((gain ?? 0) - (loudness?["gainDB"] as? Double ?? 99)) < 0.02, "\(details.text)")
        let other = try await server.request("GET", "/api/v1/tracks/unknown/analysis")
        #expect(other.status == 404)
    }

    @Test("a share serves the waveforms of its own tracks only, without a sign-in")
    func sharedWaveform() async throws {
        let server = try await Self.shared.value
        func track(_ name: String) async throws -> String {
            let found = try await server.request("GET", "/api/v1/search?q=\(name)")
            return try #require((found.json?["tracks"] as? [[String: Any]])?.first?["id"] as? String)
        }
        let (one, other) = (try await track("One"), try await track("Three"))
        let made = try await server.request(
            "POST", "/api/v1/shares", json: #"{"items":[{"kind":"track","id":"\#(one)"}]}"#)
        let share = try #require(URL(string: made.json?["url"] as? String ?? "")?.path, "\(made.text)")
        let path = "\(share)/tracks/\(one)/waveform"
        let waveform = try await server.request("GET", path, as: "")
        #expect(waveform.status == 200 && (waveform.json?["peaks"] as? [Int])?.isEmpty == false)
        #expect(waveform["x-robots-tag"]?.contains("noindex") == true)
        let tag = try #require(waveform["etag"])
        #expect(try await server.request("GET", path, [("If-None-Match", tag)], as: "").status == 304)
        #expect(try await server.request("GET", "\(share)/tracks/\(other)/waveform", as: "").status == 404)
        #expect(try await server.request("GET", "/api/v1/tracks/\(one)/waveform", as: "").status == 401)
        let id = try #require(made.json?["id"] as? String)
        #expect(try await server.request("DELETE", "/api/v1/shares/\(id)").status == 204)
        #expect(try await server.request("GET", path, as: "").status == 404)
    }

    @Test("similar tracks are found natively and by remote clients, within the caller's libraries")
    func sonic() async throws {
        let server = try await Self.shared.value
        let found = try await server.request("GET", "/api/v1/search?q=One")
        let one = try #require((found.json?["tracks"] as? [[String: Any]])?.first?["id"] as? String)
        let matches = try await server.request("GET", "/api/v1/tracks/\(one)/sonic-matches?limit=2")
        let items = matches.json?["items"] as? [[String: Any]] ?? []
        let titles = items.compactMap { ($0["track"] as? [String: Any])?["title"] as? String }
        #expect(Set(titles) == ["Two", "Three"], "\(matches.text)")
        let three = try #require(
            items.compactMap { $0["track"] as? [String: Any] }.first { $0["title"] as? String == "Three" }?["id"]
                as? String)
        let path = try await server.request("GET", "/api/v1/tracks/\(one)/sonic-path?to=\(three)&limit=3")
        let steps = (path.json?["items"] as? [[String: Any]] ?? []).compactMap {
            ($0["track"] as? [String: Any])?["title"] as? String
        }
        #expect(steps == ["One", "Two", "Three"], "\(path.text)")

        let key = try await server.deviceKey(of: "ada")
        func rest(_ call: String) async throws -> [String: Any] {
            let reply = try await server.request(
                "GET", "/rest/\(call)&apiKey=\(key)&v=1.16.1&c=test&f=json", as: "")
            return reply.json?["subsonic-response"] as? [String: Any] ?? [:]
        }
        let similar = try await rest("getSonicSimilarTracks?id=tr-\(one)&count=1")
        let match = (similar["sonicMatch"] as? [[String: Any]])?.first
        #expect((match?["entry"] as? [String: Any])?["title"] as? String == titles.first, "\(similar)")
        #expect((match?["similarity"] as? Double).map { (0...1).contains($0) } == true)
        let led = try await rest("findSonicPath?startSongId=tr-\(one)&endSongId=tr-\(three)&count=2")
        #expect((led["sonicMatch"] as? [Any])?.count == 2, "\(led)")
        let absent = try await rest("getSonicSimilarTracks?id=tr-none")
        #expect((absent["error"] as? [String: Any])?["code"] as? Int == 70, "\(absent)")
    }
}
