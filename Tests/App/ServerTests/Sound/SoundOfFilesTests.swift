import Foundation
import Support
import Testing

/// The audio properties of real files, as remote clients and moderators see them.
@Suite("Audio properties of files", .timeLimit(.minutes(10))) struct SoundOfFilesTests {
    /// Two clicks a second, 20 ms long: 120 beats a minute.
    private static let clicks = "sin(2*PI*1000*t)*exp(-40*mod(t\\,0.5))"

    /// Two albums of clicks. The second song is 12 dB quieter than the first. The tags of `Silent` contain no loudness
    /// and tempo. Those of `Speaking` contain all values for the first song, and only the gain for the second.
    private static func clickingServer() async throws -> MusicServer {
        let server = try await MusicServer(arguments: ["--analysis-rest", "1", "--no-scan-watch"], frames: 1000)
        let gain = ["-metadata", "REPLAYGAIN_TRACK_GAIN=-3.50 dB"]
        let spoken =
            gain + [
                "-metadata", "REPLAYGAIN_TRACK_PEAK=0.912", "-metadata", "REPLAYGAIN_ALBUM_GAIN=-4.25 dB",
                "-metadata", "REPLAYGAIN_ALBUM_PEAK=0.987", "-metadata", "BPM=97",
            ]
        let songs: [(album: String, title: String, level: Double, tags: [String])] = [
            ("Silent", "Loud", 0.8, []), ("Silent", "Soft", 0.2, []), ("Speaking", "All", 0.8, spoken),
            ("Speaking", "Gain", 0.2, gain),
        ]
        for (album, title, level, tags) in songs {
            try await Melody.ffmpeg(
                [
                    "-f", "lavfi", "-i", "aevalsrc=\(level)*\(clicks):s=44100:d=20", "-metadata", "title=\(title)",
                    "-metadata", "artist=Clock", "-metadata", "album=\(album)",
                ] + tags + [server.folder + "/music/\(album) \(title).flac"])
        }
        try await server.scan()
        _ = try await waitFor("all tracks are analyzed", within: .seconds(180)) {
            let coverage = try await server.request("GET", "/api/v1/recognitions/coverage").json
            return coverage?["analyzed"] as? Int == songs.count + 1 ? true : nil
        }
        return server
    }

    /// A song's values for remote clients: track gain and peak, album gain and peak, beats per minute.
    private static func values(_ song: [String: Any]) -> [Double?] {
        let gain = song["replayGain"] as? [String: Any]
        return ["trackGain", "trackPeak", "albumGain", "albumPeak"].map { (gain?[$0] as? NSNumber)?.doubleValue }
            + [(song["bpm"] as? NSNumber)?.doubleValue]
    }

    private static func areEqual(_ found: [Double?], _ expected: [Double?]) -> Bool {
        found.count == expected.count
            && zip(found, expected).allSatisfy { one, other in
                guard let one, let other else { return one == nil && other == nil }
                return abs(one - other) < 0.015
            }
    }

    @Test("are measured for remote clients where tags have none, on every call, and otherwise come from the tags")
    func remote() async throws {
        let server = try await Self.clickingServer()
        let key = try await server.deviceKey(of: "ada")
        func rest(_ call: String, by key: String) async throws -> [String: Any] {
            let reply = try await server.request("GET", "/rest/\(call)&apiKey=\(key)&v=1.16.1&c=test&f=json", as: "")
            return reply.json?["subsonic-response"] as? [String: Any] ?? [:]
        }
        let search = "search3?query=Clock&songCount=9"
        func songs(_ reply: [String: Any]?, _ list: String) -> [String: [String: Any]] {
            let songs = reply?[list] as? [[String: Any]] ?? []
            return Dictionary(songs.map { ($0["title"] as? String ?? "", $0) }) { first, _ in first }
        }
        let found = songs(try await rest(search, by: key)["searchResult3"] as? [String: Any], "song")
        try #require(Set(found.keys) == ["Loud", "Soft", "All", "Gain"], "\(found)")

        // A click's amplitude is that of its first wave, a quarter of a millisecond after its start.
        let peak = 0.8 * exp(-40 * 0.00025)
        let loud = Self.values(try #require(found["Loud"]))
        let (gain, albumGain) = (try #require(loud[0]), try #require(loud[2]))
        let measured = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-hide_banner", "-i", server.folder + "/music/Silent Loud.flac", "-af", "ebur128",
                "-f", "null", "-",
            ])
        let told = measured.error.components(separatedBy: "I:").last?.split(separator: " ").first
        let loudness = try #require(told.flatMap { Double($0) }, "\(measured.error.suffix(500))")
        #expect(abs(gain - (-18 - loudness)) < 0.11, "\(gain) \(loudness)")
        #expect(albumGain > gain && albumGain < gain + 6, "\(albumGain)")
        let level = 20 * log10(0.8 / 0.2)
        let truePeak = try #require(loud[1])
        #expect(abs(truePeak - peak) < 0.02, "\(truePeak) \(peak)")
        let expected: [String: [Double?]] = [
            "Loud": [gain, truePeak, albumGain, truePeak, 120],
            "Soft": [gain + level, truePeak / 4, albumGain, truePeak, 120],
            "All": [-3.5, 0.912, -4.25, 0.987, 97],
            "Gain": [-3.5, truePeak / 4, albumGain, truePeak, 120],
        ]
        let ids = try found.mapValues { try #require($0["id"] as? String) }
        let albums = Set(found.values.compactMap { $0["albumId"] as? String })
        #expect(albums.count == 2)
        var seen = ["search3": found]
        seen["getSong"] = [:]
        for (title, id) in ids {
            seen["getSong"]?[title] = try await rest("getSong?id=\(id)", by: key)["song"] as? [String: Any]
        }
        seen["getAlbum"] = [:]
        for album in albums {
            let reply = try await rest("getAlbum?id=\(album)", by: key)["album"] as? [String: Any]
            seen["getAlbum"]?.merge(songs(reply, "song")) { first, _ in first }
        }
        let queued = ids.values.map { "id=\($0)" }.joined(separator: "&")
        _ = try await rest("savePlayQueue?\(queued)", by: key)
        seen["getPlayQueue"] = songs(
            try await rest("getPlayQueue?", by: key)["playQueue"] as? [String: Any], "entry")
        for (call, songs) in seen {
            for (title, values) in expected {
                let found = Self.values(songs[title] ?? [:])
                #expect(Self.areEqual(found, values), "\(call) of \(title): \(found), not \(values)")
            }
        }

        // A user without access to the library learns nothing about its audio.
        _ = try await server.person("bo", role: "listener")
        let users = try await server.request("GET", "/api/v1/users").json?["items"] as? [[String: Any]] ?? []
        let bo = try #require(users.first { $0["username"] as? String == "bo" }?["id"] as? String)
        #expect(
            try await server.request("PATCH", "/api/v1/users/\(bo)", json: #"{"libraries":[]}"#).status == 200)
        let others = try await server.deviceKey(of: "bo")
        for call in ["getSong?id=\(ids["Loud"] ?? "")", "getAlbum?id=\(albums.first ?? "")"] {
            let reply = try await rest(call, by: others)
            #expect((reply["error"] as? [String: Any])?["code"] as? Int == 70, "\(reply)")
        }
        #expect(songs(try await rest(search, by: others)["searchResult3"] as? [String: Any], "song").isEmpty)
    }

    @Test("show moderators where a submission is clipped or silent, consistently with the waveform")
    func submission() async throws {
        let server = try await MusicServer(arguments: ["--no-scan-watch"], frames: 1000)
        let bob = Submitter(gateway: server, token: try await server.person("bob", role: "contributor"))
        let mod = try await server.person("mod", role: "moderator")
        let file = server.folder + "/marked.wav"
        // Twice full scale from second 2 to 3, and silence from 4 to 5.51.
        try await Melody.ffmpeg([
            "-f", "lavfi", "-i",
            "aevalsrc=if(between(t\\,2\\,3)\\,2\\,if(between(t\\,4\\,5.51)\\,0\\,0.3))*sin(2*PI*440*t):s=44100:d=7",
            file,
        ])
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: file)))
        let submitted = try await bob.upload(bytes, as: "marked.wav", [("submit", "true")])
        let path = "/api/v1/submissions/\(try #require(submitted["id"] as? String, "\(submitted)"))"
        let analysis = try await waitFor("the submission is analyzed", within: .seconds(60)) {
            let reply = try await server.request("GET", path + "/analysis", as: mod)
            return reply.status == 200 ? reply.json : nil
        }
        let detail = try await server.request("GET", path + "/waveform?zoom=detail", as: mod).json
        let point = try #require((detail?["pointMs"] as? NSNumber)?.doubleValue)
        #expect(point == 40)
        func ranges(_ name: String) -> [[Int]] { analysis[name] as? [[Int]] ?? [] }
        func agree(_ found: [[Int]], _ start: Int, _ end: Int) -> Bool {
            found.count == 1 && abs(found[0][0] - start) <= Int(point) && abs(found[0][1] - end) <= Int(point)
        }
        #expect(agree(ranges("clipped"), 2000, 3000), "\(ranges("clipped"))")
        #expect(agree(ranges("silent"), 4000, 5510), "\(ranges("silent"))")
        // The waveform shows the same at both resolutions.
        for zoom in ["detail", "overview"] {
            let waveform = try await server.request("GET", path + "/waveform?zoom=\(zoom)", as: mod).json
            let peaks = try #require(waveform?["peaks"] as? [Int])
            let length = try #require((waveform?["pointMs"] as? NSNumber)?.doubleValue)
            func within(_ start: Double, _ end: Double) -> Set<Int> {
                Set(
                    peaks.indices.filter { Double($0) * length >= start && Double($0 + 1) * length <= end }.map {
                        peaks[$0]
                    })
            }
            #expect(within(2000, 3000) == [255], "\(zoom)")
            #expect(within(4040, 5480) == [0], "\(zoom)")
            #expect(within(0, 2000).allSatisfy { (130...150).contains($0) }, "\(zoom) \(within(0, 2000))")
        }
        let other = try await server.person("eve", role: "contributor")
        #expect(try await server.request("GET", path + "/analysis", as: other).status == 404)
    }
}
