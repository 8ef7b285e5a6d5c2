import Testing

@testable import Catalog

@Suite("Grouping") struct GroupingTests {
    private func group(_ path: String, _ change: (inout TrackTags) -> Void = { _ in }) throws -> TrackGrouping {
        var tags = TrackTags()
        change(&tags)
        return Grouping.group(tags, at: try #require(LibraryPath(bytes: Array(path.utf8))))
    }

    @Test("a file without tags takes its names from itself and its folder") func untagged() throws {
        let group = try group("Otis/Waves/07 Sea.flac")
        #expect(group.title == "07 Sea")
        #expect(group.albumName == "Waves")
        #expect(group.credits.map(\.name) == ["Unknown artist"])
        #expect(try self.group("07 Sea.flac").albumName == "Unknown album")
    }

    @Test(
        "folders of single discs count as their parent",
        arguments: [
            ("CD1", 1), ("cd 02", 2), ("Disc 3", 3), ("DISK4", 4), ("Płyta 2", 2), ("Disc 1 - Live", 1), ("CD-2", 2),
        ])
    func discs(name: String, number: Int) throws {
        let disc = try group("Album/\(name)/1.flac") { $0.album = "Pair" }
        let top = try group("Album/1.flac") { $0.album = "Pair" }
        #expect(disc.albumKey == top.albumKey)
        #expect(disc.discNumber == number)
    }

    @Test(
        "other folders are separate albums",
        arguments: ["CDs", "Discography", "Disco Inferno", "1", "CD123", "Sides"])
    func noDiscs(name: String) throws {
        let inner = try group("Album/\(name)/1.flac") { $0.album = "Pair" }
        #expect(try inner.albumKey != group("Album/1.flac") { $0.album = "Pair" }.albumKey)
        #expect(inner.discNumber == nil)
    }

    @Test("case, accents and Unicode forms are folded") func variants() throws {
        let keys = try ["Björk", "BJÖRK", "Bjo\u{308}rk", "bjork"].map { name in
            try group("a/1.flac") {
                $0.album = "Début \(name)"
                $0.albumArtists = [name]
            }.albumKey
        }
        #expect(Set(keys).count == 1)
    }

    @Test("one MusicBrainz release is one album, in any folders") func release() throws {
        let first = try group("a/1.flac") { $0.musicBrainz.release = "AB12" }
        let second = try group("b/c/2.flac") { $0.musicBrainz.release = "ab12" }
        #expect(first.albumKey == second.albumKey)
    }

    @Test("different album artists in one folder are different albums") func albumArtists() throws {
        let keys = try ["Queen", "ABBA"].map { name in
            try group("mix/1.flac") {
                $0.album = "Greatest Hits"
                $0.albumArtists = [name]
            }.albumKey
        }
        #expect(Set(keys).count == 2)
    }

    @Test("the compilation flag means Various Artists") func compilation() throws {
        let flagged = try group("mix/1.flac") {
            $0.isCompilation = true
            $0.artists = ["Nina"]
            $0.album = "Mix"
        }
        let tagged = try group("mix/2.flac") {
            $0.artists = ["Otis"]
            $0.album = "Mix"
            $0.albumArtists = ["VARIOUS ARTISTS"]
        }
        #expect(flagged.albumKey == tagged.albumKey)
        #expect(flagged.credits.map(\.role) == [.performer, .albumArtist])
    }

    @Test("names are used once per role, and ids only if every name has one") func credits() throws {
        let group = try group("a/1.flac") {
            $0.artists = ["Nina", " nina ", "Otis", "\u{0}"]
            $0.musicBrainz.artists = ["x"]
            $0.composers = ["Nina"]
        }
        #expect(group.credits.map(\.name) == ["Nina", "Otis", "Nina"])
        #expect(group.credits.allSatisfy { $0.musicBrainz == nil })
        #expect(group.credits.last?.role == .composer)
    }

    @Test("artists of the same name with different ids are distinguished") func identities() {
        #expect(ArtistGrouping.identities([:]) == [])
        #expect(ArtistGrouping.identities(["b": 2, "a": 2, "c": 5]) == ["c", "a", "b"])
        #expect(ArtistGrouping.mostFrequent(["bjork": 1, "Björk": 1, "BJORK": 1]) == "BJORK")
        #expect(ArtistGrouping.mostFrequent(["bjork": 1, "Björk": 2]) == "Björk")
    }

    @Test("cover files are recognized by name in any case") func coverFiles() {
        for name in ["Cover.JPG", "folder.png", "front.webp", "cover.gif", "Folder.TIF", "front.avif", "cover.bmp"] {
            #expect(CoverFile.rank(Array(name.utf8)) != nil, "\(name)")
        }
        for name in ["back.jpg", "cover.svg", "cover", ".jpg"] {
            #expect(CoverFile.rank(Array(name.utf8)) == nil, "\(name)")
        }
    }
}
