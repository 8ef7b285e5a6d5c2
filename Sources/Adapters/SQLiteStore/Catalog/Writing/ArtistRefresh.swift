import Catalog
import Foundation
import GRDB

/// Updates one artist's row from the credits: name, roles, counts, cover and search.
struct ArtistRefresh {
    let db: Database
    let search: SearchIndex
    let artist: String

    func run() throws {
        let row = try db.row("SELECT seq, name, sort_name, sort_key FROM artist WHERE id = ?", [artist])
        guard let row else { return }
        let seq: Int64 = row["seq"]
        let credits = try db.rows(Self.credits, [artist])
        var shares = LibraryShares()
        let own = try db.rows(Self.albums, [artist])
        shares.add(own)
        let albums = own.count
        if credits.isEmpty, albums == 0, try removeIfUnused(seq) { return }

        var names: [String: Int] = [:]
        var sortNames: [String: Int] = [:]
        var tracks: [ArtistRole: Int] = [:]
        var plays = 0
        for credit in credits {
            let count: Int = credit["tracks"]
            names[credit["name"] as String, default: 0] += count
            if let sortName: String = credit["sort_name"] { sortNames[sortName, default: 0] += count }
            guard let role = ArtistRole(rawValue: credit["role"]) else { continue }
            tracks[role, default: 0] += count
            if role == .performer { plays += credit["plays"] as Int }
            shares.addTracks(role == .performer ? count : 0, in: credit["library"])
        }
        let trackCovers = shares.hasUncovered ? try db.rows(Self.trackCovers, [artist]) : []
        for track in trackCovers { shares.coverByTrack(track["cover"], in: track["library"]) }
        try shares.write("artist", artist, db)
        let cover: String? = own.lazy.compactMap { $0["cover"] as String? }.first ?? trackCovers.first?["cover"]
        let name: String = ArtistGrouping.mostFrequent(names) ?? row["name"]
        let sortName: String? = credits.isEmpty ? row["sort_name"] : ArtistGrouping.mostFrequent(sortNames)
        let sortKey = SortKeys.key(sortName ?? name)
        tracks[.albumArtist] = albums > 0 ? albums : nil
        try writeRoles(tracks.keys, sortKey: sortKey)
        try db.run(
            Self.update,
            [
                name, sortName, sortKey, SearchText.name(name), albums > 0 || tracks[.performer] != nil, albums,
                tracks[.performer] ?? 0, cover, plays, artist,
            ])
        if row["sort_key"] != sortKey { try db.run(Self.albumOrder, [sortKey, artist]) }
        let spellings = Set(names.keys).union(sortNames.keys).union([name])
        try search.replaceArtist(seq, names: tracks.isEmpty ? [] : spellings.sorted())
    }

    /// An artist with likes or ratings stays, hidden, while no file names them.
    private func removeIfUnused(_ seq: Int64) throws -> Bool {
        for table in ["track_artist", "album_artist", "artist_like", "artist_rating"] {
            if try db.exists("SELECT 1 FROM \(table) WHERE artist = ? LIMIT 1", [artist]) { return false }
        }
        try search.replaceArtist(seq, names: [])
        try db.run("DELETE FROM artist WHERE id = ?", [artist])
        return true
    }

    private func writeRoles(_ roles: some Sequence<ArtistRole>, sortKey: String) throws {
        try db.run("DELETE FROM artist_role WHERE artist = ?", [artist])
        let insert = try db.cachedStatement(sql: "INSERT INTO artist_role (role, sort_key, artist) VALUES (?, ?, ?)")
        for role in roles { try insert.execute(arguments: [role.rawValue, sortKey, artist]) }
    }

    private static let credits = """
        SELECT t.part AS library, ta.role, ta.name, ta.sort_name, count(*) AS tracks, sum(t.plays) AS plays
        FROM track_artist ta JOIN track t ON t.id = ta.track AND t.missing_since IS NULL
        WHERE ta.artist = ? GROUP BY t.part, ta.role, ta.name, ta.sort_name
        """
    /// The artist's own albums, the latest first: it provides the cover.
    private static let albums = """
        SELECT a.part AS library, a.cover, a.year_order
        FROM album_artist aa JOIN album a ON a.id = aa.album AND a.track_count > 0
        WHERE aa.artist = ? ORDER BY a.year_order DESC, a.name_key, a.id
        """
    /// The tracks with a credit of the artist, which provide the cover if no album of theirs has one.
    private static let trackCovers = """
        SELECT t.part AS library, t.cover FROM track_artist ta JOIN track t ON t.id = ta.track AND t.missing_since IS NULL
        WHERE ta.artist = ? AND t.cover IS NOT NULL ORDER BY t.title_key, t.id
        """
    private static let albumOrder = """
        UPDATE album SET artist_key = ?
        WHERE id IN (SELECT album FROM album_artist WHERE artist = ? AND position = 0)
        """
    private static let update = """
        UPDATE artist SET name = ?, sort_name = ?, sort_key = ?, search_name = ?, is_listed = ?, album_count = ?,
          track_count = ?, cover = ?, plays = ?
        WHERE id = ?
        """
}

/// Assigns the files `artist.jpg` to artists: a folder's picture belongs to the folder's owner (`FolderOwner`).
///
/// All folders are assigned at the end of a scan, because a picture may be found before or after the albums that decide
/// its artist, and artists change as files do.
struct ArtistImages: TransactionScoped {
    let db: Database

    /// The artists whose picture differs from their row, with the new one; nil for none.
    func changes() throws -> [String: String?] {
        let now = try owners()
        var changes: [String: String?] = [:]
        for row in try db.rows("SELECT id, image FROM artist WHERE image IS NOT NULL") {
            let (artist, image): (String, String) = (row["id"], row["image"])
            if now[artist] == nil { changes.updateValue(nil, forKey: artist) }
            if let other = now[artist], other != image { changes[artist] = other }
        }
        let known: Set<String> = try db.valueSet("SELECT id FROM artist WHERE image IS NOT NULL")
        for (artist, image) in now where !known.contains(artist) { changes[artist] = image }
        return changes
    }

    func write(_ changes: [String: String?]) throws {
        let update = try db.cachedStatement(sql: "UPDATE artist SET image = ? WHERE id = ?")
        for (artist, image) in changes { try update.execute(arguments: [image, artist]) }
    }

    /// The picture of each artist that has one. Of several files, the one with the longest path; where there is none, the
    /// picture that came from outside.
    private func owners() throws -> [String: String] {
        let owner = FolderOwner(db)
        var owners: [String: String] = [:]
        for row in try db.rows(Self.pictures) {
            let (library, folder, image): (String, Data, String) = (row["library"], row["folder"], row["image"])
            guard let artist = try owner.artist(of: folder, in: library) else { continue }
            if owners[artist] == nil { owners[artist] = image }
        }
        for row in try db.rows(Self.described) where owners[row["artist"]] == nil {
            owners[row["artist"]] = row["image"]
        }
        return owners
    }

    private static let described = "SELECT artist, image FROM artist_description WHERE image IS NOT NULL"
    private static let pictures = """
        SELECT library, folder, image FROM folder_artist_image WHERE image IS NOT NULL AND length(folder) > 0
        ORDER BY length(folder) DESC, library, folder
        """
}
