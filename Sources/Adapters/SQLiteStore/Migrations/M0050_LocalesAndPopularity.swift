import GRDB

extension Migration {
    /// The country that a person named beside their language, and the order of tracks by what everybody has played.
    static let m0050LocalesAndPopularity = Migration(name: "0050 locales and popularity") { db in
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN locale_country TEXT CHECK (locale_country IN ('US', 'PL', 'ES'));
                CREATE INDEX track_by_popularity ON track (plays, id) WHERE missing_since IS NULL AND plays > 0;
                """)
    }
}
