package import Primitives

/// Browses and searches the catalog. Every call needs `browse`. Items in libraries that the caller may not see do not
/// exist for them.
package struct CatalogService: Sendable {
    private let store: any CatalogStore

    package init(store: any CatalogStore) {
        self.store = store
    }

    /// Throws `forbidden` unless the caller may browse.
    private func store(for caller: Principal) throws(DomainError) -> any CatalogStore {
        try caller.require(.browse)
        return store
    }

    package func tracks(
        _ query: TrackQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<TrackItem> {
        try await store(for: caller).tracks(query.seen(by: caller), page)
    }

    /// The outline of the list that `tracks` pages through.
    package func outline(of query: TrackQuery, step: Int, as caller: Principal) async throws -> ListOutline {
        try await store(for: caller).outline(of: query.seen(by: caller), step: step)
    }

    /// Throws `notFound` for a track that does not exist or is missing.
    package func track(_ id: ID<Track>, as caller: Principal) async throws -> TrackDetails {
        guard let track = try await store(for: caller).track(id, in: caller.libraries), !track.item.isMissing else {
            throw DomainError.notFound("There is no such track")
        }
        return track
    }

    /// The tracks of queues and histories, with missing ones flagged; see `CatalogStore.items(for:)`.
    package func items(for ids: [ID<Track>], as caller: Principal) async throws -> [TrackItem] {
        try await store(for: caller).items(for: ids, in: caller.libraries)
    }

    /// The ids that are tracks, for lists that a player submits. `listen` is enough, since the player learns only
    /// whether the tracks exist.
    package func known(_ ids: [ID<Track>], as caller: Principal) async throws -> Set<ID<Track>> {
        try caller.require(.listen)
        return try await store.known(Set(ids), in: caller.libraries)
    }

    /// All details of many tracks except lyrics and corrections; otherwise as `items(for:)`.
    package func details(for ids: [ID<Track>], as caller: Principal) async throws -> [TrackDetails] {
        try await store(for: caller).details(for: ids, in: caller.libraries)
    }

    package func albums(
        _ query: AlbumQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<AlbumItem> {
        try await store(for: caller).albums(query.seen(by: caller), page)
    }

    /// The outline of the list that `albums` pages through.
    package func outline(of query: AlbumQuery, step: Int, as caller: Principal) async throws -> ListOutline {
        try await store(for: caller).outline(of: query.seen(by: caller), step: step)
    }

    package func album(_ id: ID<Album>, as caller: Principal) async throws -> AlbumDetails {
        try await store(for: caller).album(id, in: caller.libraries).orThrow(.notFound("There is no such album"))
    }

    /// The albums of a list such as "recently played"; see `CatalogStore.albumItems(for:)`.
    package func albumItems(for ids: [ID<Album>], as caller: Principal) async throws -> [AlbumItem] {
        try await store(for: caller).albumItems(for: ids, in: caller.libraries)
    }

    /// The facts of many albums, of those that exist.
    package func facts(of ids: [ID<Album>], as caller: Principal) async throws -> [ID<Album>: AlbumFacts] {
        try await store(for: caller).facts(of: ids, in: caller.libraries)
    }

    /// The albums with the newest tracks, for the home screen.
    package func recentlyAdded(limit: Int = 20, as caller: Principal) async throws -> [AlbumItem] {
        try await albums(AlbumQuery(sort: .added, order: .descending), .first(limit), as: caller).items
    }

    /// Albums by chance, others each day, for a user who does not know the catalog.
    package func assorted(on day: LocalDay, limit: Int = 20, as caller: Principal) async throws -> [AlbumItem] {
        let filter = ListRestriction(seed: Int64(day.number))
        return try await albums(AlbumQuery(sort: .random, filter: filter), .first(limit), as: caller).items
    }

    /// The tracks that the caller liked last.
    package func recentlyLiked(limit: Int, as caller: Principal) async throws -> [TrackItem] {
        try await tracks(TrackQuery(sort: .liked, order: .descending), .first(limit), as: caller).items
    }

    /// The artists of some albums, in their order, each once.
    package func artists(of albums: [AlbumItem], limit: Int = 20, as caller: Principal) async throws -> [ArtistItem] {
        var seen: Set<ID<Artist>> = []
        let ids = albums.flatMap(\.artists).map(\.id).filter { seen.insert($0).inserted }
        return try await artistItems(for: Array(ids.prefix(limit)), as: caller)
    }

    package func artists(
        _ query: ArtistQuery, _ page: PageRequest, as caller: Principal
    ) async throws -> Page<ArtistItem> {
        try await store(for: caller).artists(query.seen(by: caller), page)
    }

    /// The outline of the list that `artists` pages through.
    package func outline(of query: ArtistQuery, step: Int, as caller: Principal) async throws -> ListOutline {
        try await store(for: caller).outline(of: query.seen(by: caller), step: step)
    }

    package func artist(_ id: ID<Artist>, as caller: Principal) async throws -> ArtistDetails {
        try await store(for: caller).artist(id, in: caller.libraries).orThrow(.notFound("There is no such artist"))
    }

    /// See `CatalogStore.artistItems(for:)`.
    package func artistItems(for ids: [ID<Artist>], as caller: Principal) async throws -> [ArtistItem] {
        try await store(for: caller).artistItems(for: ids, in: caller.libraries)
    }

    /// The facts of many artists, of those that exist.
    package func facts(of ids: [ID<Artist>], as caller: Principal) async throws -> [ID<Artist>: ArtistFacts] {
        try await store(for: caller).facts(of: ids, in: caller.libraries)
    }

    package func genres(as caller: Principal) async throws -> [GenreItem] {
        try await store(for: caller).genres(in: caller.libraries)
    }

    /// The genres with the most tracks.
    package func largestGenres(limit: Int, as caller: Principal) async throws -> [GenreItem] {
        Array(try await genres(as: caller).sorted { $0.trackCount > $1.trackCount }.prefix(limit))
    }

    /// Searches all kinds of items. Text without a letter or digit finds names without one; empty text finds nothing.
    /// Text of more than 200 characters is refused.
    ///
    /// - Parameters:
    ///   - tempo: beats per minute, by tags or analysis. With it only tracks are found.
    ///   - sort: of the found tracks.
    package func search(
        _ text: String, limit: Int = 20, tempo: ClosedRange<Int>? = nil, sort: SearchSort = .relevance,
        as caller: Principal
    ) async throws -> SearchResults {
        try caller.require(.browse)
        guard (1...100).contains(limit) else {
            throw DomainError.invalid("limit must be between 1 and 100", field: "limit")
        }
        let query = try SearchQuery(text)
        guard !query.isEmpty else { return .empty }
        return try await store.search(query, in: caller.libraries, tempo: tempo, sort: sort, limit: limit)
    }
}
