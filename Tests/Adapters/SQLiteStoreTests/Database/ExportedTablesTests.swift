import GRDB
import Support
import Testing

@testable import SQLiteStore

@Suite("The tables of user data") struct ExportedTablesTests {
    private static let kept: Set<String> = [
        // Secrets, and rows that lead to them.
        "account_link", "two_factor", "recovery_code", "confirmed_email", "email_confirmation", "email_undo",
        // Sums of exported rows.
        "play_count", "album_play", "listening_tally", "listening_hour",
        // Data of the server that names the user who caused it: library access set by an admin, corrections, plans,
        // emails in delivery.
        "account_library", "track_edit", "track_edit_history", "invitation", "outgoing_mail", "mailed_notification",
        "two_factor_role", "submission_alike", "scan",
        // Data of the server too: files that it stores for all subscribers of a podcast.
        "podcast_download",
        // Pictures are exported with the items that show them. Unused pictures are removed within days.
        "image_owner",
        // Incomplete uploads.
        "upload",
    ]

    /// A new table of user data must be added to the export too, or listed above with the reason.
    @Test("every table with personal data is exported, or has a reason not to be")
    func everything() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        let tables = try await database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT DISTINCT m.name FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
                    WHERE m.type = 'table' AND f."table" = 'account'
                    """)
        }
        #expect(tables.count > 20)
        let queries = SQLitePersonalDataStore(database).queries
        for table in tables where !Self.kept.contains(table) {
            let name = try Regex("\\b\(table)\\b")
            #expect(queries.contains { $0.contains(name) }, "\(table)")
        }
    }
}
