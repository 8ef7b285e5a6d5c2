import Catalog
import HTTPSupport
import Hummingbird
import Primitives

extension Endpoint.Parameter {
    static let order = Endpoint.Parameter(
        "order", .choice(ListOrder.allCases.map(\.rawValue)),
        "asc; desc where the sort is added, played, plays, popular, liked or rating; random has none")
    static let ofArtist = Endpoint.Parameter("artist", .text, "Only of this artist's id")
    static let ofGenre = Endpoint.Parameter("genre", .text, "Only of this genre's id")
    static let role = Endpoint.Parameter(
        "role", .choice(ArtistRole.allCases.map(\.rawValue)), "album artists and performers unless said")
}

extension [Endpoint.Parameter] {
    /// What `Request.trackQuery` reads.
    static let trackQuery: [Endpoint.Parameter] =
        [
            Endpoint.Parameter("sort", .choice(TrackQuery.Sort.allCases.map(\.rawValue)), "title unless said"),
            .order, Endpoint.Parameter("album", .text, "Only of this album's id"), .ofArtist, .ofGenre,
        ] + .restriction

    /// What `Request.albumQuery` reads.
    static let albumQuery: [Endpoint.Parameter] =
        [
            Endpoint.Parameter("sort", .choice(AlbumQuery.Sort.allCases.map(\.rawValue)), "name unless said"),
            .order, .ofArtist, .ofGenre,
        ] + .restriction

    /// What `Request.artistQuery` reads.
    static let artistQuery: [Endpoint.Parameter] =
        [
            .role, Endpoint.Parameter("sort", .choice(ArtistQuery.Sort.allCases.map(\.rawValue)), "name unless said"),
            .order,
        ] + .judged
}

extension Request {
    func trackQuery() throws(DomainError) -> TrackQuery {
        let sort = try choice("sort", of: TrackQuery.Sort.self) ?? .title
        let isNewestFirst = [.added, .played, .plays, .popular, .liked, .rating].contains(sort)
        return TrackQuery(
            sort: sort, order: try choice("order") ?? (isNewestFirst ? .descending : .ascending),
            album: try text("album", upTo: 64).map { ID($0) }, artist: try text("artist", upTo: 64).map { ID($0) },
            genre: try text("genre", upTo: 64).map { ID($0) }, filter: try restriction())
    }

    func albumQuery() throws(DomainError) -> AlbumQuery {
        let sort = try choice("sort", of: AlbumQuery.Sort.self) ?? .name
        let isNewestFirst = [.added, .played, .plays, .liked, .rating].contains(sort)
        return AlbumQuery(
            sort: sort, order: try choice("order") ?? (isNewestFirst ? .descending : .ascending),
            artist: try text("artist", upTo: 64).map { ID($0) }, genre: try text("genre", upTo: 64).map { ID($0) },
            filter: try restriction())
    }

    func artistQuery() throws(DomainError) -> ArtistQuery {
        let sort = try choice("sort", of: ArtistQuery.Sort.self) ?? .name
        return ArtistQuery(
            sort: sort, order: try choice("order") ?? (sort == .name ? .ascending : .descending),
            role: try choice("role"), isLiked: try isLiked(), minimumRating: try minimumRating())
    }
}
