import Catalog
import GRDB
import Primitives

/// What listening asks of the catalogue, answered from the test's own rows. Nothing else of it is asked.
struct FixtureCatalog: CatalogStore {
    let side: DatabaseQueue

    func source(of track: ID<Track>) async throws -> TrackSource? {
        let duration = try await side.read { db in
            try Int64.fetchOne(db, sql: "SELECT duration_ms FROM track WHERE id = ?", arguments: [track.rawValue])
        }
        guard let duration, let path = LibraryPath(bytes: Array("a.flac".utf8)) else { return nil }
        return TrackSource(
            track: track, library: ID(FixtureRows.library), root: [], path: path, sizeBytes: 1,
            modifiedNanoseconds: 0, mediaType: "audio/flac", durationMilliseconds: duration, isMissing: false)
    }

    func items(for ids: [ID<Track>], in scope: LibraryScope) async throws -> [TrackItem] {
        let rows = try await side.read { db in
            try Row.fetchAll(db, sql: "SELECT id, album, missing_since IS NOT NULL AS gone FROM track")
                .map { (id: $0["id"] as String, album: $0["album"] as String, isGone: $0["gone"] as Bool) }
        }
        let known = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
        return ids.compactMap { id in
            known[id.rawValue].map { row in
                TrackItem(
                    id: id, title: row.id, artists: [], album: ID(row.album), albumName: row.album, albumArtists: [],
                    trackNumber: nil, discNumber: nil, durationMilliseconds: 100_000, year: nil, genres: [],
                    cover: nil, mediaType: "audio/flac", addedAt: Timestamp(milliseconds: 0), isMissing: row.isGone)
            }
        }
    }

    func albumItems(for ids: [ID<Album>], in scope: LibraryScope) async throws -> [AlbumItem] {
        ids.map { id in
            AlbumItem(
                id: id, name: id.rawValue, artists: [], year: nil, originalYear: nil, trackCount: 1,
                durationMilliseconds: 0, cover: nil, isCompilation: false, addedAt: Timestamp(milliseconds: 0))
        }
    }

    func tracks(_ query: TrackQuery, _ page: PageRequest) async throws -> Page<TrackItem> { throw Unasked() }
    func track(_ id: ID<Track>, in scope: LibraryScope) async throws -> TrackDetails? { throw Unasked() }
    func albums(_ query: AlbumQuery, _ page: PageRequest) async throws -> Page<AlbumItem> { throw Unasked() }
    func album(_ id: ID<Album>, in scope: LibraryScope) async throws -> AlbumDetails? { throw Unasked() }
    func artists(role: ArtistRole?, in scope: LibraryScope, _ page: PageRequest) async throws -> Page<ArtistItem> {
        throw Unasked()
    }
    func artist(_ id: ID<Artist>, in scope: LibraryScope) async throws -> ArtistDetails? { throw Unasked() }
    func genres(in scope: LibraryScope) async throws -> [GenreItem] { throw Unasked() }
    func search(_ query: SearchQuery, in scope: LibraryScope, limit: Int) async throws -> SearchResults {
        throw Unasked()
    }

    private struct Unasked: Error {}
}
