import Catalog
import GRDB
import Primitives
import Testing

@testable import SQLiteStore

@Suite("Tags beyond lists") struct FurtherTagsScanTests {
    @Test("are kept with the track, its people and its album") func kept() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write(
            "a/1.flac", "title=Blue", "titlesort=Blue, The", "artist=Nina", "credit=Nina feat. Bo", "album=Pastel",
            "albumsort=Pastels", "albumartist=Nina", "mood=Calm", "mood=Dark", "label=ECM", "type=album", "disc=1",
            "disctitle=Dusk",
            "advisory=clean", "version=Remastered", "releasedate=2005-03-04", "date=1999", "engineer=Ed",
            "musician=Pia:piano", "musician=Pia:organ",
            "basegain=-2.5")
        try catalogue.music.write(
            "a/2.flac", "title=Red", "artist=Nina", "album=Pastel", "albumartist=Nina", "disc=2", "disctitle=Dawn",
            "mood=Calm",
            "mood=Wild", "advisory=explicit", "track=9")
        try await catalogue.scan()
        let blue = try #require(try await catalogue.track("Blue"))
        let red = try #require(try await catalogue.track("Red"))
        let details = try await catalogue.catalog.details(for: [red.id, blue.id, red.id], as: TestCatalogue.listener)
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
        let alone = try await catalogue.catalog.track(blue.id, as: TestCatalogue.listener)
        #expect(
            alone.extendedTags == extendedTags && alone.contributors == details[1].contributors
                && alone.audio == details[1].audio
        )

        let facts = try #require(
            try await catalogue.catalog.facts(of: [blue.album], as: TestCatalogue.listener)[blue.album])
        #expect(facts.date == "1999")
        #expect(facts.releaseDate == "2005-03-04")
        #expect(facts.release.sortName == "Pastels")
        #expect(facts.release.recordLabels == ["ECM"])
        #expect(facts.release.types == ["album"])
        #expect(facts.release.version == "Remastered")
        #expect(facts.release.moods == ["Calm", "Dark", "Wild"])
        #expect(facts.release.advisory == .explicit)
        #expect(facts.release.discTitles == [.init(disc: 1, title: "Dusk"), .init(disc: 2, title: "Dawn")])
        #expect(try await catalogue.catalog.album(blue.album, as: TestCatalogue.listener).facts == facts)

        let people = try await catalogue.catalog.facts(
            of: details[1].contributors.map(\.id), as: TestCatalogue.listener)
        #expect(people[blue.artists[0].id]?.roles == [.albumArtist, .performer])
        #expect(people.values.contains { $0.roles == [.engineer] })
        #expect(people.values.contains { $0.roles == [.musician] })
        // Who only worked on the sound is in no list of artists.
        #expect(try await catalogue.artists().map(\.name) == ["Nina"])
        #expect(try await catalogue.faults() == [])
    }

    @Test("are not told of what lies in other libraries") func scope() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "mood=Calm")
        try await catalogue.scan()
        let blue = try #require(try await catalogue.track("Blue"))
        let stranger = Principal(user: ID("x"), role: .listener, libraries: .only(["elsewhere"]))
        #expect(try await catalogue.catalog.details(for: [blue.id], as: stranger).isEmpty)
        #expect(try await catalogue.catalog.facts(of: [blue.album], as: stranger).isEmpty)
        #expect(try await catalogue.catalog.facts(of: blue.artists.map(\.id), as: stranger).isEmpty)
    }

    @Test("of which an earlier version read less are read once more, by the same ids and with corrections")
    func upgrade() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write("a/1.flac", "title=Blue", "artist=Nina", "album=Pastel", "mood=Calm")
        try catalogue.music.write("a/2.flac", "title=Red", "artist=Nina", "album=Pastel", "mood=Wild")
        try await catalogue.scan()
        let blue = try #require(try await catalogue.track("Blue"))
        try await catalogue.edit(blue.id) { $0.title = .set("Azure") }
        try await catalogue.play("Azure", times: 3)
        _ = catalogue.reader.takeOpened()
        try await catalogue.database.write(.catalogue) {
            try $0.execute(sql: "UPDATE track SET tags_version = 0, further = NULL; UPDATE album SET further = NULL")
        }
        let again = try await catalogue.scan()
        #expect(again.counts.updated == 2)
        #expect(catalogue.reader.takeOpened() == ["a/1.flac", "a/2.flac"])
        let after = try await catalogue.catalog.track(blue.id, as: TestCatalogue.listener)
        #expect(after.item.title == "Azure")
        #expect(after.item.album == blue.album)
        #expect(after.item.addedAt == blue.addedAt)
        #expect(after.extendedTags.moods == ["Calm"])
        #expect(try await catalogue.contents().contains("\"plays\" | \"Azure\" | 3"))
        #expect(try await catalogue.scan().counts.unchanged == 2)
        #expect(catalogue.reader.takeOpened().isEmpty)
        #expect(try await catalogue.faults() == [])
    }

    @Test("that speak of a corrected album go with it") func corrections() async throws {
        let catalogue = try await TestCatalogue()
        try catalogue.music.write(
            "a/1.flac", "title=Blue", "artist=Nina", "credit=Nina & Co", "album=Pastel", "label=ECM", "mood=Calm")
        try await catalogue.scan()
        let blue = try #require(try await catalogue.track("Blue"))
        try await catalogue.edit(blue.id) { change in
            change.album = .set("Singles")
            change.artists = .set(["Otis"])
        }
        let extendedTags = try await catalogue.catalog.track(blue.id, as: TestCatalogue.listener).extendedTags
        #expect(extendedTags.recordLabels == [])
        #expect(extendedTags.artistCredit == nil)
        #expect(extendedTags.moods == ["Calm"])
    }
}
