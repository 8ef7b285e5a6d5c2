package import Primitives

/// A track whose file is gone, and a copy of that file which the catalogue took for a track of its own.
package struct TrackContinuity: Sendable, Equatable {
    /// The missing track; it takes the copy's place.
    package let lost: ID<Track>
    package let lostSince: Timestamp
    package let copy: SignatureMatch
    package let album: ID<Album>

    package init(lost: ID<Track>, lostSince: Timestamp, copy: SignatureMatch, album: ID<Album>) {
        self.lost = lost
        self.lostSince = lostSince
        self.copy = copy
        self.album = album
    }
}
