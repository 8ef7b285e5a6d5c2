@testable import Catalog
import GRDB
import Primitives
import Testing

@testable import SQLiteStore

@Suite("Extended tags") struct ExtendedTagsScanTests {
    @Test("are stored with the track, its contributors and its album") func kept() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write(
            "a/1.flac", "title=Blue", "titlesort=Blue, The", "artist=Nina", "credit=Nina feat. Bo", "album=Pastel",
            "albumsort=Pastels", "albumartist=Nina", "mood=Calm", "mood=Dark", "label=ECM", "type=album", "disc=1",
            "disctitle=Dusk",
            "advisory=clean", "version=Remastered", "releasedate=2005-03-04", "date=1999", "engineer=Ed",
            "musician=Pia:piano", "musician=Pia:organ",
            "basegain=-2.5")
        try catalog.music.write(
            "a/2.flac", "title=Red", "artist=Nina", "album=Pastel", "albumartist=Nina", "disc=2", "disctitle=Dawn",
            "mood=Calm",
            "mood=Wild", "advisory=explicit", "track=9")
        try await catalog.scan()
        let blue = try #require(try await catalog.track("Blue"))
        let red = try #require(try await catalog.track("Red"))
        let details = try await catalog.service.details(for: [red.id, blue.id, red.id], as: TestCatalog.listener)
        #expect(details.map(\.item.title) == ["Red", "Blue", "Red"])
        let extendedTags = details[1].extendedTags
        #expect(extendedTags.titleSort == "Blue, The")
        #expect(extendedTags.artistCredit == "Nina feat. Bo")
        #expect(extendedTags.moods == ["Calm", "Dark"])
        #expect(extendedTags.advisory == .clean)
        #expect(extendedTags.baseGain == -2.5)
        #expect(
            details[1].contributors.map { "\($0.role) \($0.name) \($0.part ?? "-")" } == [
                "performer Nina -", "albumArtist Nina -", "engineer Ed -", "musician Pia piano", "musician Pia organ",
            ])
        let alone = try await catalog.service.track(blue.id, as: TestCatalog.listener)
        #expect(
            alone.extendedTags == extendedTags && alone.contributors == details[1].contributors
                && alone.audio == details[1].audio
        )

        let facts = try #require(
            try await catalog.service.facts(of: [blue.album], as: TestCatalog.listener)[blue.album])
        #expect(facts.date == "1999")
        #expect(facts.releaseDate == "2005-03-04")
        #expect(facts.release.sortName == "Pastels")
        #expect(facts.release.recordLabels == ["ECM"])
        #expect(facts.release.types == ["album"])
        #expect(facts.release.version == "Remastered")
        #expect(facts.release.moods == ["Calm", "Dark", "Wild"])
        #expect(facts.release.advisory == .explicit)
        #expect(facts.release.discTitles == [.init(disc: 1, title: "Dusk"), .init(disc: 2, title: "Dawn")])
        #expect(try await catalog.service.album(blue.album, as: TestCatalog.listener).facts == facts)

        let people = try await catalog.service.facts(
            of: details[1].contributors.map(\.id), as: TestCatalog.listener)
        #expect(people[blue.artists[0].id]?.roles == [.albumArtist, .performer])
        #expect(people.values.contains { $0.roles == [.engineer] })
        #expect(people.values.contains { $0.roles == [.musician] })
        // Engineers and musicians without a track of their own are in no list of artists.
        #expect(try await catalog.artists().map(\.name) == ["Nina"])
        #expect(try await catalog.faults() == [])
    }

    @Test("do not reveal items of other libraries") func scope() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "mood=Calm")
        try await catalog.scan()
        let blue = try #require(try await catalog.track("Blue"))
        let stranger = Principal(user: ID("x"), role: .listener, libraries: .only(["elsewhere"]))
        #expect(try await catalog.service.details(for: [blue.id], as: stranger).isEmpty)
        #expect(try await catalog.service.facts(of: [blue.album], as: stranger).isEmpty)
        #expect(try await catalog.service.facts(of: blue.artists.map(\.id), as: stranger).isEmpty)
    }

    @Test("that an earlier version did not read are read later, keeping ids and corrections")
    func upgrade() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "mood=Calm")
        try catalog.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastel", "mood=Wild")
        try await catalog.scan()
        let blue = try #require(try await catalog.track("Blue"))
        try await catalog.edit(blue.id) { $0.title = .set("Azure") }
        try await catalog.play("Azure", times: 3)
        _ = catalog.reader.takeOpened()
        try await catalog.database.write(.catalogue) {
            try $0.execute(sql: "UPDATE track SET tags_version = 0, further = NULL; UPDATE album SET further = NULL")
        }
        let again = try await catalog.scan()
        #expect(again.counts.updated == 2)
        #expect(catalog.reader.takeOpened() == ["a/1.flac", "a/2.flac"])
        let after = try await catalog.service.track(blue.id, as: TestCatalog.listener)
        #expect(after.item.title == "Azure")
        #expect(after.item.album == blue.album)
        #expect(after.item.addedAt == blue.addedAt)
        #expect(after.extendedTags.moods == ["Calm"])
        #expect(try await catalog.contents().contains("\"plays\" | \"Azure\" | 3"))
        #expect(try await catalog.scan().counts.unchanged == 2)
        #expect(catalog.reader.takeOpened().isEmpty)
        #expect(try await catalog.faults() == [])
    }

    @Test("of a corrected album move with it") func corrections() async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write(
            "a/1.flac", "title=Blue", "artist=Nina", "credit=Nina & Co", "album=Pastel", "label=ECM", "mood=Calm")
        try await catalog.scan()
        let blue = try #require(try await catalog.track("Blue"))
        try await catalog.edit(blue.id) { change in
            change.album = .set("Singles")
            change.artists = .set(["Otis"])
        }
        let extendedTags = try await catalog.service.track(blue.id, as: TestCatalog.listener).extendedTags
        #expect(extendedTags.recordLabels == [])
        #expect(extendedTags.artistCredit == nil)
        #expect(extendedTags.moods == ["Calm"])
    }
}
