extension Baseline {
    /// Likes, ratings and reviews. Each has a table for tracks, albums and artists, so that it refers to its subject.
    /// `rating` counts half stars. Triggers keep the totals, because ratings also go by cascade, with an account.
    static let annotations = """
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
        CREATE INDEX track_rating_by_time ON track_rating (rated_at, track, rating);
        CREATE INDEX track_review_own ON track_rating (account, rated_at, track) WHERE review IS NOT NULL;
        CREATE TRIGGER track_rating_added AFTER INSERT ON track_rating BEGIN
          INSERT INTO track_rating_total (track, ratings, sum)
            VALUES (NEW.track, 1, NEW.rating)
            ON CONFLICT (track) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
        END;
        CREATE TRIGGER track_rating_changed AFTER UPDATE OF rating ON track_rating BEGIN
          UPDATE track_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE track = NEW.track;
        END;
        CREATE TRIGGER track_rating_removed AFTER DELETE ON track_rating BEGIN
          UPDATE track_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE track = OLD.track;
          DELETE FROM track_rating_total WHERE track = OLD.track AND ratings = 0;
        END;

        CREATE TABLE track_rating_total (
          track TEXT NOT NULL PRIMARY KEY REFERENCES track (id) ON DELETE CASCADE,
          ratings INTEGER NOT NULL,
          sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX track_rating_total_best
          ON track_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, track);

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
        CREATE INDEX album_rating_by_time ON album_rating (rated_at, album, rating);
        CREATE INDEX album_review_own ON album_rating (account, rated_at, album) WHERE review IS NOT NULL;
        CREATE TRIGGER album_rating_added AFTER INSERT ON album_rating BEGIN
          INSERT INTO album_rating_total (album, ratings, sum)
            VALUES (NEW.album, 1, NEW.rating)
            ON CONFLICT (album) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
        END;
        CREATE TRIGGER album_rating_changed AFTER UPDATE OF rating ON album_rating BEGIN
          UPDATE album_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE album = NEW.album;
        END;
        CREATE TRIGGER album_rating_removed AFTER DELETE ON album_rating BEGIN
          UPDATE album_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE album = OLD.album;
          DELETE FROM album_rating_total WHERE album = OLD.album AND ratings = 0;
        END;

        CREATE TABLE album_rating_total (
          album TEXT NOT NULL PRIMARY KEY REFERENCES album (id) ON DELETE CASCADE,
          ratings INTEGER NOT NULL,
          sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX album_rating_total_best
          ON album_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, album);

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
        CREATE INDEX artist_rating_by_time ON artist_rating (rated_at, artist, rating);
        CREATE INDEX artist_review_own ON artist_rating (account, rated_at, artist) WHERE review IS NOT NULL;
        CREATE TRIGGER artist_rating_added AFTER INSERT ON artist_rating BEGIN
          INSERT INTO artist_rating_total (artist, ratings, sum)
            VALUES (NEW.artist, 1, NEW.rating)
            ON CONFLICT (artist) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
        END;
        CREATE TRIGGER artist_rating_changed AFTER UPDATE OF rating ON artist_rating BEGIN
          UPDATE artist_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE artist = NEW.artist;
        END;
        CREATE TRIGGER artist_rating_removed AFTER DELETE ON artist_rating BEGIN
          UPDATE artist_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE artist = OLD.artist;
          DELETE FROM artist_rating_total WHERE artist = OLD.artist AND ratings = 0;
        END;

        CREATE TABLE artist_rating_total (
          artist TEXT NOT NULL PRIMARY KEY REFERENCES artist (id) ON DELETE CASCADE,
          ratings INTEGER NOT NULL,
          sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX artist_rating_total_best
          ON artist_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, artist);
        """

    /// Users' shelves, and the music that they wish for.
    static let shelf = """
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
        CREATE INDEX shelf_folder_by_image ON shelf_folder (image, account) WHERE image IS NOT NULL;

        -- A track or album of the catalog, or an entry that the user typed. `rating` counts half stars, 0 for none.
        -- Triggers copy the rating, title and library of a track or album, so that the shelf's own indexes order it. An
        -- item that leaves the catalog stays as an entry, with its title and rating, for users who see its library.
        -- `outside` is the number of a song in the outside catalog; it is on a shelf once.
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
          changed_at INTEGER NOT NULL,
          part TEXT GENERATED ALWAYS AS (library) VIRTUAL,
          outside INTEGER CHECK (outside > 0),
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
        CREATE INDEX shelf_item_by_cover ON shelf_item (cover, account) WHERE cover IS NOT NULL;
        CREATE UNIQUE INDEX shelf_item_of_outside ON shelf_item (outside, account) WHERE outside IS NOT NULL;

        -- The title and rating of a shelf's item follow its track or album.
        CREATE TRIGGER shelf_track_rating_added AFTER INSERT ON track_rating BEGIN
          UPDATE shelf_item SET rating = NEW.rating WHERE track = NEW.track AND account = NEW.account;
        END;
        CREATE TRIGGER shelf_track_rating_changed AFTER UPDATE OF rating ON track_rating BEGIN
          UPDATE shelf_item SET rating = NEW.rating WHERE track = NEW.track AND account = NEW.account;
        END;
        CREATE TRIGGER shelf_track_rating_removed AFTER DELETE ON track_rating BEGIN
          UPDATE shelf_item SET rating = 0 WHERE track = OLD.track AND account = OLD.account;
        END;
        CREATE TRIGGER shelf_track_changed AFTER UPDATE OF title, title_key, library, is_explicit ON track
          WHEN OLD.title <> NEW.title OR OLD.title_key <> NEW.title_key
            OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) BEGIN
          UPDATE shelf_item SET title = iif(NEW.title = '', title, NEW.title), title_key = NEW.title_key,
            title_search = NEW.search_title, library = NEW.part
            WHERE track = NEW.id;
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
        CREATE TRIGGER shelf_album_changed AFTER UPDATE OF name, name_key, library, is_explicit ON album
          WHEN OLD.name <> NEW.name OR OLD.name_key <> NEW.name_key
            OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) BEGIN
          UPDATE shelf_item SET title = iif(NEW.name = '', title, NEW.name), title_key = NEW.name_key,
            title_search = NEW.search_name, library = NEW.part
            WHERE album = NEW.id;
        END;
        CREATE TRIGGER shelf_album_forgotten BEFORE DELETE ON album BEGIN
          UPDATE shelf_item SET album = NULL WHERE album = OLD.id;
        END;

        -- Wishes are compared and found by `title_words` and `artist_words` when music arrives. `arrival` is a track
        -- that a scan found and that may be it. `backers` does not count the user who wished; triggers keep it, because
        -- backers also go by cascade. `outside`, `genre` and `duration_ms` are those of the song of the outside catalog
        -- that the wish was made from.
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
          changed_at INTEGER NOT NULL,
          outside INTEGER CHECK (outside > 0),
          genre TEXT NOT NULL DEFAULT '',
          duration_ms INTEGER CHECK (duration_ms > 0),
          UNIQUE (title_words, artist_words)
        ) STRICT;
        CREATE INDEX wish_by_date ON wish (created_at, id);
        CREATE INDEX wish_by_backers ON wish (backers, id);
        CREATE INDEX wish_of_account ON wish (account);
        CREATE INDEX wish_by_arrival ON wish (arrival) WHERE arrival IS NOT NULL;
        CREATE INDEX wish_by_cover ON wish (cover) WHERE cover IS NOT NULL;
        CREATE INDEX wish_by_title ON wish (title_words, id);

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
        """
}
