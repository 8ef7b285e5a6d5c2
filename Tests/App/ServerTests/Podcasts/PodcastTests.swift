import Foundation
import Support
import Testing

@testable import rondo

/// Podcasts on the composed server, fetched from a small server of feeds and episodes.
@Suite("Podcasts on the server", .timeLimit(.minutes(5))) struct PodcastTests {
    private static let audio: [UInt8] = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 8) }

    private struct Fixture {
        let gateway: MusicServer
        let host: FileServer

        init() async throws {
            gateway = try await MusicServer(frames: 1000)
            host = try await FileServer(PodcastTests.answer)
        }

        func turnOn(_ isOn: Bool = true, _ more: String = "") async throws {
            let reply = try await gateway.request(
                "PATCH", "/api/v1/settings",
                json: #"{"linkNetworks":["127.0.0.1:\#(host.port)"],"podcasts":\#(isOn)\#(more)}"#)
            try #require(reply.status == 200, "\(reply.text)")
        }

        func subscribe() async throws -> String {
            let reply = try await gateway.request(
                "POST", "/api/v1/podcasts", json: #"{"url":"http://127.0.0.1:\#(host.port)/feed"}"#)
            try #require(reply.status == 201, "\(reply.text)")
            return try #require(reply.json?["id"] as? String)
        }

        func episodes() async throws -> [[String: Any]] {
            let reply = try await gateway.request("GET", "/api/v1/podcasts/episodes")
            return try #require(reply.json?["items"] as? [[String: Any]], "\(reply.text)")
        }
    }

    @Sendable private static func answer(_ request: String) -> [FileServer.Step] {
        let path = request.split(separator: " ").dropFirst().first ?? ""
        let host = request.components(separatedBy: "Host: ").last?.prefix { !$0.isNewline } ?? ""
        switch path {
        case "/feed":
            return FileServer.answer("200 OK", ["Content-Type: text/xml"], Array(feed("http://\(host)").utf8))
        case "/chapters":
            return FileServer.answer(
                "200 OK", [], Array(#"{"chapters":[{"startTime":0,"title":"One"},{"startTime":9,"title":"Two"}]}"#.utf8)
            )
        case "/words.vtt":
            return FileServer.answer("200 OK", [], Array("WEBVTT\n\n00:01.000 --> 00:02.000\nHello\n".utf8))
        case "/private.mp3":
            return FileServer.answer("302 Found", ["Location: http://127.0.0.1:9/x.mp3"])
        default: return episode(request)
        }
    }

    private static func feed(_ base: String) -> String {
        """
        <rss><channel><title>Harbor</title><description>Sea</description>
        <item><title>Fog</title><guid>1</guid><pubDate>20 Nov 2026 06:00:00 GMT</pubDate>
        <enclosure url="\(base)/fog.mp3" type="audio/mpeg" length="9223372036854775807"/><itunes:duration>100</itunes:duration>
        <podcast:chapters url="\(base)/chapters" type="application/json+chapters"/>
        <podcast:transcript url="\(base)/words.vtt" type="text/vtt"/></item>
        <item><title>Private</title><guid>2</guid><itunes:explicit>true</itunes:explicit><pubDate>10 Nov 2026 06:00:00 GMT</pubDate>
        <enclosure url="\(base)/private.mp3" type="audio/mpeg" length="9"/></item></channel></rss>
        """
    }

    /// The episode's file, with ranges.
    private static func episode(_ request: String) -> [FileServer.Step] {
        guard let field = request.components(separatedBy: "Range: bytes=").dropFirst().first else {
            return FileServer.answer("200 OK", ["Content-Type: audio/mpeg"], audio)
        }
        let ends = field.prefix { !$0.isNewline }.split(separator: "-").compactMap { Int($0) }
        let range = ends[0]..<(ends[1] + 1)
        return FileServer.answer(
            "206 Partial Content",
            ["Content-Type: audio/mpeg", "Content-Range: bytes \(range.lowerBound)-\(ends[1])/\(audio.count)"],
            Array(audio[range]))
    }

    @Test("nothing is requested while podcasts are off, and every reply says so") func off() async throws {
        let fixture = try await Fixture()
        let refused = try await fixture.gateway.request("GET", "/api/v1/podcasts")
        #expect(refused.status == 409 && refused.json?["reason"] as? String == "podcasts_off")
        #expect(try await fixture.gateway.request("GET", "/api/v1/server").json?["podcasts"] as? Bool == false)
        try await fixture.turnOn()
        _ = try await fixture.subscribe()
        let episode = try #require(try await fixture.episodes()[0]["id"] as? String)
        try await fixture.turnOn(false)
        let before = fixture.host.connections
        for path in ["", "/stream", "/chapters", "/transcript"] {
            #expect(try await fixture.gateway.request("GET", "/api/v1/episodes/\(episode)\(path)").status == 409)
        }
        #expect(fixture.host.connections == before)
        #expect(try await fixture.gateway.request("GET", "/api/v1/server").json?["podcasts"] as? Bool == false)
    }

    @Test("an episode is streamed through the server, whole and in ranges") func streamed() async throws {
        let fixture = try await Fixture()
        try await fixture.turnOn()
        _ = try await fixture.subscribe()
        let episodes = try await fixture.episodes()
        #expect(episodes.map { $0["explicit"] as? Bool } == [nil, true])
        let path = "/api/v1/episodes/\(episodes[0]["id"] ?? "")/stream"
        let whole = try await fixture.gateway.request("GET", path)
        #expect(whole.status == 200 && whole.body == Self.audio && whole["content-type"] == "audio/mpeg")
        let part = try await fixture.gateway.request("GET", path, [("Range", "bytes=1000-70999")])
        #expect(part.status == 206 && part.body == Array(Self.audio[1000..<71_000]))
        #expect(part["content-range"] == "bytes 1000-70999/200000")
        #expect(fixture.host.heads.last?.contains("Range: bytes=1000-70999\r\n") == true)
        let beyond = try await fixture.gateway.request("GET", path, [("Range", "bytes=200000-")])
        #expect(beyond.status == 416)
        let head = try await fixture.gateway.request("HEAD", path)
        #expect(head.status == 200 && head["content-length"] == "200000" && head.body.isEmpty)
        // An address that leads into a private network is refused.
        let hostile = try await fixture.gateway.request("GET", "/api/v1/episodes/\(episodes[1]["id"] ?? "")/stream")
        #expect(hostile.status == 503 && hostile.json?["reason"] as? String == "link_unreachable")
    }

    @Test("one user's requests to episode servers are rate limited") func pace() async throws {
        let fixture = try await Fixture()
        try await fixture.turnOn()
        _ = try await fixture.subscribe()
        let path = "/api/v1/episodes/\(try await fixture.episodes()[1]["id"] ?? "")/stream"
        var (asked, reply) = (0, try await fixture.gateway.request("HEAD", path))
        while reply.status == 503, asked < 200 {
            asked += 1
            reply = try await fixture.gateway.request("HEAD", path)
        }
        #expect(reply.status == 429 && reply["retry-after"] != nil && asked >= 60)
    }

    @Test("a downloaded episode is served from the disk when its server is gone") func downloaded() async throws {
        let fixture = try await Fixture()
        try await fixture.turnOn()
        _ = try await fixture.subscribe()
        let path = "/api/v1/episodes/\(try await fixture.episodes()[0]["id"] ?? "")"
        #expect(try await fixture.gateway.request("PUT", path + "/download").status == 202)
        try await waitUntil("it is downloaded") {
            try await fixture.gateway.request("GET", path).json?["download"] as? String == "done"
        }
        let before = fixture.host.connections
        let part = try await fixture.gateway.request("GET", path + "/stream", [("Range", "bytes=-5")])
        #expect(part.status == 206 && part.body == Array(Self.audio.suffix(5)))
        #expect(fixture.host.connections == before)
        #expect(try await fixture.gateway.request("DELETE", path + "/download").status == 204)
    }

    @Test("an episode has a position, chapters and a transcript") func place() async throws {
        let fixture = try await Fixture()
        try await fixture.turnOn()
        let podcast = try await fixture.subscribe()
        let path = "/api/v1/episodes/\(try await fixture.episodes()[0]["id"] ?? "")"
        let begun = try await fixture.gateway.request("PUT", path + "/state", json: #"{"positionMs":30000}"#)
        #expect(begun.json?["positionMs"] as? Int == 30_000 && begun.json?["played"] as? Bool == false)
        let ended = try await fixture.gateway.request("PUT", path + "/state", json: #"{"positionMs":95000}"#)
        #expect(ended.json?["positionMs"] as? Int == 0 && ended.json?["played"] as? Bool == true)
        let chapters = try await fixture.gateway.request("GET", path + "/chapters")
        #expect(chapters.text == #"{"items":[{"startMs":0,"title":"One"},{"startMs":9000,"title":"Two"}]}"#)
        let words = try await fixture.gateway.request("GET", path + "/transcript")
        #expect(words.text == #"{"items":[{"startMs":1000,"text":"Hello"}]}"#)
        let rule = try await fixture.gateway.request(
            "PATCH", "/api/v1/podcasts/\(podcast)", json: #"{"downloads":"latest","latest":3}"#)
        #expect(rule.json?["latest"] as? Int == 3)
        let file = try await fixture.gateway.request("GET", "/api/v1/podcasts/opml")
        #expect(file.text.contains("xmlUrl=\"http://127.0.0.1:\(fixture.host.port)/feed\""))
        let taken = try await fixture.gateway.request(
            "POST", "/api/v1/podcasts/opml", [("Content-Type", "text/x-opml")], body: file.body)
        #expect(taken.json?["known"] as? Int == 1, "\(taken.text)")
    }

    @Test("remote clients subscribe, play and store their position") func remote() async throws {
        let fixture = try await Fixture()
        try await fixture.turnOn()
        let key = try await fixture.gateway.deviceKey(of: "ada")
        func call(_ name: String, _ query: String = "") async throws -> HTTPReply {
            try await fixture.gateway.request("GET", "/rest/\(name)?apiKey=\(key)&v=1.16.1&c=test&f=json\(query)")
        }
        let address = "http://127.0.0.1:\(fixture.host.port)/feed"
        #expect(try await call("createPodcastChannel", "&url=\(address)").text.contains(#""status":"ok""#))
        let newest = try await call("getNewestPodcasts", "&count=1").text
        let id = try #require(newest.components(separatedBy: #""streamId":""#).last?.prefix { $0 != "\"" })
        #expect(newest.contains(#""title":"Fog""#) && id.hasPrefix("ep-") && !newest.contains("explicitStatus"))
        #expect(try await call("getNewestPodcasts", "&count=2").text.contains(#""explicitStatus":"explicit""#))
        #expect(try await call("stream", "&id=\(id)").body == Self.audio)
        #expect(try await call("createBookmark", "&id=\(id)&position=7000").text.contains(#""status":"ok""#))
        let bookmarks = try await call("getBookmarks").text
        #expect(bookmarks.contains(#""position":7000"#) && bookmarks.contains(#""type":"podcast""#))
        #expect(try await call("getPodcastEpisode", "&id=\(id)").text.contains(#""bookmarkPosition":7000"#))
        #expect(try await call("getCoverArt", "&id=\(id)").status == 200)
        #expect(try await call("getUser", "&username=ada").text.contains(#""podcastRole":true"#))
    }
}
