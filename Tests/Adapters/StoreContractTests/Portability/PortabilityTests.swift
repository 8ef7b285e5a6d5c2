import Support
import Board
import Foundation
import Portability
import Primitives
import SQLiteStore
import Listening
import Testing

/// What a person takes along, and brings to another gateway.
@Suite("Export and import") struct PortabilityTests {
    private func rows(
        _ section: String, _ fixture: StatisticsFixture, in scope: LibraryScope = .everything, page: Int = 2
    ) async throws -> [[String: PersonalRow.Value]] {
        let store = SQLitePersonalDataStore(fixture.listening.database)
        var (place, found) = (PersonalPage.Place?.some(.beginning), [[String: PersonalRow.Value]]())
        while let from = place {
            let page = try await store.rows(
                of: section, for: StatisticsFixture.ada.user, in: scope, after: from, limit: page)
            found += page.rows.map { Dictionary(uniqueKeysWithValues: zip(page.columns, $0.values)) }
            place = page.next
        }
        return found
    }

    /// Two plays at the same time, opinions on everything, a playlist, a bookmark, a queue, and the same of somebody else.
    private func lived() async throws -> StatisticsFixture {
        let fixture = try await StatisticsFixture()
        let time = try fixture.instant("2026-11-20T10:00:00Z")
        for track in ["t0", "t1", "t2"] { try await fixture.play(track, at: time) }
        try await fixture.play("t3", at: time, as: StatisticsFixture.bob)
        for person in ["ada", "bob"] {
            try fixture.listening.change(
                """
                INSERT INTO track_like (account, track, liked_at) VALUES ('\(person)', 't0', 1700000000000);
                INSERT INTO album_like (account, album, liked_at) VALUES ('\(person)', 'a0', 1700000000000);
                INSERT INTO artist_like (account, artist, liked_at) VALUES ('\(person)', 'r0', 1700000000000);
                INSERT INTO track_rating (account, track, rating, rated_at, review)
                  VALUES ('\(person)', 't1', 9, 1700000000000, 'Good');
                INSERT INTO bookmark (account, track, position_ms, comment, created_at, changed_at)
                  VALUES ('\(person)', 't2', 5000, 'here', 1700000000000, 1700000000000);
                INSERT INTO playlist (id, owner, name, name_key, description, visibility, revision, created_at, changed_at)
                  VALUES ('0190aaaa-0000-7000-8000-00000000000\(person == "ada" ? 1 : 2)', '\(person)', 'Mine', 'mine', '', 'private', 1, 1700000000000, 1700000000000);
                """)
        }
        for number in 0..<3 {
            try fixture.listening.change(
                """
                INSERT INTO playlist_entry (playlist, id, place, track, added_by, added_at)
                VALUES ('0190aaaa-0000-7000-8000-000000000001', '0190bbbb-0000-7000-8000-00000000000\(number)', \(number), 't\(number)', 'ada', 1700000000000);
                """)
        }
        return fixture
    }

    @Test("every section gives the own things only, each once, whatever the size of pages")
    func sections() async throws {
        let fixture = try await lived()
        let counts = [
            "profile": 1, "history": 3, "liked-tracks": 1, "liked-albums": 1, "liked-artists": 1, "rated-tracks": 1,
            "bookmarks": 1, "playlists": 1, "playlist-entries": 3, "board-posts": 0, "queue": 0, "shares": 0,
            "device-keys": 0,
        ]
        for section in SQLitePersonalDataStore(fixture.listening.database).sections {
            let (small, large) = (
                try await rows(section, fixture, page: 1), try await rows(section, fixture, page: 500)
            )
            #expect(small == large, "\(section)")
            if let count = counts[section] { #expect(large.count == count, "\(section)") }
            for name in large.flatMap(\.keys) {
                #expect(
                    !["hash", "sealed", "password", "secret"].contains { name.lowercased().contains($0) }, "\(name)")
            }
        }
        let play = try #require(try await rows("history", fixture).first { $0["title"] == .text("t0") })
        #expect(
            play["title"] == .text("t0") && play["artist"] == .text("Artist") && play["durationMs"] == .integer(100_000)
        )
        #expect(play["playedAt"] == .instant(try fixture.instant("2026-11-20T10:00:00Z")))
        for section in ["history", "liked-tracks", "liked-albums", "bookmarks", "playlist-entries", "rated-tracks"] {
            #expect(try await rows(section, fixture, in: .only([])).isEmpty, "\(section)")
        }
    }

    private func ada(seeing scope: LibraryScope) -> Principal {
        Principal(user: StatisticsFixture.ada.user, role: .listener, libraries: scope)
    }

    private func named(_ title: String, artist: String = "Artist", album: String? = nil) -> NamedTrack {
        NamedTrack(title: title, artist: artist, album: album)
    }

    /// Whoever adds a table of what people have adds it to the export too, or says here why not.
    @Test("everything of a person's own is exported, or has a reason not to be")
    func everything() async throws {
        let fixture = try await StatisticsFixture()
        let kept: Set<String> = [
            // Secrets, and what leads to them.
            "account_link", "two_factor", "recovery_code", "confirmed_email", "email_confirmation", "email_undo",
            // Sums of what is exported.
            "play_count", "album_play", "listening_tally", "listening_hour",
            // Of the gateway, which knows who did it: libraries that an admin gave, corrections, plans, letters that are on their way.
            "account_library", "track_edit", "track_edit_history", "invitation", "outgoing_mail", "mailed_notification",
            "two_factor_role", "submission_alike", "scan",
            // Pictures are exported with what shows them; what shows nothing goes within days.
            "image_owner",
            // Bytes that have not arrived.
            "upload",
        ]
        let tables = try fixture.listening.texts(
            """
            SELECT DISTINCT m.name FROM sqlite_schema m, pragma_foreign_key_list(m.name) f
            WHERE m.type = 'table' AND f."table" = 'account'
            """)
        #expect(tables.count > 20)
        let queries = SQLitePersonalDataStore(fixture.listening.database).queries
        for table in tables where !kept.contains(table) {
            let name = try Regex("\\b\(table)\\b")
            #expect(queries.contains { $0.contains(name) }, "\(table)")
        }
    }

    @Test("what is brought along is added once, told by recording, ISRC or name; a trial changes nothing")
    func importing() async throws {
        let fixture = try await StatisticsFixture()
        try fixture.listening.change(
            "UPDATE track SET recording = 'rec-2' WHERE id = 't2'; UPDATE track SET isrc = 'PLA' WHERE id = 't3'")
        let store = SQLiteImportStore(fixture.listening.database)
        let time = try fixture.instant("2025-03-01T10:00:00Z")
        let playlist = "0190aaaa-0000-7000-8000-000000000009"
        let items: [ImportItem] = [
            .play(named("t0"), at: time, client: nil),
            .play(named("T0"), at: time.advanced(by: .milliseconds(400)), client: nil),
            .play(named("t0"), at: time.advanced(by: .seconds(1)), client: nil),
            .play(NamedTrack(recording: "rec-2", title: "?", artist: "?"), at: time, client: nil),
            .play(NamedTrack(isrc: "pla", title: "?", artist: "?"), at: time, client: nil),
            .play(named("t1", artist: "Nobody"), at: time, client: nil),
            .trackLike(named("t1"), at: time), .trackRating(named("t1"), halfStars: 7, review: " Fine ", at: time),
            .artistLike(name: "artist 1", musicBrainz: nil, at: time),
            .albumLike(name: "nowhere", artist: "", at: time),
            .bookmark(named("t1"), positionMilliseconds: 1000, comment: "x", at: time),
            .playlist(id: playlist, name: "Old", description: "", visibility: "public", rules: nil, at: time),
            .playlistEntry(
                playlist: playlist, id: "0190aaaa-0000-7000-8000-00000000000a", place: 1, named("t1"), at: time),
        ]
        try fixture.listening.change(
            "UPDATE artist SET search_name = 'artist 1', is_listed = 1 WHERE id = 'r1'; INSERT INTO artist_library (artist, library, album_count, track_count, cover_order) VALUES ('r1', 'l0', 0, 1, -1)"
        )
        func take(_ isTrial: Bool, in scope: LibraryScope = .everything) async throws -> [ImportOutcome] {
            try await store.take(
                items, from: .listenbrainz, for: ada(seeing: scope), isTrial: isTrial,
                at: fixture.listening.clock.now())
        }
        let expected: [ImportOutcome] = [
            .added, .present, .added, .added, .added, .unmatched, .added, .added, .added, .unmatched, .added, .added,
            .added,
        ]
        #expect(try await take(true) == expected)
        #expect(try fixture.listening.number("SELECT count(*) FROM play") == 0)
        #expect(try await take(true, in: .only([])).allSatisfy { $0 != .added } == false)
        #expect(try await take(false) == expected)
        #expect(try await take(false) == expected.map { $0 == .added ? .present : $0 })
        #expect(try fixture.listening.number("SELECT count(*) FROM play WHERE source = 'listenbrainz'") == 4)
        #expect(try fixture.listening.number("SELECT plays FROM play_count WHERE track = 't0'") == 2)
        #expect(try await fixture.listening.plays.recount() == 0)
        #expect(try await fixture.store.recount() == 0)
        #expect(try fixture.listening.number("SELECT entries FROM playlist_total WHERE playlist = '\(playlist)'") == 1)
        let year = StatisticsPeriod(.year, around: try #require(LocalDay(text: "2025-03-01")))
        #expect(
            try await fixture.store.total(of: .person(StatisticsFixture.ada.user), year, in: .everything).plays == 4)
    }

    /// A UUID that ends in the number.
    private func id(_ number: Int) -> String { "0190cccc-0000-7000-8000-\(String(format: "%012d", number))" }

    @Test("shelf, wishes, queue, settings and rules come along, once")
    func shelf() async throws {
        let fixture = try await StatisticsFixture()
        let store = SQLiteImportStore(fixture.listening.database)
        let time = try fixture.instant("2025-03-01T10:00:00Z")
        func item(
            _ number: Int, _ content: ImportedItem.Content, _ title: String, folder: ImportedItem.Folder? = nil
        ) -> ImportItem {
            .shelfItem(
                ImportedItem(
                    id: id(number), content, title: title, artist: "Artist", comment: "Kept", halfStars: 7,
                    folder: folder, at: time))
        }
        let typed = ImportedItem.Content.entry(genre: "Jazz", durationMilliseconds: 1000)
        let rules = #"{"match": "all", "rules": [{"field": "title", "operator": "contains", "value": "t"}]}"#
        let elsewhere = #"{"match": "all", "rules": [{"field": "library", "operator": "is", "value": "far"}]}"#
        try fixture.listening.change(
            "INSERT INTO shelf_folder (id, account, name, name_key, name_folded, icon, created_at, changed_at) VALUES ('mine', 'ada', 'Evening', 'evening', 'evening', 'star', 0, 0)"
        )
        let items: [ImportItem] = [
            .folder(id: id(1), name: "Road", icon: "road", at: time),
            .folder(id: id(2), name: "EVENING", icon: "night", at: time),
            .folder(id: id(3), name: " ", icon: "night", at: time),
            item(4, .track(named("t0")), "t0", folder: .init(id: id(1), name: "Road")),
            item(5, .track(named("t0")), "t0"),
            item(6, typed, "Typed", folder: .init(id: id(2), name: "evening")),
            item(7, .track(named("nowhere")), "nowhere"),
            item(8, typed, "Adrift", folder: .init(id: id(99), name: "Gone")),
            .wish(title: "A song", artist: "Somebody", note: "Please", at: time),
            .wish(title: "a  SONG", artist: "somebody", note: "", at: time),
            .queue([named("t1"), named("nowhere"), named("t2")], current: 2, positionMilliseconds: 5000),
            .settings(locale: "pl", theme: "dark"), .settings(locale: "xx", theme: "es"),
            .playlist(id: id(10), name: "Smart", description: "", visibility: "private", rules: rules, at: time),
            .playlist(id: id(11), name: "Far", description: "", visibility: "private", rules: elsewhere, at: time),
            .playlist(id: id(12), name: "Broken", description: "", visibility: "private", rules: "{", at: time),
        ]
        func take(_ isTrial: Bool) async throws -> [ImportOutcome] {
            try await store.take(
                items, from: .rondo, for: StatisticsFixture.ada, isTrial: isTrial, at: fixture.listening.clock.now())
        }
        let expected: [ImportOutcome] = [
            .added, .present, .unmatched, .added, .present, .added, .unmatched, .added, .added, .present, .added,
            .added, .present, .added, .unmatched, .unmatched,
        ]
        #expect(try await take(true) == expected)
        #expect(try fixture.listening.number("SELECT count(*) FROM shelf_item") == 0)
        #expect(try await take(false) == expected)
        #expect(try await take(false) == expected.map { $0 == .added ? .present : $0 })
        let shelf = try fixture.listening.texts(
            "SELECT title || ' ' || coalesce(folder, '-') || ' ' || rating FROM shelf_item ORDER BY title")
        #expect(shelf == ["Adrift - 7", "Typed mine 7", "t0 \(id(1)) 0"])
        #expect(try fixture.listening.texts("SELECT icon FROM shelf_folder ORDER BY name_key") == ["star", "road"])
        let queue = "SELECT track FROM play_queue_track ORDER BY place"
        #expect(try fixture.listening.texts(queue) == ["t1", "t2"])
        #expect(try fixture.listening.texts("SELECT current_index || ' ' || position_ms FROM play_queue") == ["1 5000"])
        #expect(try fixture.listening.texts("SELECT locale || theme FROM account WHERE id = 'ada'") == ["pldark"])
        #expect(try fixture.listening.number("SELECT count(*) FROM smart_playlist") == 1)
        #expect(try fixture.listening.number("SELECT created_at FROM wish") == Int(time.milliseconds))
    }

    @Test("a trial counts entries of a playlist that a portion before has looked at")
    func trialEntries() async throws {
        let fixture = try await StatisticsFixture()
        let time = try fixture.instant("2025-03-01T10:00:00Z")
        let entry = ImportItem.playlistEntry(playlist: id(1), id: id(2), place: 1, named("t1"), at: time)
        let store = SQLiteImportStore(fixture.listening.database)
        for (isTrial, expected) in [(true, ImportOutcome.added), (false, .unmatched)] {
            let outcome = try await store.take(
                [entry], from: .rondo, for: StatisticsFixture.ada, isTrial: isTrial, at: time)
            #expect(outcome == [expected])
        }
    }

    @Test("another's playlist of the same id is left alone, and the future is now")
    func othersPlaylists() async throws {
        let fixture = try await lived()
        let store = SQLiteImportStore(fixture.listening.database)
        let bobs = "0190aaaa-0000-7000-8000-000000000002"
        let far = Timestamp(milliseconds: 9_000_000_000_000)
        let outcomes = try await store.take(
            [
                .playlist(id: bobs, name: "x", description: "", visibility: "x", rules: nil, at: far),
                .playlistEntry(
                    playlist: bobs, id: "0190aaaa-0000-7000-8000-00000000000b", place: 1, named("t1"), at: far),
                .play(named("t5"), at: far, client: nil),
            ], from: .rondo, for: StatisticsFixture.ada, isTrial: false,
            at: fixture.listening.clock.now())
        #expect(outcomes == [.unmatched, .unmatched, .added])
        #expect(try fixture.listening.number("SELECT count(*) FROM playlist_entry WHERE playlist = '\(bobs)'") == 0)
        let future = "SELECT count(*) FROM play WHERE track = 't5' AND played_at > 1795000000000"
        #expect(try fixture.listening.number(future) == 0)
    }
}
