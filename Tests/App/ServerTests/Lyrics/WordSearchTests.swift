import Foundation
import Support
import Testing

@testable import rondo

@Suite("Search by a line of the lyrics", .timeLimit(.minutes(5))) struct WordSearchTests {
    /// A line in each of nine scripts, and a listener's approximate query for it.
    private static let lines: [(script: String, line: String, typed: String)] = [
        ("Latin", "Zażółć gęślą jaźń dziś", "zazolc gesla"), ("Cyrillic", "Летят перелётные птицы", "перелетные птиц"),
        ("Greek", "Πάμε μια βόλτα στο φεγγάρι", "παμε μια βολτα"), ("Hebrew", "אֲנִי שָׁר לְבַד", "אני שר"),
        ("Arabic", "يا ليل يا عين", "يا ليل"), ("Devanagari", "मेरे सपनों की रानी", "सपनों की"),
        ("Thai", "ดอกไม้ในสวน", "ไม้ในส"), ("Han and Kana", "夜に駆けるメロディー", "駆けるメロ"),
        ("Hangul", "사랑은 언제나 그 자리에", "언제나 그"),
    ]

    private func search(_ server: SongServer, _ text: String, _ more: String = "") async throws -> [[String: Any]] {
        let query = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let reply = try await server.gateway.request("GET", "/api/v1/search/lyrics?q=\(query)\(more)")
        #expect(reply.status == 200, "\(reply.text)")
        return try #require(reply.json?["items"] as? [[String: Any]])
    }

    private func titles(_ server: SongServer, _ text: String) async throws -> [String] {
        try await search(server, text).compactMap { ($0["track"] as? [String: Any])?["title"] as? String }
    }

    @Test("finds songs in nine scripts, with the line and its time") func scripts() async throws {
        let server = try await SongServer()
        try await server.add(
            Self.lines.enumerated().map { place, one in
                (one.script, "Singers", "Scripts", "", "[00:00.10]La la\n[00:0\(place).50]\(one.line)\n[00:09.90]Oh\n")
            }, to: "music")
        for (place, one) in Self.lines.enumerated() {
            let found = try await search(server, one.typed)
            #expect(found.map { ($0["track"] as? [String: Any])?["title"] as? String } == [one.script])
            #expect(found.first?["line"] as? String == one.line)
            #expect(found.first?["startMs"] as? Int == place * 1000 + 500)
        }
        #expect(try await search(server, "la la", "&limit=3").count == 3)
    }

    @Test("ranks whole phrases first, then words in any order, and takes an incomplete last word")
    func ranks() async throws {
        let server = try await SongServer()
        try await server.add(
            [
                ("Scattered", "Singers", "Ranks", "", "Promises fade\nand colors too\n"),
                ("Other", "Singers", "Ranks", "", "Colored pencils\n"),
            ], to: "music")
        #expect(try await titles(server, "Colors & Promises!") == ["A Thousand Years", "Scattered"])
        #expect(try await titles(server, "fade and colors").first == "Scattered")
        #expect(Set(try await titles(server, "color")) == ["A Thousand Years", "Scattered", "Other"])
        #expect(try await titles(server, "heart beats fas") == ["A Thousand Years"])
        #expect(try await titles(server, "zolw przez swiat i nie") == ["Zolw"])
        for text in ["", "!!!", "\" OR words:*", "nothing like it"] { #expect(try await titles(server, text) == []) }
        for (query, field) in [("q=a&limit=0", "limit"), ("q=a&limit=51", "limit"), ("q=a&limit=x", "limit")] {
            let refused = try await server.gateway.request("GET", "/api/v1/search/lyrics?\(query)")
            #expect(refused.status == 400 && refused.json?["field"] as? String == field, "\(query)")
        }
        let long = String(repeating: "x", count: 201)
        #expect(try await server.gateway.request("GET", "/api/v1/search/lyrics?q=\(long)").status == 400)
    }

    @Test("follows lyrics that are changed, added beside a file, moved and removed") func follows() async throws {
        let server = try await SongServer()
        let file = server.gateway.folder + "/music/John Cage/Quiet/2."
        #expect(try await titles(server, "quiet umbrella") == [])
        for (words, old) in [("A quiet umbrella\n", "tiny"), ("Some tiny shoes are here\n", "quiet umbrella")] {
            try Data(words.utf8).write(to: URL(fileURLWithPath: file + "txt"))
            try await server.gateway.scan()
            try await server.indexed()
            #expect(try await titles(server, words) == ["Silence"])
            #expect(try await titles(server, old) == [])
        }
        try FileManager.default.moveItem(atPath: file + "txt", toPath: file + "en.txt")
        try await server.gateway.scan()
        try await server.indexed()
        #expect(try await search(server, "tiny shoes").first?["language"] as? String == "en")
        try FileManager.default.removeItem(atPath: file + "en.txt")
        try await server.gateway.scan()
        try await server.indexed()
        #expect(try await titles(server, "tiny shoes") == [])
        try FileManager.default.removeItem(atPath: server.gateway.folder + "/music/Lona")
        try await server.gateway.scan()
        #expect(try await titles(server, "zolw przez swiat") == [])
    }

    @Test("finds nothing of a library that the user may not see, on any route") func libraries() async throws {
        let server = try await SongServer()
        let hidden = server.gateway.folder + "/hidden"
        try FileManager.default.createDirectory(atPath: hidden, withIntermediateDirectories: true)
        let added = try await server.gateway.request(
            "POST", "/api/v1/libraries", json: #"{"name":"Hidden","path":"\#(hidden)"}"#)
        #expect(added.status == 201)
        try await server.add(
            [("Secret", "Nobody", "Hidden", "USHID0000001", "[00:00.10]Nachtigall sings\n")]
                + (1...20).map { ("Copy \($0)", "Nobody", "Copies", "USSHR0000001", "") }, to: "hidden")
        try await server.add([("Open", "Somebody", "Shown", "USSHR0000001", "")], to: "music")
        let libraries = try await server.gateway.request("GET", "/api/v1/libraries").json?["items"] as? [[String: Any]]
        let open = try #require(libraries?.first { $0["name"] as? String != "Hidden" }?["id"] as? String)
        let token = try await server.gateway.person("cleo", role: "listener")
        let users = try await server.gateway.request("GET", "/api/v1/users?q=cleo").json?["items"] as? [[String: Any]]
        let user = try #require(users?.first?["id"] as? String)
        let key = try await server.gateway.deviceKey(of: "cleo")
        let number = try await server.number(of: "Secret")
        func texts() async throws -> [String] {
            var texts = [
                try await server.gateway.request("GET", "/api/v1/search/lyrics?q=nachtigall+sings", as: token).text
            ]
            for target in [
                "/lrclib/\(key)/api/get?track_name=Secret&artist_name=Nobody", "/lrclib/\(key)/api/get/\(number)",
                "/lrclib/\(key)/api/search?q=secret",
                "/musixmatch/ws/1.1/track.search?q_lyrics=nachtigall&apikey=\(key)",
                "/musixmatch/ws/1.1/track.lyrics.get?track_id=\(number)&apikey=\(key)",
                "/musixmatch/ws/1.1/track.subtitle.get?track_isrc=USHID0000001&apikey=\(key)",
                "/musixmatch/ws/1.1/matcher.track.get?q_track=secret&apikey=\(key)",
            ] { texts.append(try await server.get(target).text) }
            return texts
        }
        for text in try await texts() { #expect(text.contains("Nachtigall") || text.contains("Secret"), "\(text)") }
        let given = try await server.gateway.request(
            "PATCH", "/api/v1/users/\(user)", json: #"{"libraries":["\#(open)"]}"#)
        #expect(given.status == 200, "\(given.text)")
        for text in try await texts() {
            #expect(!text.contains("Nachtigall") && !text.contains("Secret") && !text.contains("Nobody"), "\(text)")
        }
        // Hidden recordings, however many, do not displace the visible one.
        let shared = try await server.call("track.get", "track_isrc=USSHR0000001", key: key)
        #expect((shared.body["track"] as? [String: Any])?["track_name"] as? String == "Open")
    }
}
