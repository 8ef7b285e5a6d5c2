import Catalog
import HTTPSupport
import Hummingbird
import Primitives

extension [Endpoint.Parameter] {
    /// The filters of track and album lists.
    static let restriction: [Endpoint.Parameter] =
        [
            Endpoint.Parameter("library", .text, "Only of this library's id"),
            Endpoint.Parameter("yearFrom", .integer, "First issued in this year or later, 1 to 9999"),
            Endpoint.Parameter("yearTo", .integer, "First issued in this year or earlier, 1 to 9999"),
            Endpoint.Parameter("tempoFrom", .integer, "Tracks of at least as many beats per minute, 1 to 999"),
            Endpoint.Parameter("tempoTo", .integer, "Tracks of at most as many beats per minute, 1 to 999"),
            Endpoint.Parameter(
                "played", .choice(["true", "false"]), "Only what the caller has played (true) or never played (false)"),
            Endpoint.Parameter(
                "seed", .integer,
                "With sort=random: the same number gives the same order, 0 to 4294967295; by default a new order each time"
            ),
        ] + annotationFilters

    /// The filters by the caller's likes and ratings.
    static let annotationFilters: [Endpoint.Parameter] = [
        Endpoint.Parameter(
            "liked", .choice(["true", "false"]), "Only what the caller likes (true) or does not (false)"),
        Endpoint.Parameter("rating_min", .number, "Only what the caller has rated at least this, 1 to 5 in half steps"),
    ]
}

extension Request {
    /// The ids that a parameter names, separated by commas.
    func ids<Thing>(_ name: String, upTo most: Int) throws(DomainError) -> [ID<Thing>] {
        let ids = uri.queryParameters.filter { $0.key == name[...] }.flatMap { $0.value.split(separator: ",") }
        guard ids.count <= most, ids.allSatisfy({ $0.utf8.count <= 64 }) else {
            throw .invalid("Name at most \(most) by their ids, separated by commas", field: name)
        }
        return ids.map { ID(String($0)) }
    }

    /// A whole number from the query; nil when absent or empty.
    func number(_ name: String, in range: ClosedRange<Int>) throws(DomainError) -> Int? {
        guard let text = try text(name, upTo: 64) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalid(
                "\(name) must be a whole number between \(range.lowerBound) and \(range.upperBound)", field: name)
        }
        return number
    }

    /// Reads the parameters of `[Endpoint.Parameter].restriction`.
    func restriction() throws(DomainError) -> ListRestriction {
        let years = try range("year", in: 1...9999)
        let tempo = try range("tempo", in: 1...999)
        return ListRestriction(
            library: try text("library", upTo: 64).map { ID($0) }, years: years, tempo: tempo,
            isPlayed: try flag("played"),
            isLiked: try flag("liked"), minimumRating: try minimumRating(),
            seed: try number("seed", in: 0...4_294_967_295).map { Int64($0) })
    }

    /// A range from two parameters, of which one is enough; nil if both are absent.
    func range(_ name: String, in whole: ClosedRange<Int>) throws(DomainError) -> ClosedRange<Int>? {
        let from = try number(name + "From", in: whole)
        let to = try number(name + "To", in: whole)
        guard from != nil || to != nil else { return nil }
        let (first, last) = (from ?? whole.lowerBound, to ?? whole.upperBound)
        guard first <= last else {
            throw .invalid("\(name)To must not be less than \(name)From", field: name + "To")
        }
        return first...last
    }

    /// `true` or `false`; nil when absent or empty.
    func flag(_ name: String) throws(DomainError) -> Bool? {
        try choice(name, of: Choice.self).map { $0 == .true }
    }

    func minimumRating() throws(DomainError) -> Rating? {
        guard let text = try text("rating_min", upTo: 16) else { return nil }
        guard let stars = Double(text), let rating = Rating(stars: stars) else {
            throw .invalid("rating_min must be between 1 and 5 in half steps", field: "rating_min")
        }
        return rating
    }

    private enum Choice: String, CaseIterable {
        case `true`, `false`
    }
}

extension Endpoint.Parameter {
    static let order = Endpoint.Parameter(
        "order", .choice(of: ListOrder.self),
        "asc; desc where the sort is added, played, plays, popular, liked or rating; random has none")
    static let ofArtist = Endpoint.Parameter("artist", .text, "Only of this artist's id")
    static let ofGenre = Endpoint.Parameter("genre", .text, "Only of this genre's id")
    static let role = Endpoint.Parameter(
        "role", .choice(of: ArtistRole.self), "album artists and performers by default")
}

extension [Endpoint.Parameter] {
    /// The parameters that `Request.trackQuery` reads.
    static let trackQuery: [Endpoint.Parameter] =
        [
            Endpoint.Parameter("sort", .choice(of: TrackQuery.Sort.self), "title by default"),
            .order, Endpoint.Parameter("album", .text, "Only of this album's id"), .ofArtist, .ofGenre,
        ] + .restriction

    /// The parameters that `Request.albumQuery` reads.
    static let albumQuery: [Endpoint.Parameter] =
        [
            Endpoint.Parameter("sort", .choice(of: AlbumQuery.Sort.self), "name by default"),
            .order, .ofArtist, .ofGenre,
        ] + .restriction

    /// The parameters that `Request.artistQuery` reads.
    static let artistQuery: [Endpoint.Parameter] =
        [
            .role, Endpoint.Parameter("sort", .choice(of: ArtistQuery.Sort.self), "name by default"),
            .order,
        ] + .annotationFilters
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
            role: try choice("role"), isLiked: try flag("liked"), minimumRating: try minimumRating())
    }
}
