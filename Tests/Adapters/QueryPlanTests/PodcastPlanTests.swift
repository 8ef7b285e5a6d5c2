import Primitives
import Testing

@testable import SQLiteStore

/// Podcasts are read by their indexes, however many episodes there are.
@Suite("Query plans of podcasts") struct PodcastPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    private func check(_ sql: String, by index: String) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.contains { $0.contains(index) }, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.contains("AUTOMATIC") }, "\(plan)")
    }

    @Test("episodes come in order") func episodes() async throws {
        try await check(
            SQLitePodcastStore.ofPodcast, by: "podcast_episode_order (podcast=? AND (published_at,id)<(?,?))")
        try await check(SQLitePodcastStore.newest, by: "podcast_episode_newest ((published_at,id)<(?,?))")
        try await check(SQLitePodcastStore.some, by: "SEARCH s USING PRIMARY KEY (account=? AND podcast=?)")
        try await check(SQLitePodcastStore.begun, by: "podcast_begun (account=?)")
    }

    @Test("the next feed is found at once") func due() async throws {
        try await check(SQLitePodcastStore.due, by: "podcast_due (due_at<?)")
    }

    @Test("new episodes of a subscription are counted by their order") func subscriptions() async throws {
        try await check(
            SQLitePodcastStore.subscriptions, by: "COVERING INDEX podcast_episode_order (podcast=? AND published_at>?)")
    }

    /// Rows of episodes are long, so rows of other podcasts, and those that no rule selects, are skipped in the index.
    @Test("the newest and the selected episodes are found without reading other rows") func covered() async throws {
        let columns = try await database.columns(of: "podcast_episode_newest")
        #expect(columns == ["published_at", "id", "podcast"])
        let plan = try await database.plan(SQLitePodcastStore.wanted)
        #expect(plan.contains { $0.contains("COVERING INDEX podcast_episode_order (podcast=?)") }, "\(plan)")
    }
}
