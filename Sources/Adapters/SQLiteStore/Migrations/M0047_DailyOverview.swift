import GRDB

extension Migration {
    /// The last day whose overview was mailed to admins.
    static let m0047DailyOverview = Migration(name: "0047 daily overview") { db in
        try db.execute(
            sql: """
                CREATE TABLE daily_overview (
                  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
                  day TEXT NOT NULL
                ) STRICT;
                """)
    }
}
