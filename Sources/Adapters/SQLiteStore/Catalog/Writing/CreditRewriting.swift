import Catalog
import GRDB
import Primitives

/// Writes credits anew as the decisions about joint names want them, with everything that is counted by them.
struct CreditRewriting {
    private let db: Database
    private let search: SearchIndex
    private let artists: ArtistIndex
    private let genres: GenreIndex

    init(_ db: Database, at: Timestamp) {
        self.db = db
        search = SearchIndex(db)
        // Nothing is put off: no scan comes after this that would count it.
        let stale = StaleRows(db, above: .max)
        artists = ArtistIndex(db, search: search, stale: stale, at: at)
        genres = GenreIndex(db, search: search, stale: stale, at: at)
    }

    func rewrite(_ tracks: [String]) throws {
        var albums: Set<String> = []
        let album = try db.cachedStatement(sql: "SELECT album FROM track WHERE id = ?")
        for track in tracks {
            try artists.touch(ofTrack: track)
            for role in JointCredits.roles { try rewrite(track, role) }
            if let album = try String.fetchOne(album, arguments: [track]) { albums.insert(album) }
        }
        let ofArtist = try db.cachedStatement(
            sql: "SELECT DISTINCT t.album FROM track_artist ta JOIN track t ON t.id = ta.track WHERE ta.artist = ?")
        try artists.settleIdentities { albums.formUnion(try String.fetchSet(ofArtist, arguments: [$0])) }
        for album in albums.sorted() {
            try AlbumRefresh(db: db, search: search, artists: artists, genres: genres, album: album).run()
        }
        try artists.refresh()
        try genres.refresh()
        try search.flush()
    }

    private func rewrite(_ track: String, _ role: ArtistRole) throws {
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: Self.credits), arguments: [track, role.rawValue])
        let stored = rows.map {
            JointCredits.Stored(
                name: $0["name"], folded: FoldedText.fold($0["name"]), sortName: $0["sort_name"],
                musicBrainz: $0["musicbrainz"], part: $0["part"],
                joint: $0["joint"], jointSort: $0["joint_sort"])
        }
        try db.cachedStatement(sql: "DELETE FROM track_artist WHERE track = ? AND role = ?")
            .execute(arguments: [track, role.rawValue])
        let credits = try JointCredits(db).stored(JointCredits.tagged(stored))
        try artists.write(credits, of: track, as: role)
        if role == .performer, let first = credits.first { try artists.order(track, by: first) }
    }

    private static let credits = """
        SELECT name, sort_name, musicbrainz, part, joint, joint_sort FROM track_artist
        WHERE track = ? AND role = ? ORDER BY position
        """
}
