import GRDB

extension Migration {
    /// What tags say beyond what lists need.
    ///
    /// `track.further` and `album.further` hold the application's `FurtherTags` and `ReleaseTags`: a line for each value, its name and
    /// the parts of it with a tab between them. `tags_version` says how much was read of a file: the next scan reads those again of which
    /// it was less than today. `part` is what a musician played.
    static let m0017FurtherTags = Migration(name: "0017 further tags") { db in
        try db.execute(
            sql: """
                ALTER TABLE track ADD COLUMN further TEXT CHECK (further <> '');
                ALTER TABLE track ADD COLUMN tags_version INTEGER NOT NULL DEFAULT 0;
                ALTER TABLE album ADD COLUMN further TEXT CHECK (further <> '');
                ALTER TABLE track_artist ADD COLUMN part TEXT CHECK (part <> '');
                """)
    }
}
