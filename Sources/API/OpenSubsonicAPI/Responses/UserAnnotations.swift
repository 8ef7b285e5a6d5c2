import Catalog
package import Listening
import Primitives
package import Shelf

/// The caller's own data about items: play counts and times, bookmarks, likes, ratings, and the bitrate limit.
struct UserAnnotations: Sendable {
    var listening = ListeningAnnotations()
    var annotations = Annotations.none
    /// The highest bitrate of the user's streams in kbit/s; nil for no limit.
    var bitrateCeiling: Int?
}

/// Reads the annotations of all items in a reply.
package struct UserAnnotationsReader: Sendable {
    let listening: ListeningService
    let annotations: AnnotationService

    func read(
        tracks: [TrackDetails] = [], albums: [AlbumProfile] = [], artists: [ArtistProfile] = [], as caller: Principal
    ) async throws -> UserAnnotations {
        let subjects =
            tracks.map { AnnotationSubject.track($0.item.id) } + albums.map { .album($0.item.id) }
            + artists.map { .artist($0.item.id) }
        // Concurrently: each waits for a connection of its own.
        async let heard = listening.annotations(
            tracks: tracks.map(\.item.id), albums: albums.map(\.item.id), as: caller)
        var userAnnotations = UserAnnotations()
        userAnnotations.bitrateCeiling = caller.maximumBitrate
        userAnnotations.annotations = try await annotations.annotations(of: subjects, as: caller)
        userAnnotations.listening = try await heard
        return userAnnotations
    }
}
