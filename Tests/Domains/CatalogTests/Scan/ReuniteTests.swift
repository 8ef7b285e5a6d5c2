import Accounts
import Catalog
import Foundation
import GRDB
import Journal
import Listening
import Primitives
import Support
import Testing

@testable import SQLiteStore

/// Two libraries on two disks, and users with data about their tracks.
@Suite("A file copied before its original was removed") struct ReuniteTests {
    private let catalog: TestCatalog
    private let other: MusicFolder
    private let otherLibrary: ID<Library>
    private let plays: SQLitePlayStore

    init() async throws {
        catalog = try await TestCatalog()
        other = try MusicFolder(catalog.folder.path + "/other")
        otherLibrary = try await catalog.libraries.add(
            name: "Other", path: Array(other.path.utf8), as: TestCatalog.admin, by: .gateway
        ).library.id
        plays = SQLitePlayStore(catalog.database)
        for person in ["ada", "bo"] {
            let user = User(
                id: ID(person), username: try Username(person), role: .listener, createdAt: catalog.clock.now())
            try await SQLiteAccountStore(catalog.database).create(presenting: nil) { _ in
                NewAccount(user, journal: [])
            }
        }
        try catalog.music.write("a/1.flac", "title=One", "artist=Nina", "album=Pastel", "genre=Jazz", "cover=x")
        try catalog.music.write("a/2.flac", "title=Two", "artist=Nina", "album=Pastel", "genre=Jazz")
        try catalog.music.write("b/3.flac", "title=Three", "artist=Otis", "album=Waves")
        try other.write("z.flac", "title=Zed", "artist=Otis", "album=Waves")
        try await catalog.scan()
    }

    private func copy(_ from: String, _ to: String) throws {
        let target = other.path + "/" + to
        try FileManager.default.createDirectory(
            atPath: (target as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
        try FileManager.default.copyItem(atPath: catalog.music.path + "/" + from, toPath: target)
    }

    private func scan(_ library: ID<Library>) async throws -> Scan {
        try await catalog.runner.scan(library, by: .gateway)
    }

    private func ids(_ title: String) async throws -> [ID<Track>] {
        try await catalog.service.tracks(TrackQuery(), .first(500), as: TestCatalog.admin).items
            .filter { $0.title == title }.map(\.id)
    }

    private func change(_ sql: String, _ arguments: StatementArguments = StatementArguments()) async throws {
        try await catalog.database.write(.shelf) { try $0.execute(sql: sql, arguments: arguments) }
    }

    private func texts(_ sql: String) async throws -> [String] {
        try await catalog.database.read { db in
            try Row.fetchAll(db, sql: sql).map { $0.databaseValues.map(\.description).joined(separator: " ") }
        }
    }

    private func hear(_ track: ID<Track>, by person: String) async throws {
        let now: Timestamp = catalog.clock.now()
        let play = Play(
            id: .make(at: now), user: ID(person), track: track, playedAt: now, client: "test",
            playID: try PlayID(UUID().uuidString))
        #expect(try await plays.record(play, journal: JournalEntry(at: now, by: .gateway, "play")))
    }

    /// Everything that a user can do with a track, done by `person`. `at` also makes the rows distinct.
    private func use(_ track: ID<Track>, by person: String, at: Int) async throws {
        try await hear(track, by: person)
        let (id, tag) = (track.rawValue, "\(person)\(at)")
        try await change("INSERT INTO track_like VALUES (?, ?, ?)", [person, id, at])
        try await change(
            "INSERT INTO track_rating VALUES (?, ?, ?, ?, ?)", [person, id, at % 5 + 2, at, "review \(at)"])
        try await change(
            "INSERT INTO moment (id, account, track, position_ms, text, created_at) VALUES (?, ?, ?, ?, 'Here', 0)",
            ["m" + tag, person, id, at])
        try await change("INSERT INTO bookmark VALUES (?, ?, ?, NULL, ?, ?)", [person, id, at, at, at])
        try await change(
            """
            INSERT INTO playlist (id, owner, name, name_key, description, visibility, revision, created_at, changed_at)
            VALUES (?, ?, ?, 'k', '', 'private', 1, 0, 0)
            """, ["l" + tag, person, "List"])
        try await change("INSERT INTO playlist_entry VALUES (?, 'e', 1, ?, ?, ?)", ["l" + tag, id, person, at])
        try await change("INSERT OR IGNORE INTO play_queue VALUES (?, 1, 0, 0, 0, NULL)", [person])
        try await change("INSERT INTO play_queue_track VALUES (?, ?, ?)", [person, at, id])
        let share = tag + String(repeating: "-", count: 36 - tag.count)
        try await change("INSERT INTO share (id, account, created_at) VALUES (?, ?, 0)", [share, person])
        try await change("INSERT INTO share_item (share, place, track) VALUES (?, 0, ?)", [share, id])
        try await change("INSERT OR IGNORE INTO board_day (day, opened_at) VALUES (?, 0)", [at])
        try await change(
            """
            INSERT INTO board_post (id, day, account, at, caption, track, library, title, artist)
            VALUES (?, ?, ?, 0, '', ?, (SELECT library FROM track WHERE id = ?4), 'One', 'Nina')
            """, ["p" + tag, at, person, id])
        try await change(
            """
            INSERT INTO shelf_item (id, account, track, library, title, title_key, title_search, artist, genre, comment,
              further_search, rating, added_at, changed_at)
            SELECT ?, ?, id, library, title, title_key, search_title, '', '', '', '', ?, ?4, ?4 FROM track WHERE id = ?5
            """, ["s" + tag, person, at % 5 + 2, at, id])
    }

    private static let used = [
        "track_like", "track_rating", "bookmark", "playlist_entry", "play_queue_track", "share_item", "board_post",
        "shelf_item", "play", "moment",
    ]

    /// The number of rows in each table that refer to `track`.
    private func uses(of track: ID<Track>) async throws -> [String: Int] {
        var found: [String: Int] = [:]
        for table in Self.used {
            found[table] = Int(try await texts("SELECT count(*) FROM \(table) WHERE track = '\(track)'").first ?? "")
        }
        return found
    }

    /// Checks that every sum matches its rows.
    private func expectSums() async throws {
        #expect(try await catalog.faults() == [])
        #expect(try await plays.recount() == 0)
        #expect(try await SQLiteAnnotationStore(catalog.database).recount() == 0)
        #expect(
            try await SQLitePlaylistStore(catalog.database, clock: catalog.clock, timeout: SmartTimeouts())
                .recount() == 0)
        #expect(try await SQLiteStatisticsStore(catalog.database).recount() == 0)
        let libraries = try await texts(
            """
            SELECT artist, library, track_count FROM artist_library WHERE track_count > 0 EXCEPT
            SELECT ta.artist, t.library, count(*) FROM track_artist ta JOIN track t ON t.id = ta.track
            WHERE ta.role = 'performer' AND t.missing_since IS NULL GROUP BY 1, 2
            """)
        #expect(libraries == [])
    }

    @Test("is the original track, with the users' data of both", arguments: [true, false])
    func copiedThenDeleted(isAlsoElsewhere: Bool) async throws {
        let one = try #require(try await ids("One").first)
        try await use(one, by: "ada", at: 1)
        try copy("a/1.flac", "new/1.flac")
        #expect(try await catalog.scan().counts.added == 1)
        let copies = try await ids("One").filter { $0 != one }
        let copied = try #require(copies.first)
        try await use(copied, by: "bo", at: 2)
        // A second, later copy stays a separate track.
        if isAlsoElsewhere {
            try copy("a/1.flac", "newer/1.flac")
            try await catalog.scan()
        }
        try await hear(copied, by: "ada")
        try catalog.music.remove("a/1.flac")
        let scan = try await scan(catalog.library)
        #expect(scan.counts.moved == 1)
        #expect(scan.counts.removed == 0)
        let left = try await ids("One")
        #expect(left.count == (isAlsoElsewhere ? 2 : 1))
        #expect(left.contains(one))
        #expect(!left.contains(copied))
        let source = try #require(try await catalog.store.source(of: one))
        #expect(source.library == otherLibrary)
        #expect(source.path.display == "new/1.flac")
        let wanted = Dictionary(uniqueKeysWithValues: Self.used.map { ($0, $0 == "play" ? 3 : 2) })
        #expect(try await uses(of: one) == wanted)
        #expect(
            try await texts("SELECT account, plays FROM play_count WHERE track = '\(one)' ORDER BY 1")
                == ["\"ada\" 2", "\"bo\" 1"])
        #expect(
            try await texts("SELECT DISTINCT library FROM shelf_item WHERE track IS NOT NULL")
                == ["\"\(otherLibrary)\""])
        try await expectSums()
        let next = try await catalog.scan()
        #expect(!next.counts.changedAnything)
    }

    @Test("keeps the later of one user's two ratings") func both() async throws {
        let one = try #require(try await ids("One").first)
        try await use(one, by: "ada", at: 1)
        try copy("a/1.flac", "1.flac")
        try await catalog.scan()
        let copies = try await ids("One").filter { $0 != one }
        try await use(try #require(copies.first), by: "ada", at: 2)
        try catalog.music.remove("a/1.flac")
        try await catalog.scan()
        #expect(try await ids("One") == [one])
        #expect(try await texts("SELECT rating, review FROM track_rating") == ["4 \"review 2\""])
        #expect(try await texts("SELECT liked_at FROM track_like") == ["1"])
        #expect(try await texts("SELECT position_ms FROM bookmark") == ["2"])
        #expect(try await texts("SELECT id, rating FROM shelf_item") == ["\"sada1\" 4"])
        #expect(try await uses(of: one)["playlist_entry"] == 2)
        try await expectSums()
    }

    @Test("in another library is the same track, whichever is scanned first", arguments: [true, false])
    func renamed(newPlaceFirst: Bool) async throws {
        let one = try #require(try await ids("One").first)
        try await use(one, by: "ada", at: 1)
        try catalog.music.move("a/1.flac", "../other/x/1.flac")
        for library in newPlaceFirst ? [otherLibrary, catalog.library] : [catalog.library, otherLibrary] {
            _ = try await scan(library)
        }
        #expect(try await ids("One") == [one])
        #expect(try await uses(of: one) == Dictionary(uniqueKeysWithValues: Self.used.map { ($0, 1) }))
        #expect(try await catalog.store.source(of: one)?.library == otherLibrary)
        try await expectSums()
    }

    @Test("takes its album along when all of the album moved") func album() async throws {
        let before = try #require(try await catalog.albums().first { $0.name == "Pastel" }?.id)
        try await change("INSERT INTO album_like VALUES ('ada', ?, 1)", [before.rawValue])
        try await hear(try #require(try await ids("Two").first), by: "ada")
        for number in 1...2 { try copy("a/\(number).flac", "p/\(number).flac") }
        try await catalog.scan()
        let copied = try #require(try await catalog.albums().first { $0.name == "Pastel" && $0.id != before }?.id)
        try await change("INSERT INTO album_rating VALUES ('bo', ?, 8, 2, NULL)", [copied.rawValue])
        try await change("INSERT INTO album_like VALUES ('ada', ?, 2)", [copied.rawValue])
        try catalog.music.remove("a")
        try await catalog.scan()
        #expect(try await catalog.albums().filter { $0.name == "Pastel" }.map(\.id) == [before])
        #expect(try await texts("SELECT liked_at FROM album_like WHERE album = '\(before)'") == ["1"])
        #expect(try await texts("SELECT rating FROM album_rating WHERE album = '\(before)'") == ["8"])
        #expect(try await texts("SELECT plays FROM album_play WHERE album = '\(before)'") == ["1"])
        try await expectSums()
    }

    @Test("keeps its corrections, and takes those of the copy") func corrections() async throws {
        let one = try #require(try await ids("One").first)
        try await catalog.edit(one) { $0.title = .set("First") }
        try copy("a/1.flac", "1.flac")
        try await catalog.scan()
        try await catalog.edit(try #require(try await ids("One").first)) { $0.year = .set(1991) }
        try catalog.music.remove("a/1.flac")
        try await catalog.scan()
        #expect(try await ids("First") == [one])
        #expect(try await catalog.service.track(one, as: TestCatalog.admin).item.year == 1991)
        #expect(try await catalog.records(of: one).count == 2)
        #expect(
            try await catalog.service.search("First", limit: 5, as: TestCatalog.admin).tracks.map(\.id) == [one])
        try await expectSums()
    }

    @Test("if the copy is removed, the users' data passes to the original") func copyGoes() async throws {
        let one = try #require(try await ids("One").first)
        try copy("a/1.flac", "1.flac")
        try await catalog.scan()
        let copies = try await ids("One").filter { $0 != one }
        let copied = try #require(copies.first)
        try await use(one, by: "bo", at: 1)
        try await use(copied, by: "bo", at: 2)
        try await use(copied, by: "ada", at: 3)
        // Ada does not see the original's library.
        try await change("UPDATE account SET all_libraries = 0 WHERE id = 'ada'")
        try await change("INSERT INTO account_library VALUES ('ada', ?)", [otherLibrary.rawValue])
        try other.remove("1.flac")
        let scan = try await catalog.scan()
        #expect(scan.counts.moved == 0)
        #expect(scan.counts.removed == 1)
        #expect(try await ids("One") == [one])
        #expect(try await texts("SELECT account, rating FROM track_rating WHERE track = '\(one)'") == ["\"bo\" 3"])
        #expect(try await texts("SELECT account FROM track_like WHERE track = '\(copied)'") == ["\"ada\""])
        #expect(try await texts("SELECT playlist FROM playlist_entry WHERE track = '\(one)' ORDER BY 1").count == 2)
        try await expectSums()
        let revision = catalog.database.changes.revision(of: .shelf)
        try await catalog.scan()
        #expect(catalog.database.changes.revision(of: .shelf) == revision, "there is nothing more to hand down")
    }

    @Test("does not replace the original while the copy is missing too; the next scan that finds it does")
    func away() async throws {
        let one = try #require(try await ids("One").first)
        try copy("a/1.flac", "1.flac")
        try await catalog.scan()
        try catalog.music.remove("a/1.flac")
        try catalog.music.move("../other", "../away")
        _ = try await scan(catalog.library)
        #expect(try await !ids("One").contains(one))
        try catalog.music.move("../away", "../other")
        _ = try await scan(catalog.library)
        #expect(try await ids("One") == [one])
        try await expectSums()
    }
}
