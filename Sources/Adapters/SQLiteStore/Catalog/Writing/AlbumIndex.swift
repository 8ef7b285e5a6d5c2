import Catalog
import GRDB
import Primitives

/// Keeps the albums: which key is which album, and what each one's row says.
final class AlbumIndex {
    private let db: Database
    private let library: String
    private let search: SearchIndex
    private let artists: ArtistIndex
    private let genres: GenreIndex
    private let at: Timestamp
    private var byKey: [String: String] = [:]
    private var touched: Set<String> = []
    /// For each album made by this batch, the albums from which its tracks came.
    private var origins: [String: Set<String>] = [:]
    /// Albums that were there before and count as made by this batch.
    private var passedOn: Set<String> = []

    init(
        _ db: Database, library: ID<Library>, search: SearchIndex, artists: ArtistIndex, genres: GenreIndex,
        at: Timestamp
    ) {
        self.db = db
        self.library = library.rawValue
        self.search = search
        self.artists = artists
        self.genres = genres
        self.at = at
    }

    func touch(_ album: String) {
        touched.insert(album)
    }

    /// Notes the albums on which `artist` is credited.
    func touch(ofArtist artist: String) throws {
        let find = try db.cachedStatement(
            sql: "SELECT DISTINCT t.album FROM track_artist ta JOIN track t ON t.id = ta.track WHERE ta.artist = ?")
        touched.formUnion(try String.fetchSet(find, arguments: [artist]))
    }

    /// The album with `key`, made when there is none, for a track that was in the album `origin`.
    func album(key: String, from origin: String?) throws -> String {
        let album = try byKey[key] ?? find(key) ?? insert(key)
        byKey[key] = album
        touched.insert(album)
        if let origin, origin != album { origins[album]?.insert(origin) }
        return album
    }

    /// `album` may go to the album of the tracks that come to it, when nothing is on it any more: with what people think of it.
    func passOn(_ album: String) throws {
        guard try isEmpty(album) else { return }
        origins[album] = []
        passedOn.insert(album)
    }

    private func find(_ key: String) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT id FROM album WHERE library = ? AND key = ?"), arguments: [library, key])
    }

    private func insert(_ key: String) throws -> String {
        let id = ID<Album>.make(at: at).rawValue
        try db.cachedStatement(
            sql: """
                INSERT INTO album (id, library, key, name, name_key, search_name, artist_key, year_order, disc_total,
                  is_compilation, added_at)
                VALUES (?, ?, ?, '', '', '', '', 0, 1, 0, ?)
                """
        ).execute(arguments: [id, library, key, at.milliseconds])
        origins[id] = []
        return id
    }

    /// Brings every touched album's row up to date. One that never had a track but those that went elsewhere is
    /// removed.
    func refresh() throws {
        try inherit()
        for album in touched.sorted() {
            try AlbumRefresh(db: db, search: search, artists: artists, genres: genres, album: album).run()
        }
        touched = []
    }

    /// An album whose tracks have all gone to one new album, because its folder was moved or its name corrected, is
    /// that album: it keeps its id.
    private func inherit() throws {
        for (album, origins) in origins.sorted(by: { $0.key < $1.key }) {
            guard origins.count == 1, let origin = origins.first, try isEmpty(origin) else { continue }
            let key = try String.fetchOne(db, sql: "SELECT key FROM album WHERE id = ?", arguments: [album])
            let seq = try Int64.fetchOne(db, sql: "SELECT seq FROM album WHERE id = ?", arguments: [album])
            try db.execute(sql: "UPDATE track SET album = ? WHERE album = ?", arguments: [origin, album])
            if passedOn.contains(album) { try TrackDataTransfer(db, from: album, to: origin).album() }
            try db.execute(sql: "DELETE FROM album WHERE id = ?", arguments: [album])
            try db.execute(
                sql: "UPDATE album SET key = ?, library = ? WHERE id = ?", arguments: [key, library, origin])
            if let seq { try search.replaceAlbum(seq, name: nil, artists: []) }
            touched.remove(album)
            touched.insert(origin)
        }
        origins = [:]
        passedOn = []
        byKey = [:]
    }

    private func isEmpty(_ album: String) throws -> Bool {
        try Bool.fetchOne(
            db.cachedStatement(
                sql: "SELECT NOT EXISTS (SELECT 1 FROM track WHERE album = ? AND missing_since IS NULL)"),
            arguments: [album]) ?? false
    }
}
