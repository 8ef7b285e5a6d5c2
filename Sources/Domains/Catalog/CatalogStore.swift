package import Primitives

/// Reads the catalog. Lists, counts and search contain only tracks whose files are present; a missing track is found by
/// its id only. Items of libraries outside the requested scope do not exist.
package protocol CatalogStore: Sendable {
    func tracks(_ query: TrackQuery, _ page: PageRequest) async throws -> Page<TrackItem>
    /// The outline of the whole list. Throws `invalid` for a random order.
    func outline(of query: TrackQuery, step: Int) async throws -> ListOutline
    /// Nil for a track that never existed. A missing one is returned and flagged as such.
    func track(_ id: ID<Track>, in scope: LibraryScope) async throws -> TrackDetails?
    /// The ids that are tracks of the scope, whether or not their files are present.
    func known(_ ids: Set<ID<Track>>, in scope: LibraryScope) async throws -> Set<ID<Track>>
    /// In the order of `ids`, repeated where they repeat, without those that never existed. Missing ones are flagged.
    func items(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackItem]
    /// All details except lyrics and corrections, which are read for a single track only; otherwise as `items(for:)`.
    func details(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackDetails]
    /// The tracks that other programs name so, in the order of the names; nil for a name without one. They are found by
    /// their MusicBrainz recording, then by ISRC, then by artist, title, album and length.
    func tracks(named names: [NamedTrack], in scope: LibraryScope) async throws -> [ID<Track>?]
    /// One indexed lookup, in any library; nil for a track that never existed.
    func source(of track: ID<Track>) async throws -> TrackSource?

    func albums(_ query: AlbumQuery, _ page: PageRequest) async throws -> Page<AlbumItem>
    func outline(of query: AlbumQuery, step: Int) async throws -> ListOutline
    func album(_ id: ID<Album>, in scope: LibraryScope) async throws -> AlbumDetails?
    /// In the order of `ids`, without albums that have no present track.
    func albumItems(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumItem]

    /// The tracks of albums, ordered by disc and number, at most 2000 of each. Albums without any are left out.
    func tracks(ofAlbums ids: [ID<Album>], in scope: LibraryScope) async throws -> [ID<Album>: [ID<Track>]]

    /// The facts of the albums that have a present track.
    func facts(of ids: [ID<Album>], in scope: LibraryScope) async throws -> [ID<Album>: AlbumFacts]

    /// Counts and pictures are those of the scope.
    func artists(_ query: ArtistQuery, _ page: PageRequest) async throws -> Page<ArtistItem>
    func outline(of query: ArtistQuery, step: Int) async throws -> ListOutline
    func artist(_ id: ID<Artist>, in scope: LibraryScope) async throws -> ArtistDetails?

    /// In the order of `ids`, without artists that have no credit in the scope.
    func artistItems(for ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ArtistItem]

    /// The facts of the artists that have a credit in the scope.
    func facts(of ids: [ID<Artist>], in scope: LibraryScope) async throws -> [ID<Artist>: ArtistFacts]

    /// Ordered by name, at most 1000.
    func genres(in scope: LibraryScope) async throws -> [GenreItem]

    /// At most `limit` of each kind; of tracks alone where a tempo in beats per minute is given.
    func search(
        _ query: SearchQuery, in scope: LibraryScope, tempo: ClosedRange<Int>?, sort: SearchSort, limit: Int
    ) async throws -> SearchResults
}

extension CatalogStore {
    /// Whether all of `ids` are tracks of the scope; see `known(_:in:)`.
    package func knows(_ ids: [ID<Track>], in scope: LibraryScope) async throws -> Bool {
        try await known(Set(ids), in: scope).isSuperset(of: ids)
    }

    /// The tracks of `ids` by their ids; see `items(for:in:)`.
    package func itemsByID(
        _ ids: some Sequence<ID<Track>>, in scope: LibraryScope
    ) async throws -> [ID<Track>: TrackItem] {
        let ids = Set(ids)
        guard !ids.isEmpty else { return [:] }
        return Dictionary(uniqueKeysWithValues: try await items(for: Array(ids), in: scope).map { ($0.id, $0) })
    }

    /// The albums of `ids` by their ids; see `albumItems(for:in:)`.
    package func albumItemsByID(
        _ ids: some Sequence<ID<Album>>, in scope: LibraryScope
    ) async throws -> [ID<Album>: AlbumItem] {
        let ids = Set(ids)
        guard !ids.isEmpty else { return [:] }
        return Dictionary(uniqueKeysWithValues: try await albumItems(for: Array(ids), in: scope).map { ($0.id, $0) })
    }
}
