import Catalog
import Foundation
import GRDB
import Primitives

/// Finds what texts in folders say about an artist or an album.
struct FolderTextReader {
    private static let albumLimit = 50

    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    /// The text in the longest path. A folder's text is about the artist who made more than half of the albums in it
    /// and directly below it, as its picture is: `FolderOwner`.
    func text(aboutArtist artist: String) throws -> String? {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.artistFolders),
            arguments: ["artist": artist, "limit": Self.albumLimit])
        var folders: Set<Place> = []
        for row in rows {
            guard let library: String = row["library"], scope.admits(library: row["part"]),
                let folder: Data = row["album_folder"], !folder.isEmpty
            else { continue }
            folders.insert(Place(library: library, folder: folder))
            guard let slash = folder.lastIndex(of: UInt8(ascii: "/")) else { continue }
            folders.insert(Place(library: library, folder: folder[..<slash]))
        }
        let owner = FolderOwner(db)
        for place in folders.sorted() {
            guard let text = try text(.artist, in: place),
                try owner.artist(of: place.folder, in: place.library) == artist
            else { continue }
            return text
        }
        return nil
    }

    func text(aboutAlbum album: String) throws -> String? {
        for row in try Row.fetchAll(db.cachedStatement(sql: Self.albumFolders), arguments: [album]) {
            guard scope.admits(library: row["part"]) else { continue }
            let place = Place(library: row["library"], folder: row["album_folder"])
            guard let text = try text(.album, in: place), try isAlone(album, in: place) else { continue }
            return text
        }
        return nil
    }

    /// A folder with several albums in it says nothing of each.
    private func isAlone(_ album: String, in place: Place) throws -> Bool {
        try String.fetchSet(
            db.cachedStatement(sql: Self.albumsIn), arguments: [place.library, place.folder]) == [album]
    }

    private func text(_ purpose: TextFile.Purpose, in place: Place) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: Self.text), arguments: [place.library, place.folder, purpose.rawValue])
    }

    private struct Place: Hashable, Comparable {
        let library: String
        let folder: Data

        static func < (one: Place, other: Place) -> Bool {
            if one.folder.count != other.folder.count { return one.folder.count > other.folder.count }
            if one.library != other.library { return one.library < other.library }
            return one.folder.lexicographicallyPrecedes(other.folder)
        }
    }

    /// Of each album the folder of one track.
    static let artistFolders = """
        SELECT t.library, t.part, t.album_folder
        FROM (SELECT album FROM album_artist WHERE artist = :artist LIMIT :limit) own
        CROSS JOIN track t ON t.id = (SELECT one.id FROM track one WHERE one.album = own.album AND one.missing_since IS NULL LIMIT 1)
        """
    /// Sorted are the folders of one album, which is one as a rule.
    static let albumFolders = """
        SELECT DISTINCT library, part, album_folder FROM (SELECT library, part, album_folder FROM track
          WHERE album = ? AND missing_since IS NULL LIMIT 200)
        """
    static let albumsIn = """
        SELECT DISTINCT album FROM track INDEXED BY track_by_album_folder
        WHERE library = ? AND album_folder = ? AND missing_since IS NULL LIMIT 2
        """
    static let text = """
        SELECT text FROM folder_text WHERE library = ? AND folder = ? AND purpose = ? AND text IS NOT NULL
        ORDER BY stem, name LIMIT 1
        """
}
