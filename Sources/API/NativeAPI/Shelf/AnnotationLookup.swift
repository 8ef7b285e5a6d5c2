package import Catalog
package import Shelf
package import Primitives

/// Looks up, once for a whole page, what the caller makes of the things on it.
package struct AnnotationLookup: Sendable {
    private let annotations: AnnotationService

    package init(_ annotations: AnnotationService) {
        self.annotations = annotations
    }

    package func of(
        tracks: some Sequence<TrackItem> = [], albums: some Sequence<AlbumItem> = [],
        artists: some Sequence<ArtistItem> = [], as caller: Principal
    ) async throws -> Annotations {
        try await annotations.annotations(
            of: tracks.map { .track($0.id) } + albums.map { .album($0.id) } + artists.map { .artist($0.id) },
            as: caller)
    }

    func of(_ album: AlbumDetails, as caller: Principal) async throws -> Annotations {
        try await of(tracks: album.tracks, albums: [album.item], as: caller)
    }

    func annotation(
        of subject: AnnotationSubject, as caller: Principal
    ) async throws -> (annotation: Annotation, review: String?) {
        try await annotations.annotation(of: subject, as: caller)
    }
}
