/// One album with its tracks.
package struct AlbumDetails: Sendable, Equatable {
    package let item: AlbumItem
    package let facts: AlbumFacts
    /// By disc and number, at most 2000.
    package let tracks: [TrackItem]

    package init(item: AlbumItem, facts: AlbumFacts, tracks: [TrackItem]) {
        self.item = item
        self.facts = facts
        self.tracks = tracks
    }

    package var date: String? { facts.date }
    package var originalDate: String? { facts.originalDate }
    package var genres: [String] { facts.genres }
    package var discTotal: Int { facts.discTotal }
    package var musicBrainzRelease: String? { facts.musicBrainzRelease }
    package var musicBrainzReleaseGroup: String? { facts.musicBrainzReleaseGroup }
}
