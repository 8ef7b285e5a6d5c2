import Catalog
package import Listening
import Primitives
package import Shelf

/// Finds the marks of what a reply shows.
package struct UserAnnotationsReader: Sendable {
    private let listening: ListeningService
    private let annotations: AnnotationService

    package init(listening: ListeningService, annotations: AnnotationService) {
        self.listening = listening
        self.annotations = annotations
    }

    func read(
        tracks: [TrackDetails] = [], albums: [AlbumProfile] = [], artists: [ArtistProfile] = [], as caller: Principal
    ) async throws -> UserAnnotations {
        let subjects =
            tracks.map { AnnotationSubject.track($0.item.id) } + albums.map { .album($0.item.id) }
            + artists.map { .artist($0.item.id) }
        // Side by side: each waits for a connection of its own.
        async let heard = listening.annotations(
            tracks: tracks.map(\.item.id), albums: albums.map(\.item.id), as: caller)
        var userAnnotations = UserAnnotations()
        userAnnotations.bitrateCeiling = caller.maximumBitrate
        userAnnotations.annotations = try await annotations.annotations(of: subjects, as: caller)
        userAnnotations.listening = try await heard
        return userAnnotations
    }
}
