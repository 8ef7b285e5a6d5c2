import GRDB

extension Migration {
    /// Figures of the server by the hour, such as the bytes that were sent. `hour` counts hours since 1970-01-01T00:00:00Z.
    static let m0075ServerFigures = Migration(name: "0075 server figures") { db in
        try db.execute(
            sql: """
                CREATE TABLE server_figure (
                  figure TEXT NOT NULL,
                  hour INTEGER NOT NULL,
                  value INTEGER NOT NULL,
                  PRIMARY KEY (figure, hour)
                ) STRICT, WITHOUT ROWID;
                """)
    }
}
