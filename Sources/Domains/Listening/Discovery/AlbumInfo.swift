package import Catalog

/// What the gateway can tell about an album.
package struct AlbumInfo: Sendable, Equatable {
    package let album: AlbumItem
    /// From a text in the album's folder, with line breaks.
    package let notes: String?
    package let musicBrainzRelease: String?

    package init(album: AlbumItem, notes: String?, musicBrainzRelease: String?) {
        self.album = album
        self.notes = notes
        self.musicBrainzRelease = musicBrainzRelease
    }
}
