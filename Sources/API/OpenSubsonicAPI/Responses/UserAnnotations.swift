package import Catalog
import HTTPSupport
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

/// Reads items of the catalog with the caller's own data about them.
package struct ItemReader: Sendable {
    let browsing: CatalogSyncService
    let listening: ListeningService
    let annotations: AnnotationService

    /// The annotations of all items in a reply.
    func userAnnotations(
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

    /// The songs in the order of their ids, without those that the caller may not see.
    func songs(_ ids: [ID<Track>], as caller: Principal) async throws -> [SongBody] {
        try await songs(browsing.tracks(for: ids, as: caller), as: caller)
    }

    func songs(_ tracks: [TrackDetails], as caller: Principal) async throws -> [SongBody] {
        let userAnnotations = try await userAnnotations(tracks: tracks, as: caller)
        return tracks.map { SongBody($0, userAnnotations) }
    }

    func songsByID(_ ids: [ID<Track>], as caller: Principal) async throws -> [ID<Track>: SongBody] {
        Dictionary(try await songs(ids, as: caller).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// A reply of artists, albums and songs.
    ///
    /// - Parameter isShort: whether artists and albums have the forms of the older calls.
    func reply(
        _ object: StaticString, _ found: WideSearchResults, _ call: SubsonicCall, as caller: Principal, isShort: Bool
    ) async throws -> Reply {
        let userAnnotations = try await userAnnotations(
            tracks: found.tracks, albums: found.albums, artists: found.artists, as: caller)
        let pictures = try call.pictures
        let capacity = found.artists.count * 320 + found.albums.count * 1200 + found.tracks.count * 1600
        return Reply(object, capacity: capacity) { writer in
            writer.array("artist", found.artists) {
                ArtistBody($1, userAnnotations, pictures).write(to: &$0, isShort: isShort)
            }
            writer.array("album", found.albums) { writer, album in
                let body = AlbumBody(album, userAnnotations)
                if isShort { body.writeDirectory(to: &writer) } else { body.write(to: &writer) }
            }
            writer.array("song", found.tracks) { SongBody($1, userAnnotations).write(to: &$0) }
        }
    }
}
