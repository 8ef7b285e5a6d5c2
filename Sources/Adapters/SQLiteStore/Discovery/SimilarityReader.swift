import Catalog
import Discovery
import GRDB
import Primitives

/// Collects `SimilarityEvidence` within one transaction, up to its bounds. All reads are by index, so a large catalog
/// takes as long as a small one.
struct SimilarityReader {
    private typealias Bounds = SimilarityEvidence.Bounds

    let db: Database
    let scope: LibraryScope
    let seed: UInt64

    func evidence(for target: DiscoveryTarget) throws -> SimilarityEvidence {
        var evidence = SimilarityEvidence()
        var listeners: [(account: String, plays: Int)]
        switch target {
        case .artist(let id):
            evidence.artists = [id]
            let own = try albums(of: [id.rawValue])
            listeners = try self.listeners(Self.albumListeners, own)
            evidence.own = own.map { ID($0) }
        case .album(let id):
            evidence.artists = try db.values(Self.albumArtists, [id])
            listeners = try self.listeners(Self.albumListeners, [id.rawValue])
            evidence.own = try [id] + albums(of: evidence.artists.map(\.rawValue)).map { ID($0) }.filter { $0 != id }
        case .track(let id):
            evidence.artists = try db.values(Self.performers, [id])
            listeners = try self.listeners(Self.trackListeners, [id.rawValue])
            evidence.own = try albums(of: evidence.artists.map(\.rawValue)).map { ID($0) }
        case .genre(let id): listeners = try self.listeners(Self.albumListeners, albums(ofGenre: id).map(\.rawValue))
        case .songs(let ids):
            let songs = ids.map(\.rawValue)
            // The first performers, those of most of the songs first.
            evidence.artists = try db.values(Self.songArtists, [JSONList(songs), Bounds.artists])
            listeners = try self.listeners(Self.songListeners, songs)
            evidence.own = try albums(of: evidence.artists.map(\.rawValue)).map { ID($0) }
        case .years, .mood: return evidence
        }
        evidence.listeners = listeners.map(\.plays)
        for (index, listener) in listeners.enumerated() {
            evidence.heard += try heard(by: listener.account, index)
        }
        evidence.genres = try genres(of: target, own: evidence.own.map(\.rawValue))
        var found = Set(evidence.own.map(\.rawValue)).union(evidence.heard.map(\.album.rawValue))
        for share in evidence.genres.prefix(Bounds.genres) {
            found.formUnion(try albums(ofGenre: share.genre).map(\.rawValue))
        }
        evidence.albums = try traits(found.sorted())
        // Albums outside of the scope are removed from the evidence.
        evidence.heard.removeAll { evidence.albums[$0.album] == nil }
        evidence.own.removeAll { evidence.albums[$0] == nil }
        return evidence
    }

    /// The artists' own albums, or else those on which they perform.
    private func albums(of artists: [String]) throws -> [String] {
        var found: [String] = []
        for artist in artists.prefix(Bounds.artists) {
            var albums: [String] = try db.values(Self.ownAlbums, [artist, Bounds.ownAlbums])
            if albums.isEmpty { albums = try db.values(Self.otherAlbums, [artist, Bounds.ownAlbums]) }
            found += albums.filter { !found.contains($0) }
        }
        return Array(found.prefix(Bounds.ownAlbums))
    }

    private func listeners(_ sql: String, _ ids: [String]) throws -> [(account: String, plays: Int)] {
        try db.rows(sql, [JSONList(ids), Bounds.listeners]).map { ($0[0], $0[1]) }
    }

    private func heard(by account: String, _ index: Int) throws -> [SimilarityEvidence.Heard] {
        try db.rows(Self.heard, [account, Bounds.albumsOfListener]).map {
            .init(listener: index, album: $0[0], plays: $0[1])
        }
    }

    /// The target's genres, those of most of its albums first. A track has its own; each counts once.
    private func genres(of target: DiscoveryTarget, own: [String]) throws -> [SimilarityEvidence.GenreShare] {
        let rows: [Row]
        switch target {
        case .track(let id): rows = try db.rows(Self.trackGenres, [id])
        case .album(let id): rows = try db.rows(Self.albumGenres, [JSONList([id])])
        case .artist: rows = try db.rows(Self.albumGenres, [JSONList(own)])
        case .genre(let id): rows = try db.rows(Self.oneGenre, [id])
        case .songs(let ids): rows = try db.rows(Self.songGenres, [JSONList(ids)])
        case .years, .mood: rows = []
        }
        return rows.map { .init(genre: $0[0], own: $0[1], all: $0[2]) }
    }

    /// Albums of a genre in the order of their ids, from one that the seed chooses, continuing at the start after the
    /// end.
    func albums(ofGenre genre: ID<Genre>) throws -> [ID<Album>] {
        let from: String = try db.value(Self.anyAlbum, [Int64(bitPattern: seed >> 1)]) ?? ""
        var found: [String] = try db.values(Self.genreAlbumsFrom, [genre, from, Bounds.albumsOfGenre])
        if found.count < Bounds.albumsOfGenre {
            found += try db.values(Self.genreAlbumsFrom, [genre, "", Bounds.albumsOfGenre - found.count])
        }
        var known: Set<String> = []
        return found.filter { known.insert($0).inserted }.map { ID($0) }
    }

    private func traits(_ ids: [String]) throws -> [ID<Album>: SimilarityEvidence.Traits] {
        guard !ids.isEmpty else { return [:] }
        let arguments: StatementArguments = ["ids": JSONList(ids)]
        var traits: [ID<Album>: SimilarityEvidence.Traits] = [:]
        let various = FoldedText.fold(Grouping.variousArtists)
        let rows = try db.cursor(Self.traits(scope), arguments + ["various": various] + scope.arguments)
        while let row = try rows.next() {
            traits[ID(row[0])] = .init(artist: row[1], plays: row[2])
        }
        let genres = try db.cursor(Self.genresOfAlbums, arguments)
        while let row = try genres.next() { traits[ID(row[0])]?.genres.append(ID(row[1])) }
        return traits
    }

    static let albumArtists = "SELECT artist FROM album_artist WHERE album = ? ORDER BY position"
    static let performers = "SELECT artist FROM track_artist WHERE track = ? AND role = 'performer' ORDER BY position"
    static let ownAlbums = "SELECT album FROM album_artist WHERE artist = ? LIMIT ?"
    static let otherAlbums = """
        SELECT DISTINCT t.album FROM (SELECT DISTINCT track FROM track_artist WHERE artist = ? LIMIT ?) part
        CROSS JOIN track t ON t.id = part.track
        """
    /// Sorts the listeners of one item: at most as many as there are accounts.
    static let albumListeners = """
        SELECT p.account, sum(p.plays) AS plays FROM json_each(?) j CROSS JOIN album_play p ON p.album = j.value
        GROUP BY p.account ORDER BY plays DESC, p.account LIMIT ?
        """
    static let trackListeners = """
        SELECT p.account, p.plays FROM json_each(?) j CROSS JOIN play_count p ON p.track = j.value
        ORDER BY p.plays DESC, p.account LIMIT ?
        """
    /// Sorts the listeners of at most fifty songs.
    static let songListeners = """
        SELECT p.account, sum(p.plays) AS plays FROM json_each(?) j CROSS JOIN play_count p ON p.track = j.value
        GROUP BY p.account ORDER BY plays DESC, p.account LIMIT ?
        """
    static let songArtists = """
        SELECT ta.artist FROM json_each(?) j CROSS JOIN track_artist ta ON ta.track = j.value
        WHERE ta.role = 'performer' AND ta.position = 0
        GROUP BY ta.artist ORDER BY count(*) DESC, min(j.key) LIMIT ?
        """
    static let heard = """
        SELECT album, plays FROM album_play INDEXED BY album_play_most WHERE account = ?
        ORDER BY plays DESC, last_played_at DESC LIMIT ?
        """
    /// Sorts the genres of one item.
    static let albumGenres = """
        SELECT ag.genre, count(*) AS own, g.album_count
        FROM json_each(?) j CROSS JOIN album_genre ag ON ag.album = j.value CROSS JOIN genre g ON g.id = ag.genre
        GROUP BY ag.genre ORDER BY own DESC, g.album_count, ag.genre LIMIT 20
        """
    static let trackGenres = """
        SELECT tg.genre, 1, g.album_count FROM track_genre tg CROSS JOIN genre g ON g.id = tg.genre
        WHERE tg.track = ? ORDER BY tg.position LIMIT 20
        """
    static let songGenres = """
        SELECT tg.genre, count(*) AS own, g.album_count
        FROM json_each(?) j CROSS JOIN track_genre tg ON tg.track = j.value CROSS JOIN genre g ON g.id = tg.genre
        GROUP BY tg.genre ORDER BY own DESC, g.album_count, tg.genre LIMIT 20
        """
    static let oneGenre = "SELECT id, 1, album_count FROM genre WHERE id = ?"
    /// The album with the first row number from a start that the seed chooses, modulo their number.
    static let anyAlbum = """
        SELECT id FROM album WHERE seq >= (SELECT ?1 % (max(seq) + 1) FROM album) ORDER BY seq LIMIT 1
        """
    static let genreAlbumsFrom = "SELECT album FROM album_genre WHERE genre = ? AND album >= ? ORDER BY album LIMIT ?"
    static func traits(_ scope: LibraryScope) -> String {
        """
        SELECT a.id, r.id, a.plays FROM json_each(:ids) j CROSS JOIN album a ON a.id = j.value
        LEFT JOIN album_artist aa ON aa.album = a.id AND aa.position = 0
        LEFT JOIN artist r ON r.id = aa.artist AND r.folded <> :various
        WHERE a.track_count > 0\(scope.and("a.library"))
        """
    }
    static let genresOfAlbums = """
        SELECT ag.album, ag.genre FROM json_each(:ids) j CROSS JOIN album_genre ag ON ag.album = j.value
        """
}
