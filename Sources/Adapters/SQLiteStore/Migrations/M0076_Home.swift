import GRDB

extension Migration {
    /// The use of the home screen's rows, and the users who show others what they are playing.
    ///
    /// `weight` of a row is the sum of its uses at `used_at`, where a use loses half its weight in two weeks.
    static let m0076Home = Migration(name: "0076 home") { db in
        try db.execute(
            sql: """
                CREATE TABLE home_row_use (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  home_row TEXT NOT NULL CHECK (home_row <> ''),
                  weight REAL NOT NULL CHECK (weight > 0),
                  used_at INTEGER NOT NULL,
                  PRIMARY KEY (account, home_row)
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE playback_shared (
                  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  since INTEGER NOT NULL
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
