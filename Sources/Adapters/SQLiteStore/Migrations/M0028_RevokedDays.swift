import GRDB

extension Migration {
    /// Days of the board that a clock far ahead has opened and that were taken back when it was right again; one is open again, as any
    /// other, when it comes. And the reviews of a person, by time.
    static let m0028RevokedDays = Migration(name: "0028 revoked days") { db in
        try db.execute(sql: "ALTER TABLE board_day ADD COLUMN revoked_at INTEGER")
        for kind in ["track", "album", "artist"] {
            try db.execute(
                sql: """
                    CREATE INDEX \(kind)_review_own ON \(kind)_rating (account, rated_at, \(kind)) WHERE review IS NOT NULL
                    """)
        }
    }
}
