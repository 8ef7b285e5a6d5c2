import Accounts
import Catalog
import Files
import Foundation
import GRDB
import Journal
import NIOPosix
import Primitives
@testable import SQLiteStore
import Shelf
import Support

/// A fresh database on disk with some people and tracks in two libraries, and the shelf's services over it with a clock that is
/// moved by hand.
final class ShelfFixture: Sendable {
    static let ada = Principal(user: ID("ada"), role: .listener)
    static let bob = Principal(user: ID("bob"), role: .listener)
    /// Sees the first library only.
    static let cleo = Principal(user: ID("cleo"), role: .listener, libraries: .only([FixtureRows.library]))
    static let origin = "192.0.2.1"

    let clock = TestClock()
    let store: SQLiteAnnotationStore
    let catalog: SQLiteCatalogStore
    let annotations: AnnotationService
    let playlistStore: SQLitePlaylistStore
    let playlists: PlaylistService
    let folder: TemporaryFolder
    let database: SQLiteDatabase
    let pictures: PictureUploads
    /// A second connection, for what the stores do not offer.
    let side: DatabaseQueue

    /// Tracks `t0`, `t1` … of the first library, each 100 seconds long and two to an album `a0`, `a1` …, and `x0` of album `b0` in
    /// another library; `p0` performs on all tracks of the first, `p1` on that of the other.
    init(tracks: Int = 6) async throws {
        folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        database = try SQLiteDatabase.open(path: path)
        side = try DatabaseQueue(path: path)
        store = SQLiteAnnotationStore(database)
        catalog = SQLiteCatalogStore(database)
        annotations = AnnotationService(store: store, catalog: catalog, clock: clock)
        playlistStore = SQLitePlaylistStore(
            database, clock: clock, timeout: SmartTimeouts(rules: .seconds(60), page: .seconds(60)))
        let blobs = try await DiskBlobStore.open(folder: folder.path + "/images", pool: .singleton)
        pictures = PictureUploads(maker: SamePicture(), blobs: blobs, owners: SQLiteBlobOwners(database))
        playlists = PlaylistService(store: playlistStore, catalog: catalog, pictures: pictures, clock: clock)
        let accounts = SQLiteAccountStore(database)
        for person in [Self.ada, Self.bob, Self.cleo] {
            let user = User(
                id: person.user, username: try Username(person.user.rawValue), role: person.role,
                createdAt: clock.now())
            try await accounts.create(presenting: nil) { _ in NewAccount(user, journal: []) }
        }
        try await side.write { db in
            try FixtureRows.insertLibrary(db)
            for number in 0..<(tracks + 1) / 2 { try FixtureRows.insertAlbum("a\(number)", db) }
            for number in 0..<tracks { try FixtureRows.insertTrack("t\(number)", album: "a\(number / 2)", db) }
            try Self.insertOther(db)
            try Self.insertArtists(db)
            // What is kept of each library is counted anew, as it was when the tables came.
            try db.execute(sql: "DROP TABLE artist_library; DROP TABLE genre_library;")
            try Migration.m0021LibraryCounts.apply(db)
        }
    }

    private static func insertOther(_ db: Database) throws {
        try db.execute(
            sql: "INSERT INTO library (id, name, name_key, path, added_at) VALUES ('l1', 'Other', 'other', ?, 0)",
            arguments: [Data("/other".utf8)])
        try FixtureRows.insertAlbum("b0", db)
        try FixtureRows.insertTrack("x0", album: "b0", db)
        try db.execute(sql: "UPDATE album SET library = 'l1' WHERE id = 'b0'")
        try db.execute(sql: "UPDATE track SET library = 'l1' WHERE id = 'x0'")
    }

    private static func insertArtists(_ db: Database) throws {
        for (artist, tracks) in [("p0", "id LIKE 't%'"), ("p1", "id = 'x0'")] {
            try db.execute(
                sql: """
                    INSERT INTO artist (id, folded, name, sort_key, search_name, is_listed, track_count)
                    VALUES (?1, ?1, ?1, ?1, ?1, 1, 1);
                    """, arguments: [artist])
            try db.execute(
                sql: "INSERT INTO artist_role (role, sort_key, artist) VALUES ('performer', ?1, ?1)",
                arguments: [artist])
            try db.execute(
                sql: """
                    INSERT INTO track_artist (track, role, position, artist, name)
                    SELECT id, 'performer', 0, ?1, ?1 FROM track WHERE \(tracks)
                    """, arguments: [artist])
        }
    }

    func like(_ subjects: AnnotationSubject..., as caller: Principal = ada) async throws {
        try await annotations.like(subjects, as: caller, from: Self.origin)
        clock.advance(by: .seconds(1))
    }

    func unlike(_ subjects: AnnotationSubject..., as caller: Principal = ada) async throws {
        try await annotations.unlike(subjects, as: caller, from: Self.origin)
    }

    func rate(
        _ subject: AnnotationSubject, _ halves: Int, review: RatingChange.Review = .keep, as caller: Principal = ada
    ) async throws {
        guard let rating = Rating(halves: halves) else { throw DomainError.invalid("no rating", field: "rating") }
        try await annotations.rate(subject, RatingChange(rating, review: review), as: caller, from: Self.origin)
        clock.advance(by: .seconds(1))
    }

    func annotation(_ subject: AnnotationSubject, as caller: Principal = ada) async throws -> Annotation {
        try await annotations.annotations(of: [subject], as: caller)[subject]
    }

    func playlist(
        _ tracks: [String], named name: String = "Mix", visibility: PlaylistVisibility = .private,
        as caller: Principal = ada
    ) async throws -> ID<Playlist> {
        try await playlists.create(
            PlaylistDraft(name: name, visibility: visibility, tracks: tracks.ids), as: caller, from: Self.origin)
    }

    @discardableResult
    func edit(
        _ id: ID<Playlist>, _ operation: PlaylistEdit.Operation, as caller: Principal = ada
    ) async throws -> PlaylistChange {
        var edit = PlaylistEdit()
        try edit.add(operation)
        return try await playlists.edit(id, edit, as: caller, from: Self.origin)
    }

    func share(_ id: ID<Playlist>, _ visibility: PlaylistVisibility) async throws {
        var edit = PlaylistEdit()
        edit.visibility = visibility
        _ = try await playlists.edit(id, edit, as: Self.ada, from: Self.origin)
    }

    func tracks(of id: ID<Playlist>, as caller: Principal = ada) async throws -> [String] {
        try await playlists.items(of: id, as: caller).map(\.track.id.rawValue)
    }

    func entries(of id: ID<Playlist>) async throws -> [ID<PlaylistEntry>] {
        try await playlists.items(of: id, as: Self.ada).map(\.entry.id)
    }

    func number(_ sql: String) throws -> Int {
        try side.read { try Int.fetchOne($0, sql: sql) ?? 0 }
    }

    func change(_ sql: String) throws {
        try side.write { try $0.execute(sql: sql) }
    }

    func journal(_ action: String) throws -> Int {
        try side.read {
            try Int.fetchOne($0, sql: "SELECT count(*) FROM journal WHERE action = ?", arguments: [action])
        } ?? 0
    }
}

extension [String] {
    /// As ids of tracks.
    var ids: [ID<Track>] { map { ID($0) } }
}
