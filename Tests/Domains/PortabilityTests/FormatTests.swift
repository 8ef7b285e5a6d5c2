import Catalog
import Foundation
@testable import Portability
import Primitives
import Support
import Synchronization
import Testing

/// Files of other services, read as a stream.
@Suite("Exports from other services") struct FormatTests {
    /// A folder with one file in memory, which returns as few bytes at a time as possible.
    private struct OneFile: ImportFolder, ArchiveFiles {
        let content: [UInt8]

        func begin() async throws -> any ImportUpload { throw DomainError.unreadableImport }
        func remove(_ file: String) async {}
        func entries(of file: String) async throws -> [(name: String, size: Int64)] { [] }

        func bytes(of file: String, from offset: Int64, count: Int) async throws -> [UInt8] {
            Array(content.dropFirst(Int(offset)).prefix(count))
        }

        func bytes(of entry: String, in file: String, from offset: Int64, count: Int) async throws -> [UInt8] { [] }
    }

    private func read(
        _ text: String, named name: String = ""
    ) async throws -> (items: [ImportItem], source: ImportSource?, unreadable: Int) {
        let file = OneFile(content: Array(text.utf8))
        let found = Mutex((items: [ImportItem](), source: ImportSource?.none, unreadable: 0))
        let reading = ImportReading(archives: file, folder: file, file: "x", name: name)
        try await reading.read { source, items, unreadable in
            found.withLock { $0 = ($0.items + items, source, $0.unreadable + unreadable) }
        }
        return found.withLock { $0 }
    }

    private static let listen = """
        {"listened_at":1700000000,"track_metadata":{"artist_name":"Björk","track_name":"Jóga \\"live\\" }{","release_name":"Homogenic",\
        "additional_info":{"recording_mbid":"abc","duration_ms":305000,"submission_client":"x"}}}
        """

    @Test("folders come after their parents, in any order, and never within themselves")
    func playlistFolders() {
        func id(_ number: Int) -> String { "0190cccc-0000-7000-8000-\(String(format: "%012d", number))" }
        var folders = ImportedPlaylistFolders()
        let rows = [(3, 2), (2, 1), (1, nil), (4, 99), (5, 6), (6, 5), (3, nil)] as [(Int, Int?)]
        let taken = rows.map { number, parent in
            var object: [String: Any] = ["id": id(number), "name": "\(number)", "createdAt": "2024-01-01T00:00:00Z"]
            object["parentId"] = parent.map(id)
            return RondoObject.add(object, to: &folders)
        }
        #expect(taken == [true, true, true, true, true, true, false])
        #expect(!RondoObject.add(["id": id(7), "createdAt": "2024-01-01T00:00:00Z"], to: &folders))
        let long = ["id": id(8), "name": String(repeating: "x", count: 1025), "createdAt": "2024-01-01T00:00:00Z"]
        #expect(!RondoObject.add(long, to: &folders))
        #expect(folders.items.map(\.label) == ["1", "4", "1 / 2", "6 / 5", "5 / 6", "1 / 2 / 3"])
        let place = ["folderId": id(3), "playlistId": id(9), "name": "Mix"]
        let item = RondoObject.items(place, of: "playlists-in-folders", in: folders).first
        guard case .playlistPlace(let found)? = item else { return #expect(Bool(false), "\(item as Any)") }
        #expect(found.path.map(\.name) == ["1", "2", "3"] && found.isOwn)
        let lost = ["folderId": id(98), "playlistId": id(9), "name": "Mix"]
        #expect(RondoObject.items(lost, of: "playlists-in-folders", in: folders).isEmpty)
        // Deeper than any server's folders.
        for number in 20..<40 {
            let object = [
                "id": id(number), "name": "x", "createdAt": "2024-01-01T00:00:00Z", "parentId": id(number + 1),
            ]
            #expect(RondoObject.add(object, to: &folders))
        }
        #expect(folders.items.count == 6 + 10)
    }

    @Test("have valid calendar dates") func days() {
        #expect(HistoryTime.instant(of: "28 Feb 2026 17:07") != nil)
        #expect(HistoryTime.instant(of: "31 Feb 2026 17:07") == nil)
    }

    private func track(_ item: ImportItem) -> NamedTrack? {
        guard case .play(let track, _, _) = item else { return nil }
        return track
    }

    @Test(
        "ListenBrainz: an array, and one line per listen",
        arguments: ["[\(listen),\n \(listen)]", "\(listen)\n\(listen)\n", "\u{feff}\(listen)\r\n\(listen)"])
    func listenBrainz(text: String) async throws {
        let read = try await read(text)
        #expect(read.items.count == 2 && read.source == .listenbrainz && read.unreadable == 0)
        let expected = NamedTrack(
            recording: "abc", title: "Jóga \"live\" }{", artist: "Björk", album: "Homogenic",
            durationMilliseconds: 305_000)
        #expect(read.items.first == .play(expected, at: Timestamp(milliseconds: 1_700_000_000_000), client: "x"))
    }

    @Test(
        "Last.fm: pages of recent tracks, alone, in an array or as a list of tracks",
        arguments: [
            #"{"recenttracks":{"track":[<1>,<2>]}}"#,
            #"[{"recenttracks":{"track":[<1>]}},{"recenttracks":{"track":<2>}}]"#,
            "[[<1>],[<2>]]", "[<1>,<2>]",
        ])
    func lastFM(form: String) async throws {
        let one =
            ##"{"artist":{"mbid":"","#text":"Low"},"album":{"#text":"Hey What"},"name":"Days","mbid":"","date":{"uts":"1700000000","#text":"14 Nov 2023"}}"##
        let now = ##"{"artist":{"#text":"Low"},"name":"More","@attr":{"nowplaying":"true"}}"##
        let read = try await read(form.replacing("<1>", with: one).replacing("<2>", with: now))
        #expect(
            read.items == [
                .play(
                    NamedTrack(title: "Days", artist: "Low", album: "Hey What"),
                    at: Timestamp(milliseconds: 1_700_000_000_000), client: nil)
            ])
        #expect(read.source == .lastfm)
    }

    @Test("Last.fm: rows without a header, and rows with one")
    func rows() async throws {
        let plain = try await read(
            "Low,Hey What,Days,14 Nov 2023 22:13\r\n\"A, B\",,\"Say \"\"Hi\"\"\",\"14 Nov 2023, 22:14\"\nLow,x,,14 Nov 2023 22:13\nLow,x,y,soon"
        )
        #expect(plain.items.compactMap(track).map(\.title) == ["Days", "Say \"Hi\""])
        #expect(plain.items.compactMap(track).map(\.artist) == ["Low", "A, B"])
        #expect(plain.unreadable == 2)
        guard case .play(_, let at, _) = try #require(plain.items.first) else { return }
        #expect(at == Timestamp(milliseconds: 1_699_999_980_000))
        let headed = try await read(
            "uts,utc_time,artist,artist_mbid,album,album_mbid,track,track_mbid\n1700000000,x,Low,,Hey What,,Days,m1\n")
        #expect(
            headed.items.compactMap(track) == [
                NamedTrack(recording: "m1", title: "Days", artist: "Low", album: "Hey What")
            ])
        let stats = try await read(
            #"{"username":"x","scrobbles":[{"track":"Days","artist":"Low","album":"","date":1700000000123}]}"#)
        #expect(
            stats.items == [
                .play(
                    NamedTrack(title: "Days", artist: "Low"), at: Timestamp(milliseconds: 1_700_000_000_123),
                    client: nil)
            ])
    }

    @Test("Last.fm: the table and the object of lastfmstats.com, of any length") func lastFMStats() async throws {
        let at = Timestamp(milliseconds: 1_700_000_000_123)
        let track = NamedTrack(title: "Days; \"2\"", artist: "Low", album: "Hey What")
        let days = ImportItem.play(track, at: at, client: nil)
        let table = "\u{feff}Artist;Album;AlbumId;Track;Date#ada\r\n"
        let row = "\"Low\";\"Hey What\";\"\";\"Days; \"\"2\"\"\";\"1700000000123\"\r\n"
        #expect(try await read(table + row).items == [days])
        // Semicolons within a text are no separators.
        let plain = try await read("A;B;C;D;E,Hey What,Days,14 Nov 2023 22:13\n")
        #expect(plain.items.compactMap(self.track).map(\.artist) == ["A;B;C;D;E"])
        let scrobble = #"{"track":"Days; \"2\"","artist":"Low","album":"Hey What","albumId":"","date":1700000000123}"#
        let many = 1 + JSONChunks.longest / scrobble.utf8.count
        let scrobbles = Array(repeating: scrobble, count: many).joined(separator: ",")
        let objects = [
            #"{"username":"ada","scrobbles":[\#(scrobbles)]}"#, #"{"scrobbles" : [\#(scrobble)],"x":{"y":[1]}}"#,
        ]
        for object in objects {
            let found = try await read(object)
            #expect(found.items.count == (object.utf8.count > JSONChunks.longest ? many : 1))
            #expect(found.items.first == days && found.source == .lastfm && found.unreadable == 0)
        }
        for cut in [#"{"scrobbles":["#, #"{"scrobbles":[\#(scrobble)"#, #"{"scrobbles":[\#(scrobble)]"#] {
            await #expect(throws: DomainError.self) { _ = try await read(cut) }
        }
    }

    @Test("Last.fm: loved tracks, without an album or with a name that says so") func loved() async throws {
        let at = Timestamp(milliseconds: 1_700_000_000_000)
        let days = NamedTrack(recording: "m1", title: "Days", artist: "Low")
        let table = "uts,utc_time,artist,artist_mbid,track,track_mbid\n1700000000,\"14 Nov 2023, 22:13\",Low,,Days,m1\n"
        #expect(try await read(table).items == [.trackLike(days, at: at)])
        let named = try await read("artist,track,date\nLow,Days,1700000000\n", named: "lovedtracks-ada.csv")
        #expect(named.items == [.trackLike(NamedTrack(title: "Days", artist: "Low"), at: at)])
        let undated = try await read("artist,track\nLow,Days\n", named: "Loved Tracks.csv")
        #expect(undated.items == [.trackLike(NamedTrack(title: "Days", artist: "Low"), at: .asImported)])
        let pages = try await read(
            ##"[{"track":[{"artist":{"url":"x","name":"Low","mbid":""},"date":{"uts":"1700000000","#text":"14 Nov 2023, 22:13"},"mbid":"m1","name":"Days"}]}]"##
        )
        #expect(pages.items == [.trackLike(days, at: at)] && pages.source == .lastfm)
    }

    @Test("entries without a name or a time are counted and skipped")
    func unreadable() async throws {
        let read = try await read(
            #"[{"listened_at":5,"track_metadata":{"artist_name":"a","track_name":"b"}},{"listened_at":1700000000,"track_metadata":{"artist_name":"a"}},{"listened_at":"x","track_metadata":7}]"#
        )
        #expect(read.items.isEmpty && read.unreadable == 3)
    }

    @Test(
        "other files are refused",
        arguments: [
            "", "   ", "[1,2]", "{", "{\"a\":", "{} x", "[{}]", "{\"a\":1}", "\"text\"{",
            String(repeating: "[", count: 100_000) + "7",
        ])
    func refused(text: String) async throws {
        let failure = await #expect(throws: DomainError.self) { _ = try await read(text) }
        #expect(failure?.reason == "import_unreadable")
    }

    @Test("bytes that arrive one by one yield the same objects and rows")
    func chunks() throws {
        let text = Array("[\(Self.listen),{\"a\":[1,{\"b\":\"\\\\\"}]}]".utf8)
        var (whole, single) = (JSONChunks(), JSONChunks())
        let expected = try whole.feed(text)
        #expect(expected.count == 2)
        var pieces: [[UInt8]] = []
        for byte in text { pieces += try single.feed([byte]) }
        #expect(pieces == expected)
        let table = Array("a,\"b\r\n\"\"c\"\"\",\r\n,\nlast".utf8)
        var (rows, lines) = ([[String]](), CSVLines())
        for byte in table { rows += try lines.feed([byte]) }
        rows += lines.end().map { [$0] } ?? []
        #expect(rows == [["a", "b\r\n\"c\"", ""], ["", ""], ["last"]])
    }

    @Test("cells with formulas stay text, and texts with commas and quotes stay one cell")
    func cells() {
        #expect(PersonalText.cell("=1+1") == "'=1+1" && PersonalText.cell("-a") == "'-a")
        #expect(PersonalText.cell("a, \"b\"") == "\"a, \"\"b\"\"\"" && PersonalText.cell("a\nb") == "\"a\nb\"")
        #expect(JSONText.quoted("a\"\u{1}\n\\") == #""a\"\u0001\n\\""#)
    }
}
