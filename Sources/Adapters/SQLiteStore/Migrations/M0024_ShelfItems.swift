import GRDB

extension Migration {
    /// Folders, and what people keep on their shelf: a track or album of the catalogue, or an entry that was typed in.
    ///
    /// `rating` counts half stars, 0 for none. That of a track or album is the person's rating of it, which triggers bring over, as they
    /// do its title and library, so that the shelf is ordered by its own indexes. What the catalogue forgets stays as an entry, with the title
    /// and the rating that it had, for those who may see its library.
    static let m0024ShelfItems = Migration(name: "0024 shelf items") { db in
        try db.execute(sql: tables)
        try db.execute(sql: indexes)
        for (kind, search) in [("track", "search_title"), ("album", "search_name")] {
            try db.execute(sql: triggers(kind, title: kind == "track" ? "title" : "name", search: search))
        }
    }

    private static let tables = """
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
        CREATE INDEX shelf_folder_by_image ON shelf_folder (image) WHERE image IS NOT NULL;
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
          CHECK (track IS NULL OR album IS NULL),
          CHECK (library IS NOT NULL OR (track IS NULL AND album IS NULL))
        ) STRICT;
        """

    private static let indexes = """
        CREATE INDEX shelf_item_by_title ON shelf_item (account, title_key, id);
        CREATE INDEX shelf_item_by_rating ON shelf_item (account, rating, id);
        CREATE INDEX shelf_item_by_added ON shelf_item (account, added_at, id);
        CREATE INDEX shelf_item_in_folder_by_title ON shelf_item (account, folder, title_key, id);
        CREATE INDEX shelf_item_in_folder_by_rating ON shelf_item (account, folder, rating, id);
        CREATE INDEX shelf_item_in_folder_by_added ON shelf_item (account, folder, added_at, id);
        CREATE INDEX shelf_item_of_folder ON shelf_item (folder) WHERE folder IS NOT NULL;
        CREATE UNIQUE INDEX shelf_item_of_track ON shelf_item (track, account) WHERE track IS NOT NULL;
        CREATE UNIQUE INDEX shelf_item_of_album ON shelf_item (album, account) WHERE album IS NOT NULL;
        CREATE INDEX shelf_item_by_cover ON shelf_item (cover) WHERE cover IS NOT NULL;
        """

    private static func triggers(_ kind: String, title: String, search: String) -> String {
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
        CREATE TRIGGER shelf_\(kind)_changed AFTER UPDATE OF \(title), \(title)_key, library ON \(kind)
        WHEN OLD.\(title) <> NEW.\(title) OR OLD.\(title)_key <> NEW.\(title)_key OR OLD.library <> NEW.library BEGIN
          UPDATE shelf_item SET title = iif(NEW.\(title) = '', title, NEW.\(title)), title_key = NEW.\(title)_key,
            title_search = NEW.\(search), library = NEW.library
          WHERE \(kind) = NEW.id;
        END;
        CREATE TRIGGER shelf_\(kind)_forgotten BEFORE DELETE ON \(kind) BEGIN
          UPDATE shelf_item SET \(kind) = NULL WHERE \(kind) = OLD.id;
        END;
        """
    }
}
