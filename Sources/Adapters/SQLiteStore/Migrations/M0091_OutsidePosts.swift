import GRDB

extension Migration {
    /// Songs of the outside catalog on the board. A post has a row here for as long as the library does not have its
    /// song; `song` is the song's number in the catalog. The column `library` of such a post is empty, or `!` for an
    /// explicit song.
    static let m0091OutsidePosts = Migration(name: "0091 outside posts") { db in
        try db.execute(
            sql: """
                CREATE TABLE board_outside_song (
                  post TEXT NOT NULL PRIMARY KEY REFERENCES board_post (id) ON DELETE CASCADE,
                  song INTEGER NOT NULL,
                  album TEXT,
                  duration_ms INTEGER,
                  base_title TEXT NOT NULL,
                  has_picture INTEGER NOT NULL CHECK (has_picture IN (0, 1)),
                  has_preview INTEGER NOT NULL CHECK (has_preview IN (0, 1))
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX board_outside_song_awaited ON board_outside_song (base_title);
                """)
    }
}
