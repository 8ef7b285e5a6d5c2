import Catalog
import Foundation
import GRDB
import Primitives
import Shelf
import Testing

@testable import SQLiteStore

/// Every list, order and filter of the catalog, by EXPLAIN QUERY PLAN: rows come in index order. Sorting queries are
/// listed with the reason.
@Suite("Query plans of") struct CatalogPlanTests {
    let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    static func sorts(_ plan: [String]) -> Bool {
        plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") || $0.contains("RIGHT PART OF ORDER BY") }
    }

    static func scansTable(_ plan: [String]) -> Bool {
        plan.contains {
            $0.hasPrefix("SCAN") && !$0.contains("USING") && !$0.contains("VIRTUAL") && $0 != "SCAN link"
                && $0 != "SCAN CONSTANT ROW"
                && !$0.hasPrefix("SCAN (subquery")
        }
    }

    /// The scope of a user with access to some libraries.
    static let some = LibraryScope.only(["l", "m"])

    private static let restrictions = [
        ListRestriction(), ListRestriction(library: ID("l")), ListRestriction(years: 1990...1999),
        ListRestriction(isPlayed: true), ListRestriction(isPlayed: false),
        ListRestriction(library: ID("l"), years: 1990...1999, isPlayed: false), ListRestriction(scope: some),
        ListRestriction(library: ID("l"), years: 1990...1999, isPlayed: false, scope: some),
        ListRestriction(isLiked: true), ListRestriction(isLiked: false),
        ListRestriction(minimumRating: Rating(halves: 7)),
        ListRestriction(
            library: ID("l"), years: 1990...1999, isLiked: false, minimumRating: Rating(halves: 7), scope: some),
    ]

    /// Checks each list that walks its order, with every filter: nothing may sort. Also checks each filter as the
    /// driver of the query. There the rows are sorted, because `Selectivity` chooses a driver only where that costs
    /// less than the walk.
    private func check(_ list: FilteredList, index: String) async throws {
        guard let order = list.order else { return try await checkRandom(list) }
        for isFirst in [true, false] {
            let walk = try await database.plan(list.plan(order, nil).sql(isFirstPage: isFirst))
            #expect(!Self.sorts(walk), "\(walk)")
            #expect(walk.first?.contains(index.isEmpty ? "PRIMARY KEY" : "INDEX \(index)") == true, "\(walk)")
            #expect(!Self.scansTable(Array(walk.dropFirst())), "\(walk)")
            for filter in list.filters where filter.links != nil {
                let plan = try await database.plan(list.plan(order, filter).sql(isFirstPage: isFirst))
                #expect(!Self.scansTable(plan), "\(plan)")
            }
        }
        for filter in list.filters {
            let plan = try await database.plan(filter.count)
            #expect(!Self.scansTable(plan), "\(plan)")
        }
    }

    /// Random order looks up row numbers. Nothing is sorted, and no table is scanned.
    private func checkRandom(_ list: FilteredList) async throws {
        for driver in [nil] + list.filters.filter({ $0.links != nil }).map(Optional.some) {
            let random = RandomList(table: list.table, presence: list.presence, filters: list.filters, driver: driver)
            let plan = try await database.plan(driver == nil ? random.walking : random.driven)
            #expect(!Self.sorts(plan), "\(plan)")
            #expect(!Self.scansTable(plan), "\(plan)")
            #expect(driver != nil || plan.contains { $0.contains("SEARCH item USING INTEGER PRIMARY KEY") }, "\(plan)")
        }
    }

    @Test("access to a picture uses the indexes of the items that show it, and the few libraries")
    func pictures() async throws {
        for (sql, indexes) in [
            (
                SQLiteImageAccessStore.libraries,
                ["album_by_cover", "track_by_cover", "folder_artist_image_by_image", "folder_cover_by_image"]
            ),
            (
                SQLiteImageAccessStore.people,
                [
                    "account_by_picture", "wish_by_cover", "playlist_by_cover", "shelf_folder_by_image",
                    "shelf_item_by_cover", "submission_by_cover", "submission_by_file_cover",
                ]
            ),
            (
                SQLiteImageAccessStore.moderated(.everything),
                [
                    "submission_by_cover", "submission_by_file_cover", "track_edit_by_cover_before",
                    "track_edit_by_cover_after",
                ]
            ),
        ] {
            let plan = try await database.plan(sql)
            for index in indexes {
                #expect(plan.contains { $0.contains("INDEX \(index) (") }, "\(index): \(plan)")
            }
            #expect(!Self.sorts(plan) && !Self.scansTable(plan.filter { !$0.hasPrefix("SCAN l") }), "\(plan)")
        }
    }

    @Test("covers to examine, and the albums around an artist's picture") func artwork() async throws {
        let undescribed = try await database.plan(SQLiteImageFactsStore.undescribed)
        #expect(undescribed.first?.contains("SEARCH i USING PRIMARY KEY (key>?)") == true, "\(undescribed)")
        #expect(!Self.sorts(undescribed) && !Self.scansTable(undescribed), "\(undescribed)")
        // Scans the facts once per library scan. Few pictures are damaged, and the tracks of each are found by an
        // index.
        let embedded = try await database.plan(DamagedPictures.embedded)
        #expect(embedded.contains { $0.contains("track_by_cover") } && !Self.sorts(embedded), "\(embedded)")
        let albums = try await database.plan(FolderOwner.albums)
        #expect(albums.contains { $0.contains("track_by_album_folder") } && !Self.scansTable(albums), "\(albums)")
    }

    @Test("tracks", arguments: TrackQuery.Sort.allCases, ListOrder.allCases)
    func tracks(sort: TrackQuery.Sort, order: ListOrder) async throws {
        let index =
            switch sort {
            case .played: "play_count_recent"
            case .plays: "play_count_most"
            case .liked: "track_like_recent"
            case .rating: "track_rating_best"
            default: "track_by_\(sort.rawValue)"
            }
        for filter in Self.restrictions {
            for query in [
                TrackQuery(sort: sort, order: order, filter: filter),
                TrackQuery(sort: sort, order: order, artist: ID("a"), filter: filter),
                TrackQuery(sort: sort, order: order, genre: ID("g"), filter: filter),
                TrackQuery(sort: sort, order: order, artist: ID("a"), genre: ID("g"), filter: filter),
                TrackQuery(sort: sort, order: order, album: ID("b"), filter: filter),
            ] {
                try await check(TrackList(query).list, index: index)
            }
        }
    }

    @Test("albums", arguments: AlbumQuery.Sort.allCases, ListOrder.allCases)
    func albums(sort: AlbumQuery.Sort, order: ListOrder) async throws {
        let index =
            switch sort {
            case .played: "album_play_recent"
            case .plays: "album_play_most"
            case .liked: "album_like_recent"
            case .rating: "album_rating_best"
            default: "album_by_\(sort.rawValue)"
            }
        for filter in Self.restrictions {
            for query in [
                AlbumQuery(sort: sort, order: order, filter: filter),
                AlbumQuery(sort: sort, order: order, artist: ID("a"), filter: filter),
                AlbumQuery(sort: sort, order: order, genre: ID("g"), filter: filter),
                AlbumQuery(sort: sort, order: order, artist: ID("a"), genre: ID("g"), filter: filter),
            ] {
                try await check(AlbumList(query).list, index: index)
            }
        }
    }

    @Test("artists by likes and ratings", arguments: ArtistQuery.Sort.allCases, ListOrder.allCases)
    func artists(sort: ArtistQuery.Sort, order: ListOrder) async throws {
        for role in [nil, ArtistRole.albumArtist, .composer] {
            let index =
                switch sort {
                case .name: role == nil ? "artist_by_name" : ""
                case .liked: "artist_like_recent"
                case .rating: "artist_rating_best"
                }
            for (isLiked, minimum) in [(nil, nil), (true, nil), (false, Rating(halves: 7)), (nil, Rating(halves: 7))] {
                for scope in [LibraryScope.everything, Self.some] {
                    let query = ArtistQuery(
                        sort: sort, order: order, role: role, isLiked: isLiked, minimumRating: minimum, scope: scope)
                    try await check(RatedArtistList(query).list, index: index)
                }
            }
        }
    }

    @Test("playlists", arguments: PlaylistQuery.Sort.allCases, PlaylistQuery.Ownership.allCases)
    func playlists(sort: PlaylistQuery.Sort, ownership: PlaylistQuery.Ownership) async throws {
        for isDescending in [false, true] {
            for (isFirst, place) in [
                (false, PlaylistQuery.Place.anywhere), (true, .anywhere), (false, .unfiled), (true, .filed),
                (false, .folder(ID("f"))),
            ] {
                let query = PlaylistQuery(
                    sort: sort, isDescending: isDescending, ownership: ownership, place: place)
                let plan = try await database.plan(PlaylistReader.page(query, isFirst: isFirst))
                #expect(plan.first?.contains("INDEX playlist_by_\(sort.rawValue)") == true, "\(plan)")
                #expect(!Self.sorts(plan) && !Self.scansTable(plan), "\(plan)")
            }
        }
    }
}
