package import Primitives
package import Catalog
import GRDB

/// What shows a stored picture, in SQLite.
package struct SQLiteImageAccessStore: ImageAccessStore {
    private let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package var revision: UInt64 { UInt64(bitPattern: database.changes.revision(of: .catalogue)) }

    package func libraries(showing image: BlobKey) async throws -> Set<String> {
        try await database.read { db in
            try String.fetchSet(db.cachedStatement(sql: Self.libraries), arguments: ["image": image.hex])
        }
    }

    package func isShown(_ image: BlobKey, to caller: Principal) async throws -> Bool {
        try await database.read { db in
            let own: StatementArguments = ["image": image.hex, "reader": caller.user.rawValue]
            if try Bool.fetchOne(db.cachedStatement(sql: Self.people), arguments: own) == true { return true }
            guard caller.may(.moderate) else { return false }
            let moderated: StatementArguments = ["image": image.hex]
            return try Bool.fetchOne(
                db.cachedStatement(sql: Self.moderated(caller.libraries)),
                arguments: moderated + caller.libraries.arguments) ?? false
        }
    }

    /// There are few libraries, and each is asked by index. Missing tracks count, as histories show them, and so do removed libraries. What
    /// only withdrawn tracks show is nobody's to see. What is explicit shows its pictures to its own part of a library. The picture of a
    /// folder is not its own where it is of that.
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
        UNION ALL SELECT DISTINCT x.part FROM track x JOIN library l ON l.id = x.library
          WHERE x.cover = :image AND x.is_explicit = 1 AND \(isListed)
        UNION ALL SELECT s.library FROM artist a CROSS JOIN artist_library s ON s.artist = a.id
          WHERE a.image = :image AND s.library LIKE '%!'
        UNION ALL SELECT DISTINCT x.part FROM album x JOIN library l ON l.id = x.library
          WHERE x.cover = :image AND x.is_explicit = 1 AND \(isListed)
        """

    /// Whether not only withdrawn tracks of the library `l` show the picture.
    private static let isListed = """
        NOT (EXISTS (SELECT 1 FROM track t WHERE t.cover = :image AND t.library = l.id AND NOT \(listed))
          AND NOT EXISTS (SELECT 1 FROM track t WHERE t.cover = :image AND t.library = l.id AND \(listed))
          AND NOT EXISTS (SELECT 1 FROM folder_artist_image WHERE image = :image AND library = l.id))
        """
    private static let listed = WithdrawnTracks.isListed("t")

    /// What everybody sees comes first.
    static let people = """
        SELECT EXISTS (SELECT 1 FROM account WHERE picture = :image)
          OR EXISTS (SELECT 1 FROM wish WHERE cover = :image)
          OR EXISTS (SELECT 1 FROM playlist p WHERE p.cover = :image AND \(PlaylistReader.isReadable))
          OR EXISTS (SELECT 1 FROM shelf_folder WHERE image = :image AND account = :reader)
          OR EXISTS (SELECT 1 FROM shelf_item WHERE cover = :image AND account = :reader)
          OR EXISTS (SELECT 1 FROM submission WHERE cover = :image AND account = :reader)
          OR EXISTS (SELECT 1 FROM submission WHERE file_cover = :image AND account = :reader)
        """

    /// Submissions that were handed in, and the history of corrections to what the moderator sees.
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
