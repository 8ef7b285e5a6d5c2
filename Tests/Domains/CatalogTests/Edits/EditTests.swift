import Catalog
import Journal
import Primitives
import Testing

@Suite("Corrections by moderators") struct EditTests {
    @Test("hold at once, through a rescan of the changed file, and go back by undoing") func rescan() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "genre=Jaz", "date=1999")
        try await catalogue.scan()
        let before = try await catalogue.shown()
        let id = try #require(try await catalogue.track("Blu")?.id)
        try await catalogue.edit(id) {
            $0.title = .set(" Blue ")
            $0.artists = .set(["Nina Simone", "Otis"])
            $0.genres = .set(["Jazz"])
            $0.year = .set(1965)
        }
        let edited = try #require(try await catalogue.track("Blue"))
        #expect(edited.id == id && edited.artists.map(\.name) == ["Nina Simone", "Otis"])
        #expect(edited.genres == ["Jazz"] && edited.year == 1965)
        #expect(try await catalogue.artists().map(\.name) == ["Nina Simone", "Otis"])
        #expect(try await catalogue.catalog.search("otis", as: TestCatalogue.listener).tracks.map(\.id) == [id])
        #expect(try await catalogue.faults() == [])

        try catalogue.music.write("a/1.flac", "title=Blou", "artist=Nina", "album=Pastels", "genre=Jaz", "date=1999")
        try await catalogue.scan()
        let details = try await catalogue.catalog.track(id, as: TestCatalogue.listener)
        #expect(details.item.title == "Blue" && details.item.albumName == "Pastels")
        #expect(details.edit.fields == [.title, .artists, .genres, .year])
        #expect(details.file?.title == "Blou" && details.file?.artists == ["Nina"] && details.file?.year == 1999)

        try catalogue.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "genre=Jaz", "date=1999")
        let record = try #require(try await catalogue.records(of: id).first)
        #expect(record.editor == TestCatalogue.moderator.user && record.changes.map(\.field).count == 4)
        #expect(record.changes[0].before == nil && record.changes[0].after == .text("Blue"))
        #expect(record.file.title == "Blu")
        try await catalogue.edits.undo(record.id, of: id, as: TestCatalogue.moderator, by: .gateway)
        #expect(try await catalogue.shown() == before)
        #expect(try await catalogue.catalog.track(id, as: TestCatalogue.listener).edit.isEmpty)
        #expect(try await catalogue.records(of: id).first?.undoes == record.id)
        #expect(try await catalogue.faults() == [])
        let scan = try await catalogue.scan()
        #expect(scan.counts.unchanged == 1)
    }

    @Test("that were taken back are not taken back once more, unless they hold again") func twice() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=File", "artist=Nina")
        try await catalogue.scan()
        let id = try #require(try await catalogue.track("File")?.id)
        func undo(_ record: ID<EditRecord>) async throws {
            try await catalogue.edits.undo(record, of: id, as: TestCatalogue.moderator, by: .gateway)
        }
        func title() async throws -> String {
            try await catalogue.catalog.track(id, as: TestCatalogue.listener).item.title
        }
        try await catalogue.edit(id) { $0.title = .set("One") }
        let first = try #require(try await catalogue.records(of: id).first).id
        // As the file has it: what is there once both are taken back.
        try await catalogue.edit(id) { $0.title = .revert }
        let second = try #require(try await catalogue.records(of: id).first).id
        try await undo(second)
        let undoing = try #require(try await catalogue.records(of: id).first).id
        try await undo(first)
        #expect(try await title() == "File")
        // Taken back by itself it would bring "One" back.
        for taken in [second, first] {
            await #expect(throws: DomainError.self) { try await undo(taken) }
        }
        #expect(try await title() == "File")
        // Taking back what took it back lets it hold again, and then it can be taken back.
        await #expect(throws: DomainError.self) { try await undo(undoing) }
        try await undo(try #require(try await catalogue.records(of: id).first).id)
        #expect(try await title() == "One")
        try await undo(undoing)
        #expect(try await title() == "File")
        try await undo(second)
        #expect(try await title() == "One")
    }

    @Test("put a track on another album and back") func regroup() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "release=r1")
        try catalogue.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastel", "release=r1")
        try catalogue.music.write("a/3.flac", "title=Sea", "artist=Nina", "album=Waves")
        try await catalogue.scan()
        let before = try await catalogue.shown()
        let albums = try await catalogue.albums()
        let id = try #require(try await catalogue.track("Blue")?.id)
        try await catalogue.edit(id) { $0.album = .set("Waves") }
        #expect(try await catalogue.albums().map(\.trackCount) == [1, 2])
        #expect(try await catalogue.track("Blue")?.album == albums.last?.id)
        #expect(try await catalogue.faults() == [])
        try await catalogue.edit(id) { $0.album = .revert }
        #expect(try await catalogue.shown() == before)
        #expect(try await catalogue.albums().map(\.id) == albums.map(\.id))
    }

    @Test("of an album hold for all its tracks, and it stays the album that it was") func album() async throws {
        let catalogue = try await TestCatalogue()
        for (number, release) in [(1, "release=r1"), (2, "release=r1"), (3, "x=y")] {
            let folder = number < 3 ? "a\(number)" : "b"
            try catalogue.music.write(
                "\(folder)/\(number).flac", "title=\(number)", "artist=Nina", "album=Pastel", release)
        }
        try catalogue.music.write("b/4.flac", "title=4", "artist=Nina", "album=Pastel")
        try await catalogue.scan()
        let before = try await catalogue.shown()
        let albums = try await catalogue.albums()
        #expect(albums.count == 2)
        for album in albums {
            let id = try await catalogue.edits.edit(
                album.id,
                EditTests.change {
                    $0.album = .set("Pastels")
                    $0.albumArtists = .set(["Otis"])
                    $0.year = .set(1970)
                }, as: TestCatalogue.moderator, by: .gateway)
            #expect(id == album.id)
        }
        let edited = try await catalogue.albums()
        #expect(edited.map(\.name) == ["Pastels", "Pastels"] && edited.map(\.year) == [1970, 1970])
        #expect(edited.allSatisfy { $0.artists.map(\.name) == ["Otis"] && $0.trackCount == 2 })
        #expect(try await catalogue.faults() == [])
        for album in albums {
            let back = EditTests.change { change in
                (change.album, change.albumArtists, change.year) = (.revert, .revert, .revert)
            }
            _ = try await catalogue.edits.edit(album.id, back, as: TestCatalogue.moderator, by: .gateway)
        }
        #expect(try await catalogue.shown() == before)
    }

    @Test("of an album's name can make it part of another one") func merge() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel")
        try catalogue.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastell")
        try await catalogue.scan()
        let albums = try await catalogue.albums()
        let id = try await catalogue.edits.edit(
            albums[1].id, EditTests.change { $0.album = .set("Pastel") }, as: TestCatalogue.moderator, by: .gateway)
        #expect(id == albums[0].id)
        #expect(try await catalogue.albums().map(\.id) == [id])
        #expect(try await catalogue.albums().map(\.trackCount) == [2])
        #expect(try await catalogue.faults() == [])
    }

    @Test("stay with a file that moves, goes missing and comes back") func moves() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel")
        try catalogue.music.write("a/2.flac", "title=Sea", "artist=Otis", "album=Waves")
        try await catalogue.scan()
        let id = try #require(try await catalogue.track("Blu")?.id)
        try await catalogue.edit(id) { $0.title = .set("Blue") }
        try catalogue.music.move("a/1.flac", "b/one.flac")
        #expect(try await catalogue.scan().counts.moved == 1)
        #expect(try await catalogue.track("Blue")?.id == id)

        try catalogue.music.move("b/one.flac", "../one.flac")
        let gone = await #expect(throws: DomainError.self) {
            try await catalogue.edit(id) { $0.title = .set("Green") }
        }
        #expect(gone?.code == .conflict && gone?.reason == "file_missing")
        try await catalogue.scan()
        let missing = await #expect(throws: DomainError.self) {
            try await catalogue.edit(id) { $0.title = .set("Green") }
        }
        #expect(missing?.reason == "file_missing")
        try catalogue.music.move("../one.flac", "c/1.flac")
        try await catalogue.scan()
        #expect(try await catalogue.track("Blue")?.id == id)
        try catalogue.music.write("c/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "track=7")
        try await catalogue.scan()
        #expect(try await catalogue.track("Blue")?.trackNumber == 7)
        #expect(try await catalogue.faults() == [])
    }

    @Test("need the role, and a track that is there") func refused() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina")
        try await catalogue.scan()
        let id = try #require(try await catalogue.track("Blue")?.id)
        let change = EditTests.change { $0.title = .set("Red") }
        let forbidden = await #expect(throws: DomainError.self) {
            try await catalogue.edits.edit(id, change, as: TestCatalogue.listener, by: .gateway)
        }
        #expect(forbidden?.code == .forbidden)
        let absent = await #expect(throws: DomainError.self) {
            try await catalogue.edits.edit(ID<Track>("nothing"), change, as: TestCatalogue.moderator, by: .gateway)
        }
        #expect(absent?.code == .notFound)
        let elsewhere = Principal(user: ID("di"), role: .moderator, libraries: .only(["another"]))
        let unseen = await #expect(throws: DomainError.self) {
            try await catalogue.edits.edit(id, change, as: elsewhere, by: .gateway)
        }
        #expect(unseen?.code == .notFound)
        let album = try #require(try await catalogue.albums().first?.id)
        let unseenAlbum = await #expect(throws: DomainError.self) {
            _ = try await catalogue.edits.edit(
                album, EditTests.change { $0.year = .set(1999) }, as: elsewhere, by: .gateway)
        }
        #expect(unseenAlbum?.code == .notFound)
        #expect(try await catalogue.titles() == ["Blue"])
    }

    static func change(_ body: (inout EditChange) -> Void) -> EditChange {
        var change = EditChange()
        body(&change)
        return change
    }
}
