extension Baseline {
    /// Likes, ratings and reviews. Each has a table for tracks, albums and artists, so that it refers to its subject.
    /// `rating` counts half stars. Triggers keep the totals, because ratings also go by cascade, with an account.
    static let annotations = ["track", "album", "artist"].map(annotationTables).joined(separator: "\n\n")

    private static func annotationTables(of kind: String) -> String {
        """
        CREATE TABLE \(kind)_like (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          \(kind) TEXT NOT NULL REFERENCES \(kind) (id) ON DELETE CASCADE,
          liked_at INTEGER NOT NULL,
          PRIMARY KEY (account, \(kind))
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX \(kind)_like_recent ON \(kind)_like (account, liked_at, \(kind));
        CREATE INDEX \(kind)_like_\(kind) ON \(kind)_like (\(kind));

        CREATE TABLE \(kind)_rating (
          account TEXT NOT NULL REFERENCES account (id) ON DELETE CASCADE,
          \(kind) TEXT NOT NULL REFERENCES \(kind) (id) ON DELETE CASCADE,
          rating INTEGER NOT NULL CHECK (rating BETWEEN 2 AND 10),
          rated_at INTEGER NOT NULL,
          review TEXT CHECK (review <> ''),
          PRIMARY KEY (account, \(kind))
        ) STRICT;
        CREATE INDEX \(kind)_rating_best ON \(kind)_rating (account, rating, rated_at, \(kind));
        CREATE INDEX \(kind)_rating_\(kind) ON \(kind)_rating (\(kind));
        CREATE INDEX \(kind)_review ON \(kind)_rating (\(kind), rated_at, account) WHERE review IS NOT NULL;
        CREATE INDEX \(kind)_rating_by_time ON \(kind)_rating (rated_at, \(kind), rating);
        CREATE INDEX \(kind)_review_own ON \(kind)_rating (account, rated_at, \(kind)) WHERE review IS NOT NULL;
        CREATE TRIGGER \(kind)_rating_added AFTER INSERT ON \(kind)_rating BEGIN
          INSERT INTO \(kind)_rating_total (\(kind), ratings, sum)
            VALUES (NEW.\(kind), 1, NEW.rating)
            ON CONFLICT (\(kind)) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
        END;
        CREATE TRIGGER \(kind)_rating_changed AFTER UPDATE OF rating ON \(kind)_rating BEGIN
          UPDATE \(kind)_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE \(kind) = NEW.\(kind);
        END;
        CREATE TRIGGER \(kind)_rating_removed AFTER DELETE ON \(kind)_rating BEGIN
          UPDATE \(kind)_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE \(kind) = OLD.\(kind);
          DELETE FROM \(kind)_rating_total WHERE \(kind) = OLD.\(kind) AND ratings = 0;
        END;

        CREATE TABLE \(kind)_rating_total (
          \(kind) TEXT NOT NULL PRIMARY KEY REFERENCES \(kind) (id) ON DELETE CASCADE,
          ratings INTEGER NOT NULL,
          sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX \(kind)_rating_total_best
          ON \(kind)_rating_total (CAST(sum AS REAL) / ratings DESC, ratings DESC, \(kind));
        """
    }

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
        \(following("track", title: "title"))
        \(following("album", title: "name"))

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

    /// The triggers that copy the rating, title and library of a track or album to the items of shelves.
    private static func following(_ kind: String, title: String) -> String {
        """
        CREATE TRIGGER shelf_\(kind)_rating_added AFTER INSERT ON \(kind)_rating BEGIN
          UPDATE shelf_item SET rating = NEW.rating WHERE \(kind) = NEW.\(kind) AND account = NEW.account;
        END;
        CREATE TRIGGER shelf_\(kind)_rating_changed AFTER UPDATE OF rating ON \(kind)_rating BEGIN
          UPDATE shelf_item SET rating = NEW.rating WHERE \(kind) = NEW.\(kind) AND account = NEW.account;
        END;
        CREATE TRIGGER shelf_\(kind)_rating_removed AFTER DELETE ON \(kind)_rating BEGIN
          UPDATE shelf_item SET rating = 0 WHERE \(kind) = OLD.\(kind) AND account = OLD.account;
        END;
        CREATE TRIGGER shelf_\(kind)_changed AFTER UPDATE OF \(title), \(title)_key, library, is_explicit ON \(kind)
          WHEN OLD.\(title) <> NEW.\(title) OR OLD.\(title)_key <> NEW.\(title)_key
            OR (OLD.library <> NEW.library OR OLD.is_explicit <> NEW.is_explicit) BEGIN
          UPDATE shelf_item SET title = iif(NEW.\(title) = '', title, NEW.\(title)), title_key = NEW.\(title)_key,
            title_search = NEW.search_\(title), library = NEW.part
            WHERE \(kind) = NEW.id;
        END;
        CREATE TRIGGER shelf_\(kind)_forgotten BEFORE DELETE ON \(kind) BEGIN
          UPDATE shelf_item SET \(kind) = NULL WHERE \(kind) = OLD.id;
        END;
        """
    }
}
