import GRDB

extension Migration {
    static let m0015Radio = Migration(name: "0015 radio") { db in
        try db.execute(
            sql: """
                CREATE TABLE radio_station (
                  id TEXT PRIMARY KEY NOT NULL,
                  name TEXT NOT NULL,
                  name_key TEXT NOT NULL,
                  stream TEXT NOT NULL,
                  home_page TEXT,
                  created_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX radio_station_name ON radio_station (name_key, id);
                """)
    }
}
