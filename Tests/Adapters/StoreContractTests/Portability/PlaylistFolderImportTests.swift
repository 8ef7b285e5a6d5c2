import Foundation
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@testable import Portability

/// Playlist folders in an export.
@Suite("Imported playlist folders") struct PlaylistFolderImportTests {
    private let ada = ShelfFixture.ada
    private static let then = Timestamp(milliseconds: 1_700_000_000_000)

    private func id(_ number: Int) -> String { "0190cccc-0000-7000-8000-\(String(format: "%012d", number))" }

    private func folder(_ path: (Int, String)...) -> ImportItem {
        .playlistFolder(path: steps(path), at: Self.then)
    }

    private func place(_ playlist: ID<Playlist>, isOwn: Bool = true, _ path: (Int, String)...) -> ImportItem {
        .playlistPlace(
            ImportedPlaylistPlace(playlist: playlist.rawValue, name: "Mix", isOwn: isOwn, path: steps(path)))
    }

    private func steps(_ path: [(Int, String)]) -> [ImportedPlaylistFolder] {
        path.map { ImportedPlaylistFolder(id: id($0.0), name: $0.1) }
    }

    private func take(
        _ items: [ImportItem], _ fixture: ShelfFixture, isTrial: Bool = false, as caller: Principal = ShelfFixture.ada,
        from source: ImportSource = .rondo
    ) async throws -> [ImportOutcome] {
        try await fixture.engine.imports.take(
            items, from: source, for: caller, isTrial: isTrial, at: fixture.clock.now())
    }

    /// The caller's folders: the path of each by name, and its number of playlists.
    private func outline(_ fixture: ShelfFixture, as caller: Principal = ShelfFixture.ada) async throws -> [String] {
        let folders = try await fixture.folders.folders(as: caller)
        let known = Dictionary(uniqueKeysWithValues: folders.map { ($0.id, $0) })
        return folders.map { folder in
            var (names, next) = ([folder.name], folder.parent)
            while let parent = next.flatMap({ known[$0] }) { (names, next) = ([parent.name] + names, parent.parent) }
            return names.joined(separator: "/") + " \(folder.playlists.count)"
        }.sorted()
    }

    @Test("are created where they are missing, with their content and without duplicates")
    func again() async throws {
        let fixture = try await ShelfFixture()
        let (one, two) = (try await fixture.playlist(["t0"]), try await fixture.playlist(["t1"]))
        let items = [
            folder((1, "Outer")), folder((1, "Outer"), (2, "Inner")), place(one, (1, "Outer"), (2, "Inner")),
            place(two, (1, "Outer")),
        ]
        #expect(try await take(items, fixture, isTrial: true) == Array(repeating: .added, count: 4))
        #expect(try await outline(fixture) == [])
        #expect(try await take(items, fixture) == Array(repeating: .added, count: 4))
        #expect(try await take(items, fixture) == Array(repeating: .present, count: 4))
        #expect(try await outline(fixture) == ["Outer 1", "Outer/Inner 1"])
        let folders = try await fixture.folders.folders(as: ada)
        #expect(folders.map(\.createdAt) == [Self.then, Self.then] && folders.map(\.id.rawValue) == [id(2), id(1)])
    }

    @Test("use an existing folder of the same name and place, and playlists already in folders stay")
    func same() async throws {
        let fixture = try await ShelfFixture()
        let (one, two) = (try await fixture.playlist(["t0"]), try await fixture.playlist(["t1"]))
        let evening = try await fixture.folder("Evening")
        let quiet = try await fixture.folder("Quiet", in: evening)
        try await fixture.put(two, into: evening)
        let outcomes = try await take(
            [
                folder((1, "EVENING")), folder((1, "EVENING"), (2, "quiet")), folder((3, "Quiet")),
                place(one, (1, "EVENING"), (2, "quiet")), place(two, (3, "Quiet")),
            ], fixture)
        #expect(outcomes == [.present, .present, .added, .added, .present])
        #expect(try await outline(fixture) == ["Evening 1", "Evening/Quiet 1", "Quiet 0"])
        #expect(try await fixture.folders.folder(quiet, as: ada).playlists == [one])
    }

    @Test("of another service are matched by name, and their ids are ignored") func services() async throws {
        let fixture = try await ShelfFixture()
        let path = [(1, "Evening"), (2, "Slow")]
        let place = ImportedPlaylistPlace(playlist: "Calm", name: "Calm", isOwn: true, path: steps(path))
        let items = [
            .broughtPlaylist(name: "Calm"), folder(path[0]), folder(path[0], path[1]), ImportItem.playlistPlace(place),
        ]
        for person in [ada, ShelfFixture.bob] {
            for expected in [ImportOutcome.added, .present] {
                let outcomes = try await take(items, fixture, as: person, from: .appleMusic)
                #expect(outcomes == Array(repeating: expected, count: 4))
            }
            #expect(try await outline(fixture, as: person) == ["Evening 0", "Evening/Slow 1"])
        }
        let ids = try await fixture.folders.folders(as: ada).map(\.id.rawValue)
        #expect(!ids.contains(id(1)) && !ids.contains(id(2)))
        let trial = try await take(items, fixture, isTrial: true, from: .appleMusic)
        #expect(trial == Array(repeating: .present, count: 4))
        // A playlist of the same name that was made here does not belong to the other service.
        let lost = ImportedPlaylistPlace(playlist: "Mix", name: "Mix", isOwn: true, path: steps(path))
        _ = try await fixture.playlist(["t0"])
        #expect(try await take([.playlistPlace(lost)], fixture, from: .appleMusic) == [.unmatched])
    }

    @Test("have the usual limits of number and depth, and contain only the user's playlists")
    func limits() async throws {
        let fixture = try await ShelfFixture()
        let theirs = try await fixture.folder("Theirs", as: ShelfFixture.bob)
        let hidden = try await fixture.playlist(["t0"], as: ShelfFixture.bob)
        let list = try await fixture.playlist(["t0"])
        let foreign = ImportedPlaylistFolder(id: theirs.rawValue, name: "Theirs")
        let outcomes = try await take(
            [
                .playlistFolder(path: [foreign], at: Self.then), folder((9, "\u{200B}")), folder((1, "1")),
                folder((1, "1"), (2, "2")), folder((1, "1"), (2, "2"), (3, "3")),
                folder((1, "1"), (2, "2"), (3, "3"), (4, "4")),
                // The parent folders do not exist.
                folder((8, "Gone"), (5, "5")),
                place(hidden, (1, "1")), place(hidden, isOwn: false, (1, "1")), place(list, (8, "Gone")),
            ], fixture)
        #expect(
            outcomes == [
                .unmatched, .unmatched, .added, .added, .added, .unmatched, .added, .unmatched, .unmatched, .unmatched,
            ])
        #expect(try await outline(fixture) == ["1 0", "1/2 0", "1/2/3 0", "5 0"])
        #expect(try await outline(fixture, as: ShelfFixture.bob) == ["Theirs 0"])
        // In a trial, earlier items were rolled back. Another user's playlist would be missing in any case.
        let trial = try await take(
            [place(hidden, (1, "1")), place(hidden, isOwn: false, (1, "1"))], fixture, isTrial: true)
        #expect(trial == [.added, .unmatched])
        let many = (10..<300).map { folder(($0, "\($0)")) }
        #expect(try await take(many, fixture).count { $0 == .added } == 196)
        #expect(try await fixture.folders.folders(as: ada).count == 200)
    }
}
