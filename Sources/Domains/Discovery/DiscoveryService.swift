package import Analysis
package import Catalog
package import Primitives

/// Recommends similar music, and provides texts about artists and albums. It uses only the server's own data: listening
/// histories, genres, the sound of tracks, and texts in the libraries' folders. Every call needs `browse`. Items in libraries that the
/// caller may not see do not exist for them.
package struct DiscoveryService: Sendable {
    private static let artistLimit = 100
    private static let trackLimit = 500

    private let store: any DiscoveryStore
    private let descriptions: any DescriptionStore
    private let catalog: CatalogService
    private let finder: SuggestionFinder

    package init(
        store: any DiscoveryStore, descriptions: any DescriptionStore, sonic: SonicSimilarityService,
        catalog: CatalogService
    ) {
        self.store = store
        self.descriptions = descriptions
        self.catalog = catalog
        finder = SuggestionFinder(store: store, sonic: sonic)
    }

    package func info(
        of artist: ID<Artist>, similar limit: Int = 20, as caller: Principal
    ) async throws -> ArtistInfo {
        guard let facts = try await catalog.facts(of: [artist], as: caller)[artist],
            let item = try await catalog.artistItems(for: [artist], as: caller).first
        else { throw DomainError.notFound("There is no such artist") }
        async let text = store.text(about: artist, in: caller.libraries)
        async let similar = artists(like: artist, limit: limit, as: caller)
        async let described = descriptions.description(of: artist)
        let (own, outside) = (try await text.flatMap(InfoText.biography), try await described)
        return ArtistInfo(
            artist: item, biography: own ?? outside?.biography,
            biographyCredit: own == nil ? outside?.biographyCredit : nil,
            pictureCredit: outside?.picture.flatMap { $0.image == item.image ? $0.credit : nil },
            musicBrainzID: facts.musicBrainzID ?? outside?.musicBrainz, similar: try await similar)
    }

    package func info(of album: ID<Album>, as caller: Principal) async throws -> AlbumInfo {
        guard let item = try await catalog.albumItems(for: [album], as: caller).first,
            let facts = try await catalog.facts(of: [album], as: caller)[album]
        else { throw DomainError.notFound("There is no such album") }
        async let text = store.text(about: album, in: caller.libraries)
        let outside = try await descriptions.description(of: album)
        return AlbumInfo(
            album: item, notes: try await text.flatMap(InfoText.notes),
            coverCredit: outside?.picture.flatMap { $0.image == item.cover ? $0.credit : nil },
            originalDateCredit: outside?.firstReleased == facts.originalDate ? outside?.dateCredit : nil,
            musicBrainzRelease: facts.musicBrainzRelease ?? outside?.ids.release)
    }

    /// The most similar first (`SimilarityRanking`). The result does not change until a listening history or the
    /// catalog does.
    private func artists(like artist: ID<Artist>, limit: Int, as caller: Principal) async throws -> [ArtistItem] {
        let limit = min(max(0, limit), Self.artistLimit)
        guard limit > 0 else { return [] }
        let evidence = try await store.evidence(
            for: .artist(artist), in: caller.libraries, seed: StableHash(artist.rawValue).value)
        let ranked = SimilarityRanking(evidence).artists().prefix(limit).map(\.artist)
        return try await catalog.artistItems(for: Array(ranked), as: caller)
    }

    /// A random mix of tracks similar to the target and of other tracks by its artists, without the target itself; see
    /// `SuggestionFinder`. Another seed gives another mix.
    package func similarTracks(
        to target: DiscoveryTarget, limit: Int, seed: UInt64 = .random(in: 0 ... .max), as caller: Principal
    ) async throws -> [TrackItem] {
        try await require(target, as: caller)
        let limit = min(max(0, limit), Self.trackLimit)
        let examples = try await store.examples(
            of: target, in: caller.libraries, seed: seed, limit: SuggestionFinder.examples)
        let own: Set<ID<Track>> =
            switch target {
            case .track(let id): [id]
            case .album(let id): Set(try await store.tracks(of: [id], in: caller.libraries).map(\.track))
            case .songs(let ids): Set(ids)
            case .artist, .genre, .years, .mood: []
            }
        var mix = SimilarMix(seed: seed)
        let candidates = try await finder.candidates(
            for: target, like: examples, without: own, seed: seed, as: caller)
        return try await catalog.suggestions(SuggestionFinder.draw(limit, of: candidates, &mix), as: caller).map(
            \.track)
    }

    /// The top tracks of an artist; see `DiscoveryStore.topTracks`. Throws `notFound` for an artist that does not
    /// exist.
    package func topTracks(of artist: ID<Artist>, limit: Int, as caller: Principal) async throws -> [TrackItem] {
        try await require(.artist(artist), as: caller)
        let limit = min(max(0, limit), Self.trackLimit)
        return try await catalog.items(
            for: store.topTracks(of: artist, in: caller.libraries, limit: limit), as: caller)
    }

    /// The artist of this name with the most plays of all users; nil if the caller may not see one.
    package func artist(named name: String, as caller: Principal) async throws -> ID<Artist>? {
        try caller.require(.browse)
        guard let artist = try await store.artist(named: name) else { return nil }
        return try await catalog.facts(of: [artist], as: caller).isEmpty ? nil : artist
    }

    private func require(_ target: DiscoveryTarget, as caller: Principal) async throws {
        try await target.require(in: catalog, as: caller)
    }
}

extension DiscoveryTarget {
    /// Throws `notFound` where the caller may not see the target.
    func require(in catalog: CatalogService, as caller: Principal) async throws {
        let isThere =
            switch self {
            case .track(let id): try await catalog.items(for: [id], as: caller).contains { !$0.isMissing }
            case .album(let id): try await !catalog.facts(of: [id], as: caller).isEmpty
            case .artist(let id): try await !catalog.facts(of: [id], as: caller).isEmpty
            case .genre(let id): try await catalog.genres(as: caller).contains { $0.id == id }
            case .songs(let ids): try await catalog.items(for: ids, as: caller).contains { !$0.isMissing }
            case .years, .mood: true
            }
        guard isThere else { throw DomainError.notFound("There is no such track, album, artist or genre") }
    }
}

/// The server's information about an artist.
package struct ArtistInfo: Sendable, Equatable {
    package let artist: ArtistItem
    /// From a text in the artist's folder, or else from outside; with line breaks.
    package let biography: String?
    /// Where the biography comes from; nil for one of the library's own.
    package let biographyCredit: DescriptionCredit?
    /// Where the picture comes from; nil for one of the library's own.
    package let pictureCredit: DescriptionCredit?
    package let musicBrainzID: String?
    /// The most similar first.
    package let similar: [ArtistItem]
}

/// The server's information about an album.
package struct AlbumInfo: Sendable, Equatable {
    package let album: AlbumItem
    /// From a text in the album's folder, with line breaks.
    package let notes: String?
    /// Where the cover comes from; nil for one of the library's own.
    package let coverCredit: DescriptionCredit?
    /// Where the date of the first issue comes from; nil for one of the tags.
    package let originalDateCredit: DescriptionCredit?
    package let musicBrainzRelease: String?
}
