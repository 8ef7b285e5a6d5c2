import GRDB

extension Migration {
    /// What time it was when a server looked last, so that the next one notices a leap of the clock. `accepted` counts how often somebody has
    /// confirmed the machine's clock: a running server sees by it that a command did.
    static let m0045Clock = Migration(name: "0045 clock") { db in
        try db.execute(
            sql: """
                CREATE TABLE clock_record (
                  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
                  time INTEGER NOT NULL,
                  uptime INTEGER NOT NULL,
                  boot TEXT NOT NULL,
                  accepted INTEGER NOT NULL DEFAULT 0
                ) STRICT;
                """)
    }
}
