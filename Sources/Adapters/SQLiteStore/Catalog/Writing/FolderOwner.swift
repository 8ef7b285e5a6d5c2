import Catalog
import Foundation
import GRDB

/// Whose folder a folder is: that of the artist who made more than half of the albums in it and directly below it. A
/// library's top is nobody's.
struct FolderOwner {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func artist(of folder: Data, in library: String) throws -> String? {
        guard !folder.isEmpty else { return nil }
        let prefix = folder + [UInt8(ascii: "/")]
        let end = folder + [UInt8(ascii: "/") + 1]
        var counts: [String: Int] = [:]
        var total = 0
        var seen: Set<String> = []
        let albums = try db.cachedStatement(sql: Self.albums)
        for row in try Row.fetchAll(albums, arguments: [library, folder, prefix, end]) {
            let (albumFolder, album): (Data, String) = (row["album_folder"], row["album"])
            let isHere = albumFolder == folder || !albumFolder.dropFirst(prefix.count).contains(UInt8(ascii: "/"))
            guard isHere, seen.insert(album).inserted else { continue }
            total += 1
            if let artist: String = row["artist"] { counts[artist, default: 0] += 1 }
        }
        guard let (artist, count) = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }), count * 2 > total
        else {
            return nil
        }
        return artist
    }

    static let albums = """
        SELECT DISTINCT t.album_folder, t.album, aa.artist
        FROM track t INDEXED BY track_by_album_folder
        LEFT JOIN album_artist aa ON aa.album = t.album AND aa.position = 0
        WHERE t.library = ?1 AND t.missing_since IS NULL
          AND (t.album_folder = ?2 OR (t.album_folder >= ?3 AND t.album_folder < ?4))
        """
}
