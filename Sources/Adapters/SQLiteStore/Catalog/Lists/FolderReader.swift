import Catalog
import Foundation
import GRDB
import Primitives

/// Reads folders as they are on disk. A folder without music in or below it is left out.
struct FolderReader: LibraryScoped {
    let db: Database
    let scope: LibraryScope

    func contents(_ id: String) throws -> FolderContents? {
        try folder(id).flatMap(contents)
    }

    /// Returns nil if the folder does not exist or is in no library of the scope.
    private func folder(_ id: String) throws -> Folder? {
        try db.row(shown(Self.folder), [id]).map(Self.folder).flatMap { scope.admits($0.library) ? $0 : nil }
    }

    func tops() throws -> [FolderContents] {
        try db.rows(shown(Self.tops)).map(Self.folder).filter { scope.admits($0.library) }.compactMap(contents)
    }

    /// Returns nil for an empty folder.
    private func contents(_ folder: Folder) throws -> FolderContents? {
        let id = folder.id.rawValue
        let folders = try db.rows(shown(Self.children), [id]).map(Self.folder)
        let tracks: [String] = try db.values(shown(Self.tracks), [id])
        guard !folders.isEmpty || !tracks.isEmpty else { return nil }
        return FolderContents(folder: folder, folders: folders, tracks: try TrackDetailsReader(db).details(tracks))
    }

    /// The statement without explicit tracks, if the user sees none.
    private func shown(_ sql: String) -> String {
        sql.replacing("t.missing_since IS NULL", with: "t.missing_since IS NULL" + scope.andShown("t"))
    }

    private static func folder(_ row: Row) -> Folder {
        Folder(
            id: ID(row[0]), library: ID(row[1]), parent: (row[2] as String?).map { ID($0) }, name: row[3],
            sortKey: row[4], cover: (row[5] as String?).flatMap { BlobKey(hex: $0) },
            album: row[6] as String? == row[7] as String? ? (row[6] as String?).map { ID($0) } : nil)
    }

    /// Returns nil for the top of a library, a folder of several artists, and a folder that does not exist.
    func meaning(of id: String) throws -> FolderMeaning? {
        guard try folder(id)?.parent != nil else { return nil }
        let albums: [String] = try db.values(shown(Self.albums), [id])
        if albums.count == 1 { return .album(ID(albums[0])) }
        let artists: [String] = try db.values(Self.artists, [JSONList(albums)])
        return artists.count == 1 ? .artist(ID(artists[0])) : nil
    }

    /// The range of paths below a folder: between its path with `/` and its path with `0`, the next byte. At the top
    /// the range is everything.
    private static let below = """
        t.library = f.library AND t.missing_since IS NULL
          AND t.folder >= CASE length(f.path) WHEN 0 THEN x'' ELSE CAST(f.path || '/' AS BLOB) END
          AND t.folder < CASE length(f.path) WHEN 0 THEN x'ff' ELSE CAST(f.path || '0' AS BLOB) END
        """
    private static let within = "t.library = f.library AND t.folder = f.path AND t.missing_since IS NULL"

    private static let columns = """
        SELECT f.id, f.library, f.parent, CASE WHEN f.parent IS NULL THEN l.name ELSE f.name END, f.sort_key,
          coalesce(
            (SELECT c.image FROM folder_cover c WHERE c.library = f.library AND c.folder = f.path),
            (SELECT t.cover FROM track t INDEXED BY track_by_path WHERE \(within) LIMIT 1),
            (SELECT t.cover FROM track t INDEXED BY track_by_path WHERE \(below) LIMIT 1)),
          (SELECT min(t.album) FROM track t INDEXED BY track_by_path WHERE \(within)),
          (SELECT max(t.album) FROM track t INDEXED BY track_by_path WHERE \(within))
        """
    static let folder = "\(columns) FROM folder f CROSS JOIN library l ON l.id = f.library WHERE f.id = ?"
    static let tops = """
        \(columns) FROM library l CROSS JOIN folder f ON f.library = l.id AND f.path = x''
        WHERE l.removed_at IS NULL ORDER BY l.name_key, l.id
        """
    static let children = """
        \(columns) FROM folder f INDEXED BY folder_by_name CROSS JOIN library l ON l.id = f.library
        WHERE f.parent = ? AND (EXISTS (SELECT 1 FROM track t INDEXED BY track_by_path WHERE \(within))
          OR EXISTS (SELECT 1 FROM track t INDEXED BY track_by_path WHERE \(below)))
        ORDER BY f.sort_key, f.id
        """
    /// The albums of the first 10,000 tracks in the folder and of as many below it.
    static let albums = """
        SELECT DISTINCT album FROM (
          SELECT * FROM (SELECT t.album FROM folder f CROSS JOIN track t INDEXED BY track_by_path ON \(within)
            WHERE f.id = ?1 LIMIT 10000)
          UNION ALL SELECT * FROM (SELECT t.album FROM folder f CROSS JOIN track t INDEXED BY track_by_path ON \(below)
            WHERE f.id = ?1 LIMIT 10000))
        """
    static let artists = """
        SELECT DISTINCT aa.artist FROM json_each(?) j CROSS JOIN album_artist aa ON aa.album = j.value AND aa.position = 0
        LIMIT 2
        """
    static let tracks = """
        SELECT t.id FROM folder f CROSS JOIN track t INDEXED BY track_by_path ON \(within)
        WHERE f.id = ? ORDER BY t.disc_order, t.track_order, t.name LIMIT 5000
        """
}

/// Finds the texts in folders about an artist or an album.
struct FolderTextReader: LibraryScoped {
    private static let albumLimit = 50

    let db: Database
    let scope: LibraryScope

    /// The text with the longest path. A folder's text is about the artist of more than half of the albums in it and
    /// directly below it, as its picture is: `FolderOwner`.
    func text(aboutArtist artist: String) throws -> String? {
        let rows = try db.rows(Self.artistFolders, ["artist": artist, "limit": Self.albumLimit])
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
        for row in try db.rows(Self.albumFolders, [album]) {
            guard scope.admits(library: row["part"]) else { continue }
            let place = Place(library: row["library"], folder: row["album_folder"])
            guard let text = try text(.album, in: place), try isAlone(album, in: place) else { continue }
            return text
        }
        return nil
    }

    /// Whether the folder has only this album. A folder with several albums says nothing about each.
    private func isAlone(_ album: String, in place: Place) throws -> Bool {
        try db.valueSet(Self.albumsIn, [place.library, place.folder]) == [album]
    }

    private func text(_ purpose: TextFile.Purpose, in place: Place) throws -> String? {
        try db.value(Self.text, [place.library, place.folder, purpose.rawValue])
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

    /// For each album the folder of one track.
    static let artistFolders = """
        SELECT t.library, t.part, t.album_folder
        FROM (SELECT album FROM album_artist WHERE artist = :artist LIMIT :limit) own
        CROSS JOIN track t ON t.id = (SELECT one.id FROM track one WHERE one.album = own.album AND one.missing_since IS NULL LIMIT 1)
        """
    /// Sorts the folders of one album, which usually is one folder.
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
