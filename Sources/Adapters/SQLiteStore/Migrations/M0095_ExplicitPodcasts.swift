import GRDB

extension Migration {
    /// Whether a feed says that a podcast or an episode is explicit. Every feed is read whole once more, as an
    /// unchanged one would never say it. The index that finds lists of episodes has what decides who sees them.
    static let m0095ExplicitPodcasts = Migration(name: "0095 explicit podcasts") { db in
        try db.execute(
            sql: """
                ALTER TABLE podcast ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1));
                ALTER TABLE podcast_episode
                  ADD COLUMN is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1));
                UPDATE podcast SET entity_tag = NULL, last_modified = NULL;
                DROP INDEX podcast_episode_order;
                CREATE INDEX podcast_episode_order
                  ON podcast_episode (podcast, published_at, id, is_listed, is_explicit);
                """)
    }
}
