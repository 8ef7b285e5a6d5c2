import GRDB

extension Migration {
    /// What people like, how they rate it and what they write about it; and who lets others see that.
    ///
    /// There is a table of each for tracks, albums and artists, so that each refers to its thing. The totals of ratings are kept by
    /// triggers, because ratings also go by cascade, with an account. `rating` counts half stars.
    static let m0012Opinions = Migration(name: "0012 opinions") { db in
        for kind in ["track", "album", "artist"] {
            try db.execute(sql: tables(kind))
            try db.execute(sql: totals(kind))
        }
        try db.execute(
            sql: """
                CREATE TABLE sharing (
                  account TEXT NOT NULL PRIMARY KEY REFERENCES account (id) ON DELETE CASCADE,
                  opinions TEXT NOT NULL CHECK (opinions IN ('nobody', 'gateway'))
                ) STRICT, WITHOUT ROWID;
                INSERT INTO revision (area, value) VALUES ('shelf', 0);
                """)
    }

    private static func tables(_ kind: String) -> String {
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
        CREATE TABLE \(kind)_rating_total (
          \(kind) TEXT NOT NULL PRIMARY KEY REFERENCES \(kind) (id) ON DELETE CASCADE,
          ratings INTEGER NOT NULL,
          sum INTEGER NOT NULL
        ) STRICT, WITHOUT ROWID;
        """
    }

    private static func totals(_ kind: String) -> String {
        """
        CREATE TRIGGER \(kind)_rating_added AFTER INSERT ON \(kind)_rating BEGIN
          INSERT INTO \(kind)_rating_total (\(kind), ratings, sum) VALUES (NEW.\(kind), 1, NEW.rating)
            ON CONFLICT (\(kind)) DO UPDATE SET ratings = ratings + 1, sum = sum + NEW.rating;
        END;
        CREATE TRIGGER \(kind)_rating_changed AFTER UPDATE OF rating ON \(kind)_rating BEGIN
          UPDATE \(kind)_rating_total SET sum = sum + NEW.rating - OLD.rating WHERE \(kind) = NEW.\(kind);
        END;
        CREATE TRIGGER \(kind)_rating_removed AFTER DELETE ON \(kind)_rating BEGIN
          UPDATE \(kind)_rating_total SET ratings = ratings - 1, sum = sum - OLD.rating WHERE \(kind) = OLD.\(kind);
          DELETE FROM \(kind)_rating_total WHERE \(kind) = OLD.\(kind) AND ratings = 0;
        END;
        """
    }
}
