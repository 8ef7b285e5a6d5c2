package import Catalog

/// An item with what the catalogue says of it at present.
package struct ShelvedItem: Sendable, Equatable {
    package let item: ShelfItem
    package let track: TrackItem?
    package let album: AlbumItem?

    package init(item: ShelfItem, track: TrackItem?, album: AlbumItem?) {
        self.item = item
        self.track = track
        self.album = album
    }
}
