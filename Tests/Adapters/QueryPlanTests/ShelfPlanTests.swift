import Journal
import Messaging
import Primitives
import Shelf
import Testing

@testable import SQLiteStore

/// Shelves come in index order, and every lookup uses an index.
@Suite("Query plans of the shelf") struct ShelfPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    private static let places: [ShelfQuery.Place] = [.anywhere, .unfiled, .folder(ID("f"))]

    @Test("lists", arguments: ShelfQuery.Sort.allCases, places)
    func list(sort: ShelfQuery.Sort, place: ShelfQuery.Place) async throws {
        for (scope, text, isDescending) in [
            (LibraryScope.everything, "", false), (.only(["l"]), "words", true), (.everything, "words", true),
        ] {
            let query = try ShelfQuery(sort: sort, isDescending: isDescending, place: place, text: text)
            for isFirst in [true, false] {
                let plan = try await database.plan(ShelfItemReader.page(query, scope, isFirst: isFirst))
                let index =
                    place == .anywhere ? "shelf_item_by_\(sort.rawValue)" : "shelf_item_in_folder_by_\(sort.rawValue)"
                #expect(plan.contains { $0.contains("SEARCH i USING INDEX \(index)") }, "\(plan)")
                #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
            }
        }
    }

    @Test(
        "folders",
        arguments: [
            (FolderShelfReader.page, "shelf_folder_by_name"),
            (FolderShelfReader.one, "sqlite_autoindex_shelf_folder_1"),
            (FolderShelfReader.covers(.everything), "shelf_item_in_folder_by_added"),
            (FolderShelfReader.covers(.only(["l"])), "shelf_item_in_folder_by_added"),
            (FolderShelfReader.counts(.everything), "COVERING INDEX shelf_item_in_folder"),
            (FolderShelfReader.countOfOne(.only(["l"])), "shelf_item_in_folder"),
            (ShelfStatisticsReader.total(.everything), "SEARCH i USING INDEX shelf_item_"),
            (ShelfStatisticsReader.ratings(.only(["l"])), "INDEX shelf_item_by_rating"),
            (ShelfItemReader.some(.only(["l"])), "sqlite_autoindex_shelf_item_1"),
            (ShelfItemReader.shelved, "COVERING INDEX shelf_item_of_track (track=? AND account=?)"),
            (ShelfTable.ofOutside, "INDEX shelf_item_of_outside (outside=? AND account=?)"),
        ])
    func folders(sql: String, index: String) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
    }

    @Test("folders of playlists") func playlistFolders() async throws {
        let folders = try await database.plan(SQLitePlaylistFolderStore.folders)
        #expect(folders.contains { $0.contains("INDEX playlist_folder_by_name (account=?)") }, "\(folders)")
        #expect(!folders.contains { $0.contains("TEMP B-TREE") }, "\(folders)")
        let playlists = try await database.plan(SQLitePlaylistFolderStore.playlists)
        #expect(playlists.contains { $0.contains("SEARCH i USING PRIMARY KEY (account=?)") }, "\(playlists)")
        #expect(playlists.contains { $0.contains("SEARCH p USING INDEX sqlite_autoindex_playlist_1") }, "\(playlists)")
    }

    @Test("moments", arguments: [LibraryScope.everything, .only(["l"])])
    func moments(scope: LibraryScope) async throws {
        let page = try await database.plan(MomentRows.page(scope))
        #expect(page.contains { $0.contains("m USING INDEX moment_by_position (track=? AND") }, "\(page)")
        for plan in [page, try await database.plan(MomentRows.one(scope))] {
            #expect(!plan.contains { $0.hasPrefix("SCAN") && !$0.contains("VIRTUAL") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        for sql in [MomentTable.countInTrack, MomentTable.count] {
            let plan = try await database.plan(sql)
            #expect(plan.contains { $0.contains("COVERING INDEX moment_by_author (account=?") }, "\(plan)")
        }
    }

    @Test("wishes", arguments: WishQuery.Sort.allCases, WishQuery.Ownership.allCases)
    func wishes(sort: WishQuery.Sort, ownership: WishQuery.Ownership) async throws {
        for (isFirst, text) in [(true, ""), (false, ""), (false, "words")] {
            let query = try WishQuery(sort: sort, ownership: ownership, text: text)
            let plan = try await database.plan(WishReader.page(query, isFirst: isFirst))
            #expect(plan.contains { $0.contains("w USING INDEX wish_by_\(sort.rawValue)") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        for sql in [WishReader.same, WishArrivals.wishes] {
            let plan = try await database.plan(sql)
            #expect(plan.contains { $0.contains("SEARCH w USING INDEX") }, "\(plan)")
        }
    }

    @Test("imported songs, and their possible matches") func importedSongs() async throws {
        for isFirst in [true, false] {
            let plan = try await database.plan(ImportedSongTable.page(isFirst: isFirst))
            #expect(plan.contains { $0.contains("SEARCH s USING INDEX imported_song_order (playlist=?") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        let arrivals = try await database.plan(SongArrivals.songs)
        for index in ["imported_song_awaited", "imported_song_awaited_isrc", "imported_song_awaited_recording"] {
            #expect(arrivals.contains { $0.contains(index) }, "\(arrivals)")
        }
        for (sql, index) in [
            (SongFinder.byTitle, "track_by_search_name (search_title=?)"),
            (SongFinder.byLonger, "track_by_search_name (search_title>? AND search_title<?)"),
            (SongFinder.byISRC, "track_by_isrc"), (SongFinder.byRecording, "track_by_recording"),
            (SongFinder.byArtist, "artist_by_search_name"),
        ] {
            let plan = try await database.plan(sql)
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN") }, "\(plan)")
        }
    }

    @Test("notifications", arguments: [true, false])
    func notifications(unreadOnly: Bool) async throws {
        let index = unreadOnly ? "notification_unread" : "notification_by_date"
        for isFirst in [true, false] {
            let plan = try await database.plan(SQLiteNotificationStore.page(unreadOnly: unreadOnly, isFirst: isFirst))
            #expect(plan.contains { $0.contains("SEARCH n USING INDEX \(index)") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        for (sql, index) in [
            (NotificationDraft.withdrawal, "notification_by_subject"),
            (NotificationDraft.unread, "notification_unread"),
            (NotificationDraft.pruning, "notification_by_date"),
        ] {
            let plan = try await database.plan(sql)
            #expect(plan.contains { $0.contains(index) }, "\(plan)")
        }
    }
}
