package import Catalog
package import HTTPSupport
import HTTPTypes
import Hummingbird
package import Listening
import Primitives

/// Browsing and searching.
package struct CatalogRoutes: Sendable {
    private let catalog: CatalogService
    private let listening: ListeningService

    package init(catalog: CatalogService, listening: ListeningService) {
        self.catalog = catalog
        self.listening = listening
    }

    package var endpoints: [Endpoint] {
        [
            Endpoint(
                .get, "/api/v1/tracks", .requires(.browse), tag: "catalogue", "Tracks",
                parameters: .trackQuery + .paging, reply: .json(.ok, .page(of: .named("TrackItem"))), handler: tracks),
            Endpoint(
                .get, "/api/v1/tracks/{id}", .requires(.browse), tag: "catalogue", "Everything about a track",
                reply: .json(.ok, .named("Track")), handler: track),
            Endpoint(
                .get, "/api/v1/albums", .requires(.browse), tag: "catalogue", "Albums",
                parameters: .albumQuery + .paging, reply: .json(.ok, .page(of: .named("AlbumItem"))), handler: albums),
            Endpoint(
                .get, "/api/v1/albums/{id}", .requires(.browse), tag: "catalogue", "An album with its tracks",
                reply: .json(.ok, .named("Album")), handler: album),
            Endpoint(
                .get, "/api/v1/artists", .requires(.browse), tag: "catalogue", "Artists by sort name",
                parameters: [.role] + .paging, reply: .json(.ok, .page(of: .named("ArtistItem"))), handler: artists),
            Endpoint(
                .get, "/api/v1/artists/{id}", .requires(.browse), tag: "catalogue", "An artist with what they made",
                reply: .json(.ok, .named("Artist")), handler: artist),
            Endpoint(
                .get, "/api/v1/genres", .requires(.browse), tag: "catalogue", "Genres by name",
                reply: .json(.ok, .list(of: .named("Genre"))), handler: genres),
            Endpoint(
                .get, "/api/v1/search", .requires(.browse), tag: "catalogue",
                "Search titles, artists, albums and genres",
                parameters: [
                    Endpoint.Parameter(
                        "q", .text,
                        "What to look for, at most 200 characters; what is misspelt is found where little else is"),
                    Endpoint.Parameter("limit", .integer, "Of each kind, 1 to 100, else 20"),
                ], reply: .json(.ok, .named("SearchResults")), handler: search),
        ]
    }

    @Sendable private func tracks(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await catalog.tracks(request.trackQuery(), request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(TrackItemBody.init)), capacity: page.items.count * 512)
    }

    @Sendable private func track(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Track> = try context.id("id")
        let caller = try context.principal()
        let track = try await catalog.track(id, as: caller)
        return .json(
            TrackBody(
                track: track, plays: try await listening.playCount(of: id, as: caller),
                showsPath: caller.may(.manageLibraries)))
    }

    @Sendable private func albums(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await catalog.albums(request.albumQuery(), request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(AlbumItemBody.init)), capacity: page.items.count * 384)
    }

    @Sendable private func album(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(AlbumBody(album: try await catalog.album(context.id("id"), as: context.principal())), capacity: 8192)
    }

    @Sendable private func artists(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let page = try await catalog.artists(
            role: request.choice("role"), request.pageRequest(), as: context.principal())
        return .json(PageBody(page.map(ArtistItemBody.init)), capacity: page.items.count * 192)
    }

    @Sendable private func artist(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let id: ID<Artist> = try context.id("id")
        let artist = try await catalog.artist(id, as: context.principal())
        let tracks = try await catalog.tracks(
            TrackQuery(sort: .album, artist: id), .first(10), as: context.principal())
        return .json(ArtistBody(artist: artist, topTracks: tracks.items), capacity: 16 * 1024)
    }

    @Sendable private func genres(_ request: Request, _ context: GatewayContext) async throws -> Response {
        .json(ListBody(try await catalog.genres(as: context.principal()).map(GenreBody.init)), capacity: 8192)
    }

    @Sendable private func search(_ request: Request, _ context: GatewayContext) async throws -> Response {
        let text = try request.text("q", upTo: 1024) ?? ""
        var limit = 20
        if let field = request.uri.queryParameters["limit"] {
            guard let number = Int(field) else {
                throw DomainError.invalid("limit must be a whole number", field: "limit")
            }
            limit = number
        }
        let results = try await catalog.search(text, limit: limit, as: context.principal())
        return .json(SearchBody(query: text, results: results), capacity: 16 * 1024)
    }
}
