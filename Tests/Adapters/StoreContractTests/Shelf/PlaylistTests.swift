import Catalog
import Journal
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Playlists") struct PlaylistTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo

    @Test("keep order and duplicates, and count exactly") func order() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t2", "t0", "t2", "t1"])
        #expect(try await fixture.tracks(of: id) == ["t2", "t0", "t2", "t1"])
        let playlist = try await fixture.playlists.playlist(id, as: ada)
        #expect(playlist.totals == PlaylistTotals(entries: 4, missing: 0, hidden: 0, durationMilliseconds: 400_000))
        #expect(playlist.isOwn && playlist.mayEdit && playlist.revision == 1 && playlist.name == "Mix")
        #expect(try await fixture.journal("playlist.create") == 1)
    }

    @Test("accept additions at the end, at the start and after an entry") func additions() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0", "t1"])
        let entries = try await fixture.entries(of: id)
        let change = try await fixture.edit(id, .append(["t2", "t2"].ids))
        #expect(change.added.count == 2 && change.revision == 2)
        try await fixture.edit(id, .insert(["t3"].ids, after: nil))
        try await fixture.edit(id, .insert(["t4", "t5"].ids, after: entries[0]))
        #expect(try await fixture.tracks(of: id) == ["t3", "t0", "t4", "t5", "t1", "t2", "t2"])
        await #expect(throws: DomainError.placeGone) {
            try await fixture.edit(id, .insert(["t0"].ids, after: ID("gone")))
        }
        let unknown = await #expect(throws: DomainError.self) { try await fixture.edit(id, .append(["t0", "t9"].ids)) }
        #expect(unknown?.field == "trackIds")
        #expect(try await fixture.playlists.playlist(id, as: ada).revision == 4)
        #expect(try await fixture.engine.playlists.recount() == 0)
    }

    @Test("move entries together, after one that moves too, and to the start") func moves() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0", "t1", "t2", "t3", "t4"])
        let entries = try await fixture.entries(of: id)
        try await fixture.edit(id, .move([entries[3], entries[1]], after: nil))
        #expect(try await fixture.tracks(of: id) == ["t1", "t3", "t0", "t2", "t4"])
        try await fixture.edit(id, .move([entries[0], entries[2]], after: entries[2]))
        #expect(try await fixture.tracks(of: id) == ["t1", "t3", "t0", "t2", "t4"])
        try await fixture.edit(id, .move([entries[1], ID("gone")], after: entries[4]))
        #expect(try await fixture.tracks(of: id) == ["t3", "t0", "t2", "t4", "t1"])
        #expect(
            try await fixture.entries(of: id).sorted { $0.rawValue < $1.rawValue }
                == entries.sorted { $0.rawValue < $1.rawValue })
    }

    @Test("stay in order when entries are inserted at the same place again and again") func squeezed() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0", "t1"])
        let first = try await fixture.entries(of: id)[0]
        for number in 0..<60 { try await fixture.edit(id, .insert(["t\(2 + number % 4)"].ids, after: first)) }
        let expected = ["t0"] + (0..<60).reversed().map { "t\(2 + $0 % 4)" } + ["t1"]
        #expect(try await fixture.tracks(of: id) == expected)
        let many = (0..<3000).map { "t\($0 % 6)" }
        try await fixture.edit(id, .insert(many.ids, after: first))
        #expect(try await fixture.tracks(of: id) == ["t0"] + many + expected.dropFirst())
        #expect(try await fixture.engine.playlists.recount() == 0)
    }

    @Test("lose entries by id and by index, counted before the change") func removal() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0", "t1", "t2", "t3", "t0"])
        let entries = try await fixture.entries(of: id)
        let change = try await fixture.edit(id, .remove([entries[1], entries[1], ID("gone")]))
        #expect(change.removed == 1)
        var edit = PlaylistEdit()
        try edit.add(.append(["t5"].ids))
        try edit.add(.removePlaces([0, 3], amongMissing: true))
        let both = try await fixture.playlists.edit(id, edit, as: ada, from: "")
        #expect(both.removed == 2 && both.added.count == 1)
        #expect(try await fixture.tracks(of: id) == ["t2", "t3", "t5"])
        let outside = await #expect(throws: DomainError.self) {
            try await fixture.edit(id, .removePlaces([3], amongMissing: true))
        }
        #expect(outside?.field == "indices")
        try await fixture.music.miss("t2")
        try await fixture.edit(id, .removePlaces([0], amongMissing: false))
        #expect(try await fixture.tracks(of: id) == ["t2", "t5"])
    }

    @Test("mark missing entries, and count them again when they return") func missing() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0", "t1", "t0"])
        try await fixture.music.miss("t0")
        let gone = PlaylistTotals(entries: 3, missing: 2, hidden: 0, durationMilliseconds: 100_000)
        #expect(try await fixture.playlists.playlist(id, as: ada).totals == gone)
        let items = try await fixture.playlists.items(of: id, as: ada)
        #expect(items.map(\.track.isMissing) == [true, false, true])
        #expect(try await fixture.engine.playlists.recount() == 0)
        try await fixture.music.change("t0") { ($0.durationMilliseconds, $0.library) = (70_000, "l1") }
        let back = PlaylistTotals(entries: 3, missing: 0, hidden: 0, durationMilliseconds: 240_000)
        #expect(try await fixture.playlists.playlist(id, as: ada).totals == back)
        #expect(try await fixture.engine.playlists.recount() == 0)
        // A Subsonic client that did not see the missing entry does not remove it.
        try await fixture.music.miss("t1")
        try await fixture.edit(id, .replace(["t5"].ids, keepsMissing: true))
        #expect(try await fixture.tracks(of: id) == ["t5", "t1"])
        try await fixture.edit(id, .replace(["t4"].ids, keepsMissing: false))
        #expect(try await fixture.tracks(of: id) == ["t4"])
    }

    @Test("are inaccessible to others while private, and never expose tracks that a reader may not hear")
    func readers() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["x0", "t0", "x0", "t1"])
        for caller in [bob, cleo] {
            #expect(try await fixture.playlists.playlists(PlaylistQuery(), .first(9), as: caller).items == [])
            let calls: [() async throws -> Void] = [
                { _ = try await fixture.playlists.playlist(id, as: caller) },
                { _ = try await fixture.playlists.items(of: id, as: caller) },
                { _ = try await fixture.playlists.items(of: id, .first(9), as: caller) },
                { _ = try await fixture.playlists.outline(of: id, step: 20, as: caller) },
                { _ = try await fixture.playlists.editors(of: id, as: caller) },
                { _ = try await fixture.playlists.document(of: id, as: caller) },
                { _ = try await fixture.playlists.duplicate(id, as: caller, from: "") },
                { _ = try await fixture.edit(id, .append(["t0"].ids), as: caller) },
                { try await fixture.playlists.delete(id, as: caller, from: "") },
            ]
            for call in calls {
                let error = await #expect(throws: DomainError.self) { try await call() }
                #expect(error?.code == .notFound)
            }
        }
        try await fixture.share(id, .public)
        let seen = try await fixture.playlists.playlist(id, as: cleo)
        #expect(seen.totals == PlaylistTotals(entries: 2, missing: 0, hidden: 2, durationMilliseconds: 200_000))
        #expect(!seen.mayEdit && !seen.isOwn)
        #expect(try await fixture.tracks(of: id, as: cleo) == ["t0", "t1"])
        #expect(try await fixture.playlists.outline(of: id, step: 20, as: cleo).total == 2)
        #expect(try await fixture.tracks(of: id, as: bob).count == 4)
        let refused = await #expect(throws: DomainError.self) {
            try await fixture.edit(id, .append(["t0"].ids), as: bob)
        }
        #expect(refused?.code == .forbidden)
        let copy = try await fixture.playlists.duplicate(id, as: cleo, from: "")
        #expect(try await fixture.tracks(of: copy, as: cleo) == ["t0", "t1"])
        #expect(try await fixture.playlists.playlist(copy, as: cleo).visibility == .private)
    }

    @Test("can be changed by invited editors, without losing entries that these do not see")
    func collaboration() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["x0", "t0", "t1"])
        var edit = PlaylistEdit()
        edit.visibility = .collaborative
        try edit.invite(["CLEO", "ada"])
        _ = try await fixture.playlists.edit(id, edit, as: ada, from: "")
        #expect(try await fixture.playlists.editors(of: id, as: ada).map(\.username) == ["cleo"])
        #expect(try await fixture.playlists.playlist(id, as: cleo).mayEdit)
        try await fixture.edit(id, .append(["t2"].ids), as: cleo)
        let foreign = await #expect(throws: DomainError.self) {
            try await fixture.edit(id, .append(["x0"].ids), as: cleo)
        }
        #expect(foreign?.field == "trackIds")
        try await fixture.edit(id, .replace(["t5"].ids, keepsMissing: false), as: cleo)
        #expect(try await fixture.tracks(of: id) == ["t5", "x0"])
        try await fixture.edit(id, .removePlaces([0], amongMissing: true), as: cleo)
        #expect(try await fixture.tracks(of: id) == ["x0"])
        for concerns in [{ (edit: inout PlaylistEdit) in try edit.rename("Mine") }, { try $0.invite(["bob"]) }] {
            var edit = PlaylistEdit()
            try concerns(&edit)
            await #expect(throws: DomainError.notYourPlaylist) {
                try await fixture.playlists.edit(id, edit, as: cleo, from: "")
            }
        }
        await #expect(throws: DomainError.notYourPlaylist) {
            try await fixture.playlists.delete(id, as: cleo, from: "")
        }
        #expect(
            try await fixture.playlists.playlists(PlaylistQuery(ownership: .editable), .first(9), as: cleo).items.count
                == 1
        )
        let unknown = await #expect(throws: DomainError.self) {
            var edit = PlaylistEdit()
            try edit.invite(["nobody"])
            return try await fixture.playlists.edit(id, edit, as: ada, from: "")
        }
        #expect(unknown?.field == "editors")
        // An invitation has no effect without the matching visibility.
        try await fixture.share(id, .private)
        await #expect(throws: DomainError.self) { try await fixture.playlists.playlist(id, as: cleo) }
    }

    @Test("refuse a change based on another revision") func revisions() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0"])
        var edit = PlaylistEdit(expecting: 1)
        try edit.add(.append(["t1"].ids))
        let first = edit
        _ = try await fixture.playlists.edit(id, first, as: ada, from: "")
        await #expect(throws: DomainError.playlistChanged) {
            try await fixture.playlists.edit(id, first, as: ada, from: "")
        }
        #expect(try await fixture.tracks(of: id) == ["t0", "t1"])
    }

    @Test("keep every track when fifty users add and move at once") func race() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0", "t1"])
        let anchor = try await fixture.entries(of: id)[0]
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<50 {
                group.addTask {
                    let change = try await fixture.edit(id, .insert(["t\(number % 6)"].ids, after: anchor))
                    if number % 3 == 0 { try await fixture.edit(id, .move(change.added, after: nil)) }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await fixture.tracks(of: id).count == 52)
        #expect(try await fixture.playlists.playlist(id, as: ada).revision == 68)
        #expect(try await fixture.engine.playlists.recount() == 0)
    }

    @Test("are listed by name and by time, page by page") func lists() async throws {
        let fixture = try await ShelfFixture()
        for name in ["Zebra", "apple", "The Moon", "10", "9"] {
            _ = try await fixture.playlist([], named: name, visibility: name == "10" ? .public : .private)
            fixture.clock.advance(by: .seconds(1))
        }
        _ = try await fixture.playlist([], named: "Bobs", visibility: .public, as: bob)
        func names(_ query: PlaylistQuery, _ caller: Principal) async throws -> [String] {
            var names: [String] = []
            var cursor: Cursor?
            repeat {
                let page = try await fixture.playlists.playlists(
                    query, PageRequest(limit: 2, cursor: cursor), as: caller)
                names += page.items.map(\.name)
                cursor = page.next
            } while cursor != nil
            return names
        }
        #expect(try await names(PlaylistQuery(), ada) == ["9", "10", "apple", "Bobs", "The Moon", "Zebra"])
        #expect(try await names(PlaylistQuery(ownership: .own), ada).count == 5)
        #expect(try await names(PlaylistQuery(ownership: .others), ada) == ["Bobs"])
        #expect(try await names(PlaylistQuery(sort: .created, isDescending: true), bob) == ["Bobs", "10"])
        #expect(try await names(PlaylistQuery(sort: .changed, ownership: .editable), bob) == ["Bobs"])
        try await fixture.removeAccount("bob")
        #expect(try await names(PlaylistQuery(), ada).count == 5)
    }

    @Test("notify those who may read them, and those who no longer may") func events() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.playlist(["t0"])
        try await fixture.share(id, .public)
        try await fixture.share(id, .private)
        try await fixture.playlists.delete(id, as: ada, from: "")
        let events = try await fixture.loggedEvents()
        let everybody = PlaylistChange.Readers.everybody
        let own = PlaylistChange.Readers.people([ada.user])
        #expect(
            events
                == PlaylistEvents.events(id, revision: 1, to: own) + PlaylistEvents.events(id, revision: nil, to: own)
                + PlaylistEvents.events(id, revision: 2, to: everybody)
                + PlaylistEvents.events(id, revision: nil, to: everybody)
                + PlaylistEvents.events(id, revision: 3, to: own) + PlaylistEvents.events(id, revision: nil, to: own))
        #expect(
            events.filter { bob.hears($0.audience) } == PlaylistEvents.events(id, revision: 2, to: everybody)
                + PlaylistEvents.events(id, revision: nil, to: everybody))
        #expect(try await fixture.journal("playlist.delete") == 1)
        #expect(try await fixture.engine.playlists.recount() == 0)
    }

    @Test("ten thousand entries are paged, moved and counted") func long() async throws {
        let fixture = try await ShelfFixture()
        let tracks = (0..<10_000).map { "t\($0 % 6)" }
        let id = try await fixture.playlist(tracks)
        #expect(try await fixture.tracks(of: id) == tracks)
        let outline = try await fixture.playlists.outline(of: id, step: 500, as: ada)
        #expect(outline.total == 10_000 && outline.cursors.count == 19)
        let last = try await fixture.playlists.items(
            of: id, PageRequest(limit: 500, cursor: outline.cursors.last), as: ada)
        #expect(last.items.items.count == 500 && last.items.next == nil)
        let entries = try await fixture.entries(of: id)
        for number in 0..<50 { try await fixture.edit(id, .move([entries[9999 - number]], after: entries[number])) }
        await #expect(throws: DomainError.playlistFull) {
            for _ in 0..<2 { try await fixture.edit(id, .append(tracks.ids)) }
        }
        #expect(try await fixture.engine.playlists.recount() == 0)
    }
}
