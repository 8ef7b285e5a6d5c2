import Primitives
import Testing

@testable import SQLiteStore

/// The board's lists come in index order, and every lookup uses an index.
@Suite("Query plans of the board") struct BoardPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    @Test(
        "lists",
        arguments: [
            (PostReader.page, "board_post_by_time"), (PostReader.own, "sqlite_autoindex_board_post_2"),
            (PostReader.post, "sqlite_autoindex_board_post_1"),
            (PostReader.tracks(.everything), "board_post_by_time"),
            (PostReader.tracks(.only(["l"])), "board_post_by_time"),
            (CommentReader.onPost, "board_comment_by_post"), (CommentReader.onDay, "board_comment_by_day"),
            (CommentReader.since, "board_comment_by_day"), (CommentReader.comment, "sqlite_autoindex_board_comment_1"),
            (PostReader.reactions, "PRIMARY KEY"), (BoardTable.list, "INTEGER PRIMARY KEY"),
            (BoardTable.first, "board_post_by_time"), (SongArrivals.posts, "board_outside_song_awaited"),
            (BoardTable.newest, "INTEGER PRIMARY KEY"), (BoardTable.ahead, "INTEGER PRIMARY KEY"),
            (BoardTable.post, "sqlite_autoindex_board_post_1"), (BoardTable.own, "sqlite_autoindex_board_post_2"),
            (BoardTable.comment, "sqlite_autoindex_board_comment_1"), (BoardTable.reaction, "PRIMARY KEY"),
        ])
    func list(sql: String, index: String) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE FOR ORDER BY") }, "\(plan)")
        #expect(
            !plan.contains { $0.hasPrefix("SCAN") && !$0.hasPrefix("SCAN j") && !$0.contains("json_each") }, "\(plan)")
    }
}
