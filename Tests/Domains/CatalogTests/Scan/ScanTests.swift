import Catalog
import Primitives
import SQLiteStore
import Support
import Testing

@Suite("A scan") struct ScanTests {
    @Test("adds new files, and a second scan opens none of them") func firstAndSecond() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("Nina/Pastel/01.flac", "title=Blue", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalog.music.write("Nina/Pastel/02.flac", "title=Red", "artist=Nina", "album=Pastel", "genre=jazz")
        try catalog.music.write("Nina/Pastel/notes.txt", "title=Not music")
        let first = try await catalog.scan()
        #expect(first.state == .finished)
        #expect(first.counts.added == 2)
        #expect(first.counts.filesFound == 2)
        #expect(first.counts.filesTotal == 2)
        #expect(try await catalog.titles() == ["Blue", "Red"])
        #expect(try await catalog.albums().map(\.trackCount) == [2])
        #expect(try await catalog.service.genres(as: TestCatalog.listener).map(\.trackCount) == [2])
        #expect(catalog.reader.takeOpened().count == 2)

        let revision = catalog.database.changes.revision(of: .catalogue)
        let second = try await catalog.scan()
        #expect(second.counts.unchanged == 2)
        #expect(!second.counts.changedAnything)
        #expect(catalog.reader.takeOpened().isEmpty)
        #expect(catalog.database.changes.revision(of: .catalogue) == revision)
        #expect(try await catalog.faults() == [])
    }

    @Test("follows a changed tag, and removes the empty album") func change() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel")
        try catalog.music.write("b/1.flac", "title=Sea", "artist=Otis", "album=Waves")
        try await catalog.scan()
        let before = try await catalog.track("Blue")
        try catalog.music.write("a/1.flac", "title=Deep Blue", "artist=Nina Simone", "album=Pastels", "track=3")
        let scan = try await catalog.scan()
        #expect(scan.counts.updated == 1)
        #expect(scan.counts.unchanged == 1)
        let after = try await catalog.track("Deep Blue")
        #expect(after?.id == before?.id)
        #expect(after?.album == before?.album, "an album whose name was corrected stays the same album")
        #expect(after?.trackNumber == 3)
        #expect(try await catalog.artists().map(\.name) == ["Nina Simone", "Otis"])
        #expect(try await catalog.albums().map(\.name) == ["Pastels", "Waves"])
        #expect(try await catalog.faults() == [])
    }

    @Test("recognizes moved and renamed files and a moved folder") func move() async throws {
        let catalog = try await TestCatalog()
        for number in 1...3 {
            try catalog.music.write("a/\(number).flac", "title=Song \(number)", "artist=Nina", "album=Pastel")
        }
        try await catalog.scan()
        let before = try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items
        let album = try await catalog.albums().first?.id
        try catalog.music.move("a", "z/y")
        try catalog.music.move("z/y/1.flac", "z/y/one.flac")
        let scan = try await catalog.scan()
        #expect(scan.counts.moved == 3)
        #expect(scan.counts.removed == 0)
        #expect(scan.counts.added == 0)
        let after = try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.addedAt) == before.map(\.addedAt))
        #expect(try await catalog.albums().map(\.id) == [album])
        #expect(try await catalog.faults() == [])
    }

    @Test("recognizes a move to a path that is scanned before the old one") func moveForward() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("z/1.flac", "title=Song", "artist=Nina")
        try catalog.music.write("z/2.flac", "title=Other", "artist=Nina")
        try await catalog.scan()
        let before = try await catalog.track("Song")?.id
        try catalog.music.move("z/1.flac", "a/1.flac")
        let scan = try await catalog.scan()
        #expect(scan.counts.moved == 1)
        #expect(scan.counts.removed == 0)
        #expect(try await catalog.track("Song")?.id == before)
    }

    @Test("follows files that exchanged their names") func shift() async throws {
        let catalog = try await TestCatalog()
        for number in 1...3 { try catalog.music.write("a/\(number).flac", "title=Song \(number)", "artist=Nina") }
        try await catalog.scan()
        let before = try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items
        try catalog.music.move("a/3.flac", "a/4.flac")
        try catalog.music.move("a/2.flac", "a/3.flac")
        try catalog.music.move("a/1.flac", "a/2.flac")
        let scan = try await catalog.scan()
        #expect(scan.counts.moved == 3)
        #expect(scan.counts.removed == 0)
        let after = try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.title) == before.map(\.title))
        #expect(try await catalog.faults() == [])
    }

    @Test("treats a copy as a separate track") func copy() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina")
        try await catalog.scan()
        let original = try await catalog.track("Song")?.id
        try catalog.music.copy("a/1.flac", "a/0.flac")
        let scan = try await catalog.scan()
        #expect(scan.counts.added == 1)
        let ids = try await catalog.service.tracks(TrackQuery(), .first(9), as: TestCatalog.admin).items.map(\.id)
        #expect(ids.count == 2)
        #expect(ids.contains { $0 == original })
        try catalog.music.remove("a/1.flac")
        #expect(try await catalog.scan().counts.moved == 1, "the copy of what is gone is what is gone")
        #expect(try await catalog.track("Song")?.id == original)
        #expect(try await catalog.titles() == ["Song"])
    }

    @Test("hides missing files, and restores them with their ids") func removeAndRestore() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Gone", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalog.music.write("b/1.flac", "title=Stays", "artist=Otis", "album=Waves", "genre=Soul")
        try await catalog.scan()
        let contents = try await catalog.contents()
        let track = try #require(try await catalog.track("Gone"))
        try catalog.music.move("a", "../away")
        #expect(try await catalog.scan().counts.removed == 1)
        #expect(try await catalog.titles() == ["Stays"])
        #expect(try await catalog.artists().map(\.name) == ["Otis"])
        #expect(try await catalog.albums().map(\.name) == ["Waves"])
        #expect(try await catalog.service.genres(as: TestCatalog.admin).map(\.name) == ["Soul"])
        #expect(try await catalog.service.search("gone", as: TestCatalog.admin) == .empty)
        #expect(try await catalog.store.items(for: [track.id], in: .everything).map(\.isMissing) == [true])
        #expect(try await catalog.store.source(of: track.id)?.isMissing == true)
        await #expect(throws: DomainError.self) { try await catalog.service.track(track.id, as: TestCatalog.admin) }
        #expect(try await catalog.faults() == [])

        try catalog.music.move("../away", "a")
        let scan = try await catalog.scan()
        #expect(scan.counts.restored == 1)
        #expect(try await catalog.track("Gone") == track)
        #expect(try await catalog.contents() == contents)
        #expect(try await catalog.faults() == [])
    }

    @Test("removes nothing for a disk that is not mounted", arguments: [true, false])
    func unmounted(isEmpty: Bool) async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina")
        try await catalog.scan()
        try catalog.music.move("", "../elsewhere")
        if isEmpty { _ = try MusicFolder(catalog.music.path) }
        let scan = try await catalog.scan()
        #expect(scan.state == .failed)
        #expect(scan.detail?.contains("Music") == true)
        #expect(try await catalog.titles() == ["Song"])
    }

    @Test("lists a broken file, does not open it again, and adds it once it is repaired") func broken() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina")
        try catalog.music.write("a/2.flac", "broken=truncated")
        try catalog.music.write("a/3.flac")
        let scan = try await catalog.scan()
        #expect(scan.state == .finished)
        #expect(scan.counts.problems == 2)
        #expect(try await catalog.problems() == ["a/2.flac: truncated", "a/3.flac: empty"])
        _ = catalog.reader.takeOpened()
        #expect(try await catalog.scan().counts.problems == 2)
        #expect(catalog.reader.takeOpened().isEmpty)

        try catalog.music.write("a/2.flac", "title=Mended", "artist=Nina")
        try catalog.music.remove("a/3.flac")
        try await catalog.scan()
        #expect(try await catalog.problems() == [])
        #expect(try await catalog.titles() == ["Mended", "Song"])

        let track = try await catalog.track("Song")?.id
        try catalog.music.write("a/1.flac", "broken=corrupt")
        #expect(try await catalog.scan().counts.removed == 1)
        #expect(try await catalog.titles() == ["Mended"])
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina", "album=Back")
        #expect(try await catalog.scan().counts.restored == 1)
        #expect(try await catalog.track("Song")?.id == track)
        #expect(try await catalog.faults() == [])
    }

    @Test("keeps names that are not UTF-8 unchanged") func names() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write(Array("caf".utf8) + [0xE9] + Array(".flac".utf8), Array("artist=Nina".utf8))
        try catalog.music.write("new\nline.flac", "artist=Nina")
        try await catalog.scan()
        #expect(try await catalog.titles() == ["caf\u{FFFD}", "new line"])
        let track = try #require(try await catalog.track("caf\u{FFFD}"))
        let source = try await catalog.store.source(of: track.id)
        #expect(source?.path.bytes == Array("caf".utf8) + [0xE9] + Array(".flac".utf8))
        #expect(source?.root.starts(with: Array("/".utf8)) == true)
        #expect(try await catalog.scan().counts.unchanged == 2)
    }

    @Test("follows no link out of the library, and none to a folder") func links() async throws {
        let catalog = try await TestCatalog()
        let outside = try MusicFolder(catalog.folder.path + "/outside")
        try outside.write("secret.flac", "title=Secret", "artist=X")
        try catalog.music.write("a/1.flac", "title=Song", "artist=Nina")
        try catalog.music.link("inside.flac", to: "a/1.flac")
        try catalog.music.link("absolute.flac", to: catalog.music.path + "/a/1.flac")
        try catalog.music.link("outside.flac", to: outside.path + "/secret.flac")
        try catalog.music.link("nowhere.flac", to: "nothing")
        try catalog.music.link("a/loop", to: "..")
        try catalog.music.link("a/b", to: "../a")
        try catalog.music.link("folder", to: outside.path)
        try catalog.music.link("a/sibling.png", to: "../../outside")
        try await catalog.scan()
        #expect(try await catalog.titles() == ["Song", "Song", "Song"])
        #expect(
            try await catalog.problems() == [
                "a/sibling.png: outsideLibrary", "folder: outsideLibrary", "nowhere.flac: unreadable",
                "outside.flac: outsideLibrary",
            ])
        #expect(try await catalog.scan().counts.problems == 4)
        try catalog.music.remove("folder")
        try catalog.music.write("folder/2.flac", "title=Song", "artist=Nina")
        try catalog.music.remove("a/sibling.png")
        try catalog.music.remove("outside.flac")
        try catalog.music.remove("nowhere.flac")
        try await catalog.scan()
        #expect(try await catalog.problems() == [])
    }

    @Test("lists a skipped folder, keeps its known tracks, and later removes the problem")
    func deep() async throws {
        let catalog = try await TestCatalog()
        let shallow = Array(repeating: "d", count: 63).joined(separator: "/")
        try catalog.music.write("\(shallow)/d/1.flac", "title=Song", "artist=Nina")
        try await catalog.scan()
        #expect(try await catalog.titles() == ["Song"])
        try catalog.music.move("d", "e/d")
        for _ in 1...2 {
            let scan = try await catalog.scan()
            #expect(scan.counts.problems == 1)
            #expect(try await catalog.problems() == ["e/\(shallow)/d: unreadable"])
        }
        let revision = catalog.database.changes.revision(of: .catalogue)
        try await catalog.scan()
        #expect(catalog.database.changes.revision(of: .catalogue) == revision)
        try catalog.music.move("e/d", "d")
        try await catalog.scan()
        #expect(try await catalog.problems() == [])
        #expect(try await catalog.titles() == ["Song"])
    }

    @Test("assigns covers to tracks and albums, and follows their changes") func covers() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/CD1/1.flac", "title=One", "album=Pair", "artist=N", "cover=inner", "disc=1")
        try catalog.music.write("a/CD2/1.flac", "title=Two", "album=Pair", "artist=N", "disc=2")
        try await catalog.scan()
        let inner = TextTagReader.key(of: TextTagReader.picture("inner"))
        #expect(try await catalog.track("One")?.cover == inner)
        #expect(try await catalog.track("Two")?.cover == nil)
        #expect(try await catalog.albums().map(\.cover) == [inner])
        try catalog.music.writePicture("a/Cover.PNG", "outer")
        _ = catalog.reader.takeOpened()
        try await catalog.scan()
        #expect(catalog.reader.takeOpened().isEmpty)
        let outer = TextTagReader.key(of: TextTagReader.picture("outer"))
        #expect(try await catalog.track("One")?.cover == inner)
        #expect(try await catalog.track("Two")?.cover == outer)
        #expect(try await catalog.albums().map(\.cover) == [outer])
        try catalog.music.remove("a/Cover.PNG")
        try await catalog.scan()
        #expect(try await catalog.track("Two")?.cover == nil)
        #expect(try await catalog.albums().map(\.cover) == [inner])
    }
}
