import GRDB

extension Migration {
    /// That a moderator has hidden a public playlist, and why.
    static let m0061HiddenPlaylists = Migration(name: "0061 hidden playlists") { db in
        try db.execute(
            sql: """
                ALTER TABLE playlist ADD COLUMN hidden_at INTEGER;
                ALTER TABLE playlist ADD COLUMN hidden_reason TEXT CHECK (hidden_reason <> '');
                ALTER TABLE playlist ADD COLUMN hidden_by TEXT REFERENCES account (id) ON DELETE SET NULL;
                CREATE INDEX playlist_hidden_by ON playlist (hidden_by) WHERE hidden_by IS NOT NULL;
                """)
    }
}
