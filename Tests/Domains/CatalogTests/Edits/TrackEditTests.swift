import Catalog
import Journal
import Primitives
import Testing

@Suite("A correction") struct TrackEditTests {
    @Test("changes its own fields and drops related values of the file") func applied() {
        var tags = TrackTags()
        (tags.title, tags.titleSort, tags.comment) = ("Blu", "Blu, The", "kept")
        (tags.artists, tags.artistCredit, tags.artistSorts) = (["Nina"], "Nina feat. Otis", ["Nina"])
        (tags.date, tags.originalDate) = ("1999-03-01", "1965")
        tags.musicBrainz.artists = ["mb"]
        tags.musicBrainz.release = "release"
        var edit = TrackEdit()
        #expect(edit.applied(to: tags) == tags && edit.isEmpty)
        edit.title = "Blue"
        edit.artists = ["Nina Simone"]
        edit.year = 1999
        let corrected = edit.applied(to: tags)
        #expect(corrected.title == "Blue" && corrected.titleSort == nil && corrected.comment == "kept")
        #expect(corrected.artists == ["Nina Simone"] && corrected.artistCredit == nil && corrected.artistSorts == [])
        #expect(corrected.musicBrainz.artists == [] && corrected.musicBrainz.release == "release")
        #expect(corrected.date == "1999-03-01" && corrected.originalDate == nil)
        edit.year = 64
        #expect(edit.applied(to: tags).date == "0064")
        edit.album = "Other"
        #expect(edit.applied(to: tags).musicBrainz.release == "release")
        edit.leavesRelease = true
        #expect(edit.applied(to: tags).musicBrainz.release == nil)
        #expect(edit.fields == [.title, .artists, .album, .year])
    }

    @Test(
        "with invalid values is refused by field",
        arguments: [
            ("title", change { $0.title = .set("  ") }), ("title", change { $0.title = .set("a\u{1}") }),
            ("title", change { $0.title = .set(String(repeating: "x", count: 501)) }),
            ("artists", change { $0.artists = .set([]) }), ("artists", change { $0.artists = .set(["A", "a"]) }),
            ("artists", change { $0.artists = .set((0...32).map { "Artist \($0)" }) }),
            ("album", change { $0.album = .set("") }), ("albumArtists", change { $0.albumArtists = .set([""]) }),
            ("genres", change { $0.genres = .set([String(repeating: "x", count: 101)]) }),
            ("year", change { $0.year = .set(0) }), ("year", change { $0.year = .set(10_000) }),
        ])
    func refused(field: String, change: EditChange) async throws {
        let catalog = try await TestCatalog()
        try catalog.music.write("a/1.flac", "title=Blue", "artist=Nina")
        try await catalog.scan()
        let id = try #require(try await catalog.track("Blue")?.id)
        let error = await #expect(throws: DomainError.self) {
            try await catalog.edits.edit(id, change, as: TestCatalog.moderator, by: .gateway)
        }
        #expect(error?.code == .invalid && error?.field == field)
        #expect(try await catalog.edits.records(of: id, .first(9), as: TestCatalog.moderator).items.isEmpty)
    }

    private static func change(_ body: (inout EditChange) -> Void) -> EditChange {
        var change = EditChange()
        body(&change)
        return change
    }
}
