package import Catalog
import GRDB
package import Primitives

/// The catalog's references to images, in SQLite. They protect images from cleanup.
package struct SQLiteImageStore: BlobUser {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    /// Releases unreferenced images. A read finds them, so that no writer waits. Before the write, only a scan that has
    /// asked for one of them can begin to refer to it, and the write sees that.
    package func release(unusedSince instant: Timestamp) async throws {
        let unused: [String] = try await database.read { try $0.values(Self.unused, [instant]) }
        guard !unused.isEmpty else { return }
        try await database.write(.scans) { db in
            let sql = "UPDATE image SET swept_at = seen_at WHERE key = ? AND seen_at < ? AND swept_at IS NULL"
            for key in unused { try db.run(sql, [key, instant]) }
        }
    }

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { try $0.blobKeys("SELECT key FROM image WHERE swept_at IS NULL") }
    }

    /// Missing tracks count: histories show them, and they may come back. So do the covers that undoing a correction
    /// would restore.
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
        EXCEPT SELECT image FROM artist_description
        EXCEPT SELECT image FROM album_description
        EXCEPT SELECT cover FROM track_edit
        EXCEPT SELECT cover_before FROM track_edit_history
        EXCEPT SELECT cover_after FROM track_edit_history
        """
}

/// The places that show a stored picture, in SQLite.
package struct SQLiteImageAccessStore: ImageAccessStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package var revision: UInt64 { UInt64(bitPattern: database.changes.revision(of: .catalogue)) }

    package func libraries(showing image: BlobKey) async throws -> Set<String> {
        try await database.read { try $0.valueSet(Self.libraries, ["image": image.hex]) }
    }

    package func isShown(_ image: BlobKey, to caller: Principal) async throws -> Bool {
        try await database.read { db in
            if try db.value(Self.people, ["image": image.hex, "reader": caller.user]) == true { return true }
            guard caller.may(.moderate) else { return false }
            return try db.value(Self.moderated(caller.libraries), ["image": image.hex] + caller.libraries.arguments)
                ?? false
        }
    }

    /// The few libraries are checked one by one, by index. Missing tracks count, because histories show them, and so do
    /// removed libraries. Pictures that only withdrawn tracks show are visible to nobody. Explicit items show their
    /// pictures to their own part of a library. A folder's picture does not count as its own if explicit items show it.
    static let libraries = """
        SELECT l.id FROM library l
        WHERE (EXISTS (SELECT 1 FROM album WHERE cover = :image AND library = l.id AND is_explicit = 0)
            OR EXISTS (SELECT 1 FROM track WHERE cover = :image AND library = l.id AND is_explicit = 0)
            OR EXISTS (SELECT 1 FROM folder_artist_image WHERE image = :image AND library = l.id)
              AND NOT EXISTS (SELECT 1 FROM artist a CROSS JOIN artist_library s ON s.artist = a.id WHERE a.image = :image
                AND s.library = l.id || '!' AND NOT EXISTS (
                  SELECT 1 FROM artist_library o WHERE o.artist = a.id AND o.library = l.id))
            OR EXISTS (SELECT 1 FROM folder_cover WHERE image = :image AND library = l.id
              AND NOT EXISTS (SELECT 1 FROM track WHERE cover = :image AND is_explicit = 1)
              AND NOT EXISTS (SELECT 1 FROM album WHERE cover = :image AND is_explicit = 1)))
          AND \(isListed)
        UNION ALL SELECT s.library FROM artist_description d CROSS JOIN artist a ON a.id = d.artist AND a.image = d.image
            CROSS JOIN artist_library s ON s.artist = a.id
          WHERE d.image = :image
        UNION ALL SELECT DISTINCT x.part FROM track x JOIN library l ON l.id = x.library
          WHERE x.cover = :image AND x.is_explicit = 1 AND \(isListed)
        UNION ALL SELECT s.library FROM artist a CROSS JOIN artist_library s ON s.artist = a.id
          WHERE a.image = :image AND s.library LIKE '%!'
        UNION ALL SELECT DISTINCT x.part FROM album x JOIN library l ON l.id = x.library
          WHERE x.cover = :image AND x.is_explicit = 1 AND \(isListed)
        """

    /// The condition that not only withdrawn tracks of the library `l` show the picture.
    private static let isListed = """
        NOT (EXISTS (SELECT 1 FROM track t WHERE t.cover = :image AND t.library = l.id AND NOT \(listed))
          AND NOT EXISTS (SELECT 1 FROM track t WHERE t.cover = :image AND t.library = l.id AND \(listed))
          AND NOT EXISTS (SELECT 1 FROM folder_artist_image WHERE image = :image AND library = l.id))
        """
    private static let listed = WithdrawnTracks.isListed("t")

    /// Pictures that everybody sees come first.
    static let people = """
        SELECT EXISTS (SELECT 1 FROM account WHERE picture = :image)
          OR EXISTS (SELECT 1 FROM wish WHERE cover = :image)
          OR EXISTS (SELECT 1 FROM radio_station WHERE picture = :image)
          OR EXISTS (SELECT 1 FROM podcast WHERE picture = :image)
          OR EXISTS (SELECT 1 FROM podcast_episode WHERE picture = :image)
          OR EXISTS (SELECT 1 FROM playlist p WHERE p.cover = :image AND \(PlaylistReader.isReadable))
          OR EXISTS (SELECT 1 FROM shelf_folder WHERE image = :image AND account = :reader)
          OR EXISTS (SELECT 1 FROM shelf_item WHERE cover = :image AND account = :reader)
          OR EXISTS (SELECT 1 FROM submission WHERE cover = :image AND account = :reader)
          OR EXISTS (SELECT 1 FROM submission WHERE file_cover = :image AND account = :reader)
        """

    /// Pictures that a moderator sees: those of submissions that were handed in, and of the history of corrections in
    /// the scope.
    static func moderated(_ scope: LibraryScope) -> String {
        let seen = "+state IN ('pending', 'approving', 'approved', 'rejected')"
        let histories = ["cover_before", "cover_after"].map { column in
            """
              OR EXISTS (SELECT 1 FROM track_edit_history e CROSS JOIN track t ON t.id = e.track
                WHERE e.\(column) = :image\(scope.and("t.library")))
            """
        }
        return """
            SELECT EXISTS (SELECT 1 FROM submission WHERE cover = :image AND \(seen))
              OR EXISTS (SELECT 1 FROM submission WHERE file_cover = :image AND \(seen))
              OR EXISTS (SELECT 1 FROM track t WHERE t.cover = :image AND NOT \(listed)\(scope.and("t.library")))
            \(histories.joined(separator: "\n"))
            """
    }
}
