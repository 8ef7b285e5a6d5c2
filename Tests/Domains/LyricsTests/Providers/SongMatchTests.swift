import Catalog
import Lyrics
import Testing

@Suite("Provider songs") struct SongMatchTests {
    private static let wanted = NamedTrack(
        title: "Żółw i zając", artist: "Łona, Webber", album: "Nic dziwnego", durationMilliseconds: 200_000)

    private static func offered(_ change: (inout NamedTrack) -> Void) -> NamedTrack {
        var song = wanted
        change(&song)
        return song
    }

    @Test(
        "match in other spellings, with additions, and if one side lacks the album or the length",
        arguments: [
            offered { _ in }, offered { $0.title = "ZOLW I ZAJAC!" },
            offered { $0.title = "Żółw i zając (Remastered 2011)" },
            offered { $0.title = "Żółw i zając - Remastered" }, offered { $0.title = "Żółw i zając feat. Somebody" },
            offered { $0.artist = "Lona" }, offered { $0.artist = "Łona & Webber & others" },
            offered { $0.album = nil }, offered { $0.album = "Unknown Album" },
            offered { $0.album = "Nic dziwnego (Deluxe)" },
            offered { $0.durationMilliseconds = nil }, offered { $0.durationMilliseconds = 0 },
            offered { $0.durationMilliseconds = 203_000 },
            offered { $0.durationMilliseconds = 197_000 },
        ])
    func fit(_ song: NamedTrack) {
        #expect(Self.wanted.fits(song) && song.fits(Self.wanted))
    }

    @Test(
        "do not match with another title, artist, album or length, or as another version",
        arguments: [
            offered { $0.title = "Żółw" }, offered { $0.title = "Żółw i zając 2" }, offered { $0.title = "" },
            offered { $0.title = "Żółw i zając (Live)" }, offered { $0.title = "Żółw i zając (Instrumental)" },
            offered { $0.artist = "Lon" }, offered { $0.artist = "" }, offered { $0.artist = "Somebody" },
            offered { $0.album = "Another" }, offered { $0.durationMilliseconds = 203_001 },
            offered { $0.durationMilliseconds = 196_999 },
            offered { $0.durationMilliseconds = .max },
        ])
    func differ(_ song: NamedTrack) {
        #expect(!Self.wanted.fits(song) && !song.fits(Self.wanted))
    }

    @Test("whose names consist of symbols match only themselves") func signs() {
        let song = NamedTrack(title: "!!!", artist: "???")
        #expect(song.fits(song) && !song.fits(NamedTrack(title: "???", artist: "???")))
        #expect(!NamedTrack(title: "", artist: "").fits(NamedTrack(title: "", artist: "")))
        #expect(!NamedTrack(title: "(x)", artist: "A").fits(NamedTrack(title: "(y)", artist: "A")))
    }
}
