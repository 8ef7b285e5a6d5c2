import Crypto
import Foundation
import RouterSupport
import Support
import Testing

/// Archives of several files, unpacked by other programs.
@Suite("Downloads", .timeLimit(.minutes(10))) struct DownloadTests {
    /// Checks the archive and prints `path size checksum` for each file.
    private static let listing = """
        import sys, zipfile, hashlib
        z = zipfile.ZipFile(sys.argv[1])
        assert z.testzip() is None
        for i in z.infolist():
            assert i.compress_type == 0 and (i.flag_bits & 0x800)
            print(i.filename, i.file_size, hashlib.sha256(z.read(i)).hexdigest())
        """

    /// A server with one library: an album of two discs with a cover, and a song with dangerous names.
    private static let server = Task { () async throws -> (MusicServer, files: [String: String]) in
        let folder = try TemporaryFolder()
        let music = folder.path + "/music"
        var sums: [String: String] = [:]
        func put(_ name: String, _ bytes: [UInt8]) throws {
            let path = music + "/" + name
            try FileManager.default.createDirectory(
                atPath: String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]), withIntermediateDirectories: true)
            try Data(bytes).write(to: URL(fileURLWithPath: path))
            sums[name] = sum(bytes)
        }
        for number in 1...3 {
            let tags = [
                ("TIT2", "Same"), ("TPE1", "Ann: the \"Ö\""), ("TALB", "Two/Discs"),
                ("TRCK", "\(number == 3 ? 1 : number)"), ("TPOS", number == 3 ? "2" : "1"),
            ]
            try put("album/\(number).wav", TaggedWAV.file(tags, seed: UInt64(number)))
        }
        let cover = music + "/album/cover.png"
        let drawn = try await Program.run(
            "/usr/bin/env",
            [
                "ffmpeg", "-nostdin", "-loglevel", "error", "-f", "lavfi", "-i", "color=red", "-frames:v", "1", cover,
            ])
        try #require(drawn.status == 0, "\(drawn.error)")
        sums["album/cover.png"] = sum(Array(try Data(contentsOf: URL(fileURLWithPath: cover))))
        try put(
            "odd/con.wav",
            TaggedWAV.file([("TIT2", "CON"), ("TPE1", "..\\.."), ("TALB", "."), ("TRCK", "0")], seed: 9))
        return (try await MusicServer(in: folder), sums)
    }

    private static func sum(_ bytes: [UInt8]) -> String {
        SHA256.hash(data: bytes).map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
    }

    private static func unpack(_ bytes: [UInt8]) async throws -> [String: String] {
        let folder = try TemporaryFolder()
        let path = folder.path + "/got.zip"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let tested = try await Program.run("/usr/bin/python3", ["-c", listing, path])
        try #require(tested.status == 0, "\(tested.error)")
        var files: [String: String] = [:]
        for line in tested.output.split(separator: "\n") {
            let parts = line.split(separator: " ")
            files[parts.dropLast(2).joined(separator: " ")] = parts.last.map(String.init)
        }
        return files
    }

    private static func album(_ gateway: MusicServer, named name: String) async throws -> String {
        let found = try await gateway.request("GET", "/api/v1/albums").json?["items"] as? [[String: Any]]
        return try #require(found?.first { $0["name"] as? String == name }?["id"] as? String)
    }

    @Test("an album is a folder with the exact bytes of its files and cover, of the announced length")
    func album() async throws {
        let (gateway, sums) = try await Self.server.value
        let id = try await Self.album(gateway, named: "Two/Discs")
        let head = try await gateway.request("HEAD", "/api/v1/albums/\(id)/download")
        let got = try await gateway.request("GET", "/api/v1/albums/\(id)/download")
        #expect(got.status == 200 && got["content-type"] == "application/zip", "\(got.text.prefix(300))")
        #expect(got["content-length"] == "\(got.body.count)" && head["content-length"] == got["content-length"])
        #expect(
            got["content-disposition"]?.contains("filename*=UTF-8''Ann_%20the%20_%C3%96_%20-%20Two_Discs.zip") == true)
        let folder = "Ann_ the _Ö_ - Two_Discs"
        #expect(
            try await Self.unpack(got.body)
                == [
                    "\(folder)/1-01 Same.wav": sums["album/1.wav"], "\(folder)/1-02 Same.wav": sums["album/2.wav"],
                    "\(folder)/2-01 Same.wav": sums["album/3.wav"], "\(folder)/cover.png": sums["album/cover.png"],
                ].compactMapValues(\.self))
    }

    @Test("a playlist's archive lists its files, and a selection gets a short address for its creator alone")
    func others() async throws {
        let (gateway, sums) = try await Self.server.value
        let tracks = try #require(
            try await gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]])
        let ids = tracks.compactMap { $0["id"] as? String }
        let odd = try #require(tracks.first { $0["title"] as? String == "CON" }?["id"] as? String)
        let made = try await gateway.request(
            "POST", "/api/v1/playlists", json: #"{"name":"aux","trackIds":["\#(odd)","\#(gateway.track)","\#(odd)"]}"#)
        let playlist = try #require(made.json?["id"] as? String)
        let zip = try await gateway.request("GET", "/api/v1/playlists/\(playlist)/download")
        let files = try await Self.unpack(zip.body)
        #expect(files.count == 3 && files["_aux/01 .._.. - CON.wav"] == sums["odd/con.wav"], "\(files)")
        #expect(zip.text.components(separatedBy: "\n01 .._.. - CON.wav\n").count == 3)

        let all = try String(decoding: JSONSerialization.data(withJSONObject: ["trackIds": ids + ids]), as: UTF8.self)
        let chosen = try await gateway.request("POST", "/api/v1/downloads", json: all)
        let path = try #require(chosen.json?["path"] as? String, "\(chosen.text)")
        #expect(path.count < 80 && chosen.json?["files"] as? Int == ids.count)
        let selection = try await Self.unpack(try await gateway.request("GET", path).body)
        #expect(Set(selection.values) == Set(try await Self.unpackAll(gateway)))
        #expect(selection.keys.contains("_.. -/_CON.wav"), "\(selection)")
        let other = try await gateway.person("other", role: "listener")
        #expect(try await gateway.request("GET", path, as: other).status == 404)
        #expect(
            try await gateway.request("POST", "/api/v1/downloads", json: #"{"trackIds":["nothing"]}"#).status == 404)
    }

    /// Downloads and unpacks all albums, and returns the checksums of their tracks.
    private static func unpackAll(_ gateway: MusicServer) async throws -> [String] {
        let albums = try await gateway.request("GET", "/api/v1/albums").json?["items"] as? [[String: Any]] ?? []
        var sums: [String] = []
        for album in albums.compactMap({ $0["id"] as? String }) {
            let files = try await unpack(try await gateway.request("GET", "/api/v1/albums/\(album)/download").body)
            sums += files.filter { !$0.key.hasSuffix("cover.png") }.values
        }
        return sums
    }

    @Test("remote clients get zips of albums and directories")
    func remote() async throws {
        let (gateway, _) = try await Self.server.value
        let key = try await gateway.deviceKey(of: "ada")
        func rest(_ call: String, _ id: String) -> String {
            "/rest/\(call)?id=\(id)&apiKey=\(key)&v=1.16.1&c=tests&f=json"
        }
        let album = try await Self.album(gateway, named: "Two/Discs")
        let native = try await gateway.request("GET", "/api/v1/albums/\(album)/download")
        let zip = try await gateway.request("GET", rest("download", "al-\(album)"), as: "")
        #expect(zip.status == 200 && zip.body == native.body, "\(zip.text.prefix(200))")
        let song = try await gateway.request("GET", rest("getSong", "tr-\(gateway.track)"), as: "").text
        let parent = try #require(
            song.firstMatch(of: #/"parent":"(fo-[^"]+)"/#)?.1 ?? song.firstMatch(of: #/"parent":"(al-[^"]+)"/#)?.1)
        #expect(try await gateway.request("GET", rest("download", String(parent)), as: "").status == 200)
        #expect(
            try await gateway.request("GET", rest("download", "ar-none"), as: "").text.contains("\"code\":70"))
    }

    @Test("a plan without downloads forbids them on every route, and an exhausted one reports it beforehand")
    func plans() async throws {
        let (gateway, _) = try await Self.server.value
        let listener = try await gateway.person("lea", role: "listener")
        let album = try await Self.album(gateway, named: "Two/Discs")
        let address = "/api/v1/albums/\(album)/download"
        let users = try await gateway.request("GET", "/api/v1/users?q=lea").json?["items"] as? [[String: Any]]
        let user = try #require(users?.first?["id"] as? String)
        let plan = try await gateway.request("POST", "/api/v1/plans", json: #"{"name":"radio","downloads":false}"#)
        let planID = try #require(plan.json?["id"] as? String, "\(plan.text)")
        _ = try await gateway.request("PATCH", "/api/v1/users/\(user)", json: #"{"plan":"\#(planID)"}"#)

        #expect(try await gateway.request("GET", "/api/v1/me", as: listener).json?["downloads"] as? Bool == false)
        let refused = try await gateway.request("GET", address, as: listener)
        #expect(refused.status == 403 && refused.json?["reason"] as? String == "plan_downloads")
        let prepared = try await gateway.request(
            "POST", "/api/v1/downloads", json: #"{"albumId":"\#(album)"}"#, as: listener)
        #expect(prepared.status == 403)
        let key = try await gateway.deviceKey(of: "lea")
        for id in ["al-\(album)", "tr-\(gateway.track)"] {
            let reply = try await gateway.request(
                "GET", "/rest/download?id=\(id)&apiKey=\(key)&v=1.16.1&c=tests&f=json", as: "")
            #expect(reply.text.contains("\"code\":50"), "\(reply.text.prefix(200))")
        }
        #expect(
            try await gateway.request("GET", "/api/v1/tracks/\(gateway.track)/stream", as: listener).status == 200)

        let small = #"{"downloads":true,"monthlyTransfer":800000,"maximumBitrate":null}"#
        _ = try await gateway.request("PATCH", "/api/v1/plans/\(planID)", json: small)
        let tooLarge = try await gateway.request(
            "POST", "/api/v1/downloads", json: #"{"trackIds":["\#(gateway.track)"]}"#, as: listener)
        #expect(
            tooLarge.status == 429 && tooLarge.json?["reason"] as? String == "download_transfer"
                && tooLarge.text.contains("of transfer left. It resets on "), "\(tooLarge.text)")
        let direct = try await gateway.request("GET", "/api/v1/albums/\(album)/download", as: listener)
        #expect(direct.status == 200)
        _ = try await gateway.request(
            "PATCH", "/api/v1/plans/\(planID)", json: #"{"monthlyTransfer":null,"maximumBitrate":64}"#)
        let converted = try await gateway.request("GET", address, as: listener)
        #expect(converted.status == 403 && converted.json?["reason"] as? String == "plan_bitrate", "\(converted.text)")
    }

    @Test("ending the session or library access during a download cuts it")
    func cut() async throws {
        let (gateway, _) = try await Self.server.value
        let listener = try await gateway.person("cut", role: "listener")
        let address = "/api/v1/albums/\(try await Self.album(gateway, named: "Album"))/download"
        let users = try await gateway.request("GET", "/api/v1/users?q=cut").json?["items"] as? [[String: Any]]
        let user = try #require(users?.first?["id"] as? String)
        for change in [#"{"libraries":[]}"#, #"{"disabled":true}"#] {
            _ = try await gateway.request("PATCH", "/api/v1/users/\(user)", json: #"{"libraries":null}"#)
            let reader = try await gateway.stalledReader(as: listener, path: address)
            #expect(try await gateway.request("PATCH", "/api/v1/users/\(user)", json: change).status == 200)
            try await reader.waitUntilCut()
        }
    }

    @Test("a file that vanishes or changes during a download truncates it, so that it cannot pass as complete")
    func vanished() async throws {
        let gateway = try await MusicServer(arguments: ["--scan-watch", "false"])
        let address = "/api/v1/albums/\(try await Self.album(gateway, named: "Album"))/download"
        let head = try await gateway.request("HEAD", address)
        let length = try #require(head["content-length"].flatMap { Int($0) })
        let reader = try await gateway.stalledReader(path: address)
        truncate(gateway.file, 100_000)
        let received = await reader.resume()
        #expect(received.count < length)
        let broken = gateway.folder + "/broken.zip"
        try Data(received).write(to: URL(fileURLWithPath: broken))
        let tested = try await Program.run("/usr/bin/unzip", ["-t", broken])
        #expect(tested.status != 0)
        let end = try? await gateway.request("GET", address)
        #expect((end?.body.count ?? 0) < length)
        #expect(try await gateway.request("GET", "/health").status == 200)
    }
}
