import Accounts
import Primitives
import Catalog
import Files
import Foundation
import NIOPosix
import SQLiteStore
import Shelf
import Support

/// Shelves over the database of a `ShelfFixture`.
struct ShelfItemFixture: Sendable {
    let base: ShelfFixture
    let store: SQLiteShelfStore
    let shelf: ShelfService
    let wishStore: SQLiteWishStore
    let wishes: WishService

    init() async throws {
        base = try await ShelfFixture()
        store = SQLiteShelfStore(base.database)
        wishStore = SQLiteWishStore(base.database)
        wishes = WishService(
            store: wishStore, catalog: base.catalog, pictures: base.pictures, clock: base.clock)
        shelf = ShelfService(
            store: store, catalog: base.catalog, pictures: base.pictures, clock: base.clock)
    }

    func folder(_ name: String, as caller: Principal = ShelfFixture.ada) async throws -> ID<ShelfFolder> {
        try await shelf.create(FolderDraft(name: name, icon: .vinyl), as: caller, from: ShelfFixture.origin)
    }

    func entry(
        _ title: String, artist: String = "", comment: String = "", halves: Int? = nil,
        in folder: ID<ShelfFolder>? = nil, as caller: Principal = ShelfFixture.ada
    ) async throws -> ID<ShelfItem> {
        base.clock.advance(by: .seconds(1))
        return try await shelf.add(
            ShelfItemDraft(
                .entry(ShelfDescription(title: title, artist: artist)), comment: comment,
                rating: halves.flatMap { Rating(halves: $0) }, folder: folder),
            as: caller, from: ShelfFixture.origin)
    }

    @discardableResult
    func put(
        tracks: [String] = [], albums: [String] = [], items: [ID<ShelfItem>] = [], into folder: ID<ShelfFolder>? = nil,
        as caller: Principal = ShelfFixture.ada
    ) async throws -> ShelfPlacement.Outcome {
        base.clock.advance(by: .seconds(1))
        return try await shelf.put(
            ShelfPlacement(tracks: tracks.ids, albums: albums.map { ID($0) }, items: items, folder: folder),
            as: caller, from: ShelfFixture.origin)
    }

    func titles(
        _ sort: ShelfQuery.Sort = .title, descending: Bool = false, in place: ShelfQuery.Place = .anywhere,
        text: String = "", as caller: Principal = ShelfFixture.ada
    ) async throws -> [String] {
        let query = try ShelfQuery(sort: sort, isDescending: descending, place: place, text: text)
        var titles: [String] = []
        var cursor: Cursor?
        repeat {
            let page = try await shelf.items(query, PageRequest(limit: 2, cursor: cursor), as: caller)
            titles += page.items.map(\.item.title)
            cursor = page.next
        } while cursor != nil
        return titles
    }

    func item(_ id: ID<ShelfItem>, as caller: Principal = ShelfFixture.ada) async throws -> ShelvedItem {
        try await shelf.item(id, as: caller)
    }

    func folders(as caller: Principal = ShelfFixture.ada) async throws -> [ShelfFolder] {
        try await shelf.folders(PageRequest(limit: 500), as: caller).folders.items
    }

    func events(_ name: String) throws -> Int {
        try base.number("SELECT count(*) FROM event WHERE name = '\(name)'")
    }
}
