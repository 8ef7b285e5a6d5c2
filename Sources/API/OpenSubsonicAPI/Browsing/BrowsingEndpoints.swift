import Accounts
package import Catalog
import HTTPSupport
import Primitives

/// The library by its tags: artists, albums, songs, genres.
package struct BrowsingEndpoints: Sendable {
    let browsing: CatalogSyncService
    let catalog: CatalogService
    let annotationReader: UserAnnotationsReader

    @TableBuilder<SubsonicEndpoint> package var endpoints: [SubsonicEndpoint] {
        SubsonicEndpoint("getMusicFolders", .requires(.read, .browse), musicFolders)
        SubsonicEndpoint("getGenres", .requires(.read, .browse), compressed: true, genres)
        SubsonicEndpoint("getArtists", .requires(.read, .browse), compressed: true, artists)
        SubsonicEndpoint("getArtist", .requires(.read, .browse), compressed: true, artist)
        SubsonicEndpoint("getAlbum", .requires(.read, .browse), compressed: true, album)
        SubsonicEndpoint("getSong", .requires(.read, .browse), compressed: true) { call in
            let caller = try call.caller
            let track = try await browsing.track(call.track(), as: caller)
            let userAnnotations = try await annotationReader.read(tracks: [track], as: caller)
            return Reply { writer in
                writer.object("song") { SongBody(track, userAnnotations).write(to: &$0) }
            }
        }
    }

    private func musicFolders(_ call: SubsonicCall) async throws -> Reply {
        let libraries = try await browsing.libraries(as: call.caller)
        return Reply { writer in
            writer.object("musicFolders") { writer in
                writer.array("musicFolder", libraries) { writer, library in
                    writer.attribute("id", library.number)
                    writer.attribute("name", library.name)
                }
            }
        }
    }

    private func genres(_ call: SubsonicCall) async throws -> Reply {
        let genres = try await catalog.genres(as: call.caller)
        return Reply(capacity: genres.count * 96) { writer in
            writer.object("genres") { writer in
                writer.array("genre", genres) { writer, genre in
                    writer.attribute("songCount", genre.trackCount)
                    writer.attribute("albumCount", genre.albumCount)
                    writer.content(genre.name)
                }
            }
        }
    }

    /// Lists artists with albums of their own. Others are found by searching, and on those artists' albums.
    private func artists(_ call: SubsonicCall) async throws -> Reply {
        let caller = try await call.narrowed(browsing)
        let artists = try await browsing.artists(role: .albumArtist, .first(ListWindow.furthest), as: caller)
        let userAnnotations = try await annotationReader.read(artists: artists, as: caller)
        return Reply(capacity: artists.count * 320) { writer in
            writer.object("artists") { writer in
                writer.attribute("ignoredArticles", LetterIndex<ArtistProfile>.ignoredArticles)
                LetterIndex(artists, by: \.sortKey).write(to: &writer) {
                    ArtistBody($1, userAnnotations, nil).write(to: &$0)
                }
            }
        }
    }

    private func artist(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let contents = try await browsing.contents(of: call.artist(), as: caller)
        let pictures = try call.pictures
        let userAnnotations = try await annotationReader.read(
            albums: contents.albums, artists: [contents.profile], as: caller)
        return Reply(capacity: contents.albums.count * 1200) { writer in
            writer.object("artist") { writer in
                ArtistBody(contents.profile, userAnnotations, pictures).write(
                    to: &writer, albums: contents.albums.map { AlbumBody($0, userAnnotations) })
            }
        }
    }

    private func album(_ call: SubsonicCall) async throws -> Reply {
        let caller = try call.caller
        let contents = try await browsing.contents(of: call.album(), as: caller)
        let userAnnotations = try await annotationReader.read(
            tracks: contents.tracks, albums: [contents.profile], as: caller)
        return Reply(capacity: contents.tracks.count * 1600 + 1200) { writer in
            writer.object("album") { writer in
                AlbumBody(contents.profile, userAnnotations).write(
                    to: &writer, songs: contents.tracks.map { SongBody($0, userAnnotations) })
            }
        }
    }
}
