import Primitives
import Support
import Testing

@testable import Shelf

@Suite("Generated playlists") struct PlaylistInputTests {
    private static let xspf = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!-- made elsewhere --><playlist version="1" xmlns="http://xspf.org/ns/0/">
          <title>Evening &amp; night &#x2603;</title><annotation><![CDATA[<slow>]]></annotation>
          <trackList><track><location>Nina/1%20Song.flac</location>
            <identifier>https://musicbrainz.org/recording/7ec3f1f0-1d3f-4b8e-9f0a-3f6f0e6e8a11</identifier>
            <identifier>urn:isrc:US-RC1-76-07839</identifier><identifier>urn:uuid:0198c0de</identifier>
            <title>Song</title><creator>Nina</creator><album>Live</album><duration>215000</duration><meta rel="x"/></track>
            <x:track xmlns:x='y'><x:title>Other</x:title></x:track></trackList></playlist>
        """
    private static let jspf = """
        {"playlist":{"title":"Evening","annotation":"slow","track":[{"location":["a/1.flac"],"identifier":"urn:isrc:USRC17607839",
        "title":"Song","creator":"Nina","album":"Live","duration":215000.5},{"location":"b.mp3","identifier":["x","y"]},{}]}}
        """
    private static let m3u = """
        #EXTM3U
        #PLAYLIST:Evening
        #EXTINF:215 tvg-id="x",Nina - Song
        #EXTART:Nina
        #EXTALB:Live
        #RONDO-TRACK:0198c0de
        Nina/Live/01 Song.flac

        C:\\Music\\Other - Thing.mp3
        http://example.org/stream?x=1#y
        """

    @Test("the XML pull parser emits balanced events and always ends") func xml() throws {
        let input = GeneratedInput(
            "xml", corpus: [Self.xspf, "<a><b c='\"'/>x&lt;y</a>", "<a/>"],
            tokens: [
                "<", ">", "</", "/>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "<!DOCTYPE x [<!ENTITY y 'z'>]>",
                "&amp;",
                "&#x110000;", "&#55296;", "&#-1;", "&#x;", "&y;", "&", "<a:", "<:>", "<a>",
            ])
        try input.each { bytes in
            var reader = XMLReader(bytes)
            var (depth, events) = (0, 0)
            do {
                while let event = try reader.next() {
                    events += 1
                    switch event {
                    case .start: depth += 1
                    case .end: depth -= 1
                    case .text: break
                    }
                    try #require(depth >= 0 && depth <= 32 && events <= 2 * bytes.count)
                }
                try #require(depth == 0)
            } catch let error as XMLReader.Fault {
                #expect(!error.reason.isEmpty)
            }
        }
    }

    @Test("a playlist of any format is read or refused, and a parsed one survives writing and rereading")
    func playlists() throws {
        let input = GeneratedInput(
            "playlists",
            corpus: [
                Array(Self.xspf.utf8), Array(Self.jspf.utf8), Array(Self.m3u.utf8),
                [0xFF, 0xFE] + Self.m3u.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
            ],
            tokens: [
                "#EXTINF:", "#EXTINF:-1,", "#EXTM3U", "#PLAYLIST:", "<track>", "</track>", "<title>", "</title>",
                "{\"playlist\":", "[", "]", "{", "}", "\"track\":", "null", "\"duration\":1e400", "urn:isrc:",
                "urn:uuid:",
                "musicbrainz.org/recording/", " - ",
            ])
        try input.each { bytes in
            let format = PlaylistFormat.of(bytes)
            let document: PlaylistDocument
            do throws(DomainError) {
                document = try format.document(from: bytes)
            } catch {
                return #expect(error.code == .invalid)
            }
            let again = try format.document(from: Array(format.text(of: document).utf8))
            #expect(again.tracks.count == document.tracks.count)
            for other in PlaylistFormat.allCases { _ = other.text(of: document) }
        }
    }
}
