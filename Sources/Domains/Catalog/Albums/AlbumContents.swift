/// An album and its tracks, each with everything known about it.
package struct AlbumContents: Sendable, Equatable {
    package let profile: AlbumProfile
    /// By disc and number, at most 2000; without lyrics and corrections.
    package let tracks: [TrackDetails]

    package init(profile: AlbumProfile, tracks: [TrackDetails]) {
        self.profile = profile
        self.tracks = tracks
    }
}
