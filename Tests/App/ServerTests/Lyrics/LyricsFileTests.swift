import Foundation
import Support
import Testing

@Suite("Lyrics as files") struct LyricsFileTests {
    private static let server = Task { try await MusicServer() }

    private static let lrc = "[ar:Nina]\n[00:01.00]<00:01.00>Uno <00:01.50>dos<00:02.00>\n[00:03.00]Żółw\n[00:04.00]\n"

    @Test("are downloaded in each format, with a name, a type and a strong entity tag", .timeLimit(.minutes(5)))
    func download() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Downloaded")
        let words = song.file.replacingOccurrences(of: ".wav", with: ".es.lrc")
        try Data(Self.lrc.utf8).write(to: URL(fileURLWithPath: words))
        try await gateway.scan()
        let path = "/api/v1/tracks/\(song.id)/lyrics"
        let list = try await gateway.request("GET", path)
        #expect((list.json?["items"] as? [[String: Any]])?.count == 1, "\(list.text)")
        #expect(try await gateway.request("GET", path + "?format=json").body == list.body)
        for (format, type, beginning) in [
            ("lrc", "text/plain; charset=utf-8", "[ti:"), ("ttml", "application/ttml+xml; charset=utf-8", "<?xml"),
            ("dfxp", "application/ttml+xml; charset=utf-8", "<?xml"), ("stl", "application/x-ebu-stl", "850STL25.01"),
            ("srt", "application/x-subrip; charset=utf-8", "1\n00:00:01,000 --> 00:00:02,000\nUno dos\n"),
            ("vtt", "text/vtt; charset=utf-8", "WEBVTT\nLanguage: es\n"),
            ("txt", "text/plain; charset=utf-8", "Uno dos\nŻółw\n"),
        ] {
            let file = try await gateway.request("GET", path + "?format=\(format)")
            #expect(file.status == 200 && file["content-type"] == type, "\(format)")
            #expect(String(decoding: file.body, as: UTF8.self).hasPrefix(beginning), "\(format): \(file.text)")
            #expect(file["content-disposition"]?.contains(".es.\(format)\"") == true, "\(format)")
            let tag = try #require(file["etag"])
            #expect(tag.hasPrefix("\""))
            let known = try await gateway.request("GET", path + "?format=\(format)", [("If-None-Match", tag)])
            #expect(known.status == 304 && known.body.isEmpty)
            let head = try await gateway.request("HEAD", path + "?format=\(format)")
            #expect(head.status == 200 && head.body.isEmpty && head["content-length"] == "\(file.body.count)")
        }
    }

    @Test("a client that stores the list receives it again only after a change", .timeLimit(.minutes(5)))
    func renewal() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Renewed")
        let path = "/api/v1/tracks/\(song.id)/lyrics"
        func ask(_ tag: String) async throws -> HTTPReply {
            try await gateway.request("GET", path, [("If-None-Match", tag), ("Accept-Encoding", "gzip")])
        }
        let none = try #require(try await gateway.request("GET", path)["etag"])
        #expect(try await ask(none).status == 304)
        let lines = (0..<100).map { #"{"text":"Line \#($0) that is sung"}"# }.joined(separator: ",")
        let written = try await gateway.request(
            "PUT", path + "/written", json: #"{"basis":null,"items":[{"lines":[\#(lines)]}]}"#)
        let basis = try #require(written.json?["id"] as? String, "\(written.text)")
        let edited = try await ask(none)
        #expect(edited.status == 200 && edited["content-encoding"] == "gzip")
        #expect(edited["cache-control"] == "private, no-store")
        // A compressed reply has a weak tag that matches the same lyrics.
        let tag = try #require(edited["etag"])
        #expect(tag.hasPrefix("W/") && tag != none)
        let known = try await ask(tag)
        #expect(known.status == 304 && known.body.isEmpty && known["etag"] == String(tag.dropFirst(2)))
        let withdrawn = try await gateway.request(
            "PUT", path + "/written", json: #"{"basis":"\#(basis)","items":[]}"#)
        #expect(withdrawn.status == 200, "\(withdrawn.text)")
        #expect(try await ask(tag)["etag"] == none)
    }

    @Test("reach remote clients with words, voices, translations and pronunciations", .timeLimit(.minutes(5)))
    func remote() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Translated")
        try Data(
            """
            <tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata" xml:lang="ja">
            <head><metadata><ttm:agent xml:id="v1" type="person"><ttm:name>Nina</ttm:name></ttm:agent></metadata></head>
            <body><div><p begin="1s" end="3s" ttm:agent="v1"><span begin="0s" end="1s">夜</span><span begin="1s"
            end="2s">に</span><span ttm:role="x-translation" xml:lang="en">At night</span><span ttm:role="x-roman"
            xml:lang="ja-Latn">yoru ni</span></p></div></body></tt>
            """.utf8
        ).write(to: URL(fileURLWithPath: song.file.replacingOccurrences(of: ".wav", with: ".ttml")))
        try await gateway.scan()
        let key = try await gateway.deviceKey(of: "ada")
        let path = "/rest/getLyricsBySongId?apiKey=\(key)&v=1.16.1&c=test&f=json&id=tr-\(song.id)"
        func lyrics(_ query: String) async throws -> [[String: Any]] {
            let reply = try await gateway.send("GET", path + query).json?["subsonic-response"] as? [String: Any]
            return try #require((reply?["lyricsList"] as? [String: Any])?["structuredLyrics"] as? [[String: Any]])
        }
        #expect(try await lyrics("").map { $0["lang"] as? String } == ["ja"])
        let all = try await lyrics("&enhanced=true")
        #expect(all.map { $0["kind"] as? String } == ["main", "pronunciation", "translation"])
        #expect(all.map { $0["lang"] as? String } == ["ja", "ja-latn", "en"])
        #expect((all[0]["agents"] as? [[String: Any]])?.first?["name"] as? String == "Nina")
        let cues = try #require((all[0]["cueLine"] as? [[String: Any]])?.first?["cue"] as? [[String: Any]])
        #expect(cues.map { $0["start"] as? Int } == [1000, 2000] && cues.map { $0["byteEnd"] as? Int } == [2, 5])
    }

    @Test("reach remote clients with both voices and background vocals, whether words are timed or not")
    func voices() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Voices")
        let key = try await gateway.deviceKey(of: "ada")
        func lyrics(_ words: String, _ query: String = "&enhanced=true") async throws -> [String: Any] {
            try Data(words.utf8)
                .write(to: URL(fileURLWithPath: song.file.replacingOccurrences(of: ".wav", with: ".lrc")))
            try await gateway.scan()
            let path = "/rest/getLyricsBySongId?apiKey=\(key)&v=1.16.1&c=test&f=json&id=tr-\(song.id)"
            let reply = try await gateway.send("GET", path + query).json?["subsonic-response"] as? [String: Any]
            let list = (reply?["lyricsList"] as? [String: Any])?["structuredLyrics"] as? [[String: Any]]
            return try #require(list?.first)
        }
        // Voices are available for lines that are timed word by word.
        let timed = "[00:01.00]v1: One\n[00:03.00]v2: Two\n"
        let lined = try await lyrics(timed)
        #expect(lined["agents"] == nil && lined["cueLine"] == nil)
        let sung = "[00:01.00]v2: <00:01.00>One <00:01.50>two\n[bg:<00:01.20>ooh]\n[00:03.00]v1: Three\n[bg:aah]\n"
        let all = try await lyrics(sung)
        #expect((all["line"] as? [[String: Any]])?.map { $0["value"] as? String } == ["One two (ooh)", "Three (aah)"])
        let agents = try #require(all["agents"] as? [[String: Any]])
        #expect(agents.map { $0["id"] as? String } == ["v2", "v1", "bg"])
        #expect(agents.map { $0["role"] as? String } == ["voice", "main", "bg"])
        let cues = try #require(all["cueLine"] as? [[String: Any]])
        #expect(cues.map { $0["index"] as? Int } == [0, 0, 1, 1])
        #expect(cues.map { $0["agentId"] as? String } == ["v2", "bg", "v1", "bg"])
        #expect(cues.map { $0["value"] as? String } == ["One two", "ooh", "Three", "aah"])
        #expect(cues.map { ($0["cue"] as? [Any])?.count } == [2, 1, 0, 0])
        let plain = try await lyrics(sung, "")
        #expect(plain["cueLine"] == nil && plain["agents"] == nil && plain["kind"] == nil)
        #expect((plain["line"] as? [[String: Any]])?.last?["value"] as? String == "Three (aah)")
        let title = try await gateway.request("GET", "/api/v1/tracks/\(song.id)").json?["title"] as? String
        let escaped = title?.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let named = try await gateway.send(
            "GET", "/rest/getLyrics?apiKey=\(key)&v=1.16.1&c=test&f=json&title=\(escaped)")
        #expect(named.text.contains("One two (ooh)\\nThree (aah)"), "\(named.text)")
    }

    @Test("are refused with the reason", .timeLimit(.minutes(5))) func refused() async throws {
        let gateway = try await Self.server.value
        let song = try await gateway.addSong("Refused")
        let path = "/api/v1/tracks/\(song.id)/lyrics"
        for (query, status, reason) in [
            ("?format=doc", 400, nil), ("?format=lrc&version=-1", 400, nil), ("?format=lrc", 404, "lyrics_not_found"),
        ] {
            let refused = try await gateway.request("GET", path + query)
            #expect(refused.status == status, "\(query)")
            #expect(refused.json?["reason"] as? String == reason, "\(query)")
        }
        try Data("Plain words".utf8)
            .write(to: URL(fileURLWithPath: song.file.replacingOccurrences(of: ".wav", with: ".txt")))
        try await gateway.scan()
        let unsynced = try await gateway.request("GET", path + "?format=srt")
        #expect(unsynced.status == 409 && unsynced.json?["reason"] as? String == "lyrics_not_synced")
    }
}
