import GRDB

extension Migration {
    /// Lyrics in files and beside them, and other texts in the folders of libraries.
    ///
    /// `folder_text` holds what `TextFile` names, by the name of the file; `stem` is the name without its ending of the music file that
    /// lyrics belong to. A text that could not be read is null. The index is that of an artist's most played tracks; nothing is in it
    /// until it is played.
    static let m0018Lyrics = Migration(name: "0018 lyrics") { db in
        try db.execute(
            sql: """
                CREATE TABLE track_lyrics (
                  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                  position INTEGER NOT NULL,
                  language TEXT CHECK (language <> ''),
                  text TEXT NOT NULL CHECK (text <> ''),
                  PRIMARY KEY (track, position)
                ) STRICT;
                INSERT INTO track_lyrics (track, position, text)
                  SELECT track, 0, lyrics FROM track_text WHERE lyrics <> '';
                ALTER TABLE track_text DROP COLUMN lyrics;
                CREATE TABLE folder_text (
                  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
                  folder BLOB NOT NULL,
                  name BLOB NOT NULL,
                  size INTEGER NOT NULL,
                  modified_ns INTEGER NOT NULL,
                  inode INTEGER NOT NULL,
                  purpose TEXT NOT NULL CHECK (purpose IN ('lyrics', 'artist', 'album')),
                  stem BLOB NOT NULL,
                  language TEXT CHECK (language <> ''),
                  text TEXT CHECK (text <> ''),
                  PRIMARY KEY (library, folder, name)
                ) STRICT;
                CREATE INDEX folder_text_by_stem ON folder_text (library, folder, purpose, stem);
                CREATE INDEX track_top_of_artist ON track (artist_key, plays DESC, id)
                  WHERE missing_since IS NULL AND plays > 0;
                """)
    }
}
