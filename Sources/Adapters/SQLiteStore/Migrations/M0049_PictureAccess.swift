import GRDB

extension Migration {
    /// By which it is asked who may see a picture: each place that shows one, with whose it is.
    static let m0049PictureAccess = Migration(name: "0049 picture access") { db in
        try db.execute(
            sql: """
                DROP INDEX shelf_item_by_cover;
                DROP INDEX shelf_folder_by_image;
                CREATE INDEX shelf_item_by_cover ON shelf_item (cover, account) WHERE cover IS NOT NULL;
                CREATE INDEX shelf_folder_by_image ON shelf_folder (image, account) WHERE image IS NOT NULL;
                CREATE INDEX submission_by_cover ON submission (cover, account, state) WHERE cover IS NOT NULL;
                CREATE INDEX submission_by_file_cover ON submission (file_cover, account, state)
                  WHERE file_cover IS NOT NULL;
                CREATE INDEX folder_cover_by_image ON folder_cover (image, library) WHERE image IS NOT NULL;
                CREATE INDEX track_edit_by_cover_before ON track_edit_history (cover_before)
                  WHERE cover_before IS NOT NULL;
                CREATE INDEX track_edit_by_cover_after ON track_edit_history (cover_after) WHERE cover_after IS NOT NULL;
                """)
    }
}
