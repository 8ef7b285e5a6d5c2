import GRDB

extension Migration {
    /// Which libraries each account may see, and the indexes that tell whether a picture belongs to one of them.
    ///
    /// `account_library` counts where `all_libraries` is 0 only. A library that was removed keeps its rows there, as it keeps its tracks.
    static let m0008Access = Migration(name: "0008 access") { db in
        try db.execute(
            sql: """
                ALTER TABLE account ADD COLUMN all_libraries INTEGER NOT NULL DEFAULT 1 CHECK (all_libraries IN (0, 1));
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
                """)
    }
}
