import Journal
import Portability
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Playlist folders") struct PlaylistFolderTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob

    /// The caller's folders: each one's name, its parent's name, and its number of playlists.
    private func outline(_ fixture: ShelfFixture, as caller: Principal = ShelfFixture.ada) async throws -> [String] {
        let folders = try await fixture.folders.folders(as: caller)
        let names = Dictionary(uniqueKeysWithValues: folders.map { ($0.id, $0.name) })
        return folders.map { folder in
            let parent = folder.parent.flatMap { names[$0] } ?? "-"
            return "\(folder.name) in \(parent): \(folder.playlists.count)"
        }
    }

    private func move(
        _ id: ID<PlaylistFolder>, to parent: ID<PlaylistFolder>?, _ fixture: ShelfFixture
    ) async throws {
        try await fixture.folders.edit(
            id, PlaylistFolderChange(parent: .some(parent)), as: ada, from: ShelfFixture.origin)
    }

    @Test("are listed by name with their playlists by name, each in one folder at most") func list() async throws {
        let fixture = try await ShelfFixture()
        let (zoo, evening) = (try await fixture.folder("Zoo"), try await fixture.folder(" Evening\n"))
        #expect(try await outline(fixture) == ["Evening in -: 0", "Zoo in -: 0"])
        let second = try await fixture.playlist(["t0"], named: "Second")
        let first = try await fixture.playlist(["t1"], named: "First")
        for list in [second, first] { try await fixture.put(list, into: zoo) }
        #expect(try await fixture.folders.folder(zoo, as: ada).playlists == [first, second])
        try await fixture.put(first, into: evening)
        #expect(try await outline(fixture) == ["Evening in -: 1", "Zoo in -: 1"])
        try await fixture.put(first, into: nil)
        #expect(try await outline(fixture) == ["Evening in -: 0", "Zoo in -: 1"])
        try await fixture.folders.edit(
            zoo, PlaylistFolderChange(name: "Animals"), as: ada, from: ShelfFixture.origin)
        #expect(try await outline(fixture) == ["Animals in -: 1", "Evening in -: 0"])
    }

    @Test("can be nested three deep, and never in themselves") func depth() async throws {
        let fixture = try await ShelfFixture()
        let one = try await fixture.folder("1")
        let two = try await fixture.folder("2", in: one)
        let three = try await fixture.folder("3", in: two)
        await #expect(throws: DomainError.foldersTooDeep) { try await fixture.folder("4", in: three) }
        let other = try await fixture.folder("other")
        await #expect(throws: DomainError.foldersTooDeep) { try await move(other, to: three, fixture) }
        // The move would nest two more folders too deep.
        await #expect(throws: DomainError.foldersTooDeep) { try await move(one, to: other, fixture) }
        for inner in [one, two, three] {
            await #expect(throws: DomainError.folderInItself) { try await move(one, to: inner, fixture) }
        }
        try await move(two, to: other, fixture)
        #expect(try await outline(fixture) == ["1 in -: 0", "2 in other: 0", "3 in 2: 0", "other in -: 0"])
        try await move(two, to: nil, fixture)
        try await move(one, to: three, fixture)
        #expect(try await outline(fixture) == ["1 in 3: 0", "2 in -: 0", "3 in 2: 0", "other in -: 0"])
    }

    @Test("pass their content to the parent folder when deleted") func deletion() async throws {
        let fixture = try await ShelfFixture()
        let outer = try await fixture.folder("Outer")
        let middle = try await fixture.folder("Middle", in: outer)
        _ = try await fixture.folder("Inner", in: middle)
        let list = try await fixture.playlist(["t0"])
        try await fixture.put(list, into: middle)
        try await fixture.folders.delete(middle, as: ada, from: ShelfFixture.origin)
        #expect(try await outline(fixture) == ["Inner in Outer: 0", "Outer in -: 1"])
        try await fixture.folders.delete(outer, as: ada, from: ShelfFixture.origin)
        #expect(try await outline(fixture) == ["Inner in -: 0"])
        #expect(try await fixture.tracks(of: list) == ["t0"])
        await #expect(throws: DomainError.noPlaylistFolder) {
            try await fixture.folders.delete(outer, as: ada, from: ShelfFixture.origin)
        }
    }

    @Test("may contain shared playlists while they are shared, and lose deleted ones") func shared() async throws {
        let fixture = try await ShelfFixture()
        let list = try await fixture.playlist(["t0"])
        let folder = try await fixture.folder("Theirs", as: bob)
        let hidden = await #expect(throws: DomainError.self) { try await fixture.put(list, into: folder, as: bob) }
        #expect(hidden?.code == .notFound)
        try await fixture.share(list, .public)
        try await fixture.put(list, into: folder, as: bob)
        #expect(try await outline(fixture, as: bob) == ["Theirs in -: 1"])
        #expect(try await outline(fixture) == [])
        try await fixture.share(list, .private)
        #expect(try await outline(fixture, as: bob) == ["Theirs in -: 0"])
        try await fixture.share(list, .public)
        #expect(try await outline(fixture, as: bob) == ["Theirs in -: 1"])
        try await fixture.playlists.delete(list, as: ada, from: ShelfFixture.origin)
        #expect(try await outline(fixture, as: bob) == ["Theirs in -: 0"])
    }

    @Test("are visible to their owner alone") func others() async throws {
        let fixture = try await ShelfFixture()
        let (mine, theirs) = (try await fixture.folder("Mine"), try await fixture.folder("Theirs", as: bob))
        let list = try await fixture.playlist(["t0"])
        await #expect(throws: DomainError.unknownFolder) { try await fixture.put(list, into: theirs) }
        await #expect(throws: DomainError.unknownParentFolder) { try await fixture.folder("x", in: theirs) }
        await #expect(throws: DomainError.unknownParentFolder) { try await move(mine, to: theirs, fixture) }
        let calls: [() async throws -> Void] = [
            { _ = try await fixture.folders.folder(theirs, as: ada) },
            { try await fixture.folders.edit(theirs, PlaylistFolderChange(name: "x"), as: ada, from: "") },
            { try await fixture.folders.delete(theirs, as: ada, from: "") },
        ]
        for call in calls { await #expect(throws: DomainError.noPlaylistFolder) { try await call() } }
        #expect(try await outline(fixture, as: bob) == ["Theirs in -: 0"])
    }

    @Test("have names of 1 to 100 visible characters, and number at most 200") func limits() async throws {
        let fixture = try await ShelfFixture()
        for name in ["", " \n", "\u{200B}\u{200D}", String(repeating: "n", count: 101)] {
            let error = #expect(throws: DomainError.self) { try PlaylistFolderDraft(name: name) }
            #expect(error?.field == "name")
            #expect(throws: DomainError.self) { try PlaylistFolderChange(name: name) }
        }
        for number in 0..<200 { _ = try await fixture.folder("\(number)" + String(repeating: "n", count: 97)) }
        await #expect(throws: DomainError.tooManyPlaylistFolders) { try await fixture.folder("one more") }
        _ = try await fixture.folder("another user's", as: bob)
    }

    @Test("filter lists of playlists by one folder, any or none") func lists() async throws {
        let fixture = try await ShelfFixture()
        let (one, two) = (try await fixture.folder("One"), try await fixture.folder("Two"))
        let lists: [(String, ID<PlaylistFolder>?)] = [("A", one), ("B", two), ("C", nil), ("D", one)]
        for (name, folder) in lists {
            try await fixture.put(fixture.playlist(["t0"], named: name, visibility: .public), into: folder)
        }
        func names(_ place: PlaylistQuery.Place, as caller: Principal) async throws -> [String] {
            var (names, page) = ([String](), PageRequest?.some(.first(1)))
            while let request = page {
                let found = try await fixture.playlists.playlists(PlaylistQuery(place: place), request, as: caller)
                names += found.items.map(\.name)
                page = try found.next.map { try PageRequest(limit: 1, cursor: $0) }
            }
            return names
        }
        #expect(try await names(.folder(one), as: ada) == ["A", "D"])
        #expect(try await names(.filed, as: ada) == ["A", "B", "D"])
        #expect(try await names(.unfiled, as: ada) == ["C"])
        #expect(try await names(.filed, as: bob) == [])
        #expect(try await names(.unfiled, as: bob) == ["A", "B", "C", "D"])
        await #expect(throws: DomainError.noPlaylistFolder) { try await names(.folder(one), as: bob) }
    }

    @Test("are exported with the playlists that their owner may read") func export() async throws {
        let fixture = try await ShelfFixture()
        let outer = try await fixture.folder("Outer", as: bob)
        fixture.clock.advance(by: .seconds(1))
        let inner = try await fixture.folder("Inner", in: outer, as: bob)
        let list = try await fixture.playlist(["t0"], named: "Ada's", visibility: .public)
        let closed = try await fixture.playlist(["t0"], named: "Closed", visibility: .public)
        for one in [list, closed] { try await fixture.put(one, into: inner, as: bob) }
        try await fixture.share(closed, .private)
        func rows(_ section: String, _ columns: String...) async throws -> [[PersonalRow.Value?]] {
            let page = try await fixture.engine.personalData.rows(
                of: section, for: bob.user, in: .everything, after: .beginning, limit: 9)
            return page.rows.map { row in
                columns.map { name in page.columns.firstIndex(of: name).map { row.values[$0] } }
            }
        }
        #expect(
            try await rows("playlist-folders", "name", "parentId") == [
                [.text("Outer"), .nothing], [.text("Inner"), .text(outer.rawValue)],
            ])
        #expect(
            try await rows("playlists-in-folders", "folderId", "playlistId", "name") == [
                [.text(inner.rawValue), .text(list.rawValue), .text("Ada's")]
            ])
    }

    @Test("notify their owner of each change and journal it; no-op changes do neither")
    func events() async throws {
        let fixture = try await ShelfFixture()
        let list = try await fixture.playlist(["t0"])
        let folder = try await fixture.folder("One")
        try await fixture.put(list, into: folder)
        try await fixture.put(list, into: folder)
        try await fixture.folders.edit(folder, PlaylistFolderChange(name: "Two"), as: ada, from: ShelfFixture.origin)
        try await fixture.folders.edit(folder, PlaylistFolderChange(), as: ada, from: ShelfFixture.origin)
        try await fixture.folders.delete(folder, as: ada, from: ShelfFixture.origin)
        let events = try await fixture.loggedEvents(named: .playlistFolders)
        #expect(events.map(\.audience) == Array(repeating: .person(ada.user), count: 4))
        for action in ["playlistFolder.create", "playlistFolder.edit", "playlistFolder.delete", "playlist.file"] {
            #expect(try await fixture.journal(action) == 1, "\(action)")
        }
    }
}
