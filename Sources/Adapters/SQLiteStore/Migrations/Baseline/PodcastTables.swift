extension Baseline {
    /// Podcasts, their episodes, and what users do with them.
    static let podcasts = """
        -- A podcast with `ended_at` is not asked any more.
        CREATE TABLE podcast (
          id TEXT NOT NULL PRIMARY KEY,
          address TEXT NOT NULL UNIQUE CHECK (address <> ''),
          title TEXT NOT NULL CHECK (title <> ''),
          title_key TEXT NOT NULL,
          author TEXT,
          text TEXT NOT NULL,
          home_page TEXT,
          picture_address TEXT,
          picture TEXT,
          picture_tried TEXT,
          refreshed_at INTEGER,
          problem TEXT,
          ended_at INTEGER,
          created_at INTEGER NOT NULL,
          due_at INTEGER NOT NULL,
          entity_tag TEXT,
          last_modified TEXT,
          failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
          is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1))
        ) STRICT;
        CREATE INDEX podcast_due ON podcast (due_at) WHERE ended_at IS NULL;
        CREATE INDEX podcast_picture ON podcast (picture) WHERE picture IS NOT NULL;

        -- An episode that its feed does not list any more (`is_listed`) stays where a user has begun it, or where it is
        -- downloaded. The indexes find lists of episodes alone, because rows have long texts: only the rows that are
        -- shown are read.
        CREATE TABLE podcast_episode (
          id TEXT NOT NULL PRIMARY KEY,
          podcast TEXT NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          guid TEXT NOT NULL CHECK (guid <> ''),
          title TEXT NOT NULL,
          text TEXT NOT NULL,
          published_at INTEGER NOT NULL,
          stated_at INTEGER,
          duration_ms INTEGER CHECK (duration_ms > 0),
          audio TEXT NOT NULL CHECK (audio <> ''),
          media_type TEXT NOT NULL,
          size INTEGER CHECK (size > 0),
          season INTEGER,
          number INTEGER,
          picture_address TEXT,
          picture TEXT,
          picture_tried TEXT,
          chapters TEXT,
          transcript TEXT,
          transcript_format TEXT CHECK (transcript_format IN ('vtt', 'srt', 'json')),
          is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)),
          is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)),
          UNIQUE (podcast, guid),
          CHECK ((transcript IS NULL) = (transcript_format IS NULL))
        ) STRICT;
        CREATE INDEX podcast_episode_picture ON podcast_episode (picture) WHERE picture IS NOT NULL;
        CREATE INDEX podcast_episode_newest ON podcast_episode (published_at, id, podcast);
        CREATE INDEX podcast_episode_order ON podcast_episode (podcast, published_at, id, is_listed, is_explicit);

        CREATE TABLE podcast_subscription (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          podcast TEXT NOT NULL REFERENCES podcast (id) ON DELETE CASCADE,
          since INTEGER NOT NULL,
          rule TEXT NOT NULL DEFAULT 'none' CHECK (rule IN ('none', 'latest', 'unplayed')),
          latest INTEGER NOT NULL DEFAULT 0 CHECK (latest >= 0),
          PRIMARY KEY (account, podcast)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX podcast_subscribers ON podcast_subscription (podcast);

        CREATE TABLE podcast_episode_state (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          episode TEXT NOT NULL REFERENCES podcast_episode (id) ON DELETE CASCADE,
          position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
          is_played INTEGER NOT NULL CHECK (is_played IN (0, 1)),
          changed_at INTEGER NOT NULL,
          PRIMARY KEY (account, episode)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX podcast_listeners ON podcast_episode_state (episode);
        CREATE INDEX podcast_begun ON podcast_episode_state (account, changed_at, episode);

        -- A download with an account was requested by a user.
        CREATE TABLE podcast_download (
          episode TEXT NOT NULL PRIMARY KEY REFERENCES podcast_episode (id) ON DELETE CASCADE,
          state TEXT NOT NULL CHECK (state IN ('waiting', 'done', 'failed')),
          size INTEGER CHECK (size > 0),
          account TEXT REFERENCES account (id) ON DELETE SET NULL,
          changed_at INTEGER NOT NULL,
          retry_at INTEGER,
          CHECK ((state = 'done') = (size IS NOT NULL))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX podcast_download_account ON podcast_download (account);
        """

    /// The outside sources that describe artists and albums, and their texts.
    static let descriptions = """
        CREATE TABLE description_source (
          source TEXT NOT NULL PRIMARY KEY,
          base TEXT NOT NULL,
          sealed_key BLOB,
          is_on INTEGER NOT NULL CHECK (is_on IN (0, 1))
        ) STRICT, WITHOUT ROWID;

        CREATE TABLE artist_description (
          artist TEXT NOT NULL PRIMARY KEY REFERENCES artist (id) ON DELETE CASCADE,
          question TEXT NOT NULL,
          stamp TEXT NOT NULL,
          looked_up_at INTEGER NOT NULL,
          again_at INTEGER NOT NULL,
          musicbrainz TEXT,
          biography TEXT,
          biography_page TEXT,
          image TEXT REFERENCES image,
          image_origin TEXT,
          image_page TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artist_description_image ON artist_description (image) WHERE image IS NOT NULL;

        CREATE TABLE album_description (
          album TEXT NOT NULL PRIMARY KEY REFERENCES album (id) ON DELETE CASCADE,
          question TEXT NOT NULL,
          stamp TEXT NOT NULL,
          looked_up_at INTEGER NOT NULL,
          again_at INTEGER NOT NULL,
          release_id TEXT,
          release_group TEXT,
          first_released TEXT,
          image TEXT REFERENCES image,
          image_origin TEXT,
          image_page TEXT
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_description_image ON album_description (image) WHERE image IS NOT NULL;
        """
}
