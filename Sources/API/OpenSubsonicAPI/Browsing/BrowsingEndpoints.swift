import Accounts
package import Catalog
import HTTPSupport
import Primitives

/// The library by its tags: artists, albums, songs, genres.
package struct BrowsingEndpoints: Sendable {
    let items: ItemReader
    let catalog: CatalogService

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getMusicFolders", .requires(.read, .browse), musicFolders)
        SubsonicEndpoint("getGenres", .requires(.read, .browse), compressed: true, genres)
        SubsonicEndpoint("getArtists", .requires(.read, .browse), compressed: true, artists)
        SubsonicEndpoint("getArtist", .requires(.read, .browse), compressed: true, artist)
        SubsonicEndpoint("getAlbum", .requires(.read, .browse), compressed: true, album)
        SubsonicEndpoint("getSong", .requires(.read, .browse), compressed: true) { call in
            let caller = try call.caller
            let track = try await items.browsing.track(call.track(), as: caller)
            let userAnnotations = try await items.userAnnotations(tracks: [track], as: caller)
            return Reply("song") { SongBody(track, userAnnotations).write(to: &$0) }
        }
    }

    private func musicFolders(_ call: SubsonicCall) async throws -> Reply {
        let libraries = try await items.browsing.libraries(as: call.caller)
        return Reply.list("musicFolders", of: "musicFolder", libraries, each: 96) { writer, library in
            writer.attribute("id", library.number)
            writer.attribute("name", library.name)
        }
    }

    private func genres(_ call: SubsonicCall) async throws -> Reply {
        let genres = try await catalog.genres(as: call.caller)
        return Reply.list("genres", of: "genre", genres, each: 96) { writer, genre in
            writer.attribute("songCount", genre.trackCount)
            writer.attribute("albumCount", genre.albumCount)
            writer.content(genre.name)
        }
    }

    /// Lists artists with albums of their own. Others are found by searching, and on those artists' albums.
    private func artists(_ call: SubsonicCall) async throws -> Reply {
        let caller = try await call.narrowed(items.browsing)
        let artists = try await items.browsing.artists(role: .albumArtist, .first(ListWindow.furthest), as: caller)
        let userAnnotations = try await items.userAnnotations(artists: artists, as: caller)
        return Reply("artists", capacity: artists.count * 320) { writer in
            writer.attribute("ignoredArticles", LetterIndex<ArtistProfile>.ignoredArticles)
            LetterIndex(artists, by: \.sortKey).write(to: &writer) {
                ArtistBody($1, userAnnotations, nil).write(to: &$0)
            }
        }
    }

    private func artist(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let contents = try await items.browsing.contents(of: call.artist(), as: caller)
        let pictures = try call.pictures
        let userAnnotations = try await items.userAnnotations(
            albums: contents.albums, artists: [contents.profile], as: caller)
        return Reply("artist", capacity: contents.albums.count * 1200) { writer in
            ArtistBody(contents.profile, userAnnotations, pictures).write(
                to: &writer, albums: contents.albums.map { AlbumBody($0, userAnnotations) })
        }
    }

    private func album(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let contents = try await items.browsing.contents(of: call.album(), as: caller)
        let userAnnotations = try await items.userAnnotations(
            tracks: contents.tracks, albums: [contents.profile], as: caller)
        return Reply("album", capacity: contents.tracks.count * 1600 + 1200) { writer in
            AlbumBody(contents.profile, userAnnotations).write(
                to: &writer, songs: contents.tracks.map { SongBody($0, userAnnotations) })
        }
    }
}
