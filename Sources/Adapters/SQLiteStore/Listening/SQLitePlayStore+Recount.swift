import GRDB
import Listening
import Shelf

extension SQLitePlayStore {
    package func recount() async throws -> Int {
        try await database.write(.listening) { db in
            let counted = "SELECT account, track, count(*), max(played_at) FROM play GROUP BY account, track"
            let stored = "SELECT account, track, plays, last_played_at FROM play_count"
            let wrong: Int? = try db.value(
                """
                SELECT count(*) FROM (
                    SELECT account, track FROM (\(counted) EXCEPT \(stored))
                    UNION SELECT account, track FROM (\(stored) EXCEPT \(counted)))
                """)
            guard let wrong, wrong > 0 else { return 0 }
            try db.run("DELETE FROM play_count")
            try db.run("INSERT INTO play_count (account, track, plays, last_played_at) \(counted)")
            try SharedActivity(db).publishToEverybody()
            return wrong
        }
    }
}
