import Podcasts
import Primitives
import Testing

@Suite("Podcast lists for other programs") struct OPMLTests {
    @Test("the feeds of a file with groups are found, each once") func read() throws {
        let file = """
            <?xml version="1.0"?><opml version="1.0"><head><title>x</title></head><body>
            <outline text="feeds"><outline text="A" type="rss" xmlUrl="https://a.example/f?x=1&amp;y=2"/>
            <outline text="group"><outline type="rss" xmlUrl=" https://b.example/ "/></outline></outline>
            <outline text="A again" xmlUrl="https://a.example/f?x=1&amp;y=2"/><outline text="none"/></body></opml>
            """
        #expect(try OPML.addresses(in: Array(file.utf8)) == ["https://a.example/f?x=1&y=2", "https://b.example/"])
    }

    @Test("other files and broken ones are refused") func refused() {
        for text in ["", "{}", "<rss/>", "<opml><body><outline", "<!DOCTYPE x [<!ENTITY a 'b'>]><opml/>"] {
            #expect(throws: DomainError.self, "\(text)") { try OPML.addresses(in: Array(text.utf8)) }
        }
    }

    @Test("a written file is read again") func roundTrip() throws {
        let podcast = Podcast(
            id: ID("p"), address: "https://a.example/f?x=1&y=\"2\"", title: "Tea & \"Talk\" <1>",
            createdAt: Timestamp(milliseconds: 0))
        let file = OPML.file([podcast])
        #expect(file.contains("title=\"Tea &amp; &quot;Talk&quot; &lt;1&gt;\""))
        #expect(try OPML.addresses(in: Array(file.utf8)) == [podcast.address])
    }
}
