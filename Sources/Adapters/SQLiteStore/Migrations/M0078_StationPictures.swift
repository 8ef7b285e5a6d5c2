import GRDB

extension Migration {
    /// The pictures of radio stations.
    static let m0078StationPictures = Migration(name: "0078 station pictures") { db in
        try db.execute(
            sql: """
                ALTER TABLE radio_station ADD COLUMN picture TEXT;
                CREATE INDEX radio_station_picture ON radio_station (picture) WHERE picture IS NOT NULL;
                """)
    }
}
