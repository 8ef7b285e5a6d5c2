/// What an album says about itself beyond what lists show.
package struct AlbumFacts: Sendable, Equatable {
    /// As the files have it: `YYYY`, `YYYY-MM` or `YYYY-MM-DD`.
    package var date: String?
    /// Of the first issue.
    package var originalDate: String?
    /// By name.
    package var genres: [String] = []
    package var discTotal = 1
    package var musicBrainzRelease: String?
    package var musicBrainzReleaseGroup: String?
    /// What its tracks say.
    package var release = ReleaseTags()

    package init() {}

    /// When this edition came out.
    package var releaseDate: String? { release.date ?? date }
}
