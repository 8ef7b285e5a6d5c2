import GRDB

extension Migration {
    /// A track whose file is gone stays in the catalogue, flagged, and so do its plays. Only the removal of a whole library deletes
    /// tracks, and then everything that refers to them goes too; queues are left with gaps between their places.
    static let m0003Listening = Migration(name: "0003 listening") { db in
        try db.execute(
            sql: """
                CREATE TABLE play (
                    id TEXT PRIMARY KEY NOT NULL,
                    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                    played_at INTEGER NOT NULL,
                    client TEXT NOT NULL,
                    play_id TEXT NOT NULL CHECK (length(play_id) = 36),
                    UNIQUE (account, play_id)
                ) STRICT;
                CREATE INDEX play_history ON play (account, played_at, id);
                CREATE INDEX play_of_track ON play (account, track, played_at);
                CREATE INDEX play_track ON play (track);

                CREATE TABLE play_count (
                    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                    plays INTEGER NOT NULL CHECK (plays > 0),
                    last_played_at INTEGER NOT NULL,
                    PRIMARY KEY (account, track)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX play_count_recent ON play_count (account, last_played_at, track);
                CREATE INDEX play_count_most ON play_count (account, plays, last_played_at, track);
                CREATE INDEX play_count_track ON play_count (track);

                CREATE TABLE play_queue (
                    account TEXT PRIMARY KEY NOT NULL REFERENCES account (id) ON DELETE CASCADE,
                    revision INTEGER NOT NULL CHECK (revision > 0),
                    current_index INTEGER NOT NULL CHECK (current_index >= 0),
                    position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
                    updated_at INTEGER NOT NULL,
                    client TEXT
                ) STRICT;

                CREATE TABLE play_queue_track (
                    account TEXT NOT NULL REFERENCES play_queue (account) ON DELETE CASCADE,
                    place INTEGER NOT NULL CHECK (place >= 0),
                    track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
                    PRIMARY KEY (account, place)
                ) STRICT, WITHOUT ROWID;
                CREATE INDEX play_queue_track_track ON play_queue_track (track);
                """)
    }
}
