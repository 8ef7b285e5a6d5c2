import Journal
import Primitives
import Testing

@testable import SQLiteStore

/// Query plans of the admins' lists.
@Suite("Query plans of the admins' lists") struct AdministrationPlanTests {
    private let database: PlanDatabase

    init() throws {
        database = try PlanDatabase()
    }

    @Test(
        "the journal under any filter, invitations, requests, emails and backups: rows come in index order",
        arguments: [true, false].flatMap { isNewestFirst in
            [
                JournalFilter.everything, JournalFilter(person: ID("ada")), JournalFilter(action: "user.create"),
                JournalFilter(person: ID("ada"), action: "user.create"), JournalFilter(excludesPlays: true),
                JournalFilter(kind: "track"), JournalFilter(kind: "track", excludesPlays: true),
                JournalFilter(person: ID("ada"), excludesPlays: true),
            ].map { SQLiteJournalStore.page($0, isNewestFirst: isNewestFirst) }
        } + [
            SQLiteAccountStore.invitations, SQLiteFeatureRequestStore.page(ofPerson: true, inState: false),
            SQLiteFeatureRequestStore.page(ofPerson: false, inState: true),
            SQLiteFeatureRequestStore.page(ofPerson: false, inState: false),
            SQLiteOutbox.page(isFirst: true), SQLiteOutbox.page(isFirst: false), SQLiteOutbox.dueLetters,
            SQLiteBackupStore.latest,
        ])
    func lists(sql: String) async throws {
        let plan = try await database.plan(sql)
        #expect(plan.first?.contains("USING INDEX") == true, "\(plan)")
        #expect(!plan.contains { $0.contains("TEMP B-TREE") || $0.contains("RIGHT PART OF ORDER BY") }, "\(plan)")
    }

    @Test("the actions in the journal: one index step for each") func actions() async throws {
        let plan = try await database.plan(SQLiteJournalStore.actions)
        #expect(plan.contains { $0.contains("journal_of_action") && $0.contains("SEARCH") }, "\(plan)")
        #expect(!plan.contains { $0.hasPrefix("SCAN journal") && !$0.contains("INDEX") }, "\(plan)")
    }

    @Test("the figures of a week: statistics and journal read only that week")
    func figures() async throws {
        let plays = try await database.plan(SQLiteFigureStore.plays)
        #expect(plays.contains { $0.hasPrefix("SEARCH h USING PRIMARY KEY (who=? AND day>?)") }, "\(plays)")
        let entries = try await database.plan(SQLiteFigureStore.entries)
        let index = "SEARCH journal USING COVERING INDEX journal_of_action (action=? AND at>?)"
        #expect(entries.contains { $0.contains(index) }, "\(entries)")
    }
}
