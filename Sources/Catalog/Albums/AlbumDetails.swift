/// One album with its tracks.
package struct AlbumDetails: Sendable, Equatable {
    package let item: AlbumItem
    package let date: String?
    package let originalDate: String?
    package let genres: [String]
    package let discTotal: Int
    package let musicBrainzRelease: String?
    package let musicBrainzReleaseGroup: String?
    /// By disc and number, at most 2000.
    package let tracks: [TrackItem]

    package init(
        item: AlbumItem, date: String?, originalDate: String?, genres: [String], discTotal: Int,
        musicBrainzRelease: String?, musicBrainzReleaseGroup: String?, tracks: [TrackItem]
    ) {
        self.item = item
        self.date = date
        self.originalDate = originalDate
        self.genres = genres
        self.discTotal = discTotal
        self.musicBrainzRelease = musicBrainzRelease
        self.musicBrainzReleaseGroup = musicBrainzReleaseGroup
        self.tracks = tracks
    }
}
