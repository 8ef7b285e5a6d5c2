import Podcasts
import Primitives
import Support
import Testing

@testable import Portability

/// Documents that other services and podcast hosts write.
@Suite("Generated documents from other services") struct DocumentInputTests {
    private static let tags = [
        "<", ">", "</", "/>", "<!DOCTYPE x [<!ENTITY y 'z'>]>", "<![CDATA[", "&amp;", "&#x0;", "&y;", "&",
    ]

    @Test("a feed is read within its limits, or refused with a reason") func feeds() throws {
        let rss = """
            <rss><channel><title>Tea</title><image><url>https://a.example/1.jpg</url></image><itunes:author>Ada</itunes:author>
            <item><guid>1</guid><title>One</title><description>&lt;p&gt;x&lt;/p&gt;</description><pubDate>Fri, 20 Nov 2026 06:00:00 +0100</pubDate>
            <enclosure url="https://a.example/1.mp3" length="10" type="audio/mpeg"/><itunes:duration>1:02:03</itunes:duration></item></channel></rss>
            """
        let atom = """
            <feed><title>Tea</title><author><name>Ada</name></author><link href="https://a.example"/><entry><id>1</id>
            <link rel="enclosure" href="https://a.example/1.mp3" type="audio/mpeg" length="10"/><updated>2026-11-20T06:00:00Z</updated>
            <content type="xhtml"><div>x</div></content><podcast:transcript url="https://a.example/t" type="text/vtt"/></entry></feed>
            """
        let input = GeneratedInput(
            "feeds", corpus: [rss, atom],
            tokens: Self.tags + [
                "<item>", "<entry>", "<channel>", "</entry>", "<link rel=\"enclosure\"", "<RDF>", "http://",
                "javascript:x",
                "99999999999999999999", "9999-99-99T99:99:99+99:99",
            ])
        try input.each { bytes in
            let feed: Feed
            do throws(FeedFault) {
                feed = try FeedReader.read(bytes)
            } catch {
                return #expect(!error.reason.isEmpty)
            }
            #expect(!feed.title.isEmpty && feed.items.count <= FeedReader.mostItems)
            #expect(Set(feed.items.map(\.guid)).count == feed.items.count)
            for item in feed.items {
                #expect(!item.guid.isEmpty && !item.title.isEmpty && item.audio.lowercased().hasPrefix("http"))
            }
        }
    }

    @Test("a workbook's sheets, texts and rows are read within their limits, or refused") func workbooks() throws {
        let index = "<workbook><sheets><sheet name='10_listeningHistory' sheetId='1' r:id='rId1'/></sheets></workbook>"
        let relations = "<Relationships><Relationship Id='rId1' Target='/xl/worksheets/sheet1.xml'/></Relationships>"
        let texts = "<sst><si><t>One</t></si><si><r><t>Tw</t></r><r><t>o</t></r><rPh><t>x</t></rPh></si></sst>"
        let sheet = """
            <worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c t="inlineStr"><is><t>Date</t></is></c></row>
            <row><c r="B2"><f>1</f><v>45589.5</v></c></row></sheetData></worksheet>
            """
        let input = GeneratedInput(
            "workbooks", corpus: [index, relations, texts, sheet],
            tokens: Self.tags + [
                "<row>", "<c>", "<c r='XFD1'>", "<c r='ZZZZ1'>", "<v>", "-1", "99999999999999999999", "<si>", "<t>",
                "t='s'",
            ])
        try input.each { bytes in
            let sheets = try? Workbook.sheets(bytes, bytes)
            #expect(sheets?.allSatisfy { $0.path.hasPrefix("xl/") || !$0.path.isEmpty } ?? true)
            var rows = WorkbookRows(bytes, texts: (try? Workbook.texts(bytes)) ?? ["Song Title", "Artist", "Date"])
            var table = DeezerSheet(named: "10_listeningHistory")
            var lists = BroughtLists(source: .deezer)
            while let row = try? rows.next() {
                #expect(row.count <= 64 && row.contains { !$0.isEmpty })
                table?.read(row, into: &lists)
            }
            for item in lists.items { #expect(item.kind == .plays) }
        }
    }

    @Test("a music service's export is read or refused, and every song follows its playlist") func services() throws {
        let library = """
            <plist><dict><key>Tracks</key><dict><key>1</key><dict><key>Name</key><string>One</string><key>Loved</key><true/></dict></dict>
            <key>Playlists</key><array><dict><key>Name</key><string>F</string><key>Folder</key><true/><key>Playlist Persistent ID</key>
            <string>A</string></dict><dict><key>Name</key><string>P</string><key>Parent Persistent ID</key><string>A</string>
            <key>Playlist Items</key><array><dict><key>Track ID</key><integer>1</integer></dict></array></dict></array></dict></plist>
            """
        let spotify = #"{"playlists":[{"name":"P","items":[{"track":{"trackName":"One"},"addedDate":"2024-01-01"}]}]}"#
        let loved = #"{"lovedtracks":{"track":[{"name":"One","artist":{"name":"A"},"date":{"uts":"1700000000"}}]}}"#
        let input = GeneratedInput(
            "services",
            corpus: [
                library, spotify, loved, "Track URI,Track Name,Artist Name(s)\na,One,A\n", "title;artist\nOne;A\n",
            ],
            tokens: Self.tags + [
                "<dict>", "</dict>", "<key>", "<key>Folder</key>", "{\"track\":", "null", "[", "]", "\"", ";", ",",
                "\n",
            ])
        try input.each { bytes in
            var service = ServiceReading()
            let lists: BroughtLists?
            do throws(DomainError) {
                lists = try service.read(bytes, named: "Mix.csv")
            } catch {
                return #expect(["import_unreadable", "import_too_large"].contains(error.reason))
            }
            var playlists: Set<String> = []
            for item in (lists?.items ?? []) + (service.end()?.items ?? []) {
                switch item {
                case .broughtPlaylist(let name): #expect(playlists.insert(name).inserted)
                case .broughtSong(let playlist, _, _): #expect(playlists.contains(playlist) && !item.label.isEmpty)
                case .playlistPlace(let place): #expect(playlists.contains(place.playlist) && !place.path.isEmpty)
                default: break
                }
            }
        }
    }
}
