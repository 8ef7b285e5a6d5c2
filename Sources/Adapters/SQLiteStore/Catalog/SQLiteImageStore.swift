package import Primitives
import GRDB

/// The catalogue's covers, in SQLite, as what keeps images from being swept.
package struct SQLiteImageStore: BlobUser {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// What nothing refers to is found by a read that keeps no writer waiting. Nothing can begin to refer to one of them before the
    /// write but a scan that has asked for it, which the write sees.
    package func release(unusedSince instant: Timestamp) async throws {
        let unused = try await database.read { db in
            try String.fetchAll(db, sql: Self.unused, arguments: [instant.milliseconds])
        }
        guard !unused.isEmpty else { return }
        try await database.write(.scans) { db in
            let update = try db.cachedStatement(
                sql: "UPDATE image SET swept_at = seen_at WHERE key = ? AND seen_at < ? AND swept_at IS NULL")
            for key in unused { try update.execute(arguments: [key, instant.milliseconds]) }
        }
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let keys = try String.fetchAll(db, sql: "SELECT key FROM image WHERE swept_at IS NULL")
            return Set(keys.compactMap(BlobKey.init(hex:)))
        }
    }

    /// Missing tracks count: they are shown in histories, and may come back. So do covers that an undone correction would bring back.
    private static let unused = """
        SELECT key FROM image WHERE seen_at < ? AND swept_at IS NULL
        EXCEPT SELECT image FROM folder_cover
        EXCEPT SELECT embedded_cover FROM track
        EXCEPT SELECT cover FROM track
        EXCEPT SELECT cover FROM album
        EXCEPT SELECT cover FROM artist
        EXCEPT SELECT cover FROM genre
        EXCEPT SELECT image FROM artist
        EXCEPT SELECT image FROM folder_artist_image
        EXCEPT SELECT cover FROM track_edit
        EXCEPT SELECT cover_before FROM track_edit_history
        EXCEPT SELECT cover_after FROM track_edit_history
        """
}
