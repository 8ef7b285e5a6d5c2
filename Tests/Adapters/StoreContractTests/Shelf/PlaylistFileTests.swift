import Catalog
import Primitives
import Shelf
import StoreFixtures
import Testing

@Suite("Playlist files") struct PlaylistFileTests {
    private let ada = ShelfFixture.ada

    private static func document() -> PlaylistDocument {
        var first = PlaylistDocument.Track()
        first.location = "Nina/Album & more/01 <One>.flac"
        first.title = "One \"two\" & <three>"
        first.artist = "Nina"
        first.album = "Album"
        first.durationMilliseconds = 61_000
        var second = PlaylistDocument.Track()
        second.location = "łódź/#1 100%.mp3"
        second.title = "Łódź"
        second.isrc = "PLA000000001"
        second.recording = "0190aaaa-0000-7000-8000-000000000000"
        second.track = ID("t1")
        return PlaylistDocument(title: "Mix – één", description: "Two\nlines", tracks: [first, second])
    }

    @Test("in UTF-16 are read, and binary data is refused") func texts() throws {
        let text = "#EXTM3U\r\n#EXTINF:61,Łódź – Two\r\nmusic/łódź.mp3\r\n"
        for isLittle in [true, false] {
            let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit -> [UInt8] in
                let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
                return isLittle ? [low, high] : [high, low]
            }
            let document = try PlaylistFormat.m3u8.document(from: bytes)
            #expect(document.tracks.map(\.location) == ["music/łódź.mp3"])
        }
        for bytes in [[0x00, 0x41, 0x0A], Array("a\u{1}b\n".utf8), Array("#EXTM3U\na.mp3\n\u{0}".utf8)] as [[UInt8]] {
            #expect(throws: DomainError.self) { try PlaylistFormat.m3u8.document(from: bytes) }
        }
        #expect(try PlaylistFormat.m3u8.document(from: Array("a.mp3\n\u{1A}".utf8)).tracks.count >= 1)
    }

    @Test("preserve everything when written and read", arguments: [PlaylistFormat.xspf, .jspf])
    func whole(format: PlaylistFormat) throws {
        let text = format.text(of: Self.document())
        #expect(PlaylistFormat.of(text.utf8) == format)
        #expect(try format.document(from: Array(text.utf8)) == Self.document())
    }

    @Test("in M3U8 preserve the fields that it supports") func m3u() throws {
        let text = PlaylistFormat.m3u8.text(of: Self.document())
        #expect(PlaylistFormat.of(text.utf8) == .m3u8)
        let back = try PlaylistFormat.m3u8.document(from: Array(text.utf8))
        #expect(back.title == "Mix – één" && back.tracks.count == 2)
        #expect(back.tracks[0].title == "One \"two\" & <three>" && back.tracks[0].artist == "Nina")
        #expect(back.tracks[0].location == "Nina/Album & more/01 <One>.flac")
        #expect(back.tracks[0].durationMilliseconds == 61_000 && back.tracks[1].track == ID("t1"))
    }

    @Test("are read as players write them") func foreign() throws {
        let m3u =
            "\u{FEFF}#EXTM3U\r\n#EXTINF:123 tvg=\"x\",Nina - One - Two\r\nC:\\Music\\Nina\\One.mp3\r\n\r\nNina - Bare.flac\r\n"
        let read = try PlaylistFormat.m3u8.document(from: Array(m3u.utf8)).tracks
        #expect(read[0].artist == "Nina" && read[0].title == "One - Two" && read[0].durationMilliseconds == 123_000)
        #expect(read[1].artist == "Nina" && read[1].title == "Bare")
        let quoted = "#EXTINF:9 group-title=\"A, B\",Nina - Two\n1.mp3\n#EXTINF:9 x=\",Nina - Three\n2.mp3\n"
        #expect(
            try PlaylistFormat.m3u8.document(from: Array(quoted.utf8)).tracks.map(\.title) == ["Two", "Three"])
        let latin = try PlaylistFormat.m3u8.document(from: [0x4C, 0xF3, 0x64, 0x2E, 0x6D, 0x70, 0x33])
        #expect(latin.tracks[0].title == "Lód")
        let xspf = """
            <?xml version="1.0"?><!-- a < b --><x:playlist xmlns:x="http://xspf.org/ns/0/" a='>'><x:trackList>
            <x:track><x:location>file:///m/A%20b/1.mp3</x:location><x:title><![CDATA[A & B]]> &#x41;&amp;</x:title><x:meta/>
            <x:identifier>https://musicbrainz.org/recording/ABC</x:identifier></x:track></x:trackList></x:playlist>
            """
        let tracks = try PlaylistFormat.xspf.document(from: Array(xspf.utf8)).tracks
        #expect(tracks.count == 1 && tracks[0].title == "A & B A&" && tracks[0].recording == "abc")
        let jspf =
            #"{"playlist":{"track":[{"location":"a%20b.mp3","identifier":["urn:isrc:US-AB1-23-45678"],"duration":1000}]}}"#
        let entry = try PlaylistFormat.jspf.document(from: Array(jspf.utf8)).tracks[0]
        #expect(entry.location == "a b.mp3" && entry.isrc == "USAB12345678" && entry.durationMilliseconds == 1000)
    }

    @Test(
        "that are damaged or hostile are refused quickly",
        arguments: [
            (PlaylistFormat.xspf, "<?xml version=\"1.0\"?><!DOCTYPE a [<!ENTITY b \"c\">]><playlist/>"),
            (.xspf, "<playlist><trackList><track>"), (.xspf, "<playlist>&lol;</playlist>"), (.xspf, "<html></html>"),
            (.xspf, "</playlist>"), (.xspf, "<playlist a=\"<playlist/>"), (.xspf, "<!-- "), (.xspf, ""),
            (.xspf, String(repeating: "<a>", count: 100)), (.xspf, "<playlist>&#x110000;</playlist>"),
            (.jspf, "{"), (.jspf, "{\"playlist\":[]}"), (.jspf, String(repeating: "[", count: 100_000)),
            (.jspf, "{\"playlist\":{\"track\":[{\"duration\":\"x\"}]}}"),
        ])
    func hostile(format: PlaylistFormat, text: String) {
        let error = #expect(throws: DomainError.self) { try format.document(from: Array(text.utf8)) }
        #expect(error?.code == .invalid)
    }

    @Test("with too many entries are refused", arguments: PlaylistFormat.allCases)
    func tooLong(format: PlaylistFormat) {
        let number = PlaylistRules.longest + 1
        let text =
            switch format {
            case .m3u8: String(repeating: "a\n", count: number)
            case .xspf:
                "<playlist><trackList>" + String(repeating: "<track/>", count: number) + "</trackList></playlist>"
            case .jspf:
                #"{"playlist":{"track":["# + Array(repeating: "{}", count: number).joined(separator: ",") + "]}}"
            }
        #expect(throws: DomainError.playlistFull) { try format.document(from: Array(text.utf8)) }
    }

    @Test(
        "truncated anywhere are refused, or read as their first tracks",
        arguments: PlaylistFormat.allCases)
    func beginnings(format: PlaylistFormat) throws {
        let bytes = Array(format.text(of: Self.document()).utf8)
        let whole = try format.document(from: bytes).tracks
        for length in bytes.indices {
            guard let tracks = try? format.document(from: Array(bytes[..<length])).tracks else { continue }
            // The last track may be truncated.
            #expect(whole.starts(with: tracks.dropLast()) && tracks.count <= whole.count, "\(length): \(tracks)")
        }
    }

    @Test("find tracks by id, path, recording ids and tags") func matching() async throws {
        let fixture = try await ShelfFixture()
        let music = fixture.music
        try await music.change("t0") { $0.folder = "Nina/Best" }
        try await music.change("t1") { $0.isrc = "PLA000000001" }
        try await music.change("t2") { $0.recording = "0190aaaa-0000-7000-8000-000000000000" }
        try await music.change("t3", "t4") { ($0.title, $0.artists) = ("Feeling Good", ["Nina Simone"]) }
        try await music.change("t4") { $0.durationMilliseconds = 250_000 }
        let m3u = """
            #EXTM3U
            #PLAYLIST:Found
            /home/me/music/Nina/Best/t0
            #RONDO-TRACK:t5
            elsewhere.mp3
            #EXTINF:251,Nina Simone - Feeling good
            x/y.mp3
            #EXTINF:100,Nina SIMONE feat. Otis - Feeling Good!
            x/z.mp3
            #EXTINF:100,Somebody - Feeling good
            x/cover.mp3
            https://example.org/Nina/Best/t0?x
            ../../etc/passwd
            #EXTINF:10,Nobody - Nothing
            nothing.mp3
            """
        let document = try PlaylistFormat.m3u8.document(from: Array(m3u.utf8))
        let report = try await fixture.playlists.create(from: document, named: nil, as: ada, from: "")
        #expect(try await fixture.tracks(of: report.playlist) == ["t0", "t5", "t4", "t3"])
        #expect(report.found == 4 && report.missing.map(\.place) == [4, 5, 6, 7])
        #expect(report.missing.last?.label == "Nobody - Nothing")
        #expect(try await fixture.playlists.playlist(report.playlist, as: ada).name == "Found")
        var wanted = PlaylistDocument.Track()
        wanted.isrc = "pla000000001"
        var recording = PlaylistDocument.Track()
        recording.recording = "0190AAAA-0000-7000-8000-000000000000"
        var hidden = PlaylistDocument.Track()
        hidden.track = ID("x0")
        let found = try await fixture.engine.playlists.match(
            [wanted, recording, hidden], in: .only([Music.library]))
        #expect(found == [ID("t1"), ID("t2"), nil])
    }

    @Test("prefer a present recording on the album that they name") func albums() async throws {
        let fixture = try await ShelfFixture()
        let music = fixture.music
        try await music.change("t0", "t2", "t4") { $0.recording = "abc" }
        try await music.change("t1", "t3", "t5") { $0.isrc = "PLA" }
        let wanted = ["A1", "a2", "elsewhere", nil].flatMap { album in
            var (recording, code) = (PlaylistDocument.Track(), PlaylistDocument.Track())
            (recording.recording, recording.album) = ("abc", album)
            (code.isrc, code.album) = ("PLA", album)
            return [recording, code]
        }
        func found() async throws -> [ID<Track>?] {
            try await fixture.engine.playlists.match(wanted, in: .everything)
        }
        #expect(try await found() == ["t2", "t3", "t4", "t5", "t0", "t1", "t0", "t1"].map { ID($0) })
        try await music.miss("t2")
        #expect(try await found().first == ID("t0"))
    }

    @Test(
        "contain a playlist's entries, with paths for library managers", arguments: PlaylistFormat.allCases)
    func export(format: PlaylistFormat) async throws {
        let fixture = try await ShelfFixture()
        try await fixture.music.change("t0") { $0.folder = "Nina/Best" }
        let id = try await fixture.playlist(["t0", "x0", "t0"])
        try await fixture.share(id, .public)
        let admin = Principal(user: ID("ada"), role: .admin)
        let whole = format.text(of: try await fixture.playlists.document(of: id, as: admin))
        #expect(whole.contains("Nina/Best/t0"))
        let listener = format.text(of: try await fixture.playlists.document(of: id, as: ShelfFixture.cleo))
        #expect(!listener.contains("Nina/Best") && !listener.contains("x0"))
        let document = try format.document(from: Array(whole.utf8))
        let report = try await fixture.playlists.create(from: document, named: "Again", as: ada, from: "")
        #expect(try await fixture.tracks(of: report.playlist) == ["t0", "x0", "t0"] && report.missing.isEmpty)
    }
}
