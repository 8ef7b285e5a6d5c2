package import Board
package import Catalog
package import Discovery
package import HTTPSupport
import Hummingbird
package import Listening
import Primitives
package import Shelf

/// The home screen in one reply, and what of it the caller uses.
package struct HomeRoutes: Sendable {
    private static let row = Input<HomeRow>("row", .choice())
    private static let rowItems = 12

    private let home: HomeService
    private let catalog: CatalogService
    private let playlists: PlaylistService
    private let board: BoardService
    private let mixes: MixService
    private let annotations: AnnotationLookup

    package init(
        home: HomeService, catalog: CatalogService, playlists: PlaylistService, board: BoardService,
        mixes: MixService, annotations: AnnotationLookup
    ) {
        self.home = home
        self.catalog = catalog
        self.playlists = playlists
        self.board = board
        self.mixes = mixes
        self.annotations = annotations
    }

    @TableBuilder<Endpoint> package var endpoints: [Endpoint] {
        Endpoint(
            .get, "/api/v1/home", .requires(.browse), tag: "catalogue",
            "The home screen: the content of its rows, and their order by what the caller uses", reply: HomeBody.self,
            capacity: 64 * 1024, compressed: true, handler: show)
        Endpoint(
            .post, "/api/v1/home/use", .requires(.listen), tag: "catalogue",
            "Record that the caller opened or played something of a row, which then moves up", body: Self.row.schema
        ) { request, context in
            let row = try await request.read(Self.row, upTo: 1024)
            try await home.use(row, as: context.principal())
        }
    }

    private func show(_: Request, _ context: GatewayContext) async throws -> HomeBody {
        let caller = try context.principal()
        async let personalHome = home.home(as: caller)
        async let addedAlbums = catalog.recentlyAdded(as: caller)
        async let likedTracks = catalog.recentlyLiked(limit: Self.rowItems, as: caller)
        async let largeGenres = catalog.largestGenres(limit: Self.rowItems, as: caller)
        async let lists = playlists.playlists(
            PlaylistQuery(sort: .changed, isDescending: true), .first(Self.rowItems), as: caller)
        async let day = board.board(on: .today, .first(Self.rowItems), as: caller)
        async let todaysMixes = mixes.mixes(as: caller)
        let personal = try await personalHome
        let added = try await addedAlbums
        let start = try await personal.isNewcomer ? catalog.assorted(on: personal.today, as: caller) : []
        let artists = try await personal.isNewcomer ? catalog.artists(of: start + added, as: caller) : []
        let (liked, posts) = (try await likedTracks, try await day.posts.items)
        let annotations = try await annotations.of(
            tracks: liked + personal.popular + personal.mostPlayed.map(\.track) + personal.friends.map(\.track)
                + posts.compactMap(\.track),
            albums: added + start + personal.albums, artists: artists + personal.artists, as: caller)
        let (mixDay, dayMixes) = try await todaysMixes
        return HomeBody(
            personal: personal, recentlyAdded: added, start: start, artists: artists, liked: liked,
            genres: try await largeGenres, playlists: try await lists.items, posts: posts,
            mixes: dayMixes.map { MixBody(day: mixDay.text, mix: $0) }, annotations: annotations)
    }
}

extension PersonalHome {
    fileprivate var albums: [AlbumItem] {
        recentlyPlayed + rediscover + onThisDay.map(\.album)
            + tiles.compactMap { if case .album(let album) = $0 { album } else { nil } }
    }

    fileprivate var artists: [ArtistItem] {
        tiles.compactMap { if case .artist(let artist) = $0 { artist } else { nil } }
    }
}

/// Rows without content are empty.
struct HomeBody: ObjectBody {
    static let component: String? = "Home"
    static let fields = Fields<Self> {
        Field("order") { $0.personal.order }
        Field("tiles") { body in body.personal.tiles.map { HomeTileBody($0, body.annotations) } }
        Field("board") { body in body.posts.map { PostBody(item: $0, annotations: body.annotations) } }
        Field("friends") { body in
            body.personal.friends.map { FriendPlayingBody(friend: $0, annotations: body.annotations) }
        }
        Field("playlists") { body in body.playlists.map { PlaylistBody(playlist: $0) } }
        Field("mixes") { $0.mixes }
        Field("recentlyPlayed") { body in body.personal.recentlyPlayed.map { AlbumItemBody($0, body.annotations) } }
        Field("recentlyAdded") { body in body.recentlyAdded.map { AlbumItemBody($0, body.annotations) } }
        Field("start") { body in body.start.map { AlbumItemBody($0, body.annotations) } }
        Field("popular") { body in body.personal.popular.map { TrackItemBody($0, body.annotations) } }
        Field("liked") { body in body.liked.map { TrackItemBody($0, body.annotations) } }
        Field("rediscover") { body in body.personal.rediscover.map { AlbumItemBody($0, body.annotations) } }
        Field("mostPlayed") { body in
            body.personal.mostPlayed.map {
                PlayedTrackBody(track: TrackItemBody($0.track, body.annotations), plays: $0.plays)
            }
        }
        Field("onThisDay") { body in
            body.personal.onThisDay.map {
                PastAlbumBody(yearsAgo: $0.yearsAgo, album: AlbumItemBody($0.album, body.annotations))
            }
        }
        Field("artists") { body in body.artists.map { ArtistItemBody($0, body.annotations) } }
        Field("genres") { $0.genres }
    }

    let personal: PersonalHome
    let recentlyAdded: [AlbumItem]
    let start: [AlbumItem]
    let artists: [ArtistItem]
    let liked: [TrackItem]
    let genres: [GenreItem]
    let playlists: [Playlist]
    let posts: [PostItem]
    let mixes: [MixBody]
    let annotations: Annotations
}

private struct PlayedTrackBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("track") { $0.track }
        Field("plays") { $0.plays }
    }

    let track: TrackItemBody
    let plays: Int
}

private struct PastAlbumBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("yearsAgo") { $0.yearsAgo }
        Field("album") { $0.album }
    }

    let yearsAgo: Int
    let album: AlbumItemBody
}

/// A quick way to an album or an artist: one of the two fields is there.
struct HomeTileBody: ObjectBody {
    static let fields = Fields<Self> {
        Field("album") { $0.album }
        Field("artist") { $0.artist }
    }

    let album: AlbumItemBody?
    let artist: ArtistItemBody?

    init(_ tile: HomeTileItem, _ annotations: Annotations) {
        switch tile {
        case .album(let item): (album, artist) = (AlbumItemBody(item, annotations), nil)
        case .artist(let item): (album, artist) = (nil, ArtistItemBody(item, annotations))
        }
    }
}

/// A user who shows what they are playing.
struct FriendPlayingBody: ObjectBody {
    static let component: String? = "FriendPlaying"
    static let fields = Fields<Self> {
        Field("person") { $0.friend.person }
        Field("track") { TrackItemBody($0.friend.track, $0.annotations) }
        Field("startedAt") { $0.friend.startedAt }
    }

    let friend: FriendPlaying
    let annotations: Annotations
}
