/// What the tags of one file mean for the catalogue: see `Grouping`.
package struct TrackGrouping: Sendable, Equatable {
    /// One artist's part in the track.
    package struct Credit: Sendable, Equatable {
        package let role: ArtistRole
        package let name: String
        /// The name by which artists are matched.
        package let folded: String
        package let sortName: String?
        package let musicBrainz: String?
        /// What a musician played or sang.
        package var part: String? = nil
    }

    package let title: String
    package let titleKey: String
    /// What the `album` sort begins with.
    package let albumSortKey: String
    /// The sort key of the first performer.
    package let artistKey: String
    /// Tracks of one library with equal keys are one album.
    package let albumKey: String
    package let albumName: String
    package let albumSortName: String?
    /// The album's folder: the parent where the file lies in a disc's folder.
    package let albumFolder: [UInt8]
    /// In order, each name once per role. There is always a performer; `albumArtist` only where the file or a
    /// compilation flag says so.
    package let credits: [Credit]
    /// In order, each once.
    package let genres: [String]
    package let discNumber: Int?
    package let trackNumber: Int?
    package let year: Int?
    package let originalYear: Int?
}
