import GRDB

extension Migration {
    /// Users' folders of playlists, and the playlists in them: each in one folder of a user's at most.
    static let m0077PlaylistFolders = Migration(name: "0077 playlist folders") { db in
        try db.execute(
            sql: """
                CREATE TABLE playlist_folder (
                  id TEXT NOT NULL PRIMARY KEY,
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  parent TEXT REFERENCES playlist_folder (id) ON DELETE SET NULL CHECK (parent <> id),
                  name TEXT NOT NULL CHECK (name <> ''),
                  name_key TEXT NOT NULL,
                  created_at INTEGER NOT NULL,
                  changed_at INTEGER NOT NULL
                ) STRICT;
                CREATE INDEX playlist_folder_by_name ON playlist_folder (account, name_key, id);
                CREATE INDEX playlist_folder_parent ON playlist_folder (parent) WHERE parent IS NOT NULL;
                CREATE TABLE playlist_in_folder (
                  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                  playlist TEXT NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
                  folder TEXT NOT NULL REFERENCES playlist_folder (id) ON DELETE CASCADE,
                  PRIMARY KEY (account, playlist)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX playlist_in_folder_playlist ON playlist_in_folder (playlist);
                CREATE INDEX playlist_in_folder_folder ON playlist_in_folder (folder);
                """)
    }
}
