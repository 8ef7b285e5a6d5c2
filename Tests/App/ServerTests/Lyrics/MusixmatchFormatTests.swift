import Foundation
import Lyrics
import Primitives
import Support
import Testing

@testable import rondo

@Suite("Musixmatch's format in JSON, JSONP and XML", .timeLimit(.minutes(5))) struct MusixmatchFormatTests {
    /// A call to every operation, and one for every kind of refusal, with and without a result.
    private static func calls(_ song: Int) -> [(name: String, query: String)] {
        let names = "q_track=a+thousand+years&q_artist=christina+perri"
        return [
            ("track.search", "q=lona&f_has_lyrics=1"), ("track.search", "q=nowhere"), ("track.search", ""),
            ("track.get", "track_id=\(song)"), ("track.get", "track_id=424242"),
            ("track.lyrics.get", "track_id=\(song)"), ("track.subtitle.get", "track_id=\(song)"),
            ("track.subtitle.get", "track_id=\(song)&subtitle_format=dfxp"),
            ("track.subtitle.get", "track_id=\(song)&subtitle_format=exe"),
            ("track.richsync.get", "track_id=\(song)"), ("matcher.track.get", names),
            ("matcher.lyrics.get", names), ("matcher.subtitle.get", names), ("nothing.get", ""),
        ]
    }

    @Test("every reply is the same in all three") func formats() async throws {
        let server = try await SongServer()
        let calls = Self.calls(try await server.number(of: "A Thousand Years"))
        // Only a few calls use the wrong key: too many failures get a different reply.
        for (key, calls) in [(server.key, calls), ("WRONG", Array(calls.suffix(2)))] {
            for call in calls {
                let target = "/musixmatch/ws/1.1/\(call.name)?\(call.query)&apikey=\(key)"
                let json = try await server.get(target)
                let expected = try Self.flat(json.text)
                #expect(json["content-type"] == "application/json" && !expected.isEmpty)
                let script = try await server.get(target + "&format=jsonp&callback=page.show_1")
                #expect(script["content-type"] == "application/javascript; charset=utf-8")
                #expect(script["x-content-type-options"] == "nosniff")
                #expect(script.text.hasPrefix("page.show_1({") && script.text.hasSuffix("});"))
                #expect(try Self.flat(String(script.text.dropFirst(12).dropLast(2))) == expected, "\(target)")
                let xml = try await server.get(target + "&format=XML")
                #expect(xml["content-type"] == "text/xml; charset=utf-8" && xml["x-content-type-options"] == "nosniff")
                let elements = try Self.elements(xml.text)
                #expect(elements.first?.hasPrefix("message/header/status_code=") == true)
                #expect(elements.filter { !$0.contains("execute_time=") }.sorted() == expected, "\(target)")
            }
        }
        let head = try await server.gateway.send(
            "HEAD", "/musixmatch/ws/1.1/track.search?q=lona&format=xml&apikey=\(server.key)")
        #expect(head["content-type"] == "text/xml; charset=utf-8" && head.text.isEmpty)
        let posted = try await server.gateway.send("POST", "/musixmatch/ws/1.1/track.get?format=xml")
        #expect(posted.status == 200 && posted.text.contains("<status_code>405</status_code>"))
    }

    @Test("an XML list wraps its items in an element, and an empty body is an empty element")
    func shape() async throws {
        let server = try await SongServer.shared.value
        let root = "/musixmatch/ws/1.1/track.search?format=xml&apikey=\(server.key)"
        let found = try await server.get(root + "&q=lona").text
        #expect(found.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<message><header><status_code>200<"))
        #expect(found.contains("<available>1</available></header><body><track_list><track><track_id>"))
        #expect(found.hasSuffix("</track></track_list></body></message>"))
        let none = try await server.get(root + "&q=nowhere").text
        #expect(none.hasSuffix("<available>0</available></header><body><track_list/></body></message>"))
        #expect(try await server.get(root).text.hasSuffix("</hint></header><body/></message>"))
    }

    @Test("a callback must be a function name, and a format one of three") func refusals() async throws {
        let server = try await SongServer.shared.value
        for query in [
            "format=jsonp", "format=jsonp&callback=", "format=jsonp&callback=alert(1)", "format=jsonp&callback=a..b",
            "format=jsonp&callback=1a", "format=jsonp&callback=a%3Bb", "format=jsonp&callback=%3C/script%3E",
            "format=jsonp&callback=a%5B0%5D", "format=jsonp&callback=a%0A", "format=jsonp&callback=%E2%80%A8",
            "format=jsonp&callback=%C3%B6", "format=jsonp&callback=a%00",
            "format=jsonp&callback=\(String(repeating: "a", count: 129))", "format=html", "format=json%00",
            "format=\(String(repeating: "x", count: 5000))",
        ] {
            let reply = try await server.get("/musixmatch/ws/1.1/track.search?q=lona&\(query)&apikey=\(server.key)")
            #expect(reply.status == 200 && reply["content-type"] == "application/json")
            #expect(reply["x-content-type-options"] == "nosniff" && reply.text.utf8.count < 300)
            let message = try #require(reply.json?["message"] as? [String: Any])
            #expect((message["header"] as? [String: Any])?["status_code"] as? Int == 400, "\(reply.text)")
            #expect((message["body"] as? [Any])?.isEmpty == true)
        }
    }

    @Test("hostile text cannot break out of its place") func escaping() async throws {
        let server = try await SongServer()
        let notice = "</script>\u{2028}\u{2029}]]>&amp;\"'<!--"
        let items = try await server.gateway.request("GET", "/api/v1/tracks").json?["items"] as? [[String: Any]]
        let track = try #require(items?.first { $0["title"] as? String == "Silence" }?["id"] as? String)
        try await server.provide(
            StoredLyrics(
                source: .provider, language: nil, format: .lrc, content: Array("[00:00.10]A line\n".utf8),
                rights: LyricsRights(provider: "somewhere", copyright: notice + "\u{1}\u{7}")), of: track)
        let root = "/musixmatch/ws/1.1/track.lyrics.get?track_isrc=USCAGE000433&apikey=\(server.key)"
        let member = "message/body/lyrics/lyrics_copyright="
        let script = try await server.get(root + "&format=jsonp&callback=show").text
        #expect(!script.contains("\u{2028}") && !script.contains("\u{2029}") && script.contains("\\u2028\\u2029"))
        #expect(try Self.flat(String(script.dropFirst(5).dropLast(2))).contains(member + notice + "\u{1}\u{7}"))
        let xml = try await server.get(root + "&format=xml").text
        // XML cannot represent control characters.
        #expect(try Self.elements(xml).contains(member + notice), "\(xml)")
        #expect(!xml.contains("<!--") && !xml.contains("]]>") && !xml.utf8.contains { $0 < 0x20 && $0 != 0x0A })
    }

    /// The values of a JSON document, each with the names above it. A list item is named by its only member.
    private static func flat(_ json: String) throws -> [String] {
        func values(_ value: Any, _ path: String) -> [String] {
            switch value {
            case let object as [String: Any]:
                object.flatMap { values($0.value, path.isEmpty ? $0.key : "\(path)/\($0.key)") }
            case let list as [Any]: list.flatMap { values($0, path) }
            default: ["\(path)=\(value)"]
            }
        }
        return values(try JSONSerialization.jsonObject(with: Data(json.utf8)), "")
            .filter { !$0.contains("execute_time=") }.sorted()
    }

    /// The values of an XML document in the same form.
    private static func elements(_ xml: String) throws -> [String] {
        var reader = XMLReader(Array(xml.utf8))
        var (path, found): ([String], [String]) = ([], [])
        var (text, isLeaf) = ("", false)
        while let event = try reader.next() {
            switch event {
            case .start(let name):
                path.append(name)
                (text, isLeaf) = ("", true)
            case .text(let part): text += part
            case .end:
                // Lists and objects without members have no value in JSON.
                let kind = path.last?.split(separator: "_").last ?? ""
                let isEmptyList = text.isEmpty && ["list", "body"].contains(kind)
                if isLeaf && (!isEmptyList || path.last == "lyrics_body") {
                    found.append("\(path.joined(separator: "/"))=\(text)")
                }
                path.removeLast()
                isLeaf = false
            }
        }
        return found
    }
}
