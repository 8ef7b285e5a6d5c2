package import Primitives

/// Reads the catalogue. Lists, counts and search hold what is there at present; a missing track is found by its id
/// only. What belongs to a library outside the scope that is asked for is treated as if it never was.
package protocol CatalogStore: Sendable {
    func tracks(_ query: TrackQuery, _ page: PageRequest) async throws -> Page<TrackItem>
    /// The shape of the whole list. Throws `invalid` for a random one.
    func outline(of query: TrackQuery, step: Int) async throws -> ListOutline
    /// Nil for a track that never was; a missing one is given and says so.
    func track(_ id: ID<Track>, in scope: LibraryScope) async throws -> TrackDetails?
    /// Those of `ids` that are tracks of the scope, whether or not their files are there.
    func known(_ ids: Set<ID<Track>>, in scope: LibraryScope) async throws -> Set<ID<Track>>
    /// In the order of `ids`, repeated where they repeat, without those that never were; missing ones say so.
    func items(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackItem]
    /// Everything but lyrics and corrections, which are read of one track only; otherwise as `items(for:)`.
    func details(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackDetails]
    /// One indexed look-up, whichever the library; nil for a track that never was.
    func source(of track: ID<Track>) async throws -> TrackSource?

    func albums(_ query: AlbumQuery, _ page: PageRequest) async throws -> Page<AlbumItem>
    func outline(of query: AlbumQuery, step: Int) async throws -> ListOutline
    func album(_ id: ID<Album>, in scope: LibraryScope) async throws -> AlbumDetails?
    /// In the order of `ids`, without those that have no track at present.
    func albumItems(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumItem]

    /// The tracks of albums, by disc and number, at most 2000 of each. Albums without any are left out.
    func tracks(ofAlbums ids: [ID<Album>], in scope: LibraryScope) async throws -> [ID<Album>: [ID<Track>]]

    /// Of those of `ids` that have a track at present.
    func facts(of ids: [ID<Album>], in scope: LibraryScope) async throws -> [ID<Album>: AlbumFacts]

    /// Counts and pictures are those of the scope. By sort name: those who did `role`, or album artists and performers together when it
    /// is nil.
    func artists(role: ArtistRole?, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<ArtistItem>
    func outline(ofArtists role: ArtistRole?, in scope: LibraryScope, step: Int) async throws -> ListOutline
    /// The same, by somebody's likes and ratings.
    func artists(_ query: ArtistQuery, _ page: PageRequest) async throws -> Page<ArtistItem>
    func outline(of query: ArtistQuery, step: Int) async throws -> ListOutline
    func artist(_ id: ID<Artist>, in scope: LibraryScope) async throws -> ArtistDetails?

    /// In the order of `ids`, without those that made nothing in the scope.
    func artistItems(for ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ArtistItem]

    /// Of those of `ids` that made something in the scope.
    func facts(of ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ID<Artist>: ArtistFacts]

    /// By name, at most 1000.
    func genres(in scope: LibraryScope) async throws -> [GenreItem]

    /// At most `limit` of each kind.
    func search(_ query: SearchQuery, in scope: LibraryScope, limit: Int) async throws -> SearchResults
}
