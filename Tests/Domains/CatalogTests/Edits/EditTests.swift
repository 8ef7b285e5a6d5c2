import Catalog
import Journal
import Primitives
import Testing

@Suite("Corrections by moderators") struct EditTests {
    @Test("apply at once, survive a rescan of the changed file, and can be undone") func rescan() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "genre=Jaz", "date=1999")
        try await catalog.scan()
        let before = try await catalog.shown()
        let id = try #require(try await catalog.track("Blu")?.id)
        try await catalog.edit(id) {
            $0.title = .set(" Blue ")
            $0.artists = .set(["Nina Simone", "Otis"])
            $0.genres = .set(["Jazz"])
            $0.year = .set(1965)
        }
        let edited = try #require(try await catalog.track("Blue"))
        #expect(edited.id == id && edited.artists.map(\.name) == ["Nina Simone", "Otis"])
        #expect(edited.genres == ["Jazz"] && edited.year == 1965)
        #expect(try await catalog.artists().map(\.name) == ["Nina Simone", "Otis"])
        #expect(try await catalog.service.search("otis", as: TestCatalog.listener).tracks.map(\.id) == [id])
        #expect(try await catalog.faults() == [])

        try catalog.music.write("a/1.flac", "title=Blou", "artist=Nina", "album=Pastels", "genre=Jaz", "date=1999")
        try await catalog.scan()
        let details = try await catalog.service.track(id, as: TestCatalog.listener)
        #expect(details.item.title == "Blue" && details.item.albumName == "Pastels")
        #expect(details.edit.fields == [.title, .artists, .genres, .year])
        #expect(details.file?.title == "Blou" && details.file?.artists == ["Nina"] && details.file?.year == 1999)

        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "genre=Jaz", "date=1999")
        let record = try #require(try await catalog.records(of: id).first)
        #expect(record.editor == TestCatalog.moderator.user && record.changes.map(\.field).count == 4)
        #expect(record.changes[0].before == nil && record.changes[0].after == .text("Blue"))
        #expect(record.file.title == "Blu")
        try await catalog.edits.undo(record.id, of: id, as: TestCatalog.moderator, by: .gateway)
        #expect(try await catalog.shown() == before)
        #expect(try await catalog.service.track(id, as: TestCatalog.listener).edit.isEmpty)
        #expect(try await catalog.records(of: id).first?.undoes == record.id)
        #expect(try await catalog.faults() == [])
        let scan = try await catalog.scan()
        #expect(scan.counts.unchanged == 1)
    }

    @Test("that were undone cannot be undone again, unless they apply again") func twice() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=File", "artist=Nina")
        try await catalog.scan()
        let id = try #require(try await catalog.track("File")?.id)
        func undo(_ record: ID<EditRecord>) async throws {
            try await catalog.edits.undo(record, of: id, as: TestCatalog.moderator, by: .gateway)
        }
        func title() async throws -> String {
            try await catalog.service.track(id, as: TestCatalog.listener).item.title
        }
        try await catalog.edit(id) { $0.title = .set("One") }
        let first = try #require(try await catalog.records(of: id).first).id
        // Both are undone, so the value is the file's.
        try await catalog.edit(id) { $0.title = .revert }
        let second = try #require(try await catalog.records(of: id).first).id
        try await undo(second)
        let undoing = try #require(try await catalog.records(of: id).first).id
        try await undo(first)
        #expect(try await title() == "File")
        // Undoing it alone would bring "One" back.
        for taken in [second, first] {
            await #expect(throws: DomainError.self) { try await undo(taken) }
        }
        #expect(try await title() == "File")
        // Undoing the undo applies the correction again. Then it can be undone.
        await #expect(throws: DomainError.self) { try await undo(undoing) }
        try await undo(try #require(try await catalog.records(of: id).first).id)
        #expect(try await title() == "One")
        try await undo(undoing)
        #expect(try await title() == "File")
        try await undo(second)
        #expect(try await title() == "One")
    }

    @Test("move a track to another album and back") func regroup() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "release=r1")
        try catalog.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastel", "release=r1")
        try catalog.music.write("a/3.flac", "title=Sea", "artist=Nina", "album=Waves")
        try await catalog.scan()
        let before = try await catalog.shown()
        let albums = try await catalog.albums()
        let id = try #require(try await catalog.track("Blue")?.id)
        try await catalog.edit(id) { $0.album = .set("Waves") }
        #expect(try await catalog.albums().map(\.trackCount) == [1, 2])
        #expect(try await catalog.track("Blue")?.album == albums.last?.id)
        #expect(try await catalog.faults() == [])
        try await catalog.edit(id) { $0.album = .revert }
        #expect(try await catalog.shown() == before)
        #expect(try await catalog.albums().map(\.id) == albums.map(\.id))
    }

    @Test("of an album apply to all its tracks, and its id stays") func album() async throws {
        let catalog = try await TestCatalog()
        for (number, release) in [(1, "release=r1"), (2, "release=r1"), (3, "x=y")] {
            let folder = number < 3 ? "a\(number)" : "b"
            try catalog.music.write(
                "\(folder)/\(number).flac", "title=\(number)", "artist=Nina", "album=Pastel", release)
        }
        try catalog.music.write("b/4.flac", "title=4", "artist=Nina", "album=Pastel")
        try await catalog.scan()
        let before = try await catalog.shown()
        let albums = try await catalog.albums()
        #expect(albums.count == 2)
        for album in albums {
            let id = try await catalog.edits.edit(
                album.id,
                EditTests.change {
                    $0.album = .set("Pastels")
                    $0.albumArtists = .set(["Otis"])
                    $0.year = .set(1970)
                }, as: TestCatalog.moderator, by: .gateway)
            #expect(id == album.id)
        }
        let edited = try await catalog.albums()
        #expect(edited.map(\.name) == ["Pastels", "Pastels"] && edited.map(\.year) == [1970, 1970])
        #expect(edited.allSatisfy { $0.artists.map(\.name) == ["Otis"] && $0.trackCount == 2 })
        #expect(try await catalog.faults() == [])
        for album in albums {
            let back = EditTests.change { change in
                (change.album, change.albumArtists, change.year) = (.revert, .revert, .revert)
            }
            _ = try await catalog.edits.edit(album.id, back, as: TestCatalog.moderator, by: .gateway)
        }
        #expect(try await catalog.shown() == before)
    }

    @Test("of an album's name can merge it into another one") func merge() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel")
        try catalog.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastell")
        try await catalog.scan()
        let albums = try await catalog.albums()
        let id = try await catalog.edits.edit(
            albums[1].id, EditTests.change { $0.album = .set("Pastel") }, as: TestCatalog.moderator, by: .gateway)
        #expect(id == albums[0].id)
        #expect(try await catalog.albums().map(\.id) == [id])
        #expect(try await catalog.albums().map(\.trackCount) == [2])
        #expect(try await catalog.faults() == [])
    }

    @Test("stay with a file that moves, goes missing and returns") func moves() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blu", "artist=Nina", "album=Pastel")
        try catalog.music.write("a/2.flac", "title=Sea", "artist=Otis", "album=Waves")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blu")?.id)
        try await catalog.edit(id) { $0.title = .set("Blue") }
        try catalog.music.move("a/1.flac", "b/one.flac")
        #expect(try await catalog.scan().counts.moved == 1)
        #expect(try await catalog.track("Blue")?.id == id)

        try catalog.music.move("b/one.flac", "../one.flac")
        let gone = await #expect(throws: DomainError.self) {
            try await catalog.edit(id) { $0.title = .set("Green") }
        }
        #expect(gone?.code == .conflict && gone?.reason == "file_missing")
        try await catalog.scan()
        let missing = await #expect(throws: DomainError.self) {
            try await catalog.edit(id) { $0.title = .set("Green") }
        }
        #expect(missing?.reason == "file_missing")
        try catalog.music.move("../one.flac", "c/1.flac")
        try await catalog.scan()
        #expect(try await catalog.track("Blue")?.id == id)
        try catalog.music.write("c/1.flac", "title=Blu", "artist=Nina", "album=Pastel", "track=7")
        try await catalog.scan()
        #expect(try await catalog.track("Blue")?.trackNumber == 7)
        #expect(try await catalog.faults() == [])
    }

    @Test("require the role, and a track that exists") func refused() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blue")?.id)
        let change = EditTests.change { $0.title = .set("Red") }
        let forbidden = await #expect(throws: DomainError.self) {
            try await catalog.edits.edit(id, change, as: TestCatalog.listener, by: .gateway)
        }
        #expect(forbidden?.code == .forbidden)
        let absent = await #expect(throws: DomainError.self) {
            try await catalog.edits.edit(ID<Track>("nothing"), change, as: TestCatalog.moderator, by: .gateway)
        }
        #expect(absent?.code == .notFound)
        let elsewhere = Principal(user: ID("di"), role: .moderator, libraries: .only(["another"]))
        let unseen = await #expect(throws: DomainError.self) {
            try await catalog.edits.edit(id, change, as: elsewhere, by: .gateway)
        }
        #expect(unseen?.code == .notFound)
        let album = try #require(try await catalog.albums().first?.id)
        let unseenAlbum = await #expect(throws: DomainError.self) {
            _ = try await catalog.edits.edit(
                album, EditTests.change { $0.year = .set(1999) }, as: elsewhere, by: .gateway)
        }
        #expect(unseenAlbum?.code == .notFound)
        #expect(try await catalog.titles() == ["Blue"])
    }

    static func change(_ body: (inout EditChange) -> Void) -> EditChange {
        var change = EditChange()
        body(&change)
        return change
    }
}
