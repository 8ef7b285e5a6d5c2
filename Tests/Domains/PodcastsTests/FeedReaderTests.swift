import Foundation
import Podcasts
import Primitives
import Testing

/// Feeds as podcast hosts and attackers write them.
@Suite("Podcast feeds") struct FeedReaderTests {
    private static func file(_ name: String) throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Feeds")
        return Array(try Data(contentsOf: folder.appendingPathComponent(name)))
    }

    private static func fault(_ text: String) -> String? {
        do throws(FeedFault) {
            _ = try FeedReader.read(Array(text.utf8))
            return nil
        } catch {
            return error.reason
        }
    }

    @Test("a Podcasting 2.0 feed is read completely") func modern() throws {
        let feed = try FeedReader.read(Self.file("modern.xml"))
        #expect(feed.title == "Harbor & Hill" && feed.author == "Maja Åström")
        #expect(feed.text == "Walks along the coast, with guests.\n\nNew on Fridays.")
        #expect(feed.homePage == "https://harbor.example")
        #expect(feed.picture == "https://cdn.example/harbor.jpg")
        // A document is not an episode.
        #expect(feed.items.map(\.guid) == ["urn:harbor:12", "urn:harbor:11"])
        let first = feed.items[0]
        #expect(first.title == "12: The lighthouse" && first.season == 3 && first.number == 12)
        #expect(first.text == "We climb 207 steps.\n\none\n\ntwo")
        #expect(first.publishedAt == Timestamp(milliseconds: 1_795_150_800_000))
        #expect(first.audio == "https://trk.example/e/12.mp3?source=feed" && first.size == 31_415_926)
        #expect(first.mediaType == "audio/mpeg" && first.durationMilliseconds == 2_615_000)
        #expect(first.picture == "https://cdn.example/12.jpg")
        #expect(first.chapters == "https://cdn.example/12/chapters.json")
        #expect(first.transcript == FeedTranscript(address: "https://cdn.example/12.vtt", format: .vtt))
        #expect(feed.items[1].size == nil && feed.items[1].durationMilliseconds == 2_585_000)
    }

    @Test("an old feed without ids, with odd dates and escaped markup is read too") func old() throws {
        let feed = try FeedReader.read(Self.file("old.xml"))
        #expect(feed.title == "Radio\n   Kettle".replacing("\n", with: " ") && feed.text == "Tea and talk — 3 < 4")
        #expect(feed.homePage == nil)
        #expect(feed.items.map(\.title) == ["Second", "First"])
        #expect(feed.items[0].guid == "http://kettle.example/two%20words.mp3")
        #expect(feed.items[0].mediaType == "audio/mpeg" && feed.items[0].size == nil)
        #expect(feed.items[0].publishedAt == Timestamp(milliseconds: 1_235_901_840_000))
        #expect(feed.items[1].publishedAt == Timestamp(milliseconds: 1_235_307_843_000))
    }

    @Test("an Atom feed is read like RSS, with any namespace prefix", arguments: ["", "atom:"])
    func atom(prefix: String) throws {
        var bytes = try Self.file("atom.xml")
        if !prefix.isEmpty {
            let own = #/<(/?)(feed|title|subtitle|logo|author|name|link|entry|id|published|updated|summary|content)\b/#
            let text = String(decoding: bytes, as: UTF8.self).replacing(own) { "<\($0.1)\(prefix)\($0.2)" }
            bytes = Array(text.utf8)
        }
        let feed = try FeedReader.read(bytes)
        #expect(feed.title == "Tea & Kettles" && feed.author == "Ada" && feed.text == "All about tea.")
        #expect(feed.homePage == "https://tea.example/" && feed.picture == "https://cdn.example/tea.jpg")
        // An entry without audio is an article. A duplicate entry counts once.
        #expect(feed.items.map(\.guid) == ["tag:tea.example,2026:2", "https://cdn.example/1.ogg"])
        let (second, first) = (feed.items[0], feed.items[1])
        #expect(second.title == "Oolong" && second.text == "Half green.\n\nWhy it is brown, and more.")
        #expect(second.publishedAt == Timestamp(milliseconds: 1_795_150_800_000))
        #expect(second.audio == "https://trk.example/2.mp3" && second.size == 1_234_567)
        #expect(second.mediaType == "audio/mpeg" && second.durationMilliseconds == 3_723_000)
        #expect(second.season == 1 && second.number == 2 && second.picture == "https://cdn.example/2.jpg")
        #expect(second.chapters == "https://cdn.example/2.json")
        #expect(second.transcript == FeedTranscript(address: "https://cdn.example/2.vtt", format: .vtt))
        #expect(first.title == "Tea & Kettles" && first.mediaType == "audio/ogg" && first.size == nil)
        #expect(first.publishedAt == Timestamp(milliseconds: 1_794_546_000_000))
    }

    @Test("other documents are refused with the reason")
    func refused() {
        let inside = "<rss><channel><title>T</title>"
        let cases = [
            ("", "the feed has no title"), ("<html><body>x</body></html>", "this is no feed in RSS or Atom"),
            (
                "<rdf:RDF><channel/></rdf:RDF>",
                "it is RSS 1.0, which has no episodes; use the feed in RSS 2.0 or Atom"
            ),
            ("<feed></feed>", "the feed has no title"), ("<feed><title>T</title>", "it is cut off"),
            ("<feed><title>&xxe;</title></feed>", "it contains an unknown entity"),
            (
                "<feed><entry>" + String(repeating: "<id/>", count: 60_000) + "</entry></feed>",
                "the feed has too many elements"
            ),
            ("<rss><channel></channel></rss>", "the feed has no title"), (inside, "it is cut off"),
            (
                "<!DOCTYPE rss [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" + inside + "&b;</channel></rss>",
                "it declares entities"
            ),
            (inside + "<description>&xxe;</description></channel></rss>", "it contains an unknown entity"),
            (String(repeating: "<rss>", count: 5000), "it is nested too deeply"),
            (inside + "<item a=\"" + String(repeating: "x", count: 9000) + "\"/>", "an attribute is too long"),
            (
                inside + "<item>" + String(repeating: "<guid/>", count: 60_000) + "</item></channel></rss>",
                "the feed has too many elements"
            ),
        ]
        for (text, reason) in cases { #expect(Self.fault(text) == reason, "\(text.prefix(60))") }
        #expect(Self.fault(String(repeating: " ", count: FeedReader.largest + 1)) == "the feed is too large")
    }

    @Test("long feeds and long texts are truncated at their limits") func limited() throws {
        let long = String(repeating: "é", count: 100_000)
        let items = (0..<2100).map { number in
            "<item><title>\(number == 0 ? long : "t")</title><description>\(number == 0 ? long : "")</description>"
                + "<enclosure url=\"https://a.example/\(number)\" type=\"audio/mpeg\"/></item>"
        }
        let text = "<rss><channel><title>T</title>\(items.joined())</channel></rss>"
        let entries = (0..<2100).map { "<entry><link rel=\"enclosure\" href=\"https://a.example/\($0)\"/></entry>" }
        let atom = "<feed><title>T</title>\(entries.joined())</feed>"
        #expect(try FeedReader.read(Array(atom.utf8)).items.count == FeedReader.mostItems)
        let feed = try FeedReader.read(Array(text.utf8))
        #expect(feed.items.count == FeedReader.mostItems)
        #expect(feed.items[0].title.count == 500 && feed.items[0].text.count == 10_000)
        // A CDATA section is cut while it is read, not afterwards.
        let blank = String(repeating: " ", count: 100_000)
        let late = "<rss><channel><title>T</title><description><![CDATA[\(blank)end]]></description></channel></rss>"
        #expect(try FeedReader.read(Array(late.utf8)).text.isEmpty)
    }

    @Test("plausible claims about a file are accepted, and explicit content is recognized")
    func claims() throws {
        func item(_ number: Int, _ length: String, _ type: String, _ explicit: String) -> String {
            "<item><enclosure url=\"https://a.example/\(number)\" length=\"\(length)\" type=\"\(type)\"/>"
                + "<itunes:explicit>\(explicit)</itunes:explicit></item>"
        }
        let items = [
            item(0, "9223372036854775807", "audio/mpeg, text/html", "yes"),
            item(1, "1099511627776", "Audio/X-M4A", "no"),
            item(2, "1099511627777", "audio/ogg; codecs=opus", "true"), item(3, "-1", "audio/html", "clean"),
            item(4, "1", "audio/flac\u{1F600}", " Explicit "),
        ]
        let text =
            "<rss><channel><title>T</title><itunes:explicit>true</itunes:explicit>\(items.joined())</channel></rss>"
        let feed = try FeedReader.read(Array(text.utf8))
        #expect(feed.items.map(\.size) == [nil, 1_099_511_627_776, nil, nil, 1])
        #expect(feed.items.map(\.mediaType) == ["audio/mpeg", "audio/mp4", "audio/ogg", "audio/mpeg", "audio/mpeg"])
        #expect(feed.isExplicit && feed.items.map(\.isExplicit) == [true, false, true, false, true])
    }

    @Test("dates and lengths are read in all their forms, and no others") func dates() {
        let dates: [(String, Int64?)] = [
            ("Wed, 02 Oct 2002 13:00:00 GMT", 1_033_563_600), ("02 Oct 2002 15:00:00 +0200", 1_033_563_600),
            ("Wed, 2 Oct 2002 13:00 Z", 1_033_563_600), ("2002-10-02T13:00:00Z", 1_033_563_600),
            ("2002-10-02T15:00:00.5+02:00", 1_033_563_600), ("Wed, 32 Oct 2002 13:00:00 GMT", nil), ("yesterday", nil),
            ("Wed, 02 Oct 99999999999999999999 13:00:00 GMT", nil), ("", nil),
        ]
        for (text, seconds) in dates {
            #expect(FeedDate.instant(text) == seconds.map { Timestamp(milliseconds: $0 * 1000) }, "\(text)")
        }
        let lengths: [(String, Int64?)] = [
            ("3723", 3_723_000), ("1:02:03", 3_723_000), ("62:03", 3_723_000), (" 12.5 ", 12_500), ("0", nil),
            ("-1", nil), ("1:2:3:4", nil), ("nan", nil), ("99999999", nil), ("a:b", nil),
        ]
        for (text, milliseconds) in lengths { #expect(FeedDate.milliseconds(text) == milliseconds, "\(text)") }
    }
}
