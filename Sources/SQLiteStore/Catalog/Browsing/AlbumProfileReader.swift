import Catalog
import GRDB
import Primitives

/// Reads albums with everything about them: six statements however many there are.
struct AlbumProfileReader {
    private let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// In the order of `ids`, repeated where they repeat, without those that have no track at present.
    func profiles(_ ids: [String]) throws -> [AlbumProfile] {
        guard !ids.isEmpty else { return [] }
        let list = JSONList(Set(ids))
        let genres = try genres(list)
        let discs = try discs(list)
        var profiles: [String: AlbumProfile] = [:]
        for item in try AlbumReader(db).items(Array(Set(ids))) {
            let id = item.id.rawValue
            profiles[id] = AlbumProfile(item: item, genres: genres[id] ?? [], discs: discs[id] ?? [])
        }
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.albums), arguments: [list])
        while let row = try rows.next() {
            let id: String = row[0]
            profiles[id]?.date = row[1]
            profiles[id]?.originalDate = row[2]
            profiles[id]?.musicBrainzRelease = row[3]
            profiles[id]?.musicBrainzReleaseGroup = row[4]
        }
        return ids.compactMap { profiles[$0] }
    }

    func contents(_ id: String) throws -> AlbumContents? {
        guard let profile = try profiles([id]).first else { return nil }
        let tracks = try String.fetchAll(db.cachedStatement(sql: AlbumReader.tracks), arguments: [id])
        return AlbumContents(profile: profile, tracks: try TrackDetailsReader(db).details(tracks))
    }

    private func genres(_ list: JSONList) throws -> [String: [String]] {
        var found: [String: [(key: String, name: String)]] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.genres), arguments: [list])
        while let row = try rows.next() { found[row[0], default: []].append((row[1], row[2])) }
        return found.mapValues { $0.sorted { $0.key < $1.key }.map(\.name) }
    }

    /// Where the tracks of a disc differ about its name, the first by letter.
    private func discs(_ list: JSONList) throws -> [String: [AlbumProfile.Disc]] {
        var found: [String: [AlbumProfile.Disc]] = [:]
        let rows = try Row.fetchCursor(db.cachedStatement(sql: Self.discs), arguments: [list])
        while let row = try rows.next() {
            let (album, number): (String, Int) = (row[0], row[1])
            guard found[album]?.last?.number != number else { continue }
            found[album, default: []].append(AlbumProfile.Disc(number: number, title: row[2]))
        }
        return found
    }

    private static let albums = """
        SELECT a.id, a.date, a.original_date, a.release, a.release_group
        FROM json_each(?) j CROSS JOIN album a ON a.id = j.value
        """
    private static let genres = """
        SELECT ag.album, g.sort_key, g.name
        FROM json_each(?) j CROSS JOIN album_genre ag ON ag.album = j.value CROSS JOIN genre g ON g.id = ag.genre
        """
    static let discs = """
        SELECT t.album, t.disc_order, t.disc_subtitle
        FROM json_each(?) j CROSS JOIN track t INDEXED BY track_of_named_disc ON t.album = j.value
        WHERE t.missing_since IS NULL AND t.disc_subtitle IS NOT NULL
        """
}
