import Foundation
import Primitives
import Support
import Testing

@Suite("Musixmatch's shape in JSON, JSONP and XML", .timeLimit(.minutes(5))) struct MusixmatchFormatTests {
    /// What every operation has, and every kind of refusal, with and without a result.
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

    @Test("every answer is the same in all three") func formats() async throws {
        let server = try await SongServer()
        for key in [server.key, "WRONG"] {
            for call in Self.calls(try await server.number(of: "A Thousand Years")) {
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

    @Test("a list has its elements in one, and an empty body is an empty element") func shape() async throws {
        let server = try await SongServer()
        let root = "/musixmatch/ws/1.1/track.search?format=xml&apikey=\(server.key)"
        let found = try await server.get(root + "&q=lona").text
        #expect(found.hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<message><header><status_code>200<"))
        #expect(found.contains("<available>1</available></header><body><track_list><track><track_id>"))
        #expect(found.hasSuffix("</track></track_list></body></message>"))
        let none = try await server.get(root + "&q=nowhere").text
        #expect(none.hasSuffix("<available>0</available></header><body><track_list/></body></message>"))
        #expect(try await server.get(root).text.hasSuffix("</hint></header><body/></message>"))
    }

    @Test(
        "a callback is the name of a function, and a format one of three",
        arguments: [
            "format=jsonp", "format=jsonp&callback=", "format=jsonp&callback=alert(1)", "format=jsonp&callback=a..b",
            "format=jsonp&callback=1a", "format=jsonp&callback=a%3Bb", "format=jsonp&callback=%3C/script%3E",
            "format=jsonp&callback=a%5B0%5D", "format=jsonp&callback=a%0A", "format=jsonp&callback=%E2%80%A8",
            "format=jsonp&callback=%C3%B6", "format=jsonp&callback=a%00",
            "format=jsonp&callback=\(String(repeating: "a", count: 129))", "format=html", "format=json%00",
            "format=\(String(repeating: "x", count: 5000))",
        ])
    func refusals(query: String) async throws {
        let server = try await SongServer()
        let reply = try await server.get("/musixmatch/ws/1.1/track.search?q=lona&\(query)&apikey=\(server.key)")
        #expect(reply.status == 200 && reply["content-type"] == "application/json")
        #expect(reply["x-content-type-options"] == "nosniff" && reply.text.utf8.count < 300)
        let message = try #require(reply.json?["message"] as? [String: Any])
        #expect((message["header"] as? [String: Any])?["status_code"] as? Int == 400, "\(reply.text)")
        #expect((message["body"] as? [Any])?.isEmpty == true)
    }

    @Test("no text of a song gets out of its place") func escaping() async throws {
        let server = try await SongServer()
        let title = "</script>\u{2028}]]>&amp;\"'<!--"
        let words = "First \u{2029} <b>&\u{1} \"line\"\n);alert(1)//\u{7}\n"
        try await server.add([(title, "<Nobody>&\u{2}", "Escapes", "USESC0000001", words)], to: "music")
        let root = "/musixmatch/ws/1.1/track.lyrics.get?track_isrc=USESC0000001&apikey=\(server.key)"
        let script = try await server.get(root + "&format=jsonp&callback=show").text
        #expect(!script.contains("\u{2028}") && !script.contains("\u{2029}") && script.contains("\\u2029"))
        let json = try Self.flat(String(script.dropFirst(5).dropLast(2)))
        let body = "message/body/lyrics/lyrics_body="
        let written = try #require(json.first { $0.hasPrefix(body) })
        #expect(written.contains("<b>&") && written.contains("\u{2029}") && written.contains(");alert(1)//"))
        let xml = try await server.get(root + "&format=xml").text
        #expect(!xml.utf8.contains { $0 < 0x20 && $0 != 0x0A })
        // XML has no way to write control characters.
        let printable = written.filter { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 || $0 == "\n" } }
        #expect(try Self.elements(xml).contains(printable), "\(xml)")
        let track = try await server.get(root.replacing("lyrics.get", with: "get") + "&format=xml").text
        #expect(try Self.elements(track).contains { $0.hasPrefix("message/body/track/track_name=</script>") })
        #expect(!track.contains("<!--") && !track.contains("]]>"))
    }

    /// The values of a document in JSON, each with the names above it. An item of a list is named by its only member.
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

    /// The same of a document in XML.
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
