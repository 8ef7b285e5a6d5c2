import GRDB

extension Migration {
    /// Lyrics in binary files beside the music: `bytes` holds such a file, whose `text` is null.
    static let m0069LyricsFormats = Migration(name: "0069 lyrics formats") { db in
        try db.execute(
            sql: """
                ALTER TABLE folder_text ADD COLUMN bytes BLOB CHECK (bytes IS NULL OR text IS NULL AND length(bytes) > 0);
                """)
    }
}
