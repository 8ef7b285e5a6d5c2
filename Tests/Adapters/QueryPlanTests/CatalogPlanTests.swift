import Catalog
import Foundation
import GRDB
import Primitives
import Shelf
import Testing

@testable import SQLiteStore

/// Every list, order and filter of the catalog, by EXPLAIN QUERY PLAN: rows come in the order of an index. What sorts
/// is named with its reason.
@Suite("The plan of") struct CatalogPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    private static func sorts(_ plan: [String]) -> Bool {
        plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") || $0.contains("RIGHT PART OF ORDER BY") }
    }

    private static func scansTable(_ plan: [String]) -> Bool {
        plan.contains {
            $0.hasPrefix("SCAN") && !$0.contains("USING") && !$0.contains("VIRTUAL") && $0 != "SCAN link"
                && $0 != "SCAN CONSTANT ROW"
                && !$0.hasPrefix("SCAN (subquery")
        }
    }

    /// The scope of a user who was given some libraries.
    private static let some = LibraryScope.only(["l", "m"])

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

    /// Every filter in a list that walks its order, which nothing sorts; and every filter as the one that drives, whose
    /// rows are sorted, because `Selectivity` lets it drive only where that is less than the walk.
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

    /// Random order looks up row numbers; nothing is sorted, and no table is read from end to end.
    private func checkRandom(_ list: FilteredList) async throws {
        for driver in [nil] + list.filters.filter({ $0.links != nil }).map(Optional.some) {
            let random = RandomList(table: list.table, presence: list.presence, filters: list.filters, driver: driver)
            let plan = try await database.plan(driver == nil ? random.walking : random.driven)
            #expect(!Self.sorts(plan), "\(plan)")
            #expect(!Self.scansTable(plan), "\(plan)")
            #expect(driver != nil || plan.contains { $0.contains("SEARCH item USING INTEGER PRIMARY KEY") }, "\(plan)")
        }
    }

    @Test("who may see a picture is asked of the indexes of what shows one, and of the few libraries")
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

    @Test("covers to look into, and the albums around an artist's picture") func artwork() async throws {
        let undescribed = try await database.plan(SQLiteImageFactsStore.undescribed)
        #expect(undescribed.first?.contains("SEARCH i USING PRIMARY KEY (key>?)") == true, "\(undescribed)")
        #expect(!Self.sorts(undescribed) && !Self.scansTable(undescribed), "\(undescribed)")
        // The facts are read from end to end, once for each scan: few are of damaged pictures, and each finds its
        // tracks by an index.
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
            for isFirst in [false, true] {
                let query = PlaylistQuery(sort: sort, isDescending: isDescending, ownership: ownership)
                let plan = try await database.plan(PlaylistReader.page(query, isFirst: isFirst))
                #expect(plan.first?.contains("INDEX playlist_by_\(sort.rawValue)") == true, "\(plan)")
                #expect(!Self.sorts(plan) && !Self.scansTable(plan), "\(plan)")
            }
        }
    }

    @Test(
        "what is in a playlist",
        arguments: [LibraryScope.everything, some].flatMap {
            [
                PlaylistEntries.page($0, isFirst: true), PlaylistEntries.page($0, isFirst: false),
                PlaylistEntries.keys($0), PlaylistEntries.whole($0), PlaylistReader.covers($0),
            ]
        } + [
            PlaylistEntries.next, PlaylistEntries.previous, PlaylistReader.totals, PlaylistReader.one,
            TrackMatching.byPath, TrackMatching.byTitle,
        ])
    func playlist(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.sorts(plan), "\(plan)")
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    @Test(
        "every other list",
        arguments: [
            ArtistList.wholeListed, ArtistList.wholeOfRole, ArtistList.listed, ArtistList.listedAfter,
            ArtistList.ofRole, ArtistList.ofRoleAfter, GenreReader.genres, AnnotationSQL.tracks.reviews,
            AnnotationSQL.albums.reviews, AnnotationSQL.artists.reviews,
            AlbumReader.tracks(.everything), ScanRecord.newest, ScanRecord.olderThan,
            SQLiteRadioStore.list, SQLiteShareStore.list, SQLitePlaylistStore.holding,
            SQLiteBookmarkStore.page(.everything), SQLiteBookmarkStore.positions,
            SQLiteLibraryStore.problems, SQLiteLibraryStore.problemsAfter, SQLiteLibraryStore.libraryProblems,
            SQLiteLibraryStore.libraryProblemsAfter, SQLiteEditStore.newest, TrackDetailsReader.details,
            TrackDetailsReader.credits,
            SQLiteLyricsStore.titled(.everything), SQLiteLyricsStore.titled(some), SQLiteLyricsStore.tagged,
            SQLiteLyricsStore.beside, AlbumReader.facts, AlbumReader.genres, ArtistReader.facts, ArtistReader.roles,
        ] + kinds.flatMap { [$0.exact, $0.beginning, $0.count, $0.playedHolding, $0.anyHolding, $0.candidates] })
    func lists(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.sorts(plan), "\(plan)")
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    private static let kinds: [SearchedKind] = [.tracks, .albums, .artists]
    private static let ofTempo = SearchedKind.tracks.within(SearchBounds(scope: some, tempo: 90...120))

    /// The same orders by the same indexes, asking of each row whether it is in scope.
    @Test(
        "every other list within some libraries",
        arguments: [nil, ArtistRole.albumArtist, .composer].flatMap {
            [ArtistList.scoped($0, some, isFirstPage: true), ArtistList.scoped($0, some, isFirstPage: false)]
        }
            + kinds.map { $0.within(SearchBounds(scope: some)) }.flatMap {
                [$0.exact, $0.beginning, $0.count, $0.playedHolding, $0.anyHolding, $0.candidates]
            } + [
                ofTempo.exact, ofTempo.beginning, ofTempo.playedHolding, ofTempo.anyHolding, ofTempo.candidates,
                SQLitePlayStore.plays(some), SQLiteBookmarkStore.page(some), SQLiteImageAccessStore.moderated(some),
                ScopeReader.inScope(of: "track", some),
                ScopeReader.inScope(of: "album", some), ScopedArtists.roles(some),
            ])
    func scopedLists(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.sorts(plan), "\(plan)")
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    /// Sorted are the covers of one artist or genre, the last of which is wanted, and one artist's albums; and what is
    /// sorted anyway.
    @Test(
        "what is counted within some libraries",
        arguments: kinds.map { $0.within(SearchBounds(scope: some)) }.flatMap { [$0.exactAfterArticle, $0.playedBeginning, $0.ranked] } + [
            ScopedArtists.items(some), GenreReader.scopedGenres(some), GenreReader.scopedFound(some),
            GenreSearch.names(some), ArtistReader.albums(some), ArtistReader.appearsOn(some),
        ])
    func counted(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.scansTable(plan.filter { !$0.hasPrefix("SCAN part") && !$0.hasPrefix("SCAN genre") }), "\(plan)")
    }

    /// Sorted because ranked, and bounded: what was played of what begins so, at most 500 rows that the index holds,
    /// the known words that share a dozen trigrams; and the genres, of which there are some hundred.
    @Test(
        "what is ranked",
        arguments: kinds.flatMap { [$0.exactAfterArticle, $0.playedBeginning, $0.ranked] } + [
            MisspeltSearch.alike, MisspeltSearch.known, LenientSearch.halves, GenreSearch.names(.everything),
        ])
    func ranked(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.scansTable(plan.filter { !$0.hasPrefix("SCAN near") && !$0.hasPrefix("SCAN genre") }), "\(plan)")
    }

    /// Sorted are things that are few by their nature: who hears one thing, its genres, the albums of an artist of few
    /// tracks, the artists of one name, the texts of a folder.
    @Test(
        "what leads from one thing to others",
        arguments: [
            SimilarityReader.albumArtists, SimilarityReader.performers, SimilarityReader.ownAlbums,
            SimilarityReader.otherAlbums, SimilarityReader.albumListeners, SimilarityReader.trackListeners,
            SimilarityReader.heard, SimilarityReader.albumGenres, SimilarityReader.trackGenres,
            SimilarityReader.genreAlbumsFrom, SimilarityReader.genresOfAlbums, SimilarityReader.oneGenre,
            SuggestionReader.played, SQLiteDiscoveryStore.named,
            FolderTextReader.artistFolders, FolderTextReader.albumFolders, FolderTextReader.albumsIn,
            FolderTextReader.text,
        ]
            + [LibraryScope.everything, some].flatMap {
                [
                    SimilarityReader.traits($0), SuggestionReader.ofAlbums($0), SuggestionReader.byID($0),
                    SuggestionReader.from($0), SuggestionReader.before($0), SuggestionReader.habits($0),
                    TopTracks.performed($0),
                    TopTracks.partOf($0),
                    TopTracks.mostPlayed($0), TopTracks.byTitle($0),
                ]
            })
    func discovery(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.scansTable(plan.filter { !$0.hasPrefix("SCAN part") && !$0.hasPrefix("SCAN own") }), "\(plan)")
    }

    @Test("most played first, by index", arguments: [LibraryScope.everything, some]) func mostPlayed(
        scope: LibraryScope
    ) async throws {
        for sql in [
            TopTracks.mostPlayed(scope), TopTracks.byTitle(scope), SimilarityReader.heard,
            SimilarityReader.genreAlbumsFrom,
        ] {
            let plan = try await database.plan(sql)
            #expect(!Self.sorts(plan), "\(plan)")
        }
    }

    @Test(
        "what streaming asks, and what the scanner asks of every file",
        arguments: [
            TrackDetailsReader.source, KnownFolderReader.signed, KnownFolderReader.texts, EditTable.find,
            AnnotationSQL.tracks.isLiked, AnnotationSQL.artists.stored, SQLiteLyricsStore.place,
            TrackMatching.byID, TrackMatching.byRecording, TrackMatching.byISRC,
        ])
    func lookUps(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test("the folders to prune") func folders() async throws {
        let plan = try await database.plan(KnownFolderReader.folders)
        #expect(!Self.scansTable(plan), "\(plan)")
    }
}
