import Catalog
package import Primitives
package import Shelf
import Support

/// Shelves and wishes over the database of a `ShelfFixture`.
package struct ShelfItemFixture: StoreFixture {
    package let base: ShelfFixture
    package let shelf: ShelfService
    package let wishes: WishService
    package var engine: Engine { base.engine }
    package var music: Music { base.music }

    package init() async throws {
        base = try await ShelfFixture()
        let engine = base.engine
        wishes = WishService(
            store: engine.wishes, catalog: engine.catalog, pictures: base.pictures, clock: base.clock)
        shelf = ShelfService(
            store: engine.shelf, catalog: engine.catalog, own: engine.ownSongs, pictures: base.pictures,
            clock: base.clock)
    }

    package func folder(_ name: String, as caller: Principal = ShelfFixture.ada) async throws -> ID<ShelfFolder> {
        try await shelf.create(FolderDraft(name: name, icon: .vinyl), as: caller, from: ShelfFixture.origin)
    }

    package func entry(
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

    /// - Parameter albums: the names of albums.
    @discardableResult
    package func put(
        tracks: [String] = [], albums: [String] = [], items: [ID<ShelfItem>] = [], into folder: ID<ShelfFolder>? = nil,
        as caller: Principal = ShelfFixture.ada
    ) async throws -> ShelfPlacement.Outcome {
        base.clock.advance(by: .seconds(1))
        return try await shelf.put(
            ShelfPlacement(tracks: tracks.ids, albums: albums.map(base.album), items: items, folder: folder),
            as: caller, from: ShelfFixture.origin)
    }

    package func titles(
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

    package func item(_ id: ID<ShelfItem>, as caller: Principal = ShelfFixture.ada) async throws -> ShelvedItem {
        try await shelf.item(id, as: caller)
    }

    package func folders(as caller: Principal = ShelfFixture.ada) async throws -> [ShelfFolder] {
        try await shelf.folders(PageRequest(limit: 500), as: caller).folders.items
    }
}
