import Catalog
import Foundation
import GRDB
import Lyrics
import Primitives
import Shelf
import Testing

@testable import SQLiteStore

/// The catalog's queries other than filtered lists: the contents of one item, searches, and related items.
extension CatalogPlanTests {
    @Test(
        "the contents of a playlist",
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
        "all other lists",
        arguments: [
            ArtistList.wholeListed, ArtistList.wholeOfRole, ArtistList.listed(isFirst: true),
            ArtistList.listed(isFirst: false), ArtistList.ofRole(isFirst: true), ArtistList.ofRole(isFirst: false),
            GenreReader.genres, PictureColors.known,
            AnnotationSQL.of(.track).reviews,
            AnnotationSQL.of(.album).reviews, AnnotationSQL.of(.artist).reviews,
            AlbumReader.tracks(.everything), ScanRecord.newest,
            SQLiteRadioStore.list, SQLiteShareStore.list, SQLitePlaylistStore.holding,
            SQLiteBookmarkStore.page(.everything), SQLiteBookmarkStore.positions,
            SQLiteLibraryStore.problems(ofOne: false, isFirst: true),
            SQLiteLibraryStore.problems(ofOne: false, isFirst: false),
            SQLiteLibraryStore.problems(ofOne: true, isFirst: true),
            SQLiteLibraryStore.problems(ofOne: true, isFirst: false), SQLiteEditStore.newest,
            TrackDetailsReader.details,
            TrackDetailsReader.credits,
            SQLiteLyricsStore.titled(.everything), SQLiteLyricsStore.titled(some), SQLiteLyricsStore.tagged,
            SQLiteLyricsStore.beside, LyricsVersionTable.current, LyricsVersionTable.proposal,
            SQLiteLyricsWritingStore.versions(isFirst: false),
            SQLiteLyricsWritingStore.proposals(.everything, isFirst: false),
            SQLiteLyricsWritingStore.proposals(some, isFirst: true), SQLiteLyricsWritingStore.open(some),
            SQLiteLyricsLookupStore.names, SQLiteLyricsLookupStore.stored, SQLiteLyricsLookupStore.expired,
            SQLiteLyricsRunStore.next, SQLiteSidecarStore.own, SQLiteSidecarStore.pending,
            WordIndexSearch.matches(.everything), WordIndexSearch.sequences,
            AlbumReader.facts, AlbumReader.genres, ArtistReader.facts, ArtistReader.roles,
        ] + kinds.flatMap { [$0.exact, $0.beginning, $0.count, $0.playedHolding, $0.anyHolding, $0.candidates] })
    func lists(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.sorts(plan), "\(plan)")
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    private static let kinds: [SearchedKind] = [.tracks, .albums, .artists]
    private static let ofTempo = SearchedKind.tracks.within(SearchBounds(scope: some, tempo: 90...120))

    /// The same orders by the same indexes, with a check of each row's library.
    @Test(
        "all other lists within some libraries",
        arguments: [nil, ArtistRole.albumArtist, .composer].flatMap {
            [ArtistList.scoped($0, some, isFirstPage: true), ArtistList.scoped($0, some, isFirstPage: false)]
        }
            + kinds.map { $0.within(SearchBounds(scope: some)) }.flatMap {
                [$0.exact, $0.beginning, $0.count, $0.playedHolding, $0.anyHolding, $0.candidates]
            } + [
                ofTempo.exact, ofTempo.beginning, ofTempo.playedHolding, ofTempo.anyHolding, ofTempo.candidates,
                SQLitePlayStore.plays(some), SQLitePlayStore.during(some, isNewestFirst: true),
                SQLitePlayStore.during(some, isNewestFirst: false), SQLitePlayStore.total(some),
                SQLiteBookmarkStore.page(some), SQLiteImageAccessStore.moderated(some),
                ScopeReader.inScope(of: "track", some), WordIndexSearch.matches(some),
                ScopeReader.inScope(of: "album", some), ScopedArtists.roles(some),
            ])
    func scopedLists(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.sorts(plan), "\(plan)")
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    /// These sort the covers of one artist or genre, of which only the last is needed, the albums of one artist, and
    /// the results that are ranked anyway.
    @Test(
        "counts within some libraries",
        arguments: kinds.map { $0.within(SearchBounds(scope: some)) }.flatMap {
            [$0.exactAfterArticle, $0.playedBeginning, $0.ranked]
        } + [
            ScopedArtists.items(some), GenreReader.scopedGenres(some), GenreReader.scopedFound(some),
            GenreSearch.names(some), ArtistReader.albums(some), ArtistReader.appearsOn(some),
        ])
    func counted(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.scansTable(plan.filter { !$0.hasPrefix("SCAN part") && !$0.hasPrefix("SCAN genre") }), "\(plan)")
    }

    /// These sort because they rank, and their number is limited: the played items with such a beginning, at most 500
    /// rows of the index, the known words that share a dozen trigrams, and the genres, of which there are some hundred.
    @Test(
        "ranked results",
        arguments: kinds.flatMap { [$0.exactAfterArticle, $0.playedBeginning, $0.ranked] } + [
            SQLiteLyricsDirectoryStore.songs(.everything), SQLiteLyricsDirectoryStore.songs(some),
            SQLiteLyricsDirectoryStore.byISRC(some), MisspeltSearch.alike, MisspeltSearch.known, LenientSearch.halves,
            GenreSearch.names(.everything),
        ])
    func ranked(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(!Self.scansTable(plan.filter { !$0.hasPrefix("SCAN near") && !$0.hasPrefix("SCAN genre") }), "\(plan)")
    }

    /// These sort the most played of at most 2,000 matches.
    @Test("songs for programs that display lyrics", arguments: [LibraryScope.everything, some])
    func lyricsQueries(scope: LibraryScope) async throws {
        for query in [
            try LyricsQuery(title: "rain"), try LyricsQuery(title: "rain", artist: "nina", album: "songs"),
            try LyricsQuery(words: "rain", precision: .lines), try LyricsQuery(artist: "nina", words: "rain"),
            try LyricsQuery(anything: "rain"),
            try LyricsQuery(anything: "rain", words: "rain", precision: SongLyrics.Precision.none),
        ] {
            let plan = try await database.plan(LyricsQuerySQL(query, in: scope).sql)
            #expect(!Self.scansTable(plan.filter { $0 != "SCAN hit" }), "\(plan)")
        }
    }

    /// These sort few rows by nature: the listeners and genres of one item, the albums of an artist with few tracks,
    /// the artists of one name, the lyrics files of a folder.
    @Test(
        "related items",
        arguments: [
            SimilarityReader.albumArtists, SimilarityReader.performers, SimilarityReader.ownAlbums,
            SimilarityReader.otherAlbums, SimilarityReader.albumListeners, SimilarityReader.trackListeners,
            SimilarityReader.heard, SimilarityReader.albumGenres, SimilarityReader.trackGenres,
            SimilarityReader.genreAlbumsFrom, SimilarityReader.genresOfAlbums, SimilarityReader.oneGenre,
            SimilarityReader.songListeners, SimilarityReader.songArtists, SimilarityReader.songGenres,
            SuggestionReader.played, SuggestionReader.lowest("track"), SuggestionReader.lowest("album"),
            SuggestionReader.lowest("artist"), SQLiteDiscoveryStore.named,
            FolderTextReader.artistFolders, FolderTextReader.albumFolders, FolderTextReader.albumsIn,
            FolderTextReader.text,
        ]
            + [LibraryScope.everything, some].flatMap {
                [
                    SimilarityReader.traits($0), SuggestionReader.ofAlbums($0), SuggestionReader.byID($0),
                    SuggestionReader.from($0), SuggestionReader.before($0), SuggestionReader.habits($0),
                    SuggestionReader.ofMood($0), SuggestionReader.ofYears($0), SuggestionReader.firstYear($0),
                    AnalysisReader.figures($0),
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
        "the queries of streaming, and of the scanner for every file",
        arguments: [
            TrackDetailsReader.source, KnownFolderReader.signed, KnownFolderReader.texts, EditTable.find,
            AnnotationSQL.of(.track).isLiked, AnnotationSQL.of(.artist).stored, SQLiteLyricsStore.place,
            TrackMatching.byID, TrackMatching.byCode("recording"), TrackMatching.byCode("isrc"),
            SQLiteLyricsDirectoryStore.numbered, SQLiteLyricsDirectoryStore.byISRC(.everything),
            ProvidedLyricsTable.stored,
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
