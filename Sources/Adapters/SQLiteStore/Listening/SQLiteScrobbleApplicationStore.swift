import Foundation
import GRDB
package import Journal
package import Listening

/// The registration at Last.fm, in SQLite.
package struct SQLiteScrobbleApplicationStore: ScrobbleApplicationStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func application() async throws -> ScrobbleApplication {
        try await database.read(Self.load)
    }

    package func isRefused() async throws -> Bool {
        try await database.read { try $0.exists(Self.refused) }
    }

    package func edit(
        _ change: @escaping @Sendable (inout ScrobbleApplication) throws -> [JournalEntry]
    ) async throws -> ScrobbleApplication {
        try await database.edit(.administration, Self.load, change) { application, _, db in
            try db.run(
                Self.upsert,
                [
                    application.isOn, application.root, application.page, application.key,
                    application.sealedSecret.map { Data($0) },
                ])
            try db.run(Self.retry)
        }
    }

    private static func load(_ db: Database) throws -> ScrobbleApplication {
        guard let row = try db.row("SELECT * FROM scrobble_application") else { return ScrobbleApplication() }
        return ScrobbleApplication(
            isOn: row["is_on"], root: row["root"], page: row["page"], key: row["api_key"],
            sealedSecret: (row["sealed_secret"] as Data?).map { [UInt8]($0) })
    }

    private static let refused = "SELECT 1 FROM scrobble_link WHERE service = 'lastfm' AND trouble = 'application'"
    private static let retry = """
        UPDATE scrobble_link SET retry_at = NULL, trouble = NULL WHERE service = 'lastfm' AND trouble = 'application'
        """
    private static let upsert = """
        INSERT INTO scrobble_application (service, is_on, root, page, api_key, sealed_secret)
        VALUES ('lastfm', ?, ?, ?, ?, ?)
        ON CONFLICT (service) DO UPDATE SET is_on = excluded.is_on, root = excluded.root, page = excluded.page,
          api_key = excluded.api_key, sealed_secret = excluded.sealed_secret
        """
}
