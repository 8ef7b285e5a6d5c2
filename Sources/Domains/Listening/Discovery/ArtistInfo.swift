package import Catalog

/// What the gateway can tell about an artist.
package struct ArtistInfo: Sendable, Equatable {
    package let artist: ArtistItem
    /// From a text in the artist's folder, with line breaks.
    package let biography: String?
    package let musicBrainzID: String?
    /// The most similar first.
    package let similar: [ArtistItem]

    package init(artist: ArtistItem, biography: String?, musicBrainzID: String?, similar: [ArtistItem]) {
        self.artist = artist
        self.biography = biography
        self.musicBrainzID = musicBrainzID
        self.similar = similar
    }
}
