import Catalog
import Foundation
import GRDB
import Primitives
import Testing

@testable import SQLiteStore

/// The lists by position and the folders. Sorting queries are listed with the reason.
@Suite("Query plans of browsing") struct BrowsingPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    @Test("artists by position follow the index of names", arguments: [LibraryScope.everything, .only(["l", "m"])])
    func artists(scope: LibraryScope) async throws {
        for role in [nil, ArtistRole.albumArtist, .composer] {
            let plan = try await database.plan(ArtistList(role: role, scope: scope).windowed)
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
            #expect(plan.first?.contains("INDEX") == true || plan.first?.contains("PRIMARY KEY") == true, "\(plan)")
        }
    }

    @Test("a folder reads the path index for each folder in it") func folders() async throws {
        let children = try await database.plan(FolderReader.children)
        #expect(children.first?.contains("SEARCH f USING INDEX folder_by_name (parent=?)") == true, "\(children)")
        #expect(!children.contains { $0.contains("TEMP B-TREE") || $0.hasPrefix("SCAN") }, "\(children)")
        #expect(children.filter { $0.contains("track_by_path (library=? AND folder=?)") }.count == 4, "\(children)")
        #expect(
            children.filter { $0.contains("track_by_path (library=? AND folder>? AND folder<?)") }.count == 2,
            "\(children)")
        let folder = try await database.plan(FolderReader.folder)
        #expect(!folder.contains { $0.hasPrefix("SCAN") }, "\(folder)")
        // The songs of one folder are sorted by disc and number, and the few libraries by name.
        let tracks = try await database.plan(FolderReader.tracks)
        #expect(tracks.contains { $0.contains("track_by_path (library=? AND folder=?)") }, "\(tracks)")
        let albums = try await database.plan(FolderReader.albums)
        #expect(albums.contains { $0.contains("track_by_path (library=? AND folder=?") }, "\(albums)")
        #expect(albums.contains { $0.contains("track_by_path (library=? AND folder>?") }, "\(albums)")
        let tops = try await database.plan(FolderReader.tops)
        #expect(tops.contains { $0.contains("SEARCH f USING INDEX sqlite_autoindex_folder_2") }, "\(tops)")
    }
}
