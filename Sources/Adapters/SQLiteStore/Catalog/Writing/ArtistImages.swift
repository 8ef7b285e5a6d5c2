import Catalog
import Foundation
import GRDB

/// Whose pictures the files `artist.jpg` show: a folder's is its owner's (`FolderOwner`).
///
/// It is worked out for all folders at the end of a scan, because a picture is found before or after the albums that say
/// whose it is, and artists change as files do.
struct ArtistImages {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// The artists whose picture is another than their row says, with what it is now; nil for none.
    func changes() throws -> [String: String?] {
        let now = try owners()
        var changes: [String: String?] = [:]
        for row in try Row.fetchAll(db, sql: "SELECT id, image FROM artist WHERE image IS NOT NULL") {
            let (artist, image): (String, String) = (row["id"], row["image"])
            if now[artist] == nil { changes.updateValue(nil, forKey: artist) }
            if let other = now[artist], other != image { changes[artist] = other }
        }
        let known = try String.fetchSet(db, sql: "SELECT id FROM artist WHERE image IS NOT NULL")
        for (artist, image) in now where !known.contains(artist) { changes[artist] = image }
        return changes
    }

    func write(_ changes: [String: String?]) throws {
        let update = try db.cachedStatement(sql: "UPDATE artist SET image = ? WHERE id = ?")
        for (artist, image) in changes { try update.execute(arguments: [image, artist]) }
    }

    /// The picture of each artist that has one; of several the one in the longest path.
    private func owners() throws -> [String: String] {
        let owner = FolderOwner(db)
        var owners: [String: String] = [:]
        for row in try Row.fetchAll(db, sql: Self.pictures) {
            let (library, folder, image): (String, Data, String) = (row["library"], row["folder"], row["image"])
            guard let artist = try owner.artist(of: folder, in: library) else { continue }
            if owners[artist] == nil { owners[artist] = image }
        }
        return owners
    }

    private static let pictures = """
        SELECT library, folder, image FROM folder_artist_image WHERE image IS NOT NULL AND length(folder) > 0
        ORDER BY length(folder) DESC, library, folder
        """
}
