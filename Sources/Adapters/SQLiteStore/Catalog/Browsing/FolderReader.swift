import Primitives
import Catalog
import GRDB

/// Reads folders as the disk has them. One without music in or below it is not there.
struct FolderReader {
    private let db: Database
    private let scope: LibraryScope

    init(_ db: Database, _ scope: LibraryScope) {
        self.db = db
        self.scope = scope
    }

    func contents(_ id: String) throws -> FolderContents? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: shown(Self.folder)), arguments: [id]) else {
            return nil
        }
        let folder = Self.folder(row)
        guard scope.admits(folder.library) else { return nil }
        return try contents(folder)
    }

    func tops() throws -> [FolderContents] {
        try Row.fetchAll(db.cachedStatement(sql: shown(Self.tops))).map(Self.folder).filter { scope.admits($0.library) }
            .compactMap(contents)
    }

    /// Nil for an empty one.
    private func contents(_ folder: Folder) throws -> FolderContents? {
        let id = folder.id.rawValue
        let folders = try Row.fetchAll(db.cachedStatement(sql: shown(Self.children)), arguments: [id]).map(Self.folder)
        let tracks = try String.fetchAll(db.cachedStatement(sql: shown(Self.tracks)), arguments: [id])
        guard !folders.isEmpty || !tracks.isEmpty else { return nil }
        return FolderContents(folder: folder, folders: folders, tracks: try TrackDetailsReader(db).details(tracks))
    }

    /// The statement without what is explicit, where the reader does not get to see that.
    private func shown(_ sql: String) -> String {
        sql.replacing("t.missing_since IS NULL", with: "t.missing_since IS NULL" + scope.andShown("t"))
    }

    private static func folder(_ row: Row) -> Folder {
        Folder(
            id: ID(row[0]), library: ID(row[1]), parent: (row[2] as String?).map { ID($0) }, name: row[3],
            sortKey: row[4], cover: (row[5] as String?).flatMap { BlobKey(hex: $0) },
            album: row[6] as String? == row[7] as String? ? (row[6] as String?).map { ID($0) } : nil)
    }

    /// Nil for the top of a library, for a folder of several artists, and for one that is not there.
    func meaning(of id: String) throws -> FolderMeaning? {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: shown(Self.folder)), arguments: [id]) else {
            return nil
        }
        let folder = Self.folder(row)
        guard scope.admits(folder.library), folder.parent != nil else { return nil }
        let albums = try String.fetchAll(db.cachedStatement(sql: shown(Self.albums)), arguments: [id])
        if albums.count == 1 { return .album(ID(albums[0])) }
        let artists = try String.fetchAll(db.cachedStatement(sql: Self.artists), arguments: [JSONList(albums)])
        return artists.count == 1 ? .artist(ID(artists[0])) : nil
    }

    /// Where what lies below a folder begins and ends in the order of paths: between its path with `/` and with `0`, the next byte. At
    /// the top that is everything.
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
    /// Of the first 10,000 tracks in it and of as many below it.
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
