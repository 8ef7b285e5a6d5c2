import GRDB

extension Migration {
    /// An entry of a shelf and a wish that were made from a song of the outside catalog have its number there, so that
    /// the song is on a shelf once. A wish has the song's genre and length too, for the entry that it may become.
    static let m0092OutsideOnShelf = Migration(name: "0092 outside on shelf") { db in
        try db.execute(
            sql: """
                ALTER TABLE shelf_item ADD COLUMN outside INTEGER CHECK (outside > 0);
                CREATE UNIQUE INDEX shelf_item_of_outside ON shelf_item (outside, account) WHERE outside IS NOT NULL;
                ALTER TABLE wish ADD COLUMN outside INTEGER CHECK (outside > 0);
                ALTER TABLE wish ADD COLUMN genre TEXT NOT NULL DEFAULT '';
                ALTER TABLE wish ADD COLUMN duration_ms INTEGER CHECK (duration_ms > 0);
                """)
    }
}
