import Catalog
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("A scan") struct ScanTests {
    @Test("takes in new files, and a second scan opens none of them") func firstAndSecond() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("Nina/Pastel/01.flac", "title=Blue", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalogue.music.write("Nina/Pastel/02.flac", "title=Red", "artist=Nina", "album=Pastel", "genre=jazz")
        try catalogue.music.write("Nina/Pastel/notes.txt", "title=Not music")
        let first = try await catalogue.scan()
        #expect(first.state == .finished)
        #expect(first.counts.added == 2)
        #expect(first.counts.filesFound == 2)
        #expect(first.counts.filesTotal == 2)
        #expect(try await catalogue.titles() == ["Blue", "Red"])
        #expect(try await catalogue.albums().map(\.trackCount) == [2])
        #expect(try await catalogue.catalog.genres(as: TestCatalogue.listener).map(\.trackCount) == [2])
        #expect(catalogue.reader.takeOpened().count == 2)

        let revision = catalogue.database.changes.revision(of: .catalogue)
        let second = try await catalogue.scan()
        #expect(second.counts.unchanged == 2)
        #expect(!second.counts.changedAnything)
        #expect(catalogue.reader.takeOpened().isEmpty)
        #expect(catalogue.database.changes.revision(of: .catalogue) == revision)
        #expect(try await catalogue.faults() == [])
    }

    @Test("follows a changed tag, and the album that nothing is on any more is gone") func change() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel")
        try catalogue.music.write("b/1.flac", "title=Sea", "artist=Otis", "album=Waves")
        try await catalogue.scan()
        let before = try await catalogue.track("Blue")
        try catalogue.music.write("a/1.flac", "title=Deep Blue", "artist=Nina Simone", "album=Pastels", "track=3")
        let scan = try await catalogue.scan()
        #expect(scan.counts.updated == 1)
        #expect(scan.counts.unchanged == 1)
        let after = try await catalogue.track("Deep Blue")
        #expect(after?.id == before?.id)
        #expect(after?.album == before?.album, "an album whose name was corrected stays the same album")
        #expect(after?.trackNumber == 3)
        #expect(try await catalogue.artists().map(\.name) == ["Nina Simone", "Otis"])
        #expect(try await catalogue.albums().map(\.name) == ["Pastels", "Waves"])
        #expect(try await catalogue.faults() == [])
    }

    @Test("knows a moved file, a renamed one and a moved folder again") func move() async throws {
        let catalogue = try await TestCatalogue()
        for number in 1...3 {
            try catalogue.music.write("a/\(number).flac", "title=Song \(number)", "artist=Nina", "album=Pastel")
        }
        try await catalogue.scan()
        let before = try await catalogue.catalog.tracks(TrackQuery(), .first(9), as: TestCatalogue.admin).items
        let album = try await catalogue.albums().first?.id
        try catalogue.music.move("a", "z/y")
        try catalogue.music.move("z/y/1.flac", "z/y/one.flac")
        let scan = try await catalogue.scan()
        #expect(scan.counts.moved == 3)
        #expect(scan.counts.removed == 0)
        #expect(scan.counts.added == 0)
        let after = try await catalogue.catalog.tracks(TrackQuery(), .first(9), as: TestCatalogue.admin).items
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.addedAt) == before.map(\.addedAt))
        #expect(try await catalogue.albums().map(\.id) == [album])
        #expect(try await catalogue.faults() == [])
    }

    @Test("moves backwards in the walk too, where the old place is looked at later") func moveForward() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("z/1.flac", "title=Song", "artist=Nina")
        try catalogue.music.write("z/2.flac", "title=Other", "artist=Nina")
        try await catalogue.scan()
        let before = try await catalogue.track("Song")?.id
        try catalogue.music.move("z/1.flac", "a/1.flac")
        let scan = try await catalogue.scan()
        #expect(scan.counts.moved == 1)
        #expect(scan.counts.removed == 0)
        #expect(try await catalogue.track("Song")?.id == before)
    }

    @Test("follows files that took each other's names") func shift() async throws {
        let catalogue = try await TestCatalogue()
        for number in 1...3 { try catalogue.music.write("a/\(number).flac", "title=Song \(number)", "artist=Nina") }
        try await catalogue.scan()
        let before = try await catalogue.catalog.tracks(TrackQuery(), .first(9), as: TestCatalogue.admin).items
        try catalogue.music.move("a/3.flac", "a/4.flac")
        try catalogue.music.move("a/2.flac", "a/3.flac")
        try catalogue.music.move("a/1.flac", "a/2.flac")
        let scan = try await catalogue.scan()
        #expect(scan.counts.moved == 3)
        #expect(scan.counts.removed == 0)
        let after = try await catalogue.catalog.tracks(TrackQuery(), .first(9), as: TestCatalogue.admin).items
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.title) == before.map(\.title))
        #expect(try await catalogue.faults() == [])
    }

    @Test("takes a copy for a track of its own") func copy() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Song", "artist=Nina")
        try await catalogue.scan()
        let original = try await catalogue.track("Song")?.id
        try catalogue.music.copy("a/1.flac", "a/0.flac")
        let scan = try await catalogue.scan()
        #expect(scan.counts.added == 1)
        let ids = try await catalogue.catalog.tracks(TrackQuery(), .first(9), as: TestCatalogue.admin).items.map(\.id)
        #expect(ids.count == 2)
        #expect(ids.contains { $0 == original })
        try catalogue.music.remove("a/1.flac")
        #expect(try await catalogue.scan().counts.moved == 1, "the copy of what is gone is what is gone")
        #expect(try await catalogue.track("Song")?.id == original)
        #expect(try await catalogue.titles() == ["Song"])
    }

    @Test("hides what is gone and brings it back with its id") func removeAndRestore() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Gone", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalogue.music.write("b/1.flac", "title=Stays", "artist=Otis", "album=Waves", "genre=Soul")
        try await catalogue.scan()
        let contents = try await catalogue.contents()
        let track = try #require(try await catalogue.track("Gone"))
        try catalogue.music.move("a", "../away")
        #expect(try await catalogue.scan().counts.removed == 1)
        #expect(try await catalogue.titles() == ["Stays"])
        #expect(try await catalogue.artists().map(\.name) == ["Otis"])
        #expect(try await catalogue.albums().map(\.name) == ["Waves"])
        #expect(try await catalogue.catalog.genres(as: TestCatalogue.admin).map(\.name) == ["Soul"])
        #expect(try await catalogue.catalog.search("gone", as: TestCatalogue.admin) == .empty)
        #expect(try await catalogue.store.items(for: [track.id], in: .everything).map(\.isMissing) == [true])
        #expect(try await catalogue.store.source(of: track.id)?.isMissing == true)
        await #expect(throws: DomainError.self) { try await catalogue.catalog.track(track.id, as: TestCatalogue.admin) }
        #expect(try await catalogue.faults() == [])

        try catalogue.music.move("../away", "a")
        let scan = try await catalogue.scan()
        #expect(scan.counts.restored == 1)
        #expect(try await catalogue.track("Gone") == track)
        #expect(try await catalogue.contents() == contents)
        #expect(try await catalogue.faults() == [])
    }

    @Test("a disk that is not mounted empties nothing", arguments: [true, false]) func unmounted(isEmpty: Bool)
        async throws
    {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Song", "artist=Nina")
        try await catalogue.scan()
        try catalogue.music.move("", "../elsewhere")
        if isEmpty { _ = try MusicFolder(catalogue.music.path) }
        let scan = try await catalogue.scan()
        #expect(scan.state == .failed)
        #expect(scan.detail?.contains("Music") == true)
        #expect(try await catalogue.titles() == ["Song"])
    }

    @Test("lists a broken file, does not open it again, and takes it in when it is mended") func broken() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Song", "artist=Nina")
        try catalogue.music.write("a/2.flac", "broken=truncated")
        try catalogue.music.write("a/3.flac")
        let scan = try await catalogue.scan()
        #expect(scan.state == .finished)
        #expect(scan.counts.problems == 2)
        #expect(try await catalogue.problems() == ["a/2.flac: truncated", "a/3.flac: empty"])
        _ = catalogue.reader.takeOpened()
        #expect(try await catalogue.scan().counts.problems == 2)
        #expect(catalogue.reader.takeOpened().isEmpty)

        try catalogue.music.write("a/2.flac", "title=Mended", "artist=Nina")
        try catalogue.music.remove("a/3.flac")
        try await catalogue.scan()
        #expect(try await catalogue.problems() == [])
        #expect(try await catalogue.titles() == ["Mended", "Song"])

        let track = try await catalogue.track("Song")?.id
        try catalogue.music.write("a/1.flac", "broken=corrupt")
        #expect(try await catalogue.scan().counts.removed == 1)
        #expect(try await catalogue.titles() == ["Mended"])
        try catalogue.music.write("a/1.flac", "title=Song", "artist=Nina", "album=Back")
        #expect(try await catalogue.scan().counts.restored == 1)
        #expect(try await catalogue.track("Song")?.id == track)
        #expect(try await catalogue.faults() == [])
    }

    @Test("keeps names that are not UTF-8 as they are") func names() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write(Array("caf".utf8) + [0xE9] + Array(".flac".utf8), Array("artist=Nina".utf8))
        try catalogue.music.write("new\nline.flac", "artist=Nina")
        try await catalogue.scan()
        #expect(try await catalogue.titles() == ["caf\u{FFFD}", "new line"])
        let track = try #require(try await catalogue.track("caf\u{FFFD}"))
        let source = try await catalogue.store.source(of: track.id)
        #expect(source?.path.bytes == Array("caf".utf8) + [0xE9] + Array(".flac".utf8))
        #expect(source?.root.starts(with: Array("/".utf8)) == true)
        #expect(try await catalogue.scan().counts.unchanged == 2)
    }

    @Test("follows no link out of the library, and none to a folder") func links() async throws {
        let catalogue = try await TestCatalogue()
        let outside = try MusicFolder(catalogue.folder.path + "/outside")
        try outside.write("secret.flac", "title=Secret", "artist=X")
        try catalogue.music.write("a/1.flac", "title=Song", "artist=Nina")
        try catalogue.music.link("inside.flac", to: "a/1.flac")
        try catalogue.music.link("absolute.flac", to: catalogue.music.path + "/a/1.flac")
        try catalogue.music.link("outside.flac", to: outside.path + "/secret.flac")
        try catalogue.music.link("nowhere.flac", to: "nothing")
        try catalogue.music.link("a/loop", to: "..")
        try catalogue.music.link("a/b", to: "../a")
        try catalogue.music.link("folder", to: outside.path)
        try catalogue.music.link("a/sibling.png", to: "../../outside")
        try await catalogue.scan()
        #expect(try await catalogue.titles() == ["Song", "Song", "Song"])
        #expect(
            try await catalogue.problems() == [
                "a/sibling.png: outsideLibrary", "folder: outsideLibrary", "nowhere.flac: unreadable",
                "outside.flac: outsideLibrary",
            ])
        #expect(try await catalogue.scan().counts.problems == 4)
        try catalogue.music.remove("folder")
        try catalogue.music.write("folder/2.flac", "title=Song", "artist=Nina")
        try catalogue.music.remove("a/sibling.png")
        try catalogue.music.remove("outside.flac")
        try catalogue.music.remove("nowhere.flac")
        try await catalogue.scan()
        #expect(try await catalogue.problems() == [])
    }

    @Test("lists a folder that it does not look into, keeps what is known of it, and forgets the problem") func deep()
        async throws
    {
        let catalogue = try await TestCatalogue()
        let shallow = Array(repeating: "d", count: 63).joined(separator: "/")
        try catalogue.music.write("\(shallow)/d/1.flac", "title=Song", "artist=Nina")
        try await catalogue.scan()
        #expect(try await catalogue.titles() == ["Song"])
        try catalogue.music.move("d", "e/d")
        for _ in 1...2 {
            let scan = try await catalogue.scan()
            #expect(scan.counts.problems == 1)
            #expect(try await catalogue.problems() == ["e/\(shallow)/d: unreadable"])
        }
        let revision = catalogue.database.changes.revision(of: .catalogue)
        try await catalogue.scan()
        #expect(catalogue.database.changes.revision(of: .catalogue) == revision)
        try catalogue.music.move("e/d", "d")
        try await catalogue.scan()
        #expect(try await catalogue.problems() == [])
        #expect(try await catalogue.titles() == ["Song"])
    }

    @Test("gives tracks and albums their covers, and follows them") func covers() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/CD1/1.flac", "title=One", "album=Pair", "artist=N", "cover=inner", "disc=1")
        try catalogue.music.write("a/CD2/1.flac", "title=Two", "album=Pair", "artist=N", "disc=2")
        try await catalogue.scan()
        let inner = TextTagReader.key(of: TextTagReader.picture("inner"))
        #expect(try await catalogue.track("One")?.cover == inner)
        #expect(try await catalogue.track("Two")?.cover == nil)
        #expect(try await catalogue.albums().map(\.cover) == [inner])
        try catalogue.music.writePicture("a/Cover.PNG", "outer")
        _ = catalogue.reader.takeOpened()
        try await catalogue.scan()
        #expect(catalogue.reader.takeOpened().isEmpty)
        let outer = TextTagReader.key(of: TextTagReader.picture("outer"))
        #expect(try await catalogue.track("One")?.cover == inner)
        #expect(try await catalogue.track("Two")?.cover == outer)
        #expect(try await catalogue.albums().map(\.cover) == [outer])
        try catalogue.music.remove("a/Cover.PNG")
        try await catalogue.scan()
        #expect(try await catalogue.track("Two")?.cover == nil)
        #expect(try await catalogue.albums().map(\.cover) == [inner])
    }
}
