import Catalog
import GRDB
import Primitives

/// A list of tracks or albums with its order and filters, read page by page as ids.
struct FilteredList: Sendable {
    let name: String
    let table: String
    let presence: String
    let isDescending: Bool
    /// Nil for a random order.
    let order: ListPlan.Order?
    let filters: [ListFilter]
    let restriction: ListRestriction

    var keyset: KeysetList {
        order.map { KeysetList(name: name, columns: $0.columns.map(\.kind)) } ?? RandomList.keyset(table)
    }

    func page(_ db: Database, _ part: ListPart) throws -> (ids: [String], next: Primitives.Cursor?) {
        let driver = try Selectivity.driver(of: filters, table: table, limit: part.limit, db)
        guard let order else {
            let list = RandomList(table: table, presence: presence, filters: filters, driver: driver)
            return try list.page(db, part, seed: restriction.seed)
        }
        return try plan(order, driver).page(db, part, StatementArguments(arguments))
    }

    /// The list's outline. Throws `invalid` for a random order, which has none.
    ///
    /// - Parameter isByName: whether the order begins with a name.
    func outline(_ db: Database, step: Int, isByName: Bool) throws -> ListOutline {
        guard let order else { throw DomainError.invalid("A random order has no outline", field: "sort") }
        let driver = try Selectivity.driver(of: filters, table: table, limit: Self.everything, db)
        return try OutlineWalk(keyset: keyset, step: step, isByName: isByName).outline(
            db, sql: plan(order, driver).sql(isFirstPage: true), StatementArguments(arguments) + ["limit": -1])
    }

    /// A limit that is greater than any list.
    private static let everything = 1_000_000_000

    /// - Parameter driver: see `ListPlan`.
    func plan(_ order: ListPlan.Order, _ driver: ListFilter?) -> ListPlan {
        ListPlan(
            table: table, order: order, isDescending: isDescending, presence: presence, driver: driver, filters: filters
        )
    }

    var arguments: [String: DatabaseValue] {
        var arguments: [String: DatabaseValue] = [:]
        if let order, !order.conditions.isEmpty {
            arguments["listener"] = (restriction.listener?.rawValue ?? "").databaseValue
        }
        return filters.reduce(into: arguments) { $0.merge($1.arguments) { first, _ in first } }
    }
}

/// The list of tracks, in any order and with any filter.
struct TrackList: Sendable {
    private static let present = "item.missing_since IS NULL"
    let list: FilteredList
    private let isByName: Bool

    init(_ query: TrackQuery) {
        isByName = [.title, .artist, .album].contains(query.sort)
        let filters =
            [
                query.album.map { ListFilter.tracks(ofAlbum: $0.rawValue) },
                query.artist.map { .tracks(ofArtist: $0.rawValue) }, query.genre.map { .tracks(ofGenre: $0.rawValue) },
            ].compactMap(\.self) + ListFilter.tracks(query.filter)
        list = FilteredList(
            name: query.list, table: "track", presence: Self.present, isDescending: query.order == .descending,
            order: Self.order(query.sort), filters: filters, restriction: query.filter)
    }

    func page(_ db: Database, _ part: ListPart) throws -> Page<TrackItem> {
        let (ids, next) = try list.page(db, part)
        return Page(items: try TrackItemReader(db).items(ids), next: next)
    }

    func outline(_ db: Database, step: Int) throws -> ListOutline {
        try list.outline(db, step: step, isByName: isByName)
    }

    private static func order(_ sort: TrackQuery.Sort) -> ListPlan.Order? {
        let album: [ListPlan.Column] = [
            .text("album_sort_key"), .text("album"), .integer("disc_order"), .integer("track_order"), .text("id"),
        ]
        return switch sort {
        case .title: .index("track_by_title", of: "track", [.text("title_key"), .text("id")])
        case .added: .index("track_by_added", of: "track", [.integer("added_at"), .text("id")])
        case .artist: .index("track_by_artist", of: "track", [.text("artist_key"), .text("title_key"), .text("id")])
        case .album: .index("track_by_album", of: "track", album)
        case .duration: .index("track_by_duration", of: "track", [.integer("duration_ms"), .text("id")])
        case .year: .index("track_by_year", of: "track", [.integer("year_order")] + album)
        case .played: .own("play_count", of: "track", by: "play_count_recent", ["last_played_at"])
        case .plays: .own("play_count", of: "track", by: "play_count_most", ["plays", "last_played_at"])
        case .liked: .own("track_like", of: "track", by: "track_like_recent", ["liked_at"])
        case .rating: .own("track_rating", of: "track", by: "track_rating_best", ["rating", "rated_at"])
        case .popular:
            .index(
                "track_by_popularity", of: "track", [.integer("plays"), .text("id")], conditions: ["item.plays > 0"])
        case .tempo:
            .index(
                "track_by_tempo", of: "track", [.integer("shown_tempo"), .text("id")],
                conditions: ["item.shown_tempo IS NOT NULL"])
        case .random: nil
        }
    }
}

/// Walks a whole list in its order, by index, and records where pages and initial letters begin.
struct OutlineWalk {
    let keyset: KeysetList
    let step: Int
    /// Whether the first column of the sort key is a name.
    let isByName: Bool

    /// - Parameter sql: returns the columns of the sort key, in the list's order.
    func outline(_ db: Database, sql: String, _ arguments: StatementArguments) throws -> ListOutline {
        var (total, letter) = (0, "")
        var key: [Primitives.Cursor.Value] = []
        var cursors: [Primitives.Cursor] = []
        var letters: [ListOutline.Initial] = []
        let rows = try db.cursor(sql, arguments)
        while let row = try rows.next() {
            if !key.isEmpty {
                cursors.append(Primitives.Cursor(list: keyset.name, values: key))
                key = []
            }
            if isByName {
                let here = IndexLetter.of(row[0])
                if here != letter, !letters.contains(where: { $0.letter == here }) {
                    letters.append(ListOutline.Initial(letter: here, index: total))
                }
                letter = here
            }
            total += 1
            if total % step == 0 { key = keyset.key(keyset.columns.indices.map { row[$0] as DatabaseValue }) }
        }
        return ListOutline(total: total, step: step, cursors: cursors, letters: letters)
    }
}
