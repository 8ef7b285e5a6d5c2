package import Catalog
import Shelf
package import HTTPSupport
import Hummingbird
package import Discovery
package import Listening
import Primitives

/// Browses and searches the catalog.
package enum CatalogRoutes {
    @TableBuilder<Endpoint>
    package static func endpoints(
        catalog: CatalogService, listening: ListeningService, discovery: DiscoveryService, annotations: AnnotationLookup
    ) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/tracks", .requires(.browse), tag: "catalogue", "Tracks", parameters: .trackQuery + .paging,
            reply: Page<TrackItemBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await catalog.tracks(request.trackQuery(), request.pageRequest(), as: caller)
            let annotations = try await annotations.of(tracks: page.items, as: caller)
            return page.map { TrackItemBody($0, annotations) }
        }
        Endpoint(
            .get, "/api/v1/tracks/{id}", .requires(.browse), tag: "catalogue", "Everything about a track",
            reply: TrackBody.self, compressed: true
        ) { _, context in
            try await TrackBody(of: context.id("id"), catalog, listening, annotations, as: context.principal())
        }
        Endpoint(
            .get, "/api/v1/albums", .requires(.browse), tag: "catalogue", "Albums", parameters: .albumQuery + .paging,
            reply: Page<AlbumItemBody>.self, capacity: 32 * 1024, compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await catalog.albums(request.albumQuery(), request.pageRequest(), as: caller)
            let annotations = try await annotations.of(albums: page.items, as: caller)
            return page.map { AlbumItemBody($0, annotations) }
        }
        Endpoint(
            .get, "/api/v1/albums/{id}", .requires(.browse), tag: "catalogue", "An album with its tracks",
            reply: AlbumBody.self, capacity: 8192, compressed: true
        ) { _, context in try await AlbumBody(of: context.id("id"), catalog, annotations, as: context.principal()) }
        Endpoint(
            .get, "/api/v1/artists", .requires(.browse), tag: "catalogue", "Artists by sort name",
            parameters: .artistQuery + .paging, reply: Page<ArtistItemBody>.self, capacity: 16 * 1024,
            compressed: true
        ) { request, context in
            let caller = try context.principal()
            let page = try await catalog.artists(request.artistQuery(), request.pageRequest(), as: caller)
            let annotations = try await annotations.of(artists: page.items, as: caller)
            return page.map { ArtistItemBody($0, annotations) }
        }
        Endpoint(
            .get, "/api/v1/artists/{id}", .requires(.browse), tag: "catalogue", "An artist with their music",
            reply: ArtistBody.self, capacity: 16 * 1024, compressed: true
        ) { _, context in
            let id: ID<Artist> = try context.id("id")
            let caller = try context.principal()
            let artist = try await catalog.artist(id, as: caller)
            let tracks = try await discovery.topTracks(of: id, limit: 10, as: caller)
            let annotations = try await annotations.of(
                tracks: tracks, albums: artist.albums + artist.appearsOn, artists: [artist.item], as: caller)
            return ArtistBody(artist: artist, topTracks: tracks, annotations: annotations)
        }
        Endpoint(
            .get, "/api/v1/genres", .requires(.browse), tag: "catalogue", "Genres by name",
            reply: ListBody<GenreItem>.self, capacity: 8192, compressed: true
        ) { _, context in ListBody(try await catalog.genres(as: context.principal())) }
        Endpoint(
            .get, "/api/v1/search", .requires(.browse), tag: "catalogue", "Search titles, artists, albums and genres",
            parameters: [
                Endpoint.Parameter(
                    "q", .text,
                    "Words to search for, at most 200 characters; similar spellings are tried if they find little"),
                Endpoint.Parameter("limit", .integer, "Results of each kind, 1 to 100; 20 by default"),
                Endpoint.Parameter(
                    "tempoFrom", .integer,
                    "Tracks alone, of at least as many beats per minute, 1 to 999"),
                Endpoint.Parameter(
                    "tempoTo", .integer, "Tracks alone, of at most as many beats per minute, 1 to 999"),
                Endpoint.Parameter(
                    "sort", .choice(of: SearchSort.self),
                    "The order of the tracks: the best first, or from slow to fast"),
            ], reply: SearchBody.self, capacity: 16 * 1024, compressed: true
        ) { request, context in
            let text = try request.text("q", upTo: 1024) ?? ""
            let limit = try request.number("limit", in: 1...100) ?? 20
            let caller = try context.principal()
            let results = try await catalog.search(
                text, limit: limit, tempo: request.range("tempo", in: 1...999),
                sort: request.choice("sort", of: SearchSort.self) ?? .relevance, as: caller)
            let annotations = try await annotations.of(
                tracks: results.tracks, albums: results.albums, artists: results.artists, as: caller)
            return SearchBody(query: text, results: results, annotations: annotations)
        }
    }
}
