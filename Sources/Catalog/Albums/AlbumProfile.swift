/// An album with everything that lists of whole libraries show of it.
package struct AlbumProfile: Sendable, Equatable {
    /// The name of a disc, as the tags of its tracks say.
    package struct Disc: Sendable, Equatable {
        package let number: Int
        package let title: String

        package init(number: Int, title: String) {
            self.number = number
            self.title = title
        }
    }

    package let item: AlbumItem
    /// Of this edition: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    package var date: String?
    /// First issued, in the same form.
    package var originalDate: String?
    /// By name.
    package var genres: [String]
    /// Those that have a name.
    package var discs: [Disc]
    package var musicBrainzRelease: String?
    package var musicBrainzReleaseGroup: String?

    package init(item: AlbumItem, genres: [String], discs: [Disc]) {
        self.item = item
        self.genres = genres
        self.discs = discs
    }
}
