-- The database that the program of commit c929e94f makes in a new data folder: the texts that its migrations left in
-- `sqlite_schema`, in their order, and its rows. It shows that such a database is taken for the baseline.
CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
CREATE TABLE revision (
  area TEXT NOT NULL PRIMARY KEY,
  value INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE account (
    id TEXT PRIMARY KEY NOT NULL,
    username TEXT NOT NULL CHECK (length(username) BETWEEN 1 AND 64),
    username_key TEXT NOT NULL UNIQUE,
    display_name TEXT NOT NULL,
    email TEXT,
    email_key TEXT UNIQUE,
    search_text TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
    disabled INTEGER NOT NULL CHECK (disabled IN (0, 1)),
    locale TEXT NOT NULL CHECK (locale IN ('en', 'pl', 'es')),
    theme TEXT NOT NULL CHECK (theme IN ('system', 'light', 'dark')),
    picture TEXT CHECK (length(picture) = 64),
    password_hash TEXT,
    password_key_id TEXT,
    created_at INTEGER NOT NULL,
    password_changed_at INTEGER,
    last_seen_at INTEGER, all_libraries INTEGER NOT NULL DEFAULT 1 CHECK (all_libraries IN (0, 1)), maximum_bitrate INTEGER CHECK (maximum_bitrate BETWEEN 32 AND 10000), plan TEXT REFERENCES plan (id) ON DELETE SET NULL, former INTEGER NOT NULL DEFAULT 0 CHECK (former IN (0, 1)), locale_country TEXT CHECK (locale_country IN ('US', 'PL', 'ES')), picture_changed_at INTEGER, hears_explicit INTEGER NOT NULL DEFAULT 1 CHECK (hears_explicit IN (0, 1)), shading_mode TEXT NOT NULL DEFAULT 'on'
  CHECK (shading_mode IN ('on', 'off', 'hardPoints')),
    CHECK ((email IS NULL) = (email_key IS NULL)),
    CHECK (password_hash IS NOT NULL OR password_key_id IS NULL)
) STRICT;
CREATE INDEX account_able_admin ON account (id)
    WHERE role = 'admin' AND disabled = 0 AND password_hash IS NOT NULL;
CREATE TABLE session (
    id TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    client TEXT NOT NULL,
    address TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
, confirmed_at INTEGER NOT NULL DEFAULT 0, identity_issuer TEXT, identity_subject TEXT, identity_session TEXT) STRICT;
CREATE INDEX session_account ON session (account, last_used_at);
CREATE INDEX session_last_used ON session (last_used_at);
CREATE INDEX session_expires ON session (expires_at);
CREATE TABLE access_token (
    id TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    label TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_used_at INTEGER,
    expires_at INTEGER
, scopes TEXT NOT NULL DEFAULT 'read' CHECK (scopes <> ''), last_address TEXT) STRICT;
CREATE INDEX access_token_account ON access_token (account, created_at);
CREATE INDEX access_token_expires ON access_token (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE account_link (
    id TEXT PRIMARY KEY NOT NULL,
    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'password')),
    hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
    account TEXT REFERENCES account (id) ON DELETE CASCADE,
    created_at INTEGER NOT NULL,
    expires_at INTEGER,
    used_at INTEGER, created_by TEXT REFERENCES account (id) ON DELETE CASCADE,
    CHECK ((purpose = 'setup') = (account IS NULL)),
    CHECK (purpose = 'setup' OR expires_at IS NOT NULL)
) STRICT;
CREATE INDEX account_link_account ON account_link (account);
CREATE INDEX account_link_expires ON account_link (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE library (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  name_key TEXT NOT NULL,
  path BLOB NOT NULL UNIQUE CHECK (length(path) > 0),
  added_at INTEGER NOT NULL,
  last_scan_at INTEGER
, removed_at INTEGER, number INTEGER NOT NULL DEFAULT 0 CHECK (number >= 0)) STRICT;
CREATE TABLE image (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  media_type TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0)
, seen_at INTEGER NOT NULL DEFAULT 0, swept_at INTEGER) STRICT, WITHOUT ROWID;
CREATE TABLE folder_cover (
  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
  folder BLOB NOT NULL,
  name BLOB NOT NULL,
  size INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  image TEXT REFERENCES image,
  PRIMARY KEY (library, folder)
) STRICT, WITHOUT ROWID;
CREATE TABLE broken_file (
  id TEXT NOT NULL PRIMARY KEY,
  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
  folder BLOB NOT NULL,
  name BLOB NOT NULL,
  path BLOB NOT NULL,
  size INTEGER,
  modified_ns INTEGER,
  inode INTEGER,
  reason TEXT NOT NULL,
  detail TEXT NOT NULL,
  found_at INTEGER NOT NULL,
  UNIQUE (library, folder, name)
) STRICT;
CREATE INDEX broken_file_by_path ON broken_file (library, path);
CREATE TABLE artist (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  folded TEXT NOT NULL CHECK (folded <> ''),
  musicbrainz TEXT,
  name TEXT NOT NULL,
  sort_name TEXT,
  sort_key TEXT NOT NULL,
  search_name TEXT NOT NULL,
  is_listed INTEGER NOT NULL DEFAULT 0 CHECK (is_listed IN (0, 1)),
  album_count INTEGER NOT NULL DEFAULT 0,
  track_count INTEGER NOT NULL DEFAULT 0,
  cover TEXT REFERENCES image
, image TEXT REFERENCES image, plays INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE UNIQUE INDEX artist_by_identity ON artist (folded, ifnull(musicbrainz, ''));
CREATE INDEX artist_by_name ON artist (sort_key, id) WHERE is_listed = 1;
CREATE TABLE artist_role (
  role TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
  PRIMARY KEY (role, sort_key, artist)
) STRICT, WITHOUT ROWID;
CREATE INDEX artist_role_by_artist ON artist_role (artist);
CREATE TABLE genre (
  id TEXT NOT NULL PRIMARY KEY,
  folded TEXT NOT NULL UNIQUE CHECK (folded <> ''),
  name TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  album_count INTEGER NOT NULL DEFAULT 0,
  track_count INTEGER NOT NULL DEFAULT 0,
  cover TEXT REFERENCES image
, search_name TEXT NOT NULL DEFAULT '') STRICT;
CREATE INDEX genre_by_name ON genre (sort_key, id) WHERE track_count > 0;
CREATE TABLE album (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
  key TEXT NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  search_name TEXT NOT NULL,
  artist_key TEXT NOT NULL,
  date TEXT,
  original_date TEXT,
  year INTEGER,
  original_year INTEGER,
  year_order INTEGER NOT NULL,
  disc_total INTEGER NOT NULL,
  is_compilation INTEGER NOT NULL CHECK (is_compilation IN (0, 1)),
  release TEXT,
  release_group TEXT,
  cover TEXT REFERENCES image,
  track_count INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER NOT NULL DEFAULT 0,
  added_at INTEGER NOT NULL, plays INTEGER NOT NULL DEFAULT 0, further TEXT CHECK (further <> ''), is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)), has_explicit INTEGER NOT NULL DEFAULT 0 CHECK (has_explicit IN (0, 1)), part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL,
  UNIQUE (library, key)
) STRICT;
CREATE INDEX album_by_name ON album (name_key, id) WHERE track_count > 0;
CREATE INDEX album_by_added ON album (added_at, id) WHERE track_count > 0;
CREATE INDEX album_by_year ON album (year_order, name_key, id) WHERE track_count > 0;
CREATE INDEX album_by_artist ON album (artist_key, year_order, id) WHERE track_count > 0;
CREATE TABLE track (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
  folder BLOB NOT NULL,
  name BLOB NOT NULL CHECK (length(name) > 0),
  size INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  signature BLOB NOT NULL,
  missing_since INTEGER,
  added_at INTEGER NOT NULL,
  title TEXT NOT NULL,
  title_key TEXT NOT NULL,
  search_title TEXT NOT NULL,
  artist_key TEXT NOT NULL,
  album TEXT NOT NULL REFERENCES album (id),
  album_key TEXT NOT NULL,
  album_name TEXT NOT NULL,
  album_sort_name TEXT,
  album_sort_key TEXT NOT NULL,
  album_folder BLOB NOT NULL,
  disc_number INTEGER,
  track_number INTEGER,
  disc_order INTEGER NOT NULL,
  track_order INTEGER NOT NULL,
  disc_total INTEGER,
  track_total INTEGER,
  disc_subtitle TEXT,
  date TEXT,
  original_date TEXT,
  year INTEGER,
  bpm INTEGER,
  is_compilation INTEGER NOT NULL CHECK (is_compilation IN (0, 1)),
  isrc TEXT,
  recording TEXT,
  release_track TEXT,
  release TEXT,
  release_group TEXT,
  track_gain REAL,
  track_peak REAL,
  album_gain REAL,
  album_peak REAL,
  media_type TEXT NOT NULL,
  codec TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  bitrate INTEGER NOT NULL,
  sample_rate INTEGER NOT NULL,
  channels INTEGER NOT NULL,
  bit_depth INTEGER NOT NULL,
  embedded_cover TEXT REFERENCES image,
  cover TEXT REFERENCES image
, year_order INTEGER NOT NULL DEFAULT 0, plays INTEGER NOT NULL DEFAULT 0, further TEXT CHECK (further <> ''), tags_version INTEGER NOT NULL DEFAULT 0, explicit_mark INTEGER CHECK (explicit_mark IN (0, 1)), is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)), part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL, tempo INTEGER, shown_tempo INTEGER GENERATED ALWAYS AS (ifnull(bpm, tempo)) VIRTUAL) STRICT;
CREATE UNIQUE INDEX track_by_path ON track (library, folder, name) WHERE missing_since IS NULL;
CREATE INDEX track_by_folder ON track (library, folder);
CREATE INDEX track_by_album_folder ON track (library, album_folder);
CREATE INDEX track_by_signature ON track (signature);
CREATE INDEX track_of_album ON track (album, disc_order, track_order, title_key, id)
  WHERE missing_since IS NULL;
CREATE INDEX track_ever_of_album ON track (album);
CREATE INDEX track_by_title ON track (title_key, id) WHERE missing_since IS NULL;
CREATE INDEX track_by_added ON track (added_at, id) WHERE missing_since IS NULL;
CREATE INDEX track_by_artist ON track (artist_key, title_key, id) WHERE missing_since IS NULL;
CREATE INDEX track_by_album ON track (album_sort_key, album, disc_order, track_order, id)
  WHERE missing_since IS NULL;
CREATE INDEX track_by_duration ON track (duration_ms, id) WHERE missing_since IS NULL;
CREATE TABLE track_text (
  track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
  comment TEXT) STRICT;
CREATE TABLE track_artist (
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  role TEXT NOT NULL,
  position INTEGER NOT NULL,
  artist TEXT NOT NULL REFERENCES artist (id),
  name TEXT NOT NULL,
  sort_name TEXT,
  musicbrainz TEXT, part TEXT CHECK (part <> ''), joint TEXT, joint_key TEXT, joint_sort TEXT,
  PRIMARY KEY (track, role, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_artist_by_artist ON track_artist (artist, track);
CREATE TABLE track_genre (
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  genre TEXT NOT NULL REFERENCES genre,
  name TEXT NOT NULL,
  PRIMARY KEY (track, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_genre_by_genre ON track_genre (genre, track);
CREATE TABLE album_artist (
  album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  artist TEXT NOT NULL REFERENCES artist (id),
  PRIMARY KEY (album, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_artist_by_artist ON album_artist (artist, album);
CREATE TABLE album_genre (
  album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  genre TEXT NOT NULL REFERENCES genre,
  PRIMARY KEY (album, genre)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_genre_by_genre ON album_genre (genre, album);
CREATE TABLE stale (
  kind TEXT NOT NULL CHECK (kind IN ('artist', 'genre')),
  id TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
CREATE TABLE scan (
  id TEXT NOT NULL PRIMARY KEY,
  library TEXT,
  state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'cancelled', 'failed')),
  step TEXT NOT NULL,
  started_at INTEGER NOT NULL,
  finished_at INTEGER,
  files_found INTEGER NOT NULL,
  files_read INTEGER NOT NULL,
  files_total INTEGER,
  added INTEGER NOT NULL,
  updated INTEGER NOT NULL,
  moved INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  restored INTEGER NOT NULL,
  unchanged INTEGER NOT NULL,
  problems INTEGER NOT NULL,
  detail TEXT,
  CHECK ((state = 'running') = (finished_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX scan_running ON scan (state) WHERE state = 'running';
CREATE INDEX scan_by_time ON scan (started_at, id);
CREATE TABLE play (
    id TEXT PRIMARY KEY NOT NULL,
    account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
    track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
    played_at INTEGER NOT NULL,
    client TEXT NOT NULL,
    play_id TEXT NOT NULL CHECK (length(play_id) = 36), day INTEGER, hour INTEGER, heard_ms INTEGER NOT NULL DEFAULT 0, source TEXT NOT NULL DEFAULT 'player',
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
CREATE TABLE image_facts (
  key TEXT NOT NULL PRIMARY KEY CHECK (length(key) = 64),
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  colors TEXT,
  problem TEXT,
  retry_at INTEGER,
  CHECK ((problem IS NULL) = (width IS NOT NULL)),
  CHECK ((width IS NULL) = (height IS NULL) AND (width IS NULL) = (colors IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX image_facts_to_retry ON image_facts (retry_at) WHERE retry_at IS NOT NULL;
CREATE TABLE folder_artist_image (
  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
  folder BLOB NOT NULL,
  name BLOB NOT NULL,
  size INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  inode INTEGER NOT NULL,
  image TEXT REFERENCES image, part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  PRIMARY KEY (library, folder)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_by_year ON track (year_order, album_sort_key, album, disc_order, track_order, id)
  WHERE missing_since IS NULL;
CREATE INDEX track_by_search_name ON track (search_title, plays DESC, id) WHERE missing_since IS NULL;
CREATE INDEX album_by_search_name ON album (search_name, plays DESC, id) WHERE track_count > 0;
CREATE INDEX artist_by_search_name ON artist (search_name, plays DESC, id) WHERE is_listed = 1;
CREATE INDEX track_played_by_name ON track (search_title, plays, id) WHERE missing_since IS NULL AND plays > 0;
CREATE INDEX album_played_by_name ON album (search_name, plays, id) WHERE track_count > 0 AND plays > 0;
CREATE INDEX artist_played_by_name ON artist (search_name, plays, id) WHERE is_listed = 1 AND plays > 0;
CREATE INDEX track_by_plays ON track (plays DESC, id, search_title) WHERE missing_since IS NULL AND plays > 0;
CREATE INDEX album_by_plays ON album (plays DESC, id, search_name) WHERE track_count > 0 AND plays > 0;
CREATE INDEX artist_by_plays ON artist (plays DESC, id, search_name) WHERE is_listed = 1 AND plays > 0;
CREATE TABLE album_play (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  plays INTEGER NOT NULL CHECK (plays > 0),
  last_played_at INTEGER NOT NULL,
  PRIMARY KEY (account, album)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_play_recent ON album_play (account, last_played_at, album);
CREATE INDEX album_play_most ON album_play (account, plays, last_played_at, album);
CREATE INDEX album_play_album ON album_play (album);
CREATE TRIGGER play_count_added AFTER INSERT ON play_count BEGIN
  UPDATE track SET plays = plays + NEW.plays WHERE id = NEW.track;
  UPDATE album SET plays = plays + NEW.plays
    WHERE id = (SELECT album FROM track WHERE id = NEW.track AND missing_since IS NULL);
  UPDATE artist SET plays = plays + NEW.plays
    WHERE id IN (SELECT ta.artist FROM track_artist ta JOIN track t ON t.id = ta.track
      WHERE ta.track = NEW.track AND ta.role = 'performer' AND t.missing_since IS NULL);
  DELETE FROM album_play
    WHERE account = NEW.account AND album = (SELECT album FROM track WHERE id = NEW.track);
  INSERT INTO album_play (account, album, plays, last_played_at)
    SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
    FROM track t CROSS JOIN play_count c ON c.account = NEW.account AND c.track = t.id
    WHERE t.album = (SELECT album FROM track WHERE id = NEW.track) GROUP BY c.account, t.album;
END;
CREATE TRIGGER play_count_changed AFTER UPDATE ON play_count BEGIN
  UPDATE track SET plays = plays + NEW.plays - OLD.plays WHERE id = NEW.track;
  UPDATE album SET plays = plays + NEW.plays - OLD.plays
    WHERE id = (SELECT album FROM track WHERE id = NEW.track AND missing_since IS NULL);
  UPDATE artist SET plays = plays + NEW.plays - OLD.plays
    WHERE id IN (SELECT ta.artist FROM track_artist ta JOIN track t ON t.id = ta.track
      WHERE ta.track = NEW.track AND ta.role = 'performer' AND t.missing_since IS NULL);
  DELETE FROM album_play
    WHERE account = NEW.account AND album = (SELECT album FROM track WHERE id = NEW.track);
  INSERT INTO album_play (account, album, plays, last_played_at)
    SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
    FROM track t CROSS JOIN play_count c ON c.account = NEW.account AND c.track = t.id
    WHERE t.album = (SELECT album FROM track WHERE id = NEW.track) GROUP BY c.account, t.album;
END;
CREATE TRIGGER play_count_removed AFTER DELETE ON play_count BEGIN
  UPDATE track SET plays = plays - OLD.plays WHERE id = OLD.track;
  UPDATE album SET plays = plays - OLD.plays
    WHERE id = (SELECT album FROM track WHERE id = OLD.track AND missing_since IS NULL);
  UPDATE artist SET plays = plays - OLD.plays
    WHERE id IN (SELECT ta.artist FROM track_artist ta JOIN track t ON t.id = ta.track
      WHERE ta.track = OLD.track AND ta.role = 'performer' AND t.missing_since IS NULL);
  DELETE FROM album_play
    WHERE account = OLD.account AND album = (SELECT album FROM track WHERE id = OLD.track);
  INSERT INTO album_play (account, album, plays, last_played_at)
    SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
    FROM track t CROSS JOIN play_count c ON c.account = OLD.account AND c.track = t.id
    WHERE t.album = (SELECT album FROM track WHERE id = OLD.track) GROUP BY c.account, t.album;
END;
CREATE VIRTUAL TABLE track_search USING fts5 (title, artists, album,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');
CREATE VIRTUAL TABLE album_search USING fts5 (name, artists,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');
CREATE VIRTUAL TABLE artist_search USING fts5 (name,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '1 2 3');
CREATE VIRTUAL TABLE track_search_word USING fts5vocab (track_search, row);
CREATE VIRTUAL TABLE album_search_word USING fts5vocab (album_search, row);
CREATE VIRTUAL TABLE artist_search_word USING fts5vocab (artist_search, row);
CREATE TABLE search_word (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE
) STRICT;
CREATE TABLE search_trigram (
  trigram TEXT NOT NULL,
  length INTEGER NOT NULL,
  word INTEGER NOT NULL,
  PRIMARY KEY (trigram, length, word)
) STRICT, WITHOUT ROWID;
CREATE TABLE search_state (
  version INTEGER NOT NULL
) STRICT;
CREATE TABLE account_library (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
  PRIMARY KEY (account, library)
) STRICT, WITHOUT ROWID;
CREATE INDEX account_library_library ON account_library (library);
CREATE INDEX account_by_picture ON account (picture) WHERE picture IS NOT NULL;
CREATE INDEX track_by_cover ON track (cover, library) WHERE cover IS NOT NULL;
CREATE INDEX album_by_cover ON album (cover, library) WHERE cover IS NOT NULL;
CREATE INDEX folder_artist_image_by_image ON folder_artist_image (image, library) WHERE image IS NOT NULL;
CREATE TABLE track_edit (
  track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
  corrections TEXT NOT NULL CHECK (json_type(corrections) = 'object'),
  cover TEXT REFERENCES image,
  file TEXT NOT NULL CHECK (json_type(file) = 'object')
) STRICT, WITHOUT ROWID;
CREATE TABLE track_edit_history (
  seq INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  account TEXT,
  at INTEGER NOT NULL,
  before TEXT NOT NULL CHECK (json_type(before) = 'object'),
  cover_before TEXT REFERENCES image,
  after TEXT NOT NULL CHECK (json_type(after) = 'object'),
  cover_after TEXT REFERENCES image,
  file TEXT NOT NULL CHECK (json_type(file) = 'object'),
  undoes TEXT REFERENCES track_edit_history (id) ON DELETE CASCADE
) STRICT;
CREATE INDEX track_edit_history_by_track ON track_edit_history (track, seq);
CREATE INDEX track_edit_history_by_undone ON track_edit_history (undoes) WHERE undoes IS NOT NULL;
CREATE TABLE device_key (
  id TEXT PRIMARY KEY NOT NULL,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  label TEXT NOT NULL,
  scopes TEXT NOT NULL CHECK (length(scopes) > 0),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  sealed BLOB NOT NULL,
  ring_key TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_used_at INTEGER,
  last_client TEXT,
  last_address TEXT,
  CHECK ((last_used_at IS NULL) = (last_client IS NULL)),
  CHECK ((last_used_at IS NULL) = (last_address IS NULL))
) STRICT;
CREATE INDEX device_key_account ON device_key (account, created_at);
CREATE INDEX device_key_ring_key ON device_key (ring_key);
CREATE INDEX device_key_expires ON device_key (expires_at) WHERE expires_at IS NOT NULL;
CREATE UNIQUE INDEX library_by_number ON library (number) WHERE number > 0;
CREATE TABLE folder (
  id TEXT NOT NULL PRIMARY KEY,
  library TEXT NOT NULL REFERENCES library ON DELETE CASCADE,
  parent TEXT REFERENCES folder ON DELETE CASCADE,
  path BLOB NOT NULL,
  name TEXT NOT NULL,
  sort_key TEXT NOT NULL,
  UNIQUE (library, path),
  CHECK ((parent IS NULL) = (length(path) = 0))
) STRICT;
CREATE INDEX folder_by_name ON folder (parent, sort_key, id);
CREATE INDEX track_of_named_disc ON track (album, disc_order, disc_subtitle)
  WHERE missing_since IS NULL AND disc_subtitle IS NOT NULL;
CREATE TABLE track_like (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  liked_at INTEGER NOT NULL,
  PRIMARY KEY (account, track)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_like_recent ON track_like (account, liked_at, track);
CREATE INDEX track_like_track ON track_like (track);
CREATE TABLE track_rating (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  rating INTEGER NOT NULL CHECK (rating BETWEEN 2 AND 10),
  rated_at INTEGER NOT NULL,
  review TEXT CHECK (review <> ''),
  PRIMARY KEY (account, track)
) STRICT;
CREATE INDEX track_rating_best ON track_rating (account, rating, rated_at, track);
CREATE INDEX track_rating_track ON track_rating (track);
CREATE INDEX track_review ON track_rating (track, rated_at, account) WHERE review IS NOT NULL;
CREATE TABLE track_rating_total (
  track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
  ratings INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER track_rating_added AFTER INSERT ON track_rating BEGIN
  INSERT INTO track_rating_total (track, ratings, sum) VALUES (NEW.track, 1, NEW.rating)
    ON CONFLICT (track) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
END;
CREATE TRIGGER track_rating_changed AFTER UPDATE OF rating ON track_rating BEGIN
  UPDATE track_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE track = NEW.track;
END;
CREATE TRIGGER track_rating_removed AFTER DELETE ON track_rating BEGIN
  UPDATE track_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE track = OLD.track;
  DELETE FROM track_rating_total WHERE track = OLD.track AND ratings = 0;
END;
CREATE TABLE album_like (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  liked_at INTEGER NOT NULL,
  PRIMARY KEY (account, album)
) STRICT, WITHOUT ROWID;
CREATE INDEX album_like_recent ON album_like (account, liked_at, album);
CREATE INDEX album_like_album ON album_like (album);
CREATE TABLE album_rating (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  album TEXT NOT NULL REFERENCES album (id) ON DELETE CASCADE,
  rating INTEGER NOT NULL CHECK (rating BETWEEN 2 AND 10),
  rated_at INTEGER NOT NULL,
  review TEXT CHECK (review <> ''),
  PRIMARY KEY (account, album)
) STRICT;
CREATE INDEX album_rating_best ON album_rating (account, rating, rated_at, album);
CREATE INDEX album_rating_album ON album_rating (album);
CREATE INDEX album_review ON album_rating (album, rated_at, account) WHERE review IS NOT NULL;
CREATE TABLE album_rating_total (
  album TEXT NOT NULL PRIMARY KEY REFERENCES album (id) ON DELETE CASCADE,
  ratings INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER album_rating_added AFTER INSERT ON album_rating BEGIN
  INSERT INTO album_rating_total (album, ratings, sum) VALUES (NEW.album, 1, NEW.rating)
    ON CONFLICT (album) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
END;
CREATE TRIGGER album_rating_changed AFTER UPDATE OF rating ON album_rating BEGIN
  UPDATE album_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE album = NEW.album;
END;
CREATE TRIGGER album_rating_removed AFTER DELETE ON album_rating BEGIN
  UPDATE album_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE album = OLD.album;
  DELETE FROM album_rating_total WHERE album = OLD.album AND ratings = 0;
END;
CREATE TABLE artist_like (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
  liked_at INTEGER NOT NULL,
  PRIMARY KEY (account, artist)
) STRICT, WITHOUT ROWID;
CREATE INDEX artist_like_recent ON artist_like (account, liked_at, artist);
CREATE INDEX artist_like_artist ON artist_like (artist);
CREATE TABLE artist_rating (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
  rating INTEGER NOT NULL CHECK (rating BETWEEN 2 AND 10),
  rated_at INTEGER NOT NULL,
  review TEXT CHECK (review <> ''),
  PRIMARY KEY (account, artist)
) STRICT;
CREATE INDEX artist_rating_best ON artist_rating (account, rating, rated_at, artist);
CREATE INDEX artist_rating_artist ON artist_rating (artist);
CREATE INDEX artist_review ON artist_rating (artist, rated_at, account) WHERE review IS NOT NULL;
CREATE TABLE artist_rating_total (
  artist TEXT NOT NULL PRIMARY KEY REFERENCES artist (id) ON DELETE CASCADE,
  ratings INTEGER NOT NULL,
  sum INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER artist_rating_added AFTER INSERT ON artist_rating BEGIN
  INSERT INTO artist_rating_total (artist, ratings, sum) VALUES (NEW.artist, 1, NEW.rating)
    ON CONFLICT (artist) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
END;
CREATE TRIGGER artist_rating_changed AFTER UPDATE OF rating ON artist_rating BEGIN
  UPDATE artist_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE artist = NEW.artist;
END;
CREATE TRIGGER artist_rating_removed AFTER DELETE ON artist_rating BEGIN
  UPDATE artist_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE artist = OLD.artist;
  DELETE FROM artist_rating_total WHERE artist = OLD.artist AND ratings = 0;
END;
CREATE TABLE sharing (
  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  opinions TEXT NOT NULL CHECK (opinions IN ('nobody', 'gateway'))
) STRICT, WITHOUT ROWID;
CREATE TABLE playlist (
  id TEXT NOT NULL PRIMARY KEY,
  owner TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  name_key TEXT NOT NULL,
  description TEXT NOT NULL,
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'public', 'collaborative')),
  cover TEXT CHECK (length(cover) = 64),
  revision INTEGER NOT NULL CHECK (revision > 0),
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
, hidden_at INTEGER, hidden_reason TEXT CHECK (hidden_reason <> ''), hidden_by TEXT REFERENCES account (id) ON DELETE SET NULL) STRICT;
CREATE INDEX playlist_by_name ON playlist (name_key, id);
CREATE INDEX playlist_by_created ON playlist (created_at, id);
CREATE INDEX playlist_by_changed ON playlist (changed_at, id);
CREATE INDEX playlist_owner ON playlist (owner);
CREATE INDEX playlist_by_cover ON playlist (cover) WHERE cover IS NOT NULL;
CREATE TABLE playlist_editor (
  playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  PRIMARY KEY (playlist, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX playlist_editor_account ON playlist_editor (account);
CREATE TABLE playlist_entry (
  playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
  id TEXT NOT NULL,
  place INTEGER NOT NULL,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  added_by TEXT REFERENCES account (id) ON DELETE SET NULL,
  added_at INTEGER NOT NULL,
  PRIMARY KEY (playlist, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX playlist_entry_order ON playlist_entry (playlist, place, id, track);
CREATE INDEX playlist_entry_track ON playlist_entry (track);
CREATE INDEX playlist_entry_added_by ON playlist_entry (added_by) WHERE added_by IS NOT NULL;
CREATE TABLE playlist_total (
  playlist TEXT NOT NULL REFERENCES playlist ON DELETE CASCADE,
  library TEXT NOT NULL,
  entries INTEGER NOT NULL,
  missing INTEGER NOT NULL,
  duration_ms INTEGER NOT NULL,
  PRIMARY KEY (playlist, library)
) STRICT, WITHOUT ROWID;
CREATE INDEX track_by_recording ON track (recording) WHERE recording IS NOT NULL;
CREATE INDEX track_by_isrc ON track (isrc) WHERE isrc IS NOT NULL;
CREATE TABLE share (
  id TEXT PRIMARY KEY NOT NULL CHECK (length(id) = 36),
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  description TEXT CHECK (description <> ''),
  created_at INTEGER NOT NULL,
  expires_at INTEGER,
  last_visited_at INTEGER,
  visits INTEGER NOT NULL DEFAULT 0 CHECK (visits >= 0),
  CHECK ((visits = 0) = (last_visited_at IS NULL))
) STRICT;
CREATE INDEX share_account ON share (account, created_at, id);
CREATE TABLE share_item (
  share TEXT NOT NULL REFERENCES share (id) ON DELETE CASCADE,
  place INTEGER NOT NULL CHECK (place >= 0),
  track TEXT REFERENCES track (id) ON DELETE CASCADE,
  album TEXT REFERENCES album (id) ON DELETE CASCADE,
  playlist TEXT,
  PRIMARY KEY (share, place),
  CHECK ((track IS NOT NULL) + (album IS NOT NULL) + (playlist IS NOT NULL) = 1)
) STRICT, WITHOUT ROWID;
CREATE INDEX share_item_track ON share_item (track) WHERE track IS NOT NULL;
CREATE INDEX share_item_album ON share_item (album) WHERE album IS NOT NULL;
CREATE TABLE radio_station (
  id TEXT PRIMARY KEY NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL,
  stream TEXT NOT NULL,
  home_page TEXT,
  created_at INTEGER NOT NULL
, picture TEXT) STRICT;
CREATE INDEX radio_station_name ON radio_station (name_key, id);
CREATE TABLE bookmark (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
  comment TEXT CHECK (comment <> ''),
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  PRIMARY KEY (account, track)
) STRICT, WITHOUT ROWID;
CREATE INDEX bookmark_recent ON bookmark (account, changed_at, track);
CREATE INDEX bookmark_track ON bookmark (track);
CREATE TABLE track_lyrics (
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  language TEXT CHECK (language <> ''),
  text TEXT NOT NULL CHECK (text <> ''),
  PRIMARY KEY (track, position)
) STRICT;
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
  text TEXT CHECK (text <> ''), bytes BLOB CHECK (bytes IS NULL OR text IS NULL AND length(bytes) > 0),
  PRIMARY KEY (library, folder, name)
) STRICT;
CREATE INDEX folder_text_by_stem ON folder_text (library, folder, purpose, stem);
CREATE INDEX track_top_of_artist ON track (artist_key, plays DESC, id)
  WHERE missing_since IS NULL AND plays > 0;
CREATE TABLE board_day (
  day INTEGER NOT NULL PRIMARY KEY,
  opened_at INTEGER NOT NULL
, revoked_at INTEGER) STRICT;
CREATE TABLE board_post (
  id TEXT NOT NULL PRIMARY KEY,
  day INTEGER NOT NULL REFERENCES board_day (day),
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  caption TEXT NOT NULL,
  track TEXT REFERENCES track (id) ON DELETE SET NULL,
  library TEXT NOT NULL,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  hidden_at INTEGER,
  hidden_by TEXT,
  hidden_reason TEXT,
  UNIQUE (day, account),
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL))
) STRICT;
CREATE INDEX board_post_by_time ON board_post (day, at, id);
CREATE INDEX board_post_by_account ON board_post (account);
CREATE INDEX board_post_by_track ON board_post (track) WHERE track IS NOT NULL;
CREATE TABLE board_reaction (
  post TEXT NOT NULL REFERENCES board_post (id) ON DELETE CASCADE,
  reaction TEXT NOT NULL CHECK (reaction <> ''),
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  PRIMARY KEY (post, reaction, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX board_reaction_by_account ON board_reaction (account);
CREATE TABLE board_comment (
  id TEXT NOT NULL PRIMARY KEY,
  day INTEGER NOT NULL REFERENCES board_day (day),
  post TEXT REFERENCES board_post (id) ON DELETE CASCADE,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  text TEXT NOT NULL CHECK (text <> ''),
  hidden_at INTEGER,
  hidden_by TEXT,
  hidden_reason TEXT,
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL)),
  CHECK ((hidden_at IS NULL) = (hidden_by IS NULL))
) STRICT;
CREATE INDEX board_comment_by_post ON board_comment (post, at, id) WHERE post IS NOT NULL;
CREATE INDEX board_comment_by_day ON board_comment (day, at, id) WHERE post IS NULL;
CREATE INDEX board_comment_by_account ON board_comment (account);
CREATE TABLE event (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CHECK (name <> ''),
  audience TEXT NOT NULL CHECK (audience IN ('everyone', 'person', 'library', 'permission')),
  whom TEXT,
  data TEXT NOT NULL CHECK (json_type(data) = 'object'),
  CHECK ((audience = 'everyone') = (whom IS NULL))
) STRICT;
CREATE INDEX play_by_day ON play (day, track, account, heard_ms);
CREATE INDEX play_own_day ON play (account, day, track, heard_ms);
CREATE TABLE listening_zone (
  one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  zone TEXT NOT NULL
) STRICT;
CREATE TABLE listening_shared (
  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE listening_tally (
  who TEXT NOT NULL,
  span INTEGER NOT NULL,
  kind TEXT NOT NULL,
  subject TEXT NOT NULL,
  library TEXT NOT NULL,
  plays INTEGER NOT NULL,
  heard_ms INTEGER NOT NULL, part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  PRIMARY KEY (who, span, kind, subject, library)
) STRICT, WITHOUT ROWID;
CREATE INDEX listening_tally_most ON listening_tally (who, span, kind, plays DESC, heard_ms DESC, subject, library);
CREATE TABLE listening_hour (
  who TEXT NOT NULL,
  day INTEGER NOT NULL,
  hour INTEGER NOT NULL,
  library TEXT NOT NULL,
  plays INTEGER NOT NULL,
  heard_ms INTEGER NOT NULL, part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  PRIMARY KEY (who, day, hour, library)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER listening_tally_emptied AFTER UPDATE OF plays ON listening_tally WHEN NEW.plays = 0 BEGIN
  DELETE FROM listening_tally WHERE who = NEW.who AND span = NEW.span AND kind = NEW.kind
    AND subject = NEW.subject AND library = NEW.library;
END;
CREATE TRIGGER listening_hour_emptied AFTER UPDATE OF plays ON listening_hour WHEN NEW.plays = 0 BEGIN
  DELETE FROM listening_hour WHERE who = NEW.who AND day = NEW.day AND hour = NEW.hour AND library = NEW.library;
END;
CREATE VIEW listening_part (track, who, span, heard_ms) AS
  SELECT p.track, p.account, 0, p.heard_ms FROM play p WHERE p.day IS NOT NULL
  UNION ALL SELECT p.track, p.account, CAST(strftime('%Y', p.day * 86400, 'unixepoch') AS INTEGER), p.heard_ms FROM play p WHERE p.day IS NOT NULL
  UNION ALL SELECT p.track, '', 0, p.heard_ms FROM play p WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
  UNION ALL SELECT p.track, '', CAST(strftime('%Y', p.day * 86400, 'unixepoch') AS INTEGER), p.heard_ms FROM play p WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
  UNION ALL SELECT p.track, '', CAST(strftime('%Y%m', p.day * 86400, 'unixepoch') AS INTEGER), p.heard_ms FROM play p WHERE p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared);
CREATE TRIGGER track_forgotten BEFORE DELETE ON track BEGIN
  DELETE FROM play WHERE track = OLD.id;
END;
CREATE TRIGGER account_untallied BEFORE DELETE ON account BEGIN
  DELETE FROM listening_shared WHERE account = OLD.id;
  DELETE FROM listening_tally WHERE who = OLD.id;
  DELETE FROM listening_hour WHERE who = OLD.id;
END;
CREATE INDEX track_rating_by_time ON track_rating (rated_at, track, rating);
CREATE INDEX track_rating_total_best
  ON track_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, track);
CREATE INDEX album_rating_by_time ON album_rating (rated_at, album, rating);
CREATE INDEX album_rating_total_best
  ON album_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, album);
CREATE INDEX artist_rating_by_time ON artist_rating (rated_at, artist, rating);
CREATE INDEX artist_rating_total_best
  ON artist_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, artist);
CREATE TABLE shelf_folder (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  name_key TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  icon TEXT NOT NULL CHECK (icon <> ''),
  image TEXT CHECK (length(image) = 64),
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  UNIQUE (account, name_folded)
) STRICT;
CREATE INDEX shelf_folder_by_name ON shelf_folder (account, name_key, id);
CREATE TABLE shelf_item (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  folder TEXT REFERENCES shelf_folder (id) ON DELETE SET NULL,
  track TEXT REFERENCES track (id) ON DELETE SET NULL,
  album TEXT REFERENCES album (id) ON DELETE SET NULL,
  library TEXT,
  title TEXT NOT NULL CHECK (title <> ''),
  title_key TEXT NOT NULL,
  title_search TEXT NOT NULL,
  artist TEXT NOT NULL,
  genre TEXT NOT NULL,
  duration_ms INTEGER CHECK (duration_ms > 0),
  comment TEXT NOT NULL,
  further_search TEXT NOT NULL,
  cover TEXT CHECK (length(cover) = 64),
  rating INTEGER NOT NULL CHECK (rating = 0 OR rating BETWEEN 2 AND 10),
  added_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL, part TEXT GENERATED ALWAYS AS (library) VIRTUAL, outside INTEGER CHECK (outside > 0),
  CHECK (track IS NULL OR album IS NULL),
  CHECK (library IS NOT NULL OR (track IS NULL AND album IS NULL))
) STRICT;
CREATE INDEX shelf_item_by_title ON shelf_item (account, title_key, id);
CREATE INDEX shelf_item_by_rating ON shelf_item (account, rating, id);
CREATE INDEX shelf_item_by_added ON shelf_item (account, added_at, id);
CREATE INDEX shelf_item_in_folder_by_title ON shelf_item (account, folder, title_key, id);
CREATE INDEX shelf_item_in_folder_by_rating ON shelf_item (account, folder, rating, id);
CREATE INDEX shelf_item_in_folder_by_added ON shelf_item (account, folder, added_at, id);
CREATE INDEX shelf_item_of_folder ON shelf_item (folder) WHERE folder IS NOT NULL;
CREATE UNIQUE INDEX shelf_item_of_track ON shelf_item (track, account) WHERE track IS NOT NULL;
CREATE UNIQUE INDEX shelf_item_of_album ON shelf_item (album, account) WHERE album IS NOT NULL;
CREATE TRIGGER shelf_track_rating_added AFTER INSERT ON track_rating BEGIN
  UPDATE shelf_item SET rating = NEW.rating WHERE track = NEW.track AND account = NEW.account;
END;
CREATE TRIGGER shelf_track_rating_changed AFTER UPDATE OF rating ON track_rating BEGIN
  UPDATE shelf_item SET rating = NEW.rating WHERE track = NEW.track AND account = NEW.account;
END;
CREATE TRIGGER shelf_track_rating_removed AFTER DELETE ON track_rating BEGIN
  UPDATE shelf_item SET rating = 0 WHERE track = OLD.track AND account = OLD.account;
END;
CREATE TRIGGER shelf_track_forgotten BEFORE DELETE ON track BEGIN
  UPDATE shelf_item SET track = NULL WHERE track = OLD.id;
END;
CREATE TRIGGER shelf_album_rating_added AFTER INSERT ON album_rating BEGIN
  UPDATE shelf_item SET rating = NEW.rating WHERE album = NEW.album AND account = NEW.account;
END;
CREATE TRIGGER shelf_album_rating_changed AFTER UPDATE OF rating ON album_rating BEGIN
  UPDATE shelf_item SET rating = NEW.rating WHERE album = NEW.album AND account = NEW.account;
END;
CREATE TRIGGER shelf_album_rating_removed AFTER DELETE ON album_rating BEGIN
  UPDATE shelf_item SET rating = 0 WHERE album = OLD.album AND account = OLD.account;
END;
CREATE TRIGGER shelf_album_forgotten BEFORE DELETE ON album BEGIN
  UPDATE shelf_item SET album = NULL WHERE album = OLD.id;
END;
CREATE TABLE wish (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  title TEXT NOT NULL CHECK (title <> ''),
  artist TEXT NOT NULL,
  note TEXT NOT NULL,
  cover TEXT CHECK (length(cover) = 64),
  title_words TEXT NOT NULL CHECK (title_words <> ''),
  artist_words TEXT NOT NULL,
  backers INTEGER NOT NULL DEFAULT 0 CHECK (backers >= 0),
  arrival TEXT REFERENCES track (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL, outside INTEGER CHECK (outside > 0), genre TEXT NOT NULL DEFAULT '', duration_ms INTEGER CHECK (duration_ms > 0),
  UNIQUE (title_words, artist_words)
) STRICT;
CREATE INDEX wish_by_date ON wish (created_at, id);
CREATE INDEX wish_by_backers ON wish (backers, id);
CREATE INDEX wish_of_account ON wish (account);
CREATE INDEX wish_by_arrival ON wish (arrival) WHERE arrival IS NOT NULL;
CREATE INDEX wish_by_cover ON wish (cover) WHERE cover IS NOT NULL;
CREATE TABLE wish_backer (
  wish TEXT NOT NULL REFERENCES wish ON DELETE CASCADE,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  backed_at INTEGER NOT NULL,
  PRIMARY KEY (wish, account)
) STRICT, WITHOUT ROWID;
CREATE INDEX wish_backer_account ON wish_backer (account);
CREATE TRIGGER wish_backed AFTER INSERT ON wish_backer BEGIN
  UPDATE wish SET backers = backers + 1 WHERE id = NEW.wish;
END;
CREATE TRIGGER wish_unbacked AFTER DELETE ON wish_backer BEGIN
  UPDATE wish SET backers = backers - 1 WHERE id = OLD.wish;
END;
CREATE TABLE notification (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  at INTEGER NOT NULL,
  read_at INTEGER,
  actor TEXT REFERENCES account (id) ON DELETE SET NULL,
  subject_kind TEXT CHECK (subject_kind <> ''),
  subject TEXT,
  day TEXT,
  library TEXT,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  topic TEXT, part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  CHECK ((subject IS NULL) = (subject_kind IS NULL)),
  UNIQUE (account, topic)
) STRICT;
CREATE INDEX notification_by_date ON notification (account, at, id);
CREATE INDEX notification_unread ON notification (account, at, id) WHERE read_at IS NULL;
CREATE INDEX notification_by_subject ON notification (subject) WHERE subject IS NOT NULL;
CREATE INDEX notification_by_actor ON notification (actor) WHERE actor IS NOT NULL;
CREATE TABLE notification_muting (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  PRIMARY KEY (account, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE smart_playlist (
  playlist TEXT NOT NULL PRIMARY KEY REFERENCES playlist ON DELETE CASCADE,
  rules TEXT NOT NULL CHECK (json_type(rules) = 'object')
) STRICT, WITHOUT ROWID;
CREATE INDEX track_rules ON track (
  added_at, id, year_order, duration_ms, bitrate, bpm, is_compilation, codec, bit_depth, date, library, album,
  missing_since
) WHERE missing_since IS NULL;
CREATE INDEX track_review_own ON track_rating (account, rated_at, track) WHERE review IS NOT NULL;
CREATE INDEX album_review_own ON album_rating (account, rated_at, album) WHERE review IS NOT NULL;
CREATE INDEX artist_review_own ON artist_rating (account, rated_at, artist) WHERE review IS NOT NULL;
CREATE TABLE upload (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL CHECK (name <> ''),
  length INTEGER NOT NULL CHECK (length > 0),
  received INTEGER NOT NULL DEFAULT 0 CHECK (received BETWEEN 0 AND length),
  state TEXT NOT NULL CHECK (state IN ('receiving', 'checking', 'refused')),
  batch TEXT,
  submits INTEGER NOT NULL CHECK (submits IN (0, 1)),
  wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
  reason TEXT,
  detail TEXT,
  created_at INTEGER NOT NULL,
  touched_at INTEGER NOT NULL,
  CHECK ((state = 'refused') = (reason IS NOT NULL)),
  CHECK (state <> 'checking' OR received = length)
) STRICT;
CREATE INDEX upload_of_account ON upload (account, created_at, id);
CREATE INDEX upload_by_state ON upload (state, id);
CREATE INDEX upload_by_touch ON upload (touched_at) WHERE state <> 'checking';
CREATE INDEX upload_by_wish ON upload (wish) WHERE wish IS NOT NULL;
CREATE TABLE submission (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT REFERENCES account (id) ON DELETE SET NULL,
  batch TEXT,
  state TEXT NOT NULL
    CHECK (state IN ('draft', 'pending', 'approving', 'approved', 'rejected', 'withdrawn')),
  revision INTEGER NOT NULL DEFAULT 1,
  file_name TEXT NOT NULL,
  size INTEGER NOT NULL CHECK (size > 0),
  digest BLOB NOT NULL CHECK (length(digest) = 32),
  media_type TEXT NOT NULL,
  codec TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  bitrate INTEGER NOT NULL,
  sample_rate INTEGER NOT NULL,
  channels INTEGER NOT NULL,
  bit_depth INTEGER NOT NULL,
  form TEXT NOT NULL CHECK (json_type(form) = 'object'),
  words TEXT NOT NULL,
  cover TEXT CHECK (length(cover) = 64),
  file_cover TEXT CHECK (length(file_cover) = 64),
  note TEXT NOT NULL,
  wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
  reason TEXT,
  failure TEXT,
  decided_by TEXT REFERENCES account (id) ON DELETE SET NULL,
  decided_at INTEGER,
  library TEXT REFERENCES library (id) ON DELETE SET NULL,
  folder BLOB,
  name BLOB,
  track TEXT REFERENCES track (id) ON DELETE SET NULL,
  is_kept INTEGER NOT NULL DEFAULT 1 CHECK (is_kept IN (0, 1)),
  created_at INTEGER NOT NULL,
  submitted_at INTEGER,
  changed_at INTEGER NOT NULL,
  at INTEGER NOT NULL,
  CHECK (state NOT IN ('approving', 'approved') OR (folder IS NOT NULL AND name IS NOT NULL))
) STRICT;
CREATE INDEX submission_of_account ON submission (account, at, id);
CREATE INDEX submission_by_state ON submission (state, at, id);
CREATE INDEX submission_by_date ON submission (at, id) WHERE state IN
  ('pending', 'approving', 'approved', 'rejected');
CREATE INDEX submission_by_batch ON submission (batch, at, id) WHERE batch IS NOT NULL;
CREATE INDEX submission_left ON submission (changed_at)
  WHERE state IN ('draft', 'rejected', 'withdrawn');
CREATE UNIQUE INDEX submission_underway ON submission (library, folder, name)
  WHERE state = 'approving';
CREATE INDEX submission_published ON submission (id) WHERE state = 'approved' AND is_kept = 1;
CREATE INDEX submission_by_track ON submission (track) WHERE track IS NOT NULL;
CREATE INDEX submission_by_wish ON submission (wish) WHERE wish IS NOT NULL;
CREATE INDEX submission_by_decider ON submission (decided_by) WHERE decided_by IS NOT NULL;
CREATE INDEX submission_by_library ON submission (library) WHERE library IS NOT NULL;
CREATE TABLE journal (
  number INTEGER NOT NULL PRIMARY KEY CHECK (number > 0),
  id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  actor TEXT,
  origin TEXT NOT NULL,
  action TEXT NOT NULL CHECK (action <> ''),
  subject_kind TEXT,
  subject_id TEXT,
  details TEXT NOT NULL CHECK (json_valid(details)),
  seal BLOB NOT NULL CHECK (length(seal) = 32),
  CHECK ((subject_kind IS NULL) = (subject_id IS NULL))
) STRICT;
CREATE TABLE journal_chain (
  one INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
  head_number INTEGER NOT NULL,
  head_seal BLOB NOT NULL CHECK (length(head_seal) = 32),
  cut_number INTEGER NOT NULL,
  cut_seal BLOB NOT NULL CHECK (length(cut_seal) = 32),
  cut_total INTEGER NOT NULL
) STRICT;
CREATE INDEX journal_newest ON journal (at, number);
CREATE INDEX journal_of_actor ON journal (actor, at, number);
CREATE INDEX journal_of_action ON journal (action, at, number);
CREATE INDEX journal_of_actor_and_action ON journal (actor, action, at, number);
CREATE INDEX journal_about ON journal (subject_kind, subject_id, at, number);
CREATE TRIGGER journal_goes_on BEFORE INSERT ON journal
  WHEN NEW.number <> (SELECT head_number + 1 FROM journal_chain)
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_has_a_head AFTER INSERT ON journal
  BEGIN UPDATE journal_chain SET head_number = NEW.number, head_seal = NEW.seal; END;
CREATE TRIGGER journal_is_not_changed BEFORE UPDATE ON journal
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_is_not_cut BEFORE DELETE ON journal
  WHEN OLD.number > (SELECT cut_number FROM journal_chain)
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_chain_is_cut_forwards BEFORE UPDATE OF cut_number, cut_seal ON journal_chain
  WHEN NEW.cut_number < OLD.cut_number OR NEW.cut_number >= NEW.head_number OR NOT EXISTS
    (SELECT 1 FROM journal WHERE number = NEW.cut_number AND seal = NEW.cut_seal)
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER journal_chain_stays BEFORE DELETE ON journal_chain
  BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TABLE plan (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  name_key TEXT NOT NULL UNIQUE,
  is_default INTEGER NOT NULL CHECK (is_default IN (0, 1)),
  streams INTEGER CHECK (streams > 0),
  maximum_bitrate INTEGER CHECK (maximum_bitrate > 0),
  upload_quota INTEGER CHECK (upload_quota >= 0),
  monthly_transfer INTEGER CHECK (monthly_transfer >= 0),
  created_at INTEGER NOT NULL
, allows_downloads INTEGER NOT NULL DEFAULT 1 CHECK (allows_downloads IN (0, 1))) STRICT;
CREATE UNIQUE INDEX plan_default ON plan (is_default) WHERE is_default = 1;
CREATE INDEX account_by_plan ON account (plan) WHERE plan IS NOT NULL;
CREATE TABLE transfer (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  month INTEGER NOT NULL,
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (account, month)
) STRICT, WITHOUT ROWID;
CREATE TABLE invitation (
  id TEXT NOT NULL PRIMARY KEY,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  label TEXT NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
  plan TEXT REFERENCES plan (id) ON DELETE SET NULL,
  libraries TEXT,
  created_by TEXT REFERENCES account (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  used_by TEXT REFERENCES account (id) ON DELETE SET NULL, hears_explicit INTEGER NOT NULL DEFAULT 1 CHECK (hears_explicit IN (0, 1)),
  CHECK (used_by IS NULL OR used_at IS NOT NULL)
) STRICT;
CREATE INDEX invitation_newest ON invitation (created_at, id);
CREATE INDEX invitation_by_plan ON invitation (plan) WHERE plan IS NOT NULL;
CREATE INDEX invitation_by_maker ON invitation (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX invitation_by_guest ON invitation (used_by) WHERE used_by IS NOT NULL;
CREATE TABLE feature_request (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  text TEXT NOT NULL CHECK (text <> ''),
  at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'planned', 'done', 'declined')),
  answer TEXT NOT NULL,
  answered_by TEXT REFERENCES account (id) ON DELETE SET NULL,
  answered_at INTEGER
) STRICT;
CREATE INDEX feature_request_newest ON feature_request (at, id);
CREATE INDEX feature_request_by_state ON feature_request (state, at, id);
CREATE INDEX feature_request_of_account ON feature_request (account, at, id);
CREATE INDEX feature_request_answered_by ON feature_request (answered_by) WHERE answered_by IS NOT NULL;
CREATE TABLE setting (
  key TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE backup_run (
  id TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind <> ''),
  state TEXT NOT NULL CHECK (state IN ('running', 'done', 'failed', 'interrupted')),
  started_at INTEGER NOT NULL,
  ended_at INTEGER,
  with_music INTEGER NOT NULL CHECK (with_music IN (0, 1)),
  file TEXT,
  size INTEGER,
  failure TEXT,
  verified_at INTEGER,
  defect TEXT
) STRICT;
CREATE INDEX backup_run_by_start ON backup_run (started_at, id);
CREATE INDEX backup_run_by_file ON backup_run (file) WHERE file IS NOT NULL;
CREATE TABLE backup_schedule (
  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  enabled INTEGER NOT NULL CHECK (enabled IN (0, 1)),
  minute INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
  keep INTEGER NOT NULL CHECK (keep BETWEEN 1 AND 365),
  with_music INTEGER NOT NULL CHECK (with_music IN (0, 1))
, since INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE two_factor (
  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  sealed BLOB NOT NULL,
  key_id TEXT NOT NULL,
  enabled_at INTEGER NOT NULL,
  last_step INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE recovery_code (
  account TEXT NOT NULL REFERENCES two_factor (account) ON DELETE CASCADE,
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (account, hash)
) STRICT, WITHOUT ROWID;
CREATE TABLE two_factor_role (
  role TEXT NOT NULL PRIMARY KEY CHECK (role IN ('listener', 'contributor', 'moderator', 'admin'))
) STRICT, WITHOUT ROWID;
CREATE TABLE outgoing_mail (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT REFERENCES account (id) ON DELETE CASCADE,
  recipient TEXT NOT NULL CHECK (recipient <> ''),
  kind TEXT NOT NULL CHECK (kind <> ''),
  locale TEXT NOT NULL,
  parameters TEXT NOT NULL,
  sealed BLOB,
  topic TEXT NOT NULL UNIQUE,
  created_at INTEGER NOT NULL,
  next_at INTEGER NOT NULL,
  attempts INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'failed')),
  failure TEXT
) STRICT;
CREATE INDEX outgoing_mail_due ON outgoing_mail (next_at, id) WHERE state = 'waiting';
CREATE INDEX outgoing_mail_by_date ON outgoing_mail (created_at, id);
CREATE INDEX outgoing_mail_account ON outgoing_mail (account) WHERE account IS NOT NULL;
CREATE TABLE email_confirmation (
  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  email_key TEXT NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT;
CREATE TABLE confirmed_email (
  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  email_key TEXT NOT NULL,
  confirmed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE mailed_notification (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  PRIMARY KEY (account, kind)
) STRICT, WITHOUT ROWID;
CREATE TABLE track_fingerprint (
  track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
  signature BLOB NOT NULL,
  duration_ms INTEGER NOT NULL,
  sound BLOB CHECK (length(sound) > 0)
) STRICT;
CREATE INDEX track_fingerprint_by_duration ON track_fingerprint (duration_ms) WHERE sound IS NOT NULL;
CREATE TABLE submission_sound (
  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
  duration_ms INTEGER NOT NULL,
  sound BLOB NOT NULL CHECK (length(sound) > 0)
) STRICT;
CREATE INDEX submission_sound_by_duration ON submission_sound (duration_ms);
CREATE TABLE submission_alike (
  submission TEXT NOT NULL REFERENCES submission (id) ON DELETE CASCADE,
  track INTEGER REFERENCES track (seq) ON DELETE CASCADE,
  other TEXT REFERENCES submission (id) ON DELETE CASCADE,
  similarity REAL NOT NULL,
  CHECK ((track IS NULL) <> (other IS NULL))
) STRICT;
CREATE UNIQUE INDEX submission_alike_track ON submission_alike (submission, track) WHERE track IS NOT NULL;
CREATE UNIQUE INDEX submission_alike_other ON submission_alike (submission, other) WHERE other IS NOT NULL;
CREATE INDEX submission_alike_of ON submission_alike (submission, similarity DESC);
CREATE INDEX submission_alike_by_track ON submission_alike (track) WHERE track IS NOT NULL;
CREATE INDEX submission_alike_by_other ON submission_alike (other) WHERE other IS NOT NULL;
CREATE TABLE link_import (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  address TEXT NOT NULL CHECK (address <> ''),
  state TEXT NOT NULL CHECK (state IN ('waiting', 'fetching', 'done', 'failed')),
  name TEXT CHECK (name <> ''),
  received INTEGER NOT NULL DEFAULT 0 CHECK (received >= 0),
  reserved INTEGER NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  total INTEGER CHECK (total > 0),
  attempts INTEGER NOT NULL DEFAULT 0,
  wish TEXT REFERENCES wish (id) ON DELETE SET NULL,
  reason TEXT,
  created_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL,
  CHECK ((state = 'failed') = (reason IS NOT NULL)),
  CHECK (state = 'fetching' OR reserved = 0)
) STRICT;
CREATE INDEX link_import_of_account ON link_import (account, created_at, id);
CREATE INDEX link_import_by_state ON link_import (state, id);
CREATE INDEX link_import_fetching ON link_import (account) WHERE state = 'fetching';
CREATE INDEX link_import_ended ON link_import (changed_at) WHERE state IN ('done', 'failed');
CREATE INDEX link_import_by_wish ON link_import (wish) WHERE wish IS NOT NULL;
CREATE TABLE email_undo (
  hash BLOB NOT NULL PRIMARY KEY CHECK (length(hash) = 32),
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  email TEXT NOT NULL CHECK (email <> ''),
  email_key TEXT NOT NULL,
  was_confirmed INTEGER NOT NULL CHECK (was_confirmed IN (0, 1)),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX email_undo_account ON email_undo (account, created_at);
CREATE INDEX email_undo_by_key ON email_undo (email_key);
CREATE INDEX email_undo_expires ON email_undo (expires_at);
CREATE TABLE instance (
  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  id TEXT NOT NULL CHECK (id <> '')
) STRICT;
CREATE TABLE cleanup_mark (
  kind TEXT NOT NULL CHECK (kind <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  marked_at INTEGER NOT NULL,
  PRIMARY KEY (kind, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE cleanup_state (
  kind TEXT NOT NULL PRIMARY KEY CHECK (kind <> ''),
  ran_at INTEGER NOT NULL,
  total INTEGER NOT NULL,
  marked INTEGER NOT NULL,
  removed INTEGER NOT NULL,
  removed_at INTEGER,
  stopped INTEGER,
  allowed INTEGER NOT NULL DEFAULT 0 CHECK (allowed IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE clock_record (
  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  time INTEGER NOT NULL,
  uptime INTEGER NOT NULL,
  boot TEXT NOT NULL,
  accepted INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE daily_overview (
  only INTEGER NOT NULL PRIMARY KEY CHECK (only = 1),
  day TEXT NOT NULL
) STRICT;
CREATE INDEX shelf_item_by_cover ON shelf_item (cover, account) WHERE cover IS NOT NULL;
CREATE INDEX shelf_folder_by_image ON shelf_folder (image, account) WHERE image IS NOT NULL;
CREATE INDEX submission_by_cover ON submission (cover, account, state) WHERE cover IS NOT NULL;
CREATE INDEX submission_by_file_cover ON submission (file_cover, account, state)
  WHERE file_cover IS NOT NULL;
CREATE INDEX folder_cover_by_image ON folder_cover (image, library) WHERE image IS NOT NULL;
CREATE INDEX track_edit_by_cover_before ON track_edit_history (cover_before)
  WHERE cover_before IS NOT NULL;
CREATE INDEX track_edit_by_cover_after ON track_edit_history (cover_after) WHERE cover_after IS NOT NULL;
CREATE INDEX track_by_popularity ON track (plays, id) WHERE missing_since IS NULL AND plays > 0;
CREATE INDEX wish_by_title ON wish (title_words, id);
CREATE INDEX account_link_by_maker ON account_link (created_by) WHERE created_by IS NOT NULL;
CREATE TABLE token_product (
  kind TEXT NOT NULL CHECK (kind IN (
    'account', 'password', 'link', 'invitation', 'session', 'share', 'role', 'enabled', 'email')),
  product TEXT NOT NULL,
  token TEXT NOT NULL,
  former TEXT,
  at INTEGER NOT NULL,
  PRIMARY KEY (kind, product, token),
  CHECK (kind <> 'role' OR former IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX token_product_by_token ON token_product (token, at);
CREATE TABLE image_owner (
  image TEXT NOT NULL PRIMARY KEY CHECK (length(image) = 64),
  account TEXT REFERENCES account (id) ON DELETE SET NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX image_owner_by_account ON image_owner (account) WHERE account IS NOT NULL;
CREATE TABLE withdrawal (
  id TEXT NOT NULL PRIMARY KEY,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  library TEXT NOT NULL,
  folder BLOB NOT NULL,
  name BLOB NOT NULL CHECK (length(name) > 0),
  size INTEGER NOT NULL,
  modified_ns INTEGER NOT NULL,
  signature BLOB NOT NULL,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  album TEXT NOT NULL,
  words TEXT NOT NULL,
  cover TEXT CHECK (length(cover) = 64),
  reason TEXT NOT NULL CHECK (reason <> ''),
  state TEXT NOT NULL
    CHECK (state IN ('leaving', 'binned', 'returning', 'removing', 'restored', 'removed')),
  failure TEXT,
  giver TEXT REFERENCES account (id) ON DELETE SET NULL,
  moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  ended_at INTEGER, is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)), part TEXT GENERATED ALWAYS AS (library || CASE is_explicit WHEN 1 THEN '!' ELSE '' END) VIRTUAL,
  CHECK ((state IN ('restored', 'removed')) = (ended_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX withdrawal_of_track ON withdrawal (track) WHERE ended_at IS NULL;
CREATE INDEX withdrawal_by_signature ON withdrawal (signature) WHERE ended_at IS NULL;
CREATE INDEX withdrawal_ever_of_track ON withdrawal (track);
CREATE INDEX withdrawal_in_bin ON withdrawal (at, id) WHERE ended_at IS NULL;
CREATE INDEX withdrawal_ended ON withdrawal (at, id) WHERE ended_at IS NOT NULL;
CREATE INDEX withdrawal_by_giver ON withdrawal (giver, at, id) WHERE giver IS NOT NULL;
CREATE INDEX withdrawal_by_moderator ON withdrawal (moderator) WHERE moderator IS NOT NULL;
CREATE INDEX playlist_hidden_by ON playlist (hidden_by) WHERE hidden_by IS NOT NULL;
CREATE TABLE report (
  id TEXT NOT NULL PRIMARY KEY,
  reporter TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  kind TEXT NOT NULL CHECK (kind <> ''),
  subject TEXT NOT NULL,
  day TEXT,
  library TEXT,
  owner TEXT REFERENCES account (id) ON DELETE SET NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'acted', 'dismissed')),
  moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
  answer TEXT NOT NULL DEFAULT '',
  closed_at INTEGER, part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  CHECK ((state = 'open') = (closed_at IS NULL))
) STRICT;
CREATE UNIQUE INDEX report_once ON report (reporter, kind, subject) WHERE closed_at IS NULL;
CREATE INDEX report_about ON report (kind, subject) WHERE closed_at IS NULL;
CREATE INDEX report_open ON report (at, id) WHERE closed_at IS NULL;
CREATE INDEX report_closed ON report (at, id) WHERE closed_at IS NOT NULL;
CREATE INDEX report_by_reporter ON report (reporter, at, id);
CREATE INDEX report_by_owner ON report (owner) WHERE owner IS NOT NULL;
CREATE INDEX report_by_moderator ON report (moderator) WHERE moderator IS NOT NULL;
CREATE INDEX journal_without_plays ON journal (at, number) WHERE action <> 'play.record';
CREATE INDEX journal_of_kind ON journal (subject_kind, at, number);
CREATE INDEX journal_of_kind_without_plays ON journal (subject_kind, at, number)
  WHERE action <> 'play.record';
CREATE INDEX artist_by_image ON artist (image) WHERE image IS NOT NULL;
CREATE INDEX track_explicit_by_cover ON track (cover) WHERE is_explicit = 1;
CREATE TABLE "artist_library" (
  artist TEXT NOT NULL REFERENCES artist (id) ON DELETE CASCADE,
  library TEXT NOT NULL,
  album_count INTEGER NOT NULL,
  track_count INTEGER NOT NULL,
  cover TEXT REFERENCES image,
  cover_order INTEGER NOT NULL,
  part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  PRIMARY KEY (artist, library)
) STRICT, WITHOUT ROWID;
CREATE TABLE "genre_library" (
  genre TEXT NOT NULL REFERENCES genre (id) ON DELETE CASCADE,
  library TEXT NOT NULL,
  album_count INTEGER NOT NULL,
  track_count INTEGER NOT NULL,
  cover TEXT REFERENCES image,
  cover_order INTEGER NOT NULL,
  part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
  PRIMARY KEY (genre, library)
) STRICT, WITHOUT ROWID;
CREATE VIEW listening_subject (track, library, kind, subject) AS
  SELECT id, part, 'track', id FROM track
  UNION ALL SELECT id, part, 'album', album FROM track
  UNION ALL SELECT l.track, t.part, 'artist', l.artist FROM track_artist l CROSS JOIN track t ON t.id = l.track
    WHERE l.role = 'performer' AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track
      AND e.role = 'performer' AND e.artist = l.artist AND e.position < l.position)
  UNION ALL SELECT l.track, t.part, 'genre', l.genre FROM track_genre l CROSS JOIN track t ON t.id = l.track
    WHERE NOT EXISTS (SELECT 1 FROM track_genre e WHERE e.track = l.track AND e.genre = l.genre
      AND e.position < l.position);
CREATE TRIGGER play_tallied AFTER INSERT ON play WHEN NEW.day IS NOT NULL BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, j.kind, j.subject, j.library, 1, NEW.heard_ms
  FROM listening_subject j CROSS JOIN (
    SELECT NEW.account AS who, 0 AS span
    UNION ALL SELECT NEW.account, CAST(strftime('%Y', NEW.day * 86400, 'unixepoch') AS INTEGER)
    UNION ALL SELECT '', 0 WHERE NEW.account IN (SELECT account FROM listening_shared)
    UNION ALL SELECT '', CAST(strftime('%Y', NEW.day * 86400, 'unixepoch') AS INTEGER) WHERE NEW.account IN (SELECT account FROM listening_shared)
    UNION ALL SELECT '', CAST(strftime('%Y%m', NEW.day * 86400, 'unixepoch') AS INTEGER) WHERE NEW.account IN (SELECT account FROM listening_shared)) p
  WHERE j.track = NEW.track
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT p.who, NEW.day, NEW.hour, t.part, 1, NEW.heard_ms
  FROM track t CROSS JOIN (
    SELECT NEW.account AS who UNION ALL SELECT '' WHERE NEW.account IN (SELECT account FROM listening_shared)) p
  WHERE t.id = NEW.track
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER play_untallied AFTER DELETE ON play
WHEN OLD.day IS NOT NULL AND EXISTS (SELECT 1 FROM account WHERE id = OLD.account) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, j.kind, j.subject, j.library, -1, -OLD.heard_ms
  FROM listening_subject j CROSS JOIN (
    SELECT OLD.account AS who, 0 AS span
    UNION ALL SELECT OLD.account, CAST(strftime('%Y', OLD.day * 86400, 'unixepoch') AS INTEGER)
    UNION ALL SELECT '', 0 WHERE OLD.account IN (SELECT account FROM listening_shared)
    UNION ALL SELECT '', CAST(strftime('%Y', OLD.day * 86400, 'unixepoch') AS INTEGER) WHERE OLD.account IN (SELECT account FROM listening_shared)
    UNION ALL SELECT '', CAST(strftime('%Y%m', OLD.day * 86400, 'unixepoch') AS INTEGER) WHERE OLD.account IN (SELECT account FROM listening_shared)) p
  WHERE j.track = OLD.track
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT p.who, OLD.day, OLD.hour, t.part, -1, -OLD.heard_ms
  FROM track t CROSS JOIN (
    SELECT OLD.account AS who UNION ALL SELECT '' WHERE OLD.account IN (SELECT account FROM listening_shared)) p
  WHERE t.id = OLD.track
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER track_untallied BEFORE UPDATE OF album, library, is_explicit ON track WHEN (OLD.album <> NEW.album OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit)) AND EXISTS (SELECT 1 FROM play WHERE track = OLD.id) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, j.kind, j.subject, j.library, -count(*), -sum(p.heard_ms)
  FROM listening_subject j CROSS JOIN listening_part p ON p.track = j.track
  WHERE j.track = OLD.id AND p.track = OLD.id GROUP BY p.who, p.span, j.kind, j.subject, j.library
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT p.account, p.day, p.hour, t.part, -count(*), -sum(p.heard_ms)
  FROM track t CROSS JOIN play p ON p.track = t.id WHERE t.id = OLD.id AND p.day IS NOT NULL
  GROUP BY p.account, p.day, p.hour, t.part
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT '', p.day, p.hour, t.part, -count(*), -sum(p.heard_ms)
  FROM track t CROSS JOIN play p ON p.track = t.id WHERE t.id = OLD.id AND p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
  GROUP BY p.day, p.hour, t.part
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER track_tallied AFTER UPDATE OF album, library, is_explicit ON track WHEN (OLD.album <> NEW.album OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit)) AND EXISTS (SELECT 1 FROM play WHERE track = OLD.id) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, j.kind, j.subject, j.library, count(*), sum(p.heard_ms)
  FROM listening_subject j CROSS JOIN listening_part p ON p.track = j.track
  WHERE j.track = NEW.id AND p.track = NEW.id GROUP BY p.who, p.span, j.kind, j.subject, j.library
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT p.account, p.day, p.hour, t.part, count(*), sum(p.heard_ms)
  FROM track t CROSS JOIN play p ON p.track = t.id WHERE t.id = NEW.id AND p.day IS NOT NULL
  GROUP BY p.account, p.day, p.hour, t.part
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT '', p.day, p.hour, t.part, count(*), sum(p.heard_ms)
  FROM track t CROSS JOIN play p ON p.track = t.id WHERE t.id = NEW.id AND p.day IS NOT NULL AND p.account IN (SELECT account FROM listening_shared)
  GROUP BY p.day, p.hour, t.part
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER performer_tallied AFTER INSERT ON track_artist
WHEN NEW.role = 'performer' AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track) AND NOT EXISTS (SELECT 1 FROM track_artist WHERE track = NEW.track AND artist = NEW.artist
  AND position <> NEW.position AND role = 'performer') BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'artist', NEW.artist, t.part, count(*), sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = NEW.track AND p.track = NEW.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER performer_untallied AFTER DELETE ON track_artist
WHEN OLD.role = 'performer' AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track) AND NOT EXISTS (SELECT 1 FROM track_artist WHERE track = OLD.track AND artist = OLD.artist
  AND position <> OLD.position AND role = 'performer') BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'artist', OLD.artist, t.part, -count(*), -sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = OLD.track AND p.track = OLD.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER genre_tallied AFTER INSERT ON track_genre
WHEN true AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track) AND NOT EXISTS (SELECT 1 FROM track_genre WHERE track = NEW.track AND genre = NEW.genre
  AND position <> NEW.position AND true) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'genre', NEW.genre, t.part, count(*), sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = NEW.track AND p.track = NEW.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER genre_untallied AFTER DELETE ON track_genre
WHEN true AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track) AND NOT EXISTS (SELECT 1 FROM track_genre WHERE track = OLD.track AND genre = OLD.genre
  AND position <> OLD.position AND true) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'genre', OLD.genre, t.part, -count(*), -sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = OLD.track AND p.track = OLD.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER performer_left AFTER UPDATE OF artist ON track_artist
WHEN OLD.artist <> NEW.artist AND OLD.role = 'performer' AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track) AND NOT EXISTS (SELECT 1 FROM track_artist WHERE track = OLD.track AND artist = OLD.artist
  AND position <> OLD.position AND role = 'performer') BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'artist', OLD.artist, t.part, -count(*), -sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = OLD.track AND p.track = OLD.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER performer_joined AFTER UPDATE OF artist ON track_artist
WHEN OLD.artist <> NEW.artist AND NEW.role = 'performer' AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track) AND NOT EXISTS (SELECT 1 FROM track_artist WHERE track = NEW.track AND artist = NEW.artist
  AND position <> NEW.position AND role = 'performer') BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'artist', NEW.artist, t.part, count(*), sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = NEW.track AND p.track = NEW.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER genre_left AFTER UPDATE OF genre ON track_genre
WHEN OLD.genre <> NEW.genre AND true AND EXISTS (SELECT 1 FROM play WHERE track = OLD.track) AND NOT EXISTS (SELECT 1 FROM track_genre WHERE track = OLD.track AND genre = OLD.genre
  AND position <> OLD.position AND true) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'genre', OLD.genre, t.part, -count(*), -sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = OLD.track AND p.track = OLD.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER genre_joined AFTER UPDATE OF genre ON track_genre
WHEN OLD.genre <> NEW.genre AND true AND EXISTS (SELECT 1 FROM play WHERE track = NEW.track) AND NOT EXISTS (SELECT 1 FROM track_genre WHERE track = NEW.track AND genre = NEW.genre
  AND position <> NEW.position AND true) BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT p.who, p.span, 'genre', NEW.genre, t.part, count(*), sum(p.heard_ms)
  FROM track t CROSS JOIN listening_part p ON p.track = t.id
  WHERE t.id = NEW.track AND p.track = NEW.track GROUP BY p.who, p.span, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER account_shares AFTER INSERT ON listening_shared BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', span, kind, subject, library, plays, heard_ms FROM listening_tally
  WHERE who = NEW.account
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'track', t.id, t.part, sum(p.plays), sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = NEW.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track
  WHERE true GROUP BY p.month, t.id, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'album', t.album, t.part, sum(p.plays), sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = NEW.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track
  WHERE true GROUP BY p.month, t.album, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'artist', l.artist, t.part, sum(p.plays), sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = NEW.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
  AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track AND e.role = 'performer'
    AND e.artist = l.artist AND e.position < l.position)
  WHERE true GROUP BY p.month, l.artist, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'genre', l.genre, t.part, sum(p.plays), sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = NEW.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track CROSS JOIN track_genre l ON l.track = t.id AND NOT EXISTS (SELECT 1 FROM track_genre e
  WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
  WHERE true GROUP BY p.month, l.genre, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT '', day, hour, library, plays, heard_ms FROM listening_hour WHERE who = NEW.account
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER account_unshares AFTER DELETE ON listening_shared BEGIN
  INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', span, kind, subject, library, -plays, -heard_ms FROM listening_tally
  WHERE who = OLD.account
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'track', t.id, t.part, -sum(p.plays), -sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = OLD.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track
  WHERE true GROUP BY p.month, t.id, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'album', t.album, t.part, -sum(p.plays), -sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = OLD.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track
  WHERE true GROUP BY p.month, t.album, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'artist', l.artist, t.part, -sum(p.plays), -sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = OLD.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track CROSS JOIN track_artist l ON l.track = t.id AND l.role = 'performer'
  AND NOT EXISTS (SELECT 1 FROM track_artist e WHERE e.track = l.track AND e.role = 'performer'
    AND e.artist = l.artist AND e.position < l.position)
  WHERE true GROUP BY p.month, l.artist, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_tally (who, span, kind, subject, library, plays, heard_ms)
  SELECT '', p.month, 'genre', l.genre, t.part, -sum(p.plays), -sum(p.heard_ms)
  FROM (SELECT CAST(strftime('%Y%m', q.day * 86400, 'unixepoch') AS INTEGER) AS month, q.track, count(*) AS plays, sum(q.heard_ms) AS heard_ms FROM play q
    WHERE q.account = OLD.account AND q.day IS NOT NULL GROUP BY 1, 2) p
  CROSS JOIN track t ON t.id = p.track CROSS JOIN track_genre l ON l.track = t.id AND NOT EXISTS (SELECT 1 FROM track_genre e
  WHERE e.track = l.track AND e.genre = l.genre AND e.position < l.position)
  WHERE true GROUP BY p.month, l.genre, t.part
  ON CONFLICT (who, span, kind, subject, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
INSERT INTO listening_hour (who, day, hour, library, plays, heard_ms)
  SELECT '', day, hour, library, -plays, -heard_ms FROM listening_hour WHERE who = OLD.account
  ON CONFLICT (who, day, hour, library) DO UPDATE SET
    plays = plays + excluded.plays, heard_ms = heard_ms + excluded.heard_ms;
END;
CREATE TRIGGER playlist_entry_added AFTER INSERT ON playlist_entry BEGIN
  INSERT INTO playlist_total (playlist, library, entries, missing, duration_ms)
    SELECT NEW.playlist, t.part, 1, t.missing_since IS NOT NULL, iif(t.missing_since IS NULL, t.duration_ms, 0)
    FROM track t WHERE t.id = NEW.track
    ON CONFLICT (playlist, library) DO UPDATE SET entries = entries + 1, missing = missing + excluded.missing,
      duration_ms = duration_ms + excluded.duration_ms;
END;
CREATE TRIGGER playlist_entry_removed AFTER DELETE ON playlist_entry BEGIN
  UPDATE playlist_total SET entries = entries - 1, missing = missing - (t.missing_since IS NOT NULL),
      duration_ms = playlist_total.duration_ms - iif(t.missing_since IS NULL, t.duration_ms, 0)
    FROM track t
    WHERE t.id = OLD.track AND playlist_total.playlist = OLD.playlist AND playlist_total.library = t.part;
END;
CREATE TRIGGER playlist_track_changed AFTER UPDATE OF library, is_explicit, missing_since, duration_ms ON track
WHEN (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) OR OLD.duration_ms <> NEW.duration_ms
  OR (OLD.missing_since IS NULL) <> (NEW.missing_since IS NULL)
BEGIN
  UPDATE playlist_total SET entries = entries - held.number,
      missing = missing - (OLD.missing_since IS NOT NULL) * held.number,
      duration_ms = duration_ms - iif(OLD.missing_since IS NULL, OLD.duration_ms, 0) * held.number
    FROM (SELECT playlist, count(*) AS number FROM playlist_entry WHERE track = NEW.id GROUP BY playlist) held
    WHERE playlist_total.playlist = held.playlist AND playlist_total.library = OLD.part;
  INSERT INTO playlist_total (playlist, library, entries, missing, duration_ms)
    SELECT playlist, NEW.part, count(*), (NEW.missing_since IS NOT NULL) * count(*),
      iif(NEW.missing_since IS NULL, NEW.duration_ms, 0) * count(*)
    FROM playlist_entry WHERE track = NEW.id GROUP BY playlist
    ON CONFLICT (playlist, library) DO UPDATE SET entries = entries + excluded.entries,
      missing = missing + excluded.missing, duration_ms = duration_ms + excluded.duration_ms;
END;
CREATE TRIGGER shelf_track_changed AFTER UPDATE OF title, title_key, library, is_explicit ON track
WHEN OLD.title <> NEW.title OR OLD.title_key <> NEW.title_key OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) BEGIN
  UPDATE shelf_item SET title = iif(NEW.title = '', title, NEW.title), title_key = NEW.title_key,
    title_search = NEW.search_title, library = NEW.part
  WHERE track = NEW.id;
END;
CREATE TRIGGER shelf_album_changed AFTER UPDATE OF name, name_key, library, is_explicit ON album
WHEN OLD.name <> NEW.name OR OLD.name_key <> NEW.name_key OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) BEGIN
  UPDATE shelf_item SET title = iif(NEW.name = '', title, NEW.name), title_key = NEW.name_key,
    title_search = NEW.search_name, library = NEW.part
  WHERE album = NEW.id;
END;
CREATE TABLE artist_split (
  folded TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  parts TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE artist_kept (
  folded TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX track_artist_by_joint ON track_artist (joint_key, joint) WHERE joint_key IS NOT NULL;
CREATE TABLE track_analysis (
  track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
  revision INTEGER NOT NULL,
  signature BLOB NOT NULL,
  version INTEGER NOT NULL,
  analyzed_at INTEGER NOT NULL,
  problem TEXT,
  loudness REAL,
  loudness_range REAL,
  sample_peak REAL,
  true_peak REAL,
  tempo REAL,
  tempo_confidence REAL,
  tonic INTEGER CHECK (tonic BETWEEN 0 AND 11),
  is_minor INTEGER CHECK (is_minor IN (0, 1)),
  key_confidence REAL,
  energy REAL,
  histogram BLOB,
  features BLOB
) STRICT;
CREATE INDEX track_by_tempo ON track (shown_tempo, id)
  WHERE missing_since IS NULL AND shown_tempo IS NOT NULL;
CREATE UNIQUE INDEX track_analysis_by_revision ON track_analysis (revision);
CREATE INDEX track_analysis_by_signature ON track_analysis (signature);
CREATE INDEX track_analysis_by_problem ON track_analysis (analyzed_at) WHERE problem IS NOT NULL;
CREATE TABLE analysis_sequence (value INTEGER NOT NULL) STRICT;
CREATE TABLE track_sound (
  track INTEGER NOT NULL PRIMARY KEY REFERENCES track_analysis (track) ON DELETE CASCADE,
  sound BLOB NOT NULL,
  peaks BLOB NOT NULL
) STRICT;
CREATE TABLE album_analysis (
  album INTEGER NOT NULL PRIMARY KEY REFERENCES album (seq) ON DELETE CASCADE,
  tracks INTEGER NOT NULL,
  loudness REAL,
  peak REAL
) STRICT;
CREATE TABLE submission_analysis (
  submission TEXT NOT NULL PRIMARY KEY REFERENCES submission (id) ON DELETE CASCADE,
  signature BLOB NOT NULL,
  version INTEGER NOT NULL,
  sound BLOB NOT NULL
) STRICT;
CREATE INDEX submission_analysis_by_signature ON submission_analysis (signature);
CREATE TABLE recognition (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  track TEXT NOT NULL,
  title TEXT NOT NULL,
  artist TEXT NOT NULL,
  position_ms INTEGER NOT NULL,
  confidence REAL NOT NULL,
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX recognition_by_account ON recognition (account, at, id);
CREATE TABLE analysis_pending (
  track INTEGER NOT NULL PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
) STRICT;
CREATE TRIGGER analysis_of_new AFTER INSERT ON track BEGIN
  INSERT INTO analysis_pending SELECT NEW.seq
  WHERE NOT EXISTS (SELECT 1 FROM analysis_pending WHERE track = NEW.seq);
END;
CREATE TRIGGER analysis_of_changed AFTER UPDATE OF signature, missing_since ON track
WHEN NEW.missing_since IS NULL AND (OLD.signature <> NEW.signature OR OLD.missing_since IS NOT NULL)
  AND NOT EXISTS (SELECT 1 FROM track_analysis a WHERE a.track = NEW.seq AND a.signature = NEW.signature)
BEGIN
  INSERT INTO analysis_pending SELECT NEW.seq
  WHERE NOT EXISTS (SELECT 1 FROM analysis_pending WHERE track = NEW.seq);
END;
CREATE INDEX track_analysis_by_loudness ON track_analysis (loudness) WHERE loudness IS NOT NULL;
CREATE INDEX track_analysis_by_energy ON track_analysis (energy) WHERE energy IS NOT NULL;
CREATE INDEX track_analysis_by_tonic ON track_analysis (tonic, is_minor) WHERE tonic IS NOT NULL;
CREATE TABLE track_number (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  track TEXT NOT NULL UNIQUE REFERENCES track (id) ON DELETE CASCADE
) STRICT;
CREATE TRIGGER track_numbered AFTER INSERT ON track BEGIN
  INSERT INTO track_number (track) VALUES (NEW.id);
END;
CREATE TABLE provided_lyrics (
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  provider TEXT NOT NULL CHECK (provider <> ''),
  language TEXT CHECK (language <> ''),
  format TEXT NOT NULL CHECK (format <> ''),
  content BLOB NOT NULL CHECK (length(content) > 0),
  copyright TEXT,
  pixel_tracking_url TEXT,
  script_tracking_url TEXT,
  html_tracking_url TEXT,
  backlink_url TEXT,
  countries TEXT CHECK (json_valid(countries)),
  is_explicit INTEGER CHECK (is_explicit IN (0, 1)), provider_id TEXT REFERENCES lyrics_provider (id) ON DELETE CASCADE, expires_at INTEGER,
  PRIMARY KEY (track, position)
) STRICT;
CREATE VIRTUAL TABLE words_search USING fts5 (words,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Mn Mc Co'", prefix = '3');
CREATE TABLE track_words (
  seq INTEGER PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE,
  precision INTEGER NOT NULL CHECK (precision BETWEEN 0 AND 2)
) STRICT;
CREATE TRIGGER track_words_removed AFTER DELETE ON track_words BEGIN
  DELETE FROM words_search WHERE rowid = OLD.seq;
END;
CREATE TABLE words_stale (
  seq INTEGER PRIMARY KEY REFERENCES track (seq) ON DELETE CASCADE
) STRICT;
CREATE TABLE words_state (
  version INTEGER NOT NULL,
  country TEXT
) STRICT;
CREATE TRIGGER track_words_new AFTER INSERT ON track BEGIN
  INSERT INTO words_stale (seq) VALUES (NEW.seq) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER track_words_moved AFTER UPDATE OF library, folder, name, missing_since ON track
  WHEN OLD.library <> NEW.library OR OLD.folder <> NEW.folder OR OLD.name <> NEW.name
    OR OLD.missing_since IS NOT NEW.missing_since BEGIN
  INSERT INTO words_stale (seq) VALUES (NEW.seq) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER track_lyrics_words_insert AFTER INSERT ON track_lyrics BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.id = NEW.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER provided_lyrics_words_insert AFTER INSERT ON provided_lyrics BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.id = NEW.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER folder_text_words_insert AFTER INSERT ON folder_text BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.library = NEW.library AND track.folder = NEW.folder AND NEW.purpose = 'lyrics'
    AND track.name >= CAST(NEW.stem || '.' AS BLOB) AND track.name < CAST(NEW.stem || '/' AS BLOB)
    AND track.missing_since IS NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER track_lyrics_words_update AFTER UPDATE ON track_lyrics BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.id = NEW.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER provided_lyrics_words_update AFTER UPDATE ON provided_lyrics BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.id = NEW.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER folder_text_words_update AFTER UPDATE ON folder_text BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.library = NEW.library AND track.folder = NEW.folder AND NEW.purpose = 'lyrics'
    AND track.name >= CAST(NEW.stem || '.' AS BLOB) AND track.name < CAST(NEW.stem || '/' AS BLOB)
    AND track.missing_since IS NULL ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER track_lyrics_words_delete AFTER DELETE ON track_lyrics BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.id = OLD.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER provided_lyrics_words_delete AFTER DELETE ON provided_lyrics BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.id = OLD.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER folder_text_words_delete AFTER DELETE ON folder_text BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track
    WHERE track.library = OLD.library AND track.folder = OLD.folder AND OLD.purpose = 'lyrics'
    AND track.name >= CAST(OLD.stem || '.' AS BLOB) AND track.name < CAST(OLD.stem || '/' AS BLOB)
    AND track.missing_since IS NULL ON CONFLICT DO NOTHING;
END;
CREATE TABLE lyrics_version (
  id TEXT NOT NULL PRIMARY KEY,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  author TEXT REFERENCES account (id) ON DELETE SET NULL,
  at INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('published', 'proposed', 'rejected')),
  published_at INTEGER,
  note TEXT NOT NULL,
  restored TEXT REFERENCES lyrics_version (id) ON DELETE SET NULL,
  content TEXT NOT NULL,
  lines INTEGER NOT NULL,
  languages TEXT NOT NULL,
  precision TEXT NOT NULL CHECK (precision IN ('words', 'lines', 'none')),
  moderator TEXT REFERENCES account (id) ON DELETE SET NULL,
  decided_at INTEGER,
  reason TEXT NOT NULL DEFAULT '',
  CHECK ((state = 'published') = (published_at IS NOT NULL))
) STRICT;
CREATE INDEX lyrics_version_published ON lyrics_version (track, published_at, id) WHERE published_at IS NOT NULL;
CREATE INDEX lyrics_version_of_track ON lyrics_version (track, at, id);
CREATE INDEX lyrics_version_proposed ON lyrics_version (at, id) WHERE state = 'proposed';
CREATE INDEX lyrics_version_by_author ON lyrics_version (author, at, id);
CREATE INDEX lyrics_version_by_moderator ON lyrics_version (moderator) WHERE moderator IS NOT NULL;
CREATE INDEX lyrics_version_restored ON lyrics_version (restored) WHERE restored IS NOT NULL;
CREATE TRIGGER lyrics_version_words_insert AFTER INSERT ON lyrics_version WHEN NEW.published_at IS NOT NULL BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id = NEW.track ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lyrics_version_words_update AFTER UPDATE OF track, published_at, content ON lyrics_version
  WHEN OLD.published_at IS NOT NULL OR NEW.published_at IS NOT NULL BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id IN (OLD.track, NEW.track) ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER lyrics_version_words_delete AFTER DELETE ON lyrics_version WHEN OLD.published_at IS NOT NULL BEGIN
  INSERT INTO words_stale (seq) SELECT seq FROM track WHERE id = OLD.track ON CONFLICT DO NOTHING;
END;
CREATE TABLE lyrics_sidecar (
  track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
  version TEXT,
  library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
  folder BLOB NOT NULL,
  name BLOB NOT NULL,
  text TEXT NOT NULL,
  placed TEXT NOT NULL,
  failure TEXT CHECK (failure <> ''),
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX lyrics_sidecar_by_library ON lyrics_sidecar (library);
CREATE TABLE lyrics_provider (
  id TEXT PRIMARY KEY,
  position INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('lrclib', 'musixmatch')),
  name TEXT NOT NULL CHECK (name <> ''),
  base TEXT NOT NULL CHECK (base <> ''),
  sealed_key BLOB,
  is_enabled INTEGER NOT NULL CHECK (is_enabled IN (0, 1)),
  storage_days INTEGER CHECK (storage_days > 0),
  changed_at INTEGER NOT NULL
) STRICT;
CREATE TABLE lyrics_lookup (
  track TEXT PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
  result TEXT NOT NULL CHECK (result IN ('found', 'none', 'restricted', 'instrumental')),
  provider TEXT REFERENCES lyrics_provider (id) ON DELETE CASCADE,
  providers TEXT NOT NULL,
  at INTEGER NOT NULL,
  expires_at INTEGER
) STRICT;
CREATE INDEX lyrics_lookup_by_provider ON lyrics_lookup (provider) WHERE provider IS NOT NULL;
CREATE TABLE lyrics_run (
  library TEXT PRIMARY KEY REFERENCES library ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('running', 'stopped', 'done')),
  position TEXT,
  total INTEGER NOT NULL,
  done INTEGER NOT NULL,
  found INTEGER NOT NULL,
  per_minute INTEGER NOT NULL CHECK (per_minute > 0),
  started_at INTEGER NOT NULL,
  changed_at INTEGER NOT NULL
) STRICT;
CREATE INDEX provided_lyrics_by_provider ON provided_lyrics (provider_id) WHERE provider_id IS NOT NULL;
CREATE INDEX provided_lyrics_expiring ON provided_lyrics (expires_at) WHERE expires_at IS NOT NULL;
CREATE TABLE server_figure (
  figure TEXT NOT NULL,
  hour INTEGER NOT NULL,
  value INTEGER NOT NULL,
  PRIMARY KEY (figure, hour)
) STRICT, WITHOUT ROWID;
CREATE TABLE home_row_use (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  home_row TEXT NOT NULL CHECK (home_row <> ''),
  weight REAL NOT NULL CHECK (weight > 0),
  used_at INTEGER NOT NULL,
  PRIMARY KEY (account, home_row)
) STRICT, WITHOUT ROWID;
CREATE TABLE playback_shared (
  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
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
CREATE INDEX radio_station_picture ON radio_station (picture) WHERE picture IS NOT NULL;
CREATE TABLE moment (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
  text TEXT NOT NULL CHECK (text <> ''),
  created_at INTEGER NOT NULL,
  edited_at INTEGER,
  hidden_at INTEGER,
  hidden_by TEXT REFERENCES account (id) ON DELETE SET NULL,
  hidden_reason TEXT,
  CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
) STRICT;
CREATE INDEX moment_by_position ON moment (track, position_ms, id);
CREATE INDEX moment_by_author ON moment (account, track);
CREATE INDEX moment_by_moderator ON moment (hidden_by) WHERE hidden_by IS NOT NULL;
CREATE TABLE speaker (
  id TEXT NOT NULL PRIMARY KEY,
  current_place INTEGER NOT NULL CHECK (current_place >= 0),
  position_ms INTEGER NOT NULL CHECK (position_ms >= 0),
  volume INTEGER NOT NULL CHECK (volume BETWEEN 0 AND 100),
  repeats TEXT NOT NULL CHECK (repeats IN ('off', 'all', 'one')),
  is_shuffled INTEGER NOT NULL CHECK (is_shuffled IN (0, 1)),
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE speaker_track (
  speaker TEXT NOT NULL REFERENCES speaker (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  track TEXT NOT NULL REFERENCES track (id) ON DELETE CASCADE,
  PRIMARY KEY (speaker, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX speaker_track_track ON speaker_track (track);
CREATE TABLE scrobble_link (
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  service TEXT NOT NULL CHECK (service IN ('listenbrainz', 'lastfm')),
  id TEXT NOT NULL UNIQUE,
  base TEXT NOT NULL CHECK (base <> ''),
  name TEXT NOT NULL CHECK (name <> ''),
  sealed_token BLOB NOT NULL,
  connected_at INTEGER NOT NULL,
  pause TEXT CHECK (pause IN ('token', 'token_lost')),
  total INTEGER NOT NULL DEFAULT 0 CHECK (total >= 0),
  last_at INTEGER,
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
  trouble TEXT,
  retry_at INTEGER,
  history_state TEXT CHECK (history_state IN ('running', 'stopped', 'done')),
  history_at INTEGER,
  history_play TEXT,
  history_total INTEGER,
  history_done INTEGER,
  import_state TEXT CHECK (import_state IN ('running', 'stopped', 'done')),
  import_before INTEGER,
  import_read INTEGER,
  import_added INTEGER,
  import_unmatched INTEGER,
  PRIMARY KEY (account, service)
) STRICT;
CREATE TABLE scrobble (
  play TEXT NOT NULL REFERENCES play (id) ON DELETE CASCADE,
  service TEXT NOT NULL,
  account TEXT NOT NULL,
  is_history INTEGER NOT NULL CHECK (is_history IN (0, 1)),
  played_at INTEGER NOT NULL,
  client TEXT NOT NULL,
  title TEXT NOT NULL,
  artist TEXT NOT NULL CHECK (artist <> ''),
  album TEXT NOT NULL,
  duration_ms INTEGER NOT NULL,
  recording TEXT,
  isrc TEXT,
  since INTEGER NOT NULL,
  refusal TEXT,
  refused_at INTEGER,
  PRIMARY KEY (play, service),
  FOREIGN KEY (account, service) REFERENCES scrobble_link (account, service) ON DELETE CASCADE
) STRICT;
CREATE INDEX scrobble_waiting ON scrobble (account, service, is_history, played_at, play) WHERE refusal IS NULL;
CREATE INDEX scrobble_since ON scrobble (account, service, since) WHERE refusal IS NULL;
CREATE INDEX scrobble_refused ON scrobble (account, service, refused_at) WHERE refusal IS NOT NULL;
CREATE INDEX scrobble_export ON scrobble (account, played_at, play, service);
CREATE TABLE scrobble_application (
  service TEXT PRIMARY KEY CHECK (service = 'lastfm'),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  root TEXT NOT NULL CHECK (root <> ''),
  page TEXT NOT NULL CHECK (page <> ''),
  api_key TEXT NOT NULL,
  sealed_secret BLOB
) STRICT;
CREATE TABLE renderer (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL CHECK (name <> ''),
  allowed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_playlist (
  playlist TEXT NOT NULL PRIMARY KEY REFERENCES playlist (id) ON DELETE CASCADE,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  source TEXT NOT NULL,
  name TEXT NOT NULL,
  UNIQUE (account, source, name)
) STRICT, WITHOUT ROWID;
CREATE TABLE imported_song (
  id TEXT NOT NULL PRIMARY KEY,
  playlist TEXT NOT NULL REFERENCES playlist (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  song_key TEXT NOT NULL,
  title TEXT NOT NULL CHECK (title <> ''),
  artist TEXT NOT NULL,
  album TEXT,
  duration_ms INTEGER,
  isrc TEXT,
  recording TEXT,
  base_title TEXT NOT NULL,
  state TEXT NOT NULL
    CHECK (state IN ('exact', 'sure', 'likely', 'chosen', 'awaited', 'refused')),
  entry TEXT,
  outside INTEGER,
  UNIQUE (playlist, song_key),
  CHECK ((entry IS NULL) = (state IN ('awaited', 'refused'))),
  FOREIGN KEY (playlist, entry) REFERENCES playlist_entry (playlist, id) ON DELETE CASCADE
) STRICT;
CREATE INDEX imported_song_order ON imported_song (playlist, place, id);
CREATE INDEX imported_song_entry ON imported_song (playlist, entry);
CREATE INDEX imported_song_awaited ON imported_song (base_title) WHERE entry IS NULL;
CREATE INDEX imported_song_awaited_isrc ON imported_song (isrc)
  WHERE entry IS NULL AND isrc IS NOT NULL;
CREATE INDEX imported_song_awaited_recording ON imported_song (recording)
  WHERE entry IS NULL AND recording IS NOT NULL;
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
  failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0)
, is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1))) STRICT;
CREATE INDEX podcast_due ON podcast (due_at) WHERE ended_at IS NULL;
CREATE INDEX podcast_picture ON podcast (picture) WHERE picture IS NOT NULL;
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
  is_listed INTEGER NOT NULL CHECK (is_listed IN (0, 1)), is_explicit INTEGER NOT NULL DEFAULT 0 CHECK (is_explicit IN (0, 1)),
  UNIQUE (podcast, guid),
  CHECK ((transcript IS NULL) = (transcript_format IS NULL))
) STRICT;
CREATE INDEX podcast_episode_picture ON podcast_episode (picture) WHERE picture IS NOT NULL;
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
CREATE INDEX artist_description_image ON artist_description (image) WHERE image IS NOT NULL;
CREATE INDEX album_description_image ON album_description (image) WHERE image IS NOT NULL;
CREATE TABLE identity_provider (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  is_on INTEGER NOT NULL CHECK (is_on IN (0, 1)),
  name TEXT NOT NULL,
  issuer TEXT NOT NULL,
  client_id TEXT NOT NULL,
  sealed_secret BLOB,
  scopes TEXT NOT NULL,
  groups_claim TEXT NOT NULL CHECK (groups_claim <> ''),
  makes_accounts INTEGER NOT NULL CHECK (makes_accounts IN (0, 1)),
  links_by_email INTEGER NOT NULL CHECK (links_by_email IN (0, 1)),
  trusts_second_factor INTEGER NOT NULL CHECK (trusts_second_factor IN (0, 1)),
  role TEXT CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
  roles_without_password TEXT NOT NULL
) STRICT;
CREATE TABLE identity_group (
  name TEXT NOT NULL PRIMARY KEY CHECK (name <> ''),
  position INTEGER NOT NULL UNIQUE,
  role TEXT CHECK (role IN ('listener', 'contributor', 'moderator', 'admin')),
  names_libraries INTEGER NOT NULL CHECK (names_libraries IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE TABLE identity_group_library (
  group_name TEXT NOT NULL REFERENCES identity_group (name) ON DELETE CASCADE,
  library TEXT NOT NULL REFERENCES library (id) ON DELETE CASCADE,
  PRIMARY KEY (group_name, library)
) STRICT, WITHOUT ROWID;
CREATE INDEX identity_group_library_library ON identity_group_library (library);
CREATE TABLE identity_link (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  issuer TEXT NOT NULL CHECK (issuer <> ''),
  subject TEXT NOT NULL CHECK (subject <> ''),
  label TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER NOT NULL,
  UNIQUE (issuer, subject),
  UNIQUE (account, issuer)
) STRICT;
CREATE INDEX session_identity ON session (identity_issuer, identity_subject)
  WHERE identity_issuer IS NOT NULL;
CREATE TABLE passkey (
  id TEXT NOT NULL PRIMARY KEY,
  account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  label TEXT NOT NULL CHECK (label <> ''),
  credential BLOB NOT NULL UNIQUE CHECK (length(credential) BETWEEN 1 AND 1023),
  public_key BLOB NOT NULL,
  site TEXT NOT NULL CHECK (site <> ''),
  counter INTEGER NOT NULL CHECK (counter BETWEEN 0 AND 4294967295),
  is_backed_up INTEGER NOT NULL CHECK (is_backed_up IN (0, 1)),
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX passkey_account ON passkey (account, created_at, id);
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
CREATE UNIQUE INDEX shelf_item_of_outside ON shelf_item (outside, account) WHERE outside IS NOT NULL;
CREATE INDEX podcast_episode_newest ON podcast_episode (published_at, id, podcast);
CREATE INDEX podcast_episode_order
  ON podcast_episode (podcast, published_at, id, is_listed, is_explicit);
INSERT INTO grdb_migrations VALUES ('0000 journal');
INSERT INTO grdb_migrations VALUES ('0001 accounts');
INSERT INTO grdb_migrations VALUES ('0002 catalogue');
INSERT INTO grdb_migrations VALUES ('0003 listening');
INSERT INTO grdb_migrations VALUES ('0004 confirmation');
INSERT INTO grdb_migrations VALUES ('0005 removal');
INSERT INTO grdb_migrations VALUES ('0006 artwork');
INSERT INTO grdb_migrations VALUES ('0007 browsing');
INSERT INTO grdb_migrations VALUES ('0008 access');
INSERT INTO grdb_migrations VALUES ('0009 edits');
INSERT INTO grdb_migrations VALUES ('0010 device keys');
INSERT INTO grdb_migrations VALUES ('0011 folders');
INSERT INTO grdb_migrations VALUES ('0012 opinions');
INSERT INTO grdb_migrations VALUES ('0013 playlists');
INSERT INTO grdb_migrations VALUES ('0014 shares');
INSERT INTO grdb_migrations VALUES ('0015 radio');
INSERT INTO grdb_migrations VALUES ('0016 bookmarks');
INSERT INTO grdb_migrations VALUES ('0017 further tags');
INSERT INTO grdb_migrations VALUES ('0018 lyrics');
INSERT INTO grdb_migrations VALUES ('0019 board');
INSERT INTO grdb_migrations VALUES ('0020 events');
INSERT INTO grdb_migrations VALUES ('0021 library counts');
INSERT INTO grdb_migrations VALUES ('0022 statistics');
INSERT INTO grdb_migrations VALUES ('0024 shelf items');
INSERT INTO grdb_migrations VALUES ('0025 wishes');
INSERT INTO grdb_migrations VALUES ('0026 notifications');
INSERT INTO grdb_migrations VALUES ('0027 smart playlists');
INSERT INTO grdb_migrations VALUES ('0028 revoked days');
INSERT INTO grdb_migrations VALUES ('0029 submissions');
INSERT INTO grdb_migrations VALUES ('0032 journal chain');
INSERT INTO grdb_migrations VALUES ('0033 plans');
INSERT INTO grdb_migrations VALUES ('0034 office');
INSERT INTO grdb_migrations VALUES ('0035 backups');
INSERT INTO grdb_migrations VALUES ('0036 two-factor');
INSERT INTO grdb_migrations VALUES ('0037 mail');
INSERT INTO grdb_migrations VALUES ('0038 fingerprints');
INSERT INTO grdb_migrations VALUES ('0039 link imports');
INSERT INTO grdb_migrations VALUES ('0040 scheduled since');
INSERT INTO grdb_migrations VALUES ('0041 further pictures');
INSERT INTO grdb_migrations VALUES ('0042 token scopes');
INSERT INTO grdb_migrations VALUES ('0043 email undo');
INSERT INTO grdb_migrations VALUES ('0044 cleanup');
INSERT INTO grdb_migrations VALUES ('0045 clock');
INSERT INTO grdb_migrations VALUES ('0047 daily overview');
INSERT INTO grdb_migrations VALUES ('0049 picture access');
INSERT INTO grdb_migrations VALUES ('0050 locales and popularity');
INSERT INTO grdb_migrations VALUES ('0055 wishes by title');
INSERT INTO grdb_migrations VALUES ('0056 token generations');
INSERT INTO grdb_migrations VALUES ('0057 image owners');
INSERT INTO grdb_migrations VALUES ('0058 picture times');
INSERT INTO grdb_migrations VALUES ('0060 withdrawals');
INSERT INTO grdb_migrations VALUES ('0061 hidden playlists');
INSERT INTO grdb_migrations VALUES ('0062 reports');
INSERT INTO grdb_migrations VALUES ('0063 journal kinds');
INSERT INTO grdb_migrations VALUES ('0064 downloads');
INSERT INTO grdb_migrations VALUES ('0065 explicit');
INSERT INTO grdb_migrations VALUES ('0066 joint artists');
INSERT INTO grdb_migrations VALUES ('0067 analysis');
INSERT INTO grdb_migrations VALUES ('0068 sound rules');
INSERT INTO grdb_migrations VALUES ('0069 lyrics formats');
INSERT INTO grdb_migrations VALUES ('0070 song numbers');
INSERT INTO grdb_migrations VALUES ('0071 word index');
INSERT INTO grdb_migrations VALUES ('0072 written lyrics');
INSERT INTO grdb_migrations VALUES ('0073 lyrics sidecars');
INSERT INTO grdb_migrations VALUES ('0074 lyrics providers');
INSERT INTO grdb_migrations VALUES ('0075 server figures');
INSERT INTO grdb_migrations VALUES ('0076 home');
INSERT INTO grdb_migrations VALUES ('0077 playlist folders');
INSERT INTO grdb_migrations VALUES ('0078 station pictures');
INSERT INTO grdb_migrations VALUES ('0079 shading mode');
INSERT INTO grdb_migrations VALUES ('0080 moments');
INSERT INTO grdb_migrations VALUES ('0081 speakers');
INSERT INTO grdb_migrations VALUES ('0082 scrobbling');
INSERT INTO grdb_migrations VALUES ('0083 last.fm');
INSERT INTO grdb_migrations VALUES ('0084 renderers');
INSERT INTO grdb_migrations VALUES ('0085 imported songs');
INSERT INTO grdb_migrations VALUES ('0086 outside songs');
INSERT INTO grdb_migrations VALUES ('0087 podcasts');
INSERT INTO grdb_migrations VALUES ('0088 descriptions');
INSERT INTO grdb_migrations VALUES ('0089 identity provider');
INSERT INTO grdb_migrations VALUES ('0090 passkeys');
INSERT INTO grdb_migrations VALUES ('0091 outside posts');
INSERT INTO grdb_migrations VALUES ('0092 outside on shelf');
INSERT INTO grdb_migrations VALUES ('0093 episode indexes');
INSERT INTO grdb_migrations VALUES ('0095 explicit podcasts');
INSERT INTO revision VALUES ('accounts', 0);
INSERT INTO revision VALUES ('administration', 0);
INSERT INTO revision VALUES ('analysis', 0);
INSERT INTO revision VALUES ('board', 0);
INSERT INTO revision VALUES ('catalogue', 0);
INSERT INTO revision VALUES ('descriptions', 0);
INSERT INTO revision VALUES ('fingerprints', 0);
INSERT INTO revision VALUES ('listening', 0);
INSERT INTO revision VALUES ('notifications', 0);
INSERT INTO revision VALUES ('podcasts', 0);
INSERT INTO revision VALUES ('scans', 0);
INSERT INTO revision VALUES ('shelf', 0);
INSERT INTO revision VALUES ('submissions', 0);
INSERT INTO revision VALUES ('upkeep', 0);
INSERT INTO sqlite_sequence VALUES ('track_number', 0);
INSERT INTO listening_zone VALUES (1, 'UTC');
INSERT INTO journal_chain VALUES (1, 0, X'0000000000000000000000000000000000000000000000000000000000000000', 0, X'0000000000000000000000000000000000000000000000000000000000000000', 0);
INSERT INTO plan VALUES ('00000000-0000-7000-8000-000000000001', 'Standard', 'standard', 1, NULL, NULL, NULL, NULL, 0, 1);
INSERT INTO analysis_sequence VALUES (0);
