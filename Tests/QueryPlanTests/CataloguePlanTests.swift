import Catalog
import Foundation
import GRDB
import Primitives
import Testing

@testable import SQLiteStore

/// Every list, order and filter of the catalogue, by EXPLAIN QUERY PLAN: rows come in the order of an index. What sorts
/// is named with its reason.
@Suite("The plan of") struct CataloguePlanTests {
    private static func plan(_ sql: String) async throws -> [String] {
        let path = NSTemporaryDirectory() + "rondo-plan-" + UUID().uuidString
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let database = try SQLiteDatabase.open(path: path)
        return try await database.read { db in
            let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN " + sql)
            statement.setUncheckedArguments(StatementArguments())
            return try Row.fetchAll(statement).map { $0["detail"] }
        }
    }

    private static func sorts(_ plan: [String]) -> Bool {
        plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") || $0.contains("RIGHT PART OF ORDER BY") }
    }

    private static func scansTable(_ plan: [String]) -> Bool {
        plan.contains { $0.hasPrefix("SCAN") && !$0.contains("USING") && !$0.contains("VIRTUAL") && $0 != "SCAN link" }
    }

    @Test("covers to look into, and the albums around an artist's picture") func artwork() async throws {
        let undescribed = try await Self.plan(SQLiteImageFactsStore.undescribed)
        #expect(undescribed.first?.contains("SEARCH i USING PRIMARY KEY (key>?)") == true, "\(undescribed)")
        #expect(!Self.sorts(undescribed) && !Self.scansTable(undescribed), "\(undescribed)")
        let albums = try await Self.plan(ArtistImages.albums)
        #expect(albums.contains { $0.contains("track_by_album_folder") } && !Self.scansTable(albums), "\(albums)")
    }

    @Test("tracks", arguments: TrackQuery.Sort.allCases, ListOrder.allCases)
    func tracks(sort: TrackQuery.Sort, order: ListOrder) async throws {
        let artist = TrackQuery(sort: sort, order: order, artist: ID("a"))
        let genre = TrackQuery(sort: sort, order: order, genre: ID("g"))
        let album = TrackQuery(sort: sort, order: order, album: ID("b"))
        for isFirst in [true, false] {
            for query in [TrackQuery(sort: sort, order: order), artist, genre] {
                let plan = try await Self.plan(TrackList(query).plan(nil).sql(isFirstPage: isFirst))
                #expect(!Self.sorts(plan), "\(plan)")
                #expect(
                    plan.first?.contains("USING INDEX track_by_\(sort.rawValue)") == true
                        || plan.first?.contains("USING COVERING INDEX track_by_\(sort.rawValue)") == true, "\(plan)")
            }
            // Sorted, because at most 2,000 rows are: a narrow filter, or the tracks of one album.
            for (query, filter) in [(artist, ListFilter.tracks(ofArtist: "a")), (genre, .tracks(ofGenre: "g"))] {
                let plan = try await Self.plan(TrackList(query).plan(filter).sql(isFirstPage: isFirst))
                #expect(!Self.scansTable(plan), "\(plan)")
            }
            let plan = try await Self.plan(TrackList(album).plan(nil).sql(isFirstPage: isFirst))
            #expect(plan.first?.contains("track_of_album (album=?") == true, "\(plan)")
        }
    }

    @Test("albums", arguments: AlbumQuery.Sort.allCases, ListOrder.allCases)
    func albums(sort: AlbumQuery.Sort, order: ListOrder) async throws {
        let artist = AlbumQuery(sort: sort, order: order, artist: ID("a"))
        let genre = AlbumQuery(sort: sort, order: order, genre: ID("g"))
        for isFirst in [true, false] {
            for query in [AlbumQuery(sort: sort, order: order), artist, genre] {
                let plan = try await Self.plan(AlbumList(query).plan(nil).sql(isFirstPage: isFirst))
                #expect(!Self.sorts(plan), "\(plan)")
                #expect(plan.first?.contains("INDEX album_by_\(sort.rawValue)") == true, "\(plan)")
            }
            // Sorted, because a narrow filter finds at most 2,000 rows.
            for (query, filter) in [(artist, ListFilter.albums(ofArtist: "a")), (genre, .albums(ofGenre: "g"))] {
                let plan = try await Self.plan(AlbumList(query).plan(filter).sql(isFirstPage: isFirst))
                #expect(!Self.scansTable(plan), "\(plan)")
            }
        }
    }

    @Test(
        "every other list",
        arguments: [
            ArtistList.listed, ArtistList.listedAfter, ArtistList.ofRole, ArtistList.ofRoleAfter, ArtistReader.genres,
            AlbumReader.tracks, ScanRecord.newest, ScanRecord.olderThan, SQLiteJournalReader.page,
            SQLiteLibraryStore.problems, SQLiteLibraryStore.problemsAfter, SQLiteLibraryStore.libraryProblems,
            SQLiteLibraryStore.libraryProblemsAfter, CatalogSearch.Statements.tracks.exact,
            CatalogSearch.Statements.tracks.beginning, CatalogSearch.Statements.albums.exact,
            CatalogSearch.Statements.albums.beginning, CatalogSearch.Statements.artists.exact,
            CatalogSearch.Statements.tracks.anyHolding, CatalogSearch.Statements.albums.anyHolding,
            CatalogSearch.Statements.artists.anyHolding,
        ])
    func lists(sql: String) async throws {
        let plan = try await Self.plan(sql)
        #expect(!Self.sorts(plan), "\(plan)")
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    /// Sorted by rank, which is what a search is for: only what the index found. Artists that begin alike are sorted by
    /// how much there is of them: there are some thousand artists at most.
    @Test(
        "what is ranked",
        arguments: [
            CatalogSearch.Statements.tracks.holding, CatalogSearch.Statements.albums.holding,
            CatalogSearch.Statements.artists.holding, CatalogSearch.Statements.artists.beginning,
        ])
    func ranked(sql: String) async throws {
        let plan = try await Self.plan(sql)
        #expect(!Self.scansTable(plan), "\(plan)")
    }

    @Test(
        "what streaming asks, and what the scanner asks of every file",
        arguments: [TrackDetailsReader.source, KnownFolderReader.signed])
    func lookUps(sql: String) async throws {
        let plan = try await Self.plan(sql)
        #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
    }

    @Test("the folders to prune") func folders() async throws {
        let plan = try await Self.plan(KnownFolderReader.folders)
        #expect(!Self.scansTable(plan), "\(plan)")
    }
}
