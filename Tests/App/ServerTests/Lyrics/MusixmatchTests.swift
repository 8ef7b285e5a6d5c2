import Accounts
import Foundation
import Lyrics
import Primitives
import Support
import Testing

@testable import rondo

@Suite("Lyrics in Musixmatch's format", .timeLimit(.minutes(5))) struct MusixmatchTests {
    @Test("songs are searched by title, artist, all text and lyrics, with filters and pages")
    func search() async throws {
        let server = try await SongServer.shared.value
        func titles(_ query: String) async throws -> [String] {
            let body = try await server.call("track.search", query).body
            let list = try #require(body["track_list"] as? [[String: Any]])
            return list.compactMap { ($0["track"] as? [String: Any])?["track_name"] as? String }
        }
        #expect(try await titles("q_track=a+thousand+years&q_artist=christina%20perri") == ["A Thousand Years"])
        #expect(try await titles("q_artist=%C5%82ona") == ["Zolw"])
        #expect(try await titles("q_artist=lona&q_track=thousand") == [])
        for query in ["q=perri+thousand", "q=colors+promises", "q_track_artist=perri+thousand"] {
            #expect(try await titles(query) == ["A Thousand Years"], "\(query)")
        }
        #expect(try await titles("q_track_artist=colors") == [])
        #expect(try await titles("q=fast&q_artist=lona") == [])
        #expect(try await titles("q_lyrics=colors+and+promises") == [])
        #expect(try await titles("q_lyrics=colors+promises&s_track_rating=desc") == ["A Thousand Years"])
        #expect(try await titles("q_lyrics=ZOLW+przez&q_artist=%C5%81ona") == ["Zolw"])
        #expect(try await titles("q_track=silence") == ["Silence"])
        #expect(try await titles("q_track=silence&f_has_lyrics=1") == [])
        #expect(try await titles("q=lona&f_has_lyrics=1") == ["Zolw"])
        #expect(try await titles("q=lona&f_has_subtitle=1") == [])
        #expect(try await titles("q=perri&f_has_richsync=true") == ["A Thousand Years"])
        // Every page of a search reports the same total.
        let first = try await server.call("track.search", "q=a&page_size=1&page=1")
        let second = try await server.call("track.search", "q=a&page_size=1&page=2")
        #expect(first.header["available"] as? Int == second.header["available"] as? Int)
        #expect((second.body["track_list"] as? [Any])?.count ?? 2 <= 1)
    }

    @Test("a song is found by number, ISRC and names, and its number never changes") func track() async throws {
        let server = try await SongServer()
        let number = try await server.number(of: "A Thousand Years")
        for query in [
            "commontrack_id=\(number)", "track_id=\(number)", "track_isrc=USAT21101825", "track_isrc=us-at2-11-01825",
        ] {
            let track = try #require(try await server.call("track.get", query).body["track"] as? [String: Any])
            #expect(track["track_id"] as? Int == number && track["track_isrc"] as? String == "USAT21101825")
            #expect(track["artist_name"] as? String == "Christina Perri")
            #expect(track["album_name"] as? String == "Breaking Dawn")
            for (name, value) in [
                ("has_lyrics", 1), ("has_subtitles", 1), ("has_richsync", 1), ("instrumental", 0), ("explicit", 0),
                ("restricted", 0),
            ] { #expect(track[name] as? Int == value, "\(name)") }
        }
        let misspelled = try await server.call("matcher.track.get", "q_track=thousnd+years&q_artist=christina+peri")
        #expect((misspelled.body["track"] as? [String: Any])?["track_id"] as? Int == number)
        #expect(try await server.status("matcher.track.get", "q_track=A+Thousand+Years&q_artist=Adele") == 404)
        // The number of a removed song is not reused.
        let last = try await server.number(of: "Silence")
        try FileManager.default.removeItem(atPath: server.gateway.folder + "/music/John Cage")
        try await server.gateway.scan()
        #expect(try await server.status("track.get", "track_id=\(last)") == 404)
        try await server.add([("Later", "Somebody", "Afterwards", "USLATER00001", "")], to: "music")
        #expect(try await server.number(of: "Later") > last)
        #expect(try await server.number(of: "A Thousand Years") == number)
    }

    @Test("lyrics are served as text, as subtitles in four formats and word by word") func words() async throws {
        let server = try await SongServer.shared.value
        let number = try await server.number(of: "A Thousand Years")
        let lyrics = try #require(
            try await server.call("track.lyrics.get", "commontrack_id=\(number)").body["lyrics"] as? [String: Any])
        #expect(lyrics["lyrics_body"] as? String == "Heart beats fast\nColors & promises\n")
        #expect(lyrics["lyrics_language"] as? String == "en")
        #expect(lyrics["lyrics_language_description"] as? String == "English")
        #expect(lyrics["restricted"] as? Int == 0 && lyrics["lyrics_copyright"] as? String == "")
        func subtitle(_ query: String) async throws -> String {
            let found = try await server.call("track.subtitle.get", "commontrack_id=\(number)\(query)")
            return try #require((found.body["subtitle"] as? [String: Any])?["subtitle_body"] as? String)
        }
        let lrc = try await subtitle("")
        #expect(lrc.hasPrefix("[00:00.20]Heart beats fast\n") && !lrc.contains("<"), "\(lrc)")
        #expect(try await subtitle("&subtitle_format=lrc") == lrc)
        #expect(try await subtitle("&subtitle_format=dfxp").contains("http://www.w3.org/2006/10/ttaf1"))
        let stl = try #require(Data(base64Encoded: try await subtitle("&subtitle_format=stledu")))
        #expect(stl.prefix(11) == Data("850STL25.01".utf8))
        let mxm = try JSONSerialization.jsonObject(with: Data(try await subtitle("&subtitle_format=mxm").utf8))
        let time = try #require((mxm as? [[String: Any]])?.first?["time"] as? [String: Any])
        #expect(time["total"] as? Double == 0.2 && time["hundredths"] as? Int == 20)
        let rich = try await server.call("track.richsync.get", "commontrack_id=\(number)")
        let body = try #require((rich.body["richsync"] as? [String: Any])?["richsync_body"] as? String)
        let lines = try #require(try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [[String: Any]])
        #expect(lines.count == 1 && lines[0]["ts"] as? Double == 0.2 && lines[0]["x"] as? String == "Heart beats fast")
        let parts = try #require(lines[0]["l"] as? [[String: Any]])
        #expect(parts.map { $0["c"] as? String } == ["Heart", " ", "beats", " ", "fast"])
        #expect(parts.map { $0["o"] as? Double } == [0, 0.1, 0.1, 0.2, 0.2])
        let matched = try await server.call("matcher.lyrics.get", "q_track=zolw&q_artist=lona")
        #expect((matched.body["lyrics"] as? [String: Any])?["lyrics_body"] as? String == SongServer.songs[1].words)
        #expect(try await server.status("matcher.subtitle.get", "q_track=zolw&q_artist=lona") == 404)
        #expect(try await server.status("track.lyrics.get", "track_isrc=USCAGE000433") == 404)
    }

    @Test("a subtitle matches the requested length within the deviation") func length() async throws {
        let server = try await SongServer.shared.value
        let number = try await server.number(of: "A Thousand Years")
        for (query, status) in [
            ("f_subtitle_length=0", 200), ("f_subtitle_length=100", 404),
            ("f_subtitle_length=100&f_subtitle_length_max_deviation=10", 404),
            ("f_subtitle_length=10&f_subtitle_length_max_deviation=20", 200),
            ("f_subtitle_length=ten", 400), ("f_subtitle_length=-1", 400), ("f_subtitle_length=nan", 400),
        ] {
            let found = try await server.status("track.subtitle.get", "track_id=\(number)&\(query)")
            #expect(found == status, "\(query)")
        }
        let length = "f_subtitle_length=200&f_subtitle_length_max_deviation=3"
        #expect(try await server.status("matcher.subtitle.get", "q_track=a+thousand+years&\(length)") == 404)
    }

    @Test("among several recordings the requested length wins, or else the best lyrics")
    func recordings() async throws {
        let server = try await SongServer()
        let timed = "[00:00.10]Tacet umbrella\n"
        try await server.add(
            [
                ("Duet", "Nina", "Short", "USDUET000001", "Only words\n"),
                ("Duet", "Nina", "Long", "USDUET000001", timed),
            ], to: "music")
        let named = "q_track=duet&q_artist=nina"
        for query in ["matcher.subtitle.get?\(named)", "track.subtitle.get?track_isrc=USDUET000001"] {
            let parts = query.split(separator: "?")
            let body = try await server.call(String(parts[0]), String(parts[1])).body["subtitle"] as? [String: Any]
            #expect((body?["subtitle_body"] as? String)?.contains("Tacet") == true, "\(query)")
        }
        let synced =
            try await server.get(
                "/lrclib/api/get?track_name=duet&artist_name=nina&apikey=\(server.key)"
            ).json?["syncedLyrics"] as? String
        #expect(synced?.contains("Tacet") == true)
        // The lyrics' update time is the time of their last change.
        let song = try await server.number(of: "Duet")
        func changed() async throws -> String {
            let track = try await server.call("track.get", "track_id=\(song)").body["track"] as? [String: Any]
            return try #require(track?["updated_time"] as? String)
        }
        let before = try await changed()
        let items = try await server.gateway.request("GET", "/api/v1/tracks?limit=100").json?["items"]
        let ids = (items as? [[String: Any]] ?? []).filter { $0["title"] as? String == "Duet" }
            .compactMap { $0["id"] as? String }
        for id in ids {
            let written = try await server.gateway.request(
                "PUT", "/api/v1/tracks/\(id)/lyrics/written",
                json: #"{"basis":null,"items":[{"lines":[{"text":"New words"}]}]}"#)
            try #require(written.status == 200, "\(written.text)")
        }
        let after = try await changed()
        #expect(after > before)
    }

    @Test("an instrumental is marked as such by its file, and its lyrics are not looked up")
    func instrumental() async throws {
        let server = try await SongServer()
        try await server.add([("Hum", "Nina", "Quiet", "USHUM0000001", "[ti:Hum]\n[au: Instrumental]\n")], to: "music")
        let song = try await server.number(of: "Hum")
        let track = try await server.call("track.get", "track_id=\(song)").body["track"] as? [String: Any]
        #expect(track?["instrumental"] as? Int == 1 && track?["has_lyrics"] as? Int == 0)
        let lyrics = try await server.call("track.lyrics.get", "track_id=\(song)").body["lyrics"] as? [String: Any]
        #expect(lyrics?["instrumental"] as? Int == 1 && lyrics?["restricted"] as? Int == 0)
        #expect(lyrics?["lyrics_body"] as? String == "")
        #expect(try await server.status("track.subtitle.get", "track_id=\(song)") == 404)
        let reply = try await server.get("/lrclib/api/get/\(song)?apikey=\(server.key)")
        #expect(reply.json?["instrumental"] as? Bool == true && reply.json?["plainLyrics"] is NSNull, "\(reply.text)")
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let id = try #require(items?.first { $0["title"] as? String == "Hum" }?["id"] as? String)
        let looked = try await server.gateway.request("POST", "/api/v1/tracks/\(id)/lyrics/lookup")
        #expect(looked.json?["state"] as? String == "instrumental", "\(looked.text)")
    }

    @Test("every refusal has its status in the header", .timeLimit(.minutes(5))) func refusals() async throws {
        let server = try await SongServer()
        let writing = try await server.gateway.deviceKey(of: "ada", labeled: "writer", for: [.write])
        for (name, query, key, status) in [
            ("track.get", "track_id=1", "", 401), ("track.get", "track_id=1", "NONSENSE", 401),
            ("track.get", "track_id=1", MusicServer.adminPassword.replacing(" ", with: "%20"), 401),
            ("track.get", "track_id=1", writing, 403), ("track.search", "q=x", writing, 403),
            ("track.get", "", server.key, 400), ("track.get", "track_id=x", server.key, 400),
            ("track.get", "track_id=99999999999999999999", server.key, 400),
            ("track.get", "track_id=-5", server.key, 404), ("track.get", "track_id=424242", server.key, 404),
            ("track.get", "track_isrc=..%2F%00", server.key, 400), ("track.get", "track_isrc=%27--", server.key, 404),
            ("track.search", "", server.key, 400), ("track.search", "q_track=%20", server.key, 400),
            ("track.search", "q=%22%20OR%20title%3A*", server.key, 200), ("track.search", "q=!!!", server.key, 200),
            ("track.search", "q=x&page_size=101", server.key, 400), ("track.search", "q=x&page=0", server.key, 400),
            ("track.search", "q=x&page=1000000", server.key, 200), ("track.search", "q=x&page=1e3", server.key, 400),
            ("track.search", "q=x&f_has_lyrics=maybe", server.key, 400),
            ("track.search", "q=\(String(repeating: "x", count: 1025))", server.key, 400),
            ("track.search", "q=\(String(repeating: "x", count: 300))", server.key, 400),
            ("track.subtitle.get", "track_id=1&subtitle_format=exe", server.key, 400),
            ("matcher.lyrics.get", "q_artist=x", server.key, 400), ("nothing.get", "", server.key, 404),
        ] { #expect(try await server.status(name, query, key: key) == status, "\(name) \(query.prefix(60))") }
        let posted = try await server.gateway.send("POST", "/musixmatch/ws/1.1/track.get?apikey=\(server.key)")
        #expect(posted.status == 200 && posted.text.contains("\"status_code\":405"))
        for path in ["/musixmatch", "/musixmatch/ws/1.1/", "/musixmatch/ws/1.1/..%2Ftrack.get", "/musixmatch/%00"] {
            let reply = try await server.get("\(path)?apikey=\(server.key)")
            #expect(reply.text.contains("\"status_code\":404"), "\(path)")
        }
        // The rate limit has the service's own code.
        var last = 0
        for number in 0..<40 where last != 402 {
            last = try await server.status("track.get", "track_id=1", key: "WRONG\(number)") ?? 0
        }
        #expect(last == 402)
        #expect(try await server.status("track.search", "q=x") == 200)
    }

    @Test("a provider's terms are passed on, and its lyrics stay within their countries", arguments: [nil, "PL", "us"])
    func countries(country: String?) async throws {
        let server = try await SongServer(arguments: country.map { ["--country", $0] } ?? [])
        let song = try await server.number(of: "Silence")
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let track = try #require(items?.first { $0["title"] as? String == "Silence" }?["id"] as? String)
        let rights = LyricsRights(
            provider: "somewhere", copyright: "Writer(s): John Cage", pixelTrackingURL: "https://t.example/p",
            scriptTrackingURL: "https://t.example/s", htmlTrackingURL: "https://t.example/h",
            backlinkURL: "https://l.example/cage", countries: ["PL", "DE"], isExplicit: true)
        try await server.provide(
            StoredLyrics(
                source: .provider, language: "en", format: .lrc, content: Array("[00:00.10]Tacet umbrella\n".utf8),
                rights: rights), of: track)
        try await server.indexed()
        let isServed = country == "PL"
        let lyrics = try #require(
            try await server.call("track.lyrics.get", "track_id=\(song)").body["lyrics"] as? [String: Any])
        #expect(lyrics["restricted"] as? Int == (isServed ? 0 : 1))
        #expect(lyrics["lyrics_body"] as? String == (isServed ? "Tacet umbrella\n" : ""))
        for (name, value) in [
            ("lyrics_copyright", rights.copyright), ("pixel_tracking_url", rights.pixelTrackingURL),
            ("script_tracking_url", rights.scriptTrackingURL), ("html_tracking_url", rights.htmlTrackingURL),
            ("backlink_url", rights.backlinkURL),
        ] { #expect(lyrics[name] as? String == (isServed ? value : ""), "\(name)") }
        #expect(lyrics["explicit"] as? Int == (isServed ? 1 : 0))
        let info = try await server.call("track.get", "track_id=\(song)").body["track"] as? [String: Any]
        #expect(info?["restricted"] as? Int == (isServed ? 0 : 1) && info?["has_lyrics"] as? Int == (isServed ? 1 : 0))
        let listed = try await server.call("track.search", "q_track=silence").body["track_list"] as? [[String: Any]]
        let found = try #require(listed?.first?["track"] as? [String: Any])
        #expect(found["restricted"] as? Int == (isServed ? 0 : 1))
        // No other surface shows them either.
        for path in [
            "/api/v1/tracks/\(track)/lyrics", "/api/v1/search/lyrics?q=tacet+umbrella",
        ] {
            let reply = try await server.gateway.request("GET", path)
            #expect(reply.status == 200 && reply.text.contains("Tacet umbrella") == isServed, "\(path): \(reply.text)")
        }
        let file = try await server.gateway.request("GET", "/api/v1/tracks/\(track)/lyrics?format=txt")
        #expect(file.status == (isServed ? 200 : 404))
        let remote = "apiKey=\(server.key)&v=1.16.1&c=test&f=json"
        for call in ["getLyricsBySongId?id=tr-\(track)", "getLyrics?title=Silence"] {
            let reply = try await server.get("/rest/\(call)&\(remote)")
            #expect(reply.text.contains("Tacet umbrella") == isServed, "\(call)")
        }
        #expect(try await server.get("/lrclib/api/get/\(song)?apikey=\(server.key)").status == (isServed ? 200 : 404))
    }
}
