import Catalog
import Testing

@testable import Media

@Suite("Mapping of raw tags")
struct TagMappingTests {
    @Test("track and disc numbers contain their totals")
    func numbers() {
        let tags = Self.tags([("TRACKNUMBER", "3/12"), ("DISCNUMBER", " 1 "), ("TOTALDISCS", "2")])
        #expect(tags.trackNumber == 3)
        #expect(tags.trackTotal == 12)
        #expect(tags.discNumber == 1)
        #expect(tags.discTotal == 2)
    }

    @Test("invalid numbers are dropped", arguments: ["", "0", "-1", "A1", "99999999999999999999", "1e9", "٣"])
    func noNumbers(text: String) {
        #expect(Self.tags([("TRACKNUMBER", text)]).trackNumber == nil)
    }

    @Test(
        "dates are cut to their valid part",
        arguments: [
            ("2004", "2004"), ("2004-05", "2004-05"), ("2004-05-06", "2004-05-06"),
            ("2004-05-06T10:00:00", "2004-05-06"),
            ("20040506", "2004-05-06"), ("2004/5/6", "2004-05-06"), ("2004-02-30", "2004-02"),
            ("2000-02-29", "2000-02-29"),
            ("2004-13-01", "2004"), ("2004-00-00", "2004"),
        ])
    func dates(text: String, expected: String) {
        #expect(Self.tags([("DATE", text)]).date == expected)
    }

    @Test("an invalid year is dropped", arguments: ["0000", "0999", "99", "year", "12345", "9999"])
    func noDates(text: String) {
        #expect(Self.tags([("DATE", text)]).date == nil)
    }

    @Test("numeric genres get names, and other genres stay whole")
    func genres() {
        #expect(Self.tags([("GENRE", "(17)")]).genres == ["Rock"])
        #expect(Self.tags([("GENRE", "8")]).genres == ["Jazz"])
        #expect(Self.tags([("GENRE", "(51)(39)")]).genres == ["Techno-Industrial", "Noise"])
        #expect(Self.tags([("GENRE", "(4)Eurodisco")]).genres == ["Eurodisco"])
        #expect(Self.tags([("GENRE", "(999)")]).genres == ["(999)"])
        #expect(Self.tags([("GENRE", "(RX)(CR)")]).genres == ["Remix", "Cover"])
        #expect(Self.tags([("GENRE", "RX"), ("GENRE", "CR"), ("GENRE", "8")]).genres == ["Remix", "Cover", "Jazz"])
        #expect(
            Self.tags([("GENRE", "R&B/Soul"), ("GENRE", "Pop; Rock"), ("GENRE", "Pop; Rock")]).genres
                == ["R&B/Soul", "Pop; Rock"])
    }

    @Test("the list of artists is separate from the credit text")
    func artists() {
        let tags = Self.tags([("ARTIST", "A feat. B"), ("ARTISTS", "A"), ("ARTISTS", "B")])
        #expect(tags.artists == ["A", "B"])
        #expect(tags.artistCredit == "A feat. B")
        let plain = Self.tags([("ARTIST", "A"), ("ARTIST", "B"), ("ALBUM ARTIST", "C")])
        #expect(plain.artists == ["A", "B"])
        #expect(plain.artistCredit == nil)
        #expect(plain.albumArtists == ["C"])
    }

    @Test("gains are decibels relative to ReplayGain's reference")
    func gains() {
        let tags = Self.tags([
            ("R128_TRACK_GAIN", "-512"), ("REPLAYGAIN_ALBUM_GAIN", "+1,50 dB"), ("REPLAYGAIN_ALBUM_PEAK", "0.98"),
            ("REPLAYGAIN_TRACK_PEAK", "nan"),
        ])
        #expect(tags.replayGain.trackGain == 3)
        #expect(tags.replayGain.albumGain == 1.5)
        #expect(tags.replayGain.albumPeak == 0.98)
        #expect(tags.replayGain.trackPeak == nil)
    }

    @Test("control characters are removed; line breaks stay in multi-line fields")
    func text() {
        let tags = Self.tags([
            ("TITLE", " a\u{0}b\u{1B}[31m\nc\u{85} "), ("LYRICS", "one\r\ntwo\rthree\u{7}"), ("ALBUM", "\u{1}\u{2} "),
        ])
        #expect(tags.title == "ab[31m c")
        #expect(tags.lyrics == [TagLyrics(text: "one\ntwo\nthree")])
        #expect(tags.album == nil)
    }

    @Test("long texts and lists are truncated")
    func bounds() {
        let tags = Self.tags(
            [("TITLE", String(repeating: "ż", count: 100_000))] + (0..<200).map { ("ARTIST", "artist \($0)") })
        #expect(tags.title?.utf8.count == 64 * 1024)
        #expect(tags.artists.count == 64)
    }

    @Test("ids are valid UUIDs or dropped")
    func identifiers() {
        let id = "b10bbbfc-cf9e-42e0-be17-e2c3e1d2600d"
        let tags = Self.tags([
            ("MUSICBRAINZ_ARTISTID", "\(id.uppercased())/\(id)"), ("MUSICBRAINZ_TRACKID", "javascript:alert(1)"),
        ])
        #expect(tags.musicBrainz.artists == [id, id])
        #expect(tags.musicBrainz.recording == nil)
    }

    private static func tags(_ pairs: [(String, String)]) -> TrackTags {
        let audio = AudioProperties(
            mediaType: "audio/flac", codec: "flac", durationMilliseconds: 1000, bitrate: 800, sampleRate: 44_100,
            channels: 2, bitDepth: 16)
        return TagMapping(RawTags(pairs), of: audio).tags()
    }
}
