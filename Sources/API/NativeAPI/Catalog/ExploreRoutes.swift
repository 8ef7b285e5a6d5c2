package import Catalog
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
package import Shelf

/// The search before anything is typed, and the tracks that other users are playing.
package enum ExploreRoutes {
    private static let genres = 24
    private static let playlists = 24

    @TableBuilder<Endpoint>
    package static func endpoints(
        home: HomeService, catalog: CatalogService, playlists: PlaylistService, annotations: AnnotationLookup
    ) -> [Endpoint] {
        Endpoint(
            .get, "/api/v1/explore", .requires(.browse), tag: "catalogue",
            "What the group plays most this month, the largest genres, and public playlists", reply: ExploreBody.self,
            capacity: 32 * 1024, compressed: true
        ) { _, context in
            let caller = try context.principal()
            async let popularTracks = home.popular(as: caller)
            async let largeGenres = catalog.largestGenres(limit: Self.genres, as: caller)
            async let publicLists = playlists.playlists(
                PlaylistQuery(sort: .changed, isDescending: true, ownership: .public), .first(Self.playlists),
                as: caller)
            let popular = try await popularTracks
            let annotations = try await annotations.of(tracks: popular, as: caller)
            return ExploreBody(
                popular: popular.map { TrackItemBody($0, annotations) }, genres: try await largeGenres,
                playlists: try await publicLists.items.map { PlaylistBody(playlist: $0) })
        }
        Endpoint(
            .get, "/api/v1/now-playing/friends", .requires(.listen), tag: "Listening",
            "What other users are playing, of those who show it", reply: ListBody<FriendPlayingBody>.self,
            compressed: true
        ) { _, context in
            let caller = try context.principal()
            let friends = try await home.friends(as: caller)
            let annotations = try await annotations.of(tracks: friends.map(\.track), as: caller)
            return ListBody(friends.map { FriendPlayingBody(friend: $0, annotations: annotations) })
        }
    }
}

struct ExploreBody: ObjectBody {
    static let component: String? = "Explore"
    static let fields = Fields<Self> {
        Field("popular") { $0.popular }
        Field("genres") { $0.genres }
        Field("playlists") { $0.playlists }
    }

    let popular: [TrackItemBody]
    let genres: [GenreItem]
    let playlists: [PlaylistBody]
}
