import Catalog
import HTTPSupport
import Hummingbird
import Primitives

extension [Endpoint.Parameter] {
    /// What lists of tracks and of albums can be narrowed down by.
    static let restriction: [Endpoint.Parameter] =
        [
            Endpoint.Parameter("library", .text, "Only of this library's id"),
            Endpoint.Parameter("yearFrom", .integer, "First issued in this year or later, 1 to 9999"),
            Endpoint.Parameter("yearTo", .integer, "First issued in this year or earlier, 1 to 9999"),
            Endpoint.Parameter(
                "played", .choice(["true", "false"]), "Only what the caller has played (true) or never played (false)"),
            Endpoint.Parameter(
                "seed", .integer,
                "With sort=random: the same number gives the same order, 0 to 4294967295; a new order each time unless said"
            ),
        ] + judged

    /// By what the caller likes and how they rated it.
    static let judged: [Endpoint.Parameter] = [
        Endpoint.Parameter(
            "liked", .choice(["true", "false"]), "Only what the caller likes (true) or does not (false)"),
        Endpoint.Parameter("rating_min", .number, "Only what the caller has rated so or better, 1 to 5 in half steps"),
    ]
}

extension Request {
    /// A whole number of the query, nil where it is not there.
    func number(_ name: String, in range: ClosedRange<Int>) throws(DomainError) -> Int? {
        guard let text = uri.queryParameters[Substring(name)] else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw DomainError.invalid(
                "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound)", field: name)
        }
        return number
    }

    /// What `[Endpoint.Parameter].restriction` describes.
    func restriction() throws(DomainError) -> ListRestriction {
        let from = try wholeNumber("yearFrom", in: 1...9999)
        let to = try wholeNumber("yearTo", in: 1...9999)
        var years: ClosedRange<Int>?
        if from != nil || to != nil {
            guard from ?? 1 <= to ?? 9999 else {
                throw .invalid("yearTo must not be before yearFrom", field: "yearTo")
            }
            years = (from ?? 1)...(to ?? 9999)
        }
        return ListRestriction(
            library: try text("library", upTo: 64).map { ID($0) }, years: years,
            isPlayed: try choice("played", of: Choice.self).map { $0 == .true },
            isLiked: try isLiked(), minimumRating: try minimumRating(),
            seed: try wholeNumber("seed", in: 0...4_294_967_295).map { Int64($0) })
    }

    func isLiked() throws(DomainError) -> Bool? {
        try choice("liked", of: Choice.self).map { $0 == .true }
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

    private func wholeNumber(_ name: String, in range: ClosedRange<Int>) throws(DomainError) -> Int? {
        guard let text = try text(name, upTo: 64) else { return nil }
        guard let number = Int(text), range.contains(number) else {
            throw .invalid(
                "\(name) must be a whole number between \(range.lowerBound) and \(range.upperBound)", field: name)
        }
        return number
    }
}
