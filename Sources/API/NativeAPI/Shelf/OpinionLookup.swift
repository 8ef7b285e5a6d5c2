package import Catalog
package import Shelf
package import Primitives

/// Looks up, once for a whole page, what the caller makes of the things on it.
package struct OpinionLookup: Sendable {
    private let opinions: OpinionService

    package init(_ opinions: OpinionService) {
        self.opinions = opinions
    }

    package func of(
        tracks: some Sequence<TrackItem> = [], albums: some Sequence<AlbumItem> = [],
        artists: some Sequence<ArtistItem> = [], as caller: Principal
    ) async throws -> Opinions {
        try await opinions.opinions(
            of: tracks.map { .track($0.id) } + albums.map { .album($0.id) } + artists.map { .artist($0.id) },
            as: caller)
    }

    func of(_ album: AlbumDetails, as caller: Principal) async throws -> Opinions {
        try await of(tracks: album.tracks, albums: [album.item], as: caller)
    }

    func opinion(
        of subject: OpinionSubject, as caller: Principal
    ) async throws -> (opinion: Opinion, review: String?) {
        try await opinions.opinion(of: subject, as: caller)
    }
}
