import GRDB

extension Migration {
    /// Names in tags that stand for several artists.
    ///
    /// `artist_split` holds the decisions: which artists (`parts`, a JSON list of names) a name stands for, by its folded form. A credit that
    /// was made from such a name carries it in `joint`, folded in `joint_key`, with its sort name, so that it can be put together again. `artist_kept` holds the names
    /// that an admin keeps as one artist.
    static let m0066JointArtists = Migration(name: "0066 joint artists") { db in
        try db.execute(
            sql: """
                CREATE TABLE artist_split (
                  folded TEXT NOT NULL PRIMARY KEY,
                  name TEXT NOT NULL,
                  parts TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                CREATE TABLE artist_kept (
                  folded TEXT NOT NULL PRIMARY KEY,
                  name TEXT NOT NULL
                ) STRICT, WITHOUT ROWID;
                ALTER TABLE track_artist ADD COLUMN joint TEXT;
                ALTER TABLE track_artist ADD COLUMN joint_key TEXT;
                ALTER TABLE track_artist ADD COLUMN joint_sort TEXT;
                CREATE INDEX track_artist_by_joint ON track_artist (joint_key, joint) WHERE joint_key IS NOT NULL;
                """)
    }
}
