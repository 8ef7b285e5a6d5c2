import Analysis
import Catalog
import Files
import Foundation
import Support
import GRDB
import Journal
import Discovery
import Listening
import Logging
import Lyrics
import NIOPosix
import Primitives
import Testing

@testable import SQLiteStore

/// A catalog over real files and a real database. Only the tag reader is a stand-in.
struct TestCatalog {
    static let admin = Principal(user: ID("ada"), role: .admin)
    static let moderator = Principal(user: ID("cy"), role: .moderator)
    static let listener = Principal(user: ID("bo"), role: .listener)

    let folder: TemporaryFolder
    let music: MusicFolder
    let database: SQLiteDatabase
    let blobs: DiskBlobStore
    let reader = TextTagReader()
    let processor = CountingProcessor()
    let clock = TestClock(step: .milliseconds(1))
    let store: SQLiteCatalogStore
    let scanStore: SQLiteScanStore
    let runner: ScanRunner
    let libraries: LibraryService
    let service: CatalogService
    let lyrics: LyricsService
    let sonic: SonicSimilarityService
    let discovery: DiscoveryService
    let edits: EditService
    let library: ID<Library>

    /// - Parameter greatAbove: see `StaleRows`.
    init(greatAbove: Int = StaleRows.greatAbove) async throws {
        folder = try TemporaryFolder()
        music = try MusicFolder(folder.path + "/music")
        let data = folder.path + "/data"
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: true)
        database = try SQLiteDatabase.new(at: data + "/rondo.sqlite")
        store = SQLiteCatalogStore(database)
        scanStore = SQLiteScanStore(database, greatAbove: greatAbove)
        let pool = NIOThreadPool.singleton
        let walker = DiskLibraryWalker(pool: pool)
        blobs = try await DiskBlobStore.open(folder: data + "/images", pool: pool)
        runner = ScanRunner(
            store: scanStore, walker: walker, reader: reader, blobs: blobs,
            describer: ImageDescriber(store: SQLiteImageFactsStore(database), processor: processor, clock: clock),
            lock: FileScanLock(path: data + "/scan.lock"), clock: clock, logger: Logger(label: "test"))
        libraries = LibraryService(
            store: SQLiteLibraryStore(database), walker: walker, runner: runner, clock: clock,
            reserved: [try await walker.root(Array(data.utf8)).path])
        service = CatalogService(store: store)
        lyrics = LyricsService(store: SQLiteLyricsStore(database))
        let changes = database.changes
        sonic = SonicSimilarityService(store: SQLiteAnalysisStore(database)) {
            FeatureRevision(
                catalog: changes.revision(of: .catalogue), analysis: changes.revision(of: .analysis))
        }
        discovery = DiscoveryService(
            store: SQLiteDiscoveryStore(database), descriptions: SQLiteDescriptionStore(database), sonic: sonic,
            catalog: service)
        edits = EditService(
            store: SQLiteEditStore(database), catalog: service, scans: scanStore, walker: walker, reader: reader,
            blobs: blobs, clock: clock)
        library = try await libraries.add(
            name: "Music", path: Array(music.path.utf8), as: Self.admin, by: .gateway
        ).library.id
    }

    @discardableResult
    func scan() async throws -> Scan {
        try await runner.scan(nil, by: .gateway)
    }

    func track(_ title: String) async throws -> TrackItem? {
        try await service.tracks(TrackQuery(), .first(500), as: Self.admin).items.first { $0.title == title }
    }

    /// Gives `listener` or another user plays of a track. The last one is `last` milliseconds after the epoch.
    func play(_ title: String, times: Int, last: Int64 = 1, by person: String = "bo") async throws {
        let id = try #require(try await track(title)?.id.rawValue)
        try await database.write(.listening) { db in
            try db.execute(
                sql: """
                    INSERT OR IGNORE INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                      theme, created_at)
                    VALUES (?1, ?1, ?1, ?1, ?1, 'listener', 0, 'en', 'system', 0)
                    """, arguments: [person])
            try db.execute(
                sql: """
                    INSERT INTO play_count (account, track, plays, last_played_at) VALUES (?4, ?1, ?2, ?3)
                    ON CONFLICT DO UPDATE SET plays = plays + ?2, last_played_at = max(last_played_at, ?3)
                    """, arguments: [id, times, last, person])
        }
    }

    func edit(_ track: ID<Track>, _ change: (inout EditChange) -> Void) async throws {
        try await edits.edit(track, EditTests.change(change), as: Self.moderator, by: .gateway)
    }

    /// The track's corrections, newest first.
    func records(of track: ID<Track>) async throws -> [EditRecord] {
        try await edits.records(of: track, .first(100), as: Self.moderator).items
    }

    func titles() async throws -> [String] {
        try await service.tracks(TrackQuery(), .first(500), as: Self.admin).items.map(\.title)
    }

    func albums() async throws -> [AlbumItem] {
        try await service.albums(AlbumQuery(), .first(500), as: Self.admin).items
    }

    func artists() async throws -> [ArtistItem] {
        try await service.artists(.first(500), as: Self.admin).items
    }

    func problems() async throws -> [String] {
        try await libraries.problems(of: nil, .first(500), as: Self.admin).items.map {
            "\($0.path.display): \($0.problem.reason.rawValue)"
        }
    }

    /// All visible data of the catalog without ids and times, to compare two ways to the same state.
    func contents() async throws -> [String] {
        try await database.read { db in
            try Self.everything.flatMap { sql in
                try Row.fetchAll(db, sql: sql).map { row in
                    row.databaseValues.map(\.description).joined(separator: " | ")
                }
            }
        }
    }

    /// The same without the words for misspelled searches: words of removed names stay for a while.
    func shown() async throws -> [String] {
        try await contents().filter { !$0.hasPrefix("\"words\"") }
    }

    private static let everything = [
        """
        SELECT 'track', hex(t.folder), hex(t.name), t.size, t.title, t.title_key, t.artist_key, a.name, t.disc_order,
          t.track_order, t.cover, t.duration_ms
        FROM track t JOIN album a ON a.id = t.album WHERE t.missing_since IS NULL ORDER BY t.folder, t.name
        """,
        """
        SELECT 'credit', hex(t.folder), hex(t.name), ta.role, ta.position, a.name, a.musicbrainz
        FROM track t JOIN track_artist ta ON ta.track = t.id JOIN artist a ON a.id = ta.artist
        WHERE t.missing_since IS NULL ORDER BY t.folder, t.name, ta.role, ta.position
        """,
        """
        SELECT 'album', key, name, name_key, artist_key, date, year_order, disc_total, is_compilation, cover,
          track_count,
          duration_ms, (SELECT group_concat(name, '+') FROM (SELECT r.name FROM album_artist aa
            JOIN artist r ON r.id = aa.artist WHERE aa.album = album.id ORDER BY aa.position))
        FROM album WHERE track_count > 0 ORDER BY key
        """,
        """
        SELECT 'artist', name, sort_key, musicbrainz, is_listed, album_count, track_count,
          cover, image, (SELECT group_concat(role, '+') FROM (SELECT role FROM artist_role WHERE artist = id ORDER BY role))
        FROM artist WHERE id IN (SELECT artist FROM artist_role) ORDER BY folded, musicbrainz
        """,
        "SELECT 'genre', name, album_count, track_count, cover FROM genre WHERE track_count > 0 ORDER BY folded",
        "SELECT 'plays', title, plays FROM track WHERE plays > 0 ORDER BY title, plays",
        "SELECT 'album plays', name, plays FROM album WHERE plays > 0 ORDER BY name, plays",
        "SELECT 'artist plays', name, plays FROM artist WHERE plays > 0 ORDER BY name, plays",
        "SELECT 'words', word FROM search_word ORDER BY word",
        "SELECT 'found', title, artists, album FROM track_search ORDER BY title, artists, album",
        "SELECT 'found album', name, artists FROM album_search ORDER BY name, artists",
        "SELECT 'found artist', name FROM artist_search ORDER BY name",
        "SELECT 'broken', path, size, reason, detail FROM broken_file ORDER BY path",
        "SELECT 'folder', folder, name, image FROM folder_cover ORDER BY folder",
        "SELECT 'text', folder, name, purpose, stem, language, text, bytes FROM folder_text ORDER BY folder, name",
        "SELECT 'lyrics', t.title, x.position, x.language, x.text FROM track_lyrics x JOIN track t ON t.id = x.track ORDER BY 2, 3",
        "SELECT 'artist folder', folder, name, image FROM folder_artist_image ORDER BY folder",
    ]

    /// Violated invariants: foreign keys must be valid, and the search tables must contain exactly the listed items.
    func faults() async throws -> [String] {
        try await database.read { db in
            var faults = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").map(\.description)
            for (name, sql) in Self.invariants where try Int.fetchOne(db, sql: sql) != 0 { faults.append(name) }
            return faults
        }
    }

    private static let invariants = [
        "tracks and search differ": """
        SELECT (SELECT count(*) FROM track WHERE missing_since IS NULL)
          - (SELECT count(*) FROM track_search s JOIN track t ON t.seq = s.rowid WHERE t.missing_since IS NULL)
        """,
        "search holds more than tracks": """
        SELECT (SELECT count(*) FROM track_search) - (SELECT count(*) FROM track WHERE missing_since IS NULL)
        """,
        "albums and search differ": """
        SELECT (SELECT count(*) FROM album_search) - (SELECT count(*) FROM album WHERE track_count > 0)
        """,
        "artists and search differ": """
        SELECT (SELECT count(*) FROM artist_search) - (SELECT count(DISTINCT artist) FROM artist_role)
        """,
        "album counts": """
        SELECT count(*) FROM album a WHERE a.track_count <>
          (SELECT count(*) FROM track t WHERE t.album = a.id AND t.missing_since IS NULL)
        """,
        "album plays": """
        SELECT count(*) FROM album a WHERE a.plays <>
          (SELECT ifnull(sum(t.plays), 0) FROM track t WHERE t.album = a.id AND t.missing_since IS NULL)
        """,
        "plays by album": """
        SELECT count(*) FROM (SELECT c.account, t.album, sum(c.plays), max(c.last_played_at)
          FROM play_count c JOIN track t ON t.id = c.track GROUP BY c.account, t.album
          EXCEPT SELECT account, album, plays, last_played_at FROM album_play)
        """,
        "words that search does not know": """
        SELECT count(*) FROM genre WHERE track_count > 0 AND search_name = '' AND folded GLOB '*[a-z]*'
        """,
        "unused artists": """
        SELECT count(*) FROM artist a WHERE NOT EXISTS (SELECT 1 FROM track_artist ta WHERE ta.artist = a.id)
          AND NOT EXISTS (SELECT 1 FROM album_artist aa WHERE aa.artist = a.id)
        """,
    ]
}
