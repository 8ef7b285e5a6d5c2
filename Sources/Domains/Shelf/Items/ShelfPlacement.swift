package import Catalog
package import Primitives

/// Things that are to be in a folder, or in none. What is not on the shelf yet comes on it.
package struct ShelfPlacement: Sendable, Equatable {
    package let tracks: [ID<Track>]
    package let albums: [ID<Album>]
    package let items: [ID<ShelfItem>]
    package let folder: ID<ShelfFolder>?

    package init(
        tracks: [ID<Track>] = [], albums: [ID<Album>] = [], items: [ID<ShelfItem>] = [], folder: ID<ShelfFolder>?
    ) throws(DomainError) {
        guard tracks.count + albums.count + items.count <= ShelfRules.mostAtOnce else {
            throw DomainError(.tooLarge, "At most \(ShelfRules.mostAtOnce) things are put somewhere at a time")
        }
        self.tracks = tracks
        self.albums = albums
        self.items = items
        self.folder = folder
    }

    /// What came of it.
    package struct Outcome: Sendable, Equatable {
        package let added: Int
        /// Those that were on the shelf, wherever they were.
        package let moved: Int

        package init(added: Int, moved: Int) {
            self.added = added
            self.moved = moved
        }
    }
}
