import Support
import Catalog
import Foundation
import Moderation
import Primitives
import Shelf
import Synchronization
import Testing

@testable import SQLiteStore

@Suite("A withdrawn song") struct WithdrawalTests {
    private let fixture: WithdrawalFixture
    private var catalog: TestCatalog { fixture.catalog }

    init() async throws {
        fixture = try await WithdrawalFixture()
    }

    @Test("is hidden at once in lists, search, albums, artists and by id, before its file has moved")
    func hidden() async throws {
        let one = try await fixture.id("One")
        let withdrawn = try await fixture.withdraw(.track(one))
        #expect(withdrawn.map(\.title) == ["One"] && withdrawn.map(\.state) == [.leaving])
        #expect(try await catalog.titles() == ["Three", "Two"])
        #expect(try await catalog.service.search("one", as: TestCatalog.listener).tracks.isEmpty)
        #expect(try await catalog.albums().map(\.trackCount).sorted() == [1, 1])
        #expect(try await catalog.service.items(for: [one], as: TestCatalog.listener).isEmpty)
        await #expect(throws: DomainError.self) {
            _ = try await catalog.service.track(one, as: TestCatalog.admin)
        }
        #expect(try await catalog.store.source(of: one)?.isMissing == true)
        #expect(fixture.ended.tracks.withLock { $0 } == [one])
        #expect(try fixture.files() == ["a/1.flac", "a/2.flac", "b/3.flac"])
        #expect(try await catalog.faults() == [])
        let journal = try await fixture.texts(
            "SELECT details ->> 'reason' FROM journal WHERE action = 'track.withdraw' AND subject_id = '\(one)'")
        #expect(journal == ["It is not ours"])
    }

    @Test("takes its picture along, unless another song also shows that")
    func picture() async throws {
        let access = SQLiteImageAccessStore(catalog.database)
        let cover = try #require(try await catalog.track("One")?.cover)
        try await fixture.withdraw(.track(fixture.id("One")))
        #expect(try await !access.libraries(showing: cover).isEmpty)
        try await fixture.withdraw(.track(fixture.id("Two")))
        #expect(try await access.libraries(showing: cover).isEmpty)
        #expect(try await access.isShown(cover, to: TestCatalog.moderator))
        #expect(try await !access.isShown(cover, to: TestCatalog.listener))
    }

    @Test("is not restored by a scan, wherever its file is put meanwhile")
    func scans() async throws {
        try await fixture.withdraw(.track(fixture.id("One")))
        try await catalog.scan()
        #expect(try await catalog.titles() == ["Three", "Two"])
        _ = try await fixture.bin.moveAll()
        let withdrawal = try #require(try await fixture.bin().first)
        #expect(withdrawal.state == .binned && withdrawal.failure == nil)
        #expect(try fixture.files() == [".rondo-bin/\(withdrawal.id)", "a/2.flac", "b/3.flac"])
        for name in ["a/1.flac", "c/copy.flac"] {
            let folder = catalog.music.path + "/c"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try catalog.music.copy(".rondo-bin/\(withdrawal.id)", name)
        }
        let scan = try await catalog.scan()
        #expect(scan.counts.added == 0 && scan.counts.restored == 0, "\(scan.counts)")
        #expect(try await catalog.titles() == ["Three", "Two"])
        // A new song at its path is a different song.
        try catalog.music.write("a/1.flac", "title=Four", "artist=Nina")
        try await catalog.scan()
        #expect(try await catalog.titles() == ["Four", "Three", "Two"])
        #expect(try await catalog.faults() == [])
    }

    @Test("is restored as the same song and file name, with its plays and its places in playlists")
    func restored() async throws {
        let one = try await fixture.id("One")
        try await catalog.play("One", times: 3)
        try await fixture.change(
            """
            INSERT INTO playlist (id, owner, name, name_key, description, visibility, revision, created_at, changed_at)
            VALUES ('p', 'bo', 'Mix', 'mix', '', 'public', 1, 0, 0);
            INSERT INTO playlist_entry (playlist, id, place, track, added_at) VALUES ('p', 'e', 1, '\(one)', 0);
            INSERT INTO track_like (account, track, liked_at) VALUES ('bo', '\(one)', 0);
            """)
        let before = try await catalog.contents()
        let withdrawal = try #require(try await fixture.withdraw(.track(one)).first)
        _ = try await fixture.bin.moveAll()
        let list = SQLitePlaylistStore(catalog.database)
        #expect(try await list.whole(ID("p"), for: TestCatalog.listener).entries.isEmpty)
        try await fixture.restore(withdrawal)
        let told = "SELECT data ->> 'id' FROM event WHERE name = 'moderation'"
        let earlier = try await fixture.texts(told).count
        _ = try await fixture.bin.moveAll()
        // Without this notification, open consoles would show the move as in progress forever.
        #expect(try await fixture.texts(told).dropFirst(earlier) == ["\(withdrawal.id)"])
        #expect(try await fixture.id("One") == one)
        #expect(try await catalog.contents() == before)
        #expect(try await list.whole(ID("p"), for: TestCatalog.listener).entries.map(\.track) == [one])
        #expect(try await fixture.texts("SELECT track FROM track_like") == ["\(one)"])
        #expect(try fixture.files() == ["a/1.flac", "a/2.flac", "b/3.flac"])
        #expect(try await fixture.bin().isEmpty)
        #expect(try await fixture.bin(.ended).map(\.state) == [.restored])
        let refused = await #expect(throws: DomainError.self) { try await fixture.restore(withdrawal) }
        #expect(refused?.reason == "withdrawal_ended")
    }

    @Test("can be restored while its file is on the way to the bin")
    func restoredMeanwhile() async throws {
        let withdrawal = try #require(try await fixture.withdraw(.track(fixture.id("One"))).first)
        fixture.mover.meanwhile.withLock { $0 = { [fixture] in try await fixture.restore(withdrawal) } }
        _ = try await fixture.bin.moveAll()
        #expect(try await fixture.bin().map(\.state) == [.returning])
        _ = try await fixture.bin.moveAll()
        #expect(try await catalog.titles() == ["One", "Three", "Two"])
        #expect(try fixture.files() == ["a/1.flac", "a/2.flac", "b/3.flac"])
        #expect(try await catalog.faults() == [])
    }

    @Test("is restored beside a file that has taken its place")
    func beside() async throws {
        let one = try await fixture.id("One")
        let withdrawal = try #require(try await fixture.withdraw(.track(one)).first)
        _ = try await fixture.bin.moveAll()
        try catalog.music.write("a/1.flac", "title=Four", "artist=Nina")
        try await catalog.scan()
        try await fixture.restore(withdrawal)
        _ = try await fixture.bin.moveAll()
        #expect(try await fixture.id("One") == one)
        #expect(try fixture.files() == ["a/1 (2).flac", "a/1.flac", "a/2.flac", "b/3.flac"])
        #expect(try await catalog.titles() == ["Four", "One", "Three", "Two"])
    }

    @Test("is completed at the next start after a kill between the row and the move, in both directions")
    func killed() async throws {
        let withdrawal = try #require(try await fixture.withdraw(.track(fixture.id("One"))).first)
        fixture.mover.isDead.withLock { $0 = true }
        _ = try await fixture.bin.moveAll()
        #expect(try await fixture.bin().map(\.state) == [.leaving])
        fixture.mover.isDead.withLock { $0 = false }
        // The mover worked, but the server died before it could record that.
        let file = try #require(try await fixture.store.underway().first)
        _ = try await fixture.mover.move(file, .aside)
        _ = try await fixture.bin.moveAll()
        #expect(try await fixture.bin().map(\.state) == [.binned])

        try await fixture.restore(withdrawal)
        let back = try #require(try await fixture.store.underway().first)
        _ = try await fixture.mover.move(back, .back)
        _ = try await fixture.bin.moveAll()
        #expect(try await fixture.bin(.ended).map(\.state) == [.restored])
        #expect(try await catalog.titles() == ["One", "Three", "Two"])
    }

    @Test("is deleted after thirty days and a day of being marked, even if it could not be moved to the bin")
    func removed() async throws {
        let (one, three) = (try await fixture.id("One"), try await fixture.id("Three"))
        try await fixture.withdraw(.track(one))
        _ = try await fixture.bin.moveAll()
        // Its file stays in the library.
        try await fixture.withdraw(.track(three))
        catalog.clock.advance(by: .seconds(29 * 86_400))
        try await fixture.bin.sweep()
        #expect(try fixture.files().count == 3)
        catalog.clock.advance(by: .seconds(2 * 86_400))
        try await fixture.bin.sweep()
        #expect(try fixture.files().count == 3)
        catalog.clock.advance(by: .seconds(86_401))
        try await fixture.bin.sweep()
        #expect(try fixture.files() == ["a/2.flac"])
        #expect(try await fixture.bin(.ended).map(\.state) == [.removed, .removed])
        #expect(try await fixture.texts("SELECT subject_id FROM journal WHERE action = 'track.remove'").count == 2)
        #expect(try await catalog.titles() == ["Two"])
        #expect(try await catalog.faults() == [])
    }

    @Test("is withdrawn with its whole album at once, and its submitter is notified once, with the reason")
    func album() async throws {
        let track = try #require(try await catalog.track("One"))
        for title in ["One", "Two"] {
            try await fixture.change(
                """
                INSERT INTO submission (id, account, state, file_name, size, digest, media_type, codec, duration_ms, bitrate,
                  sample_rate, channels, bit_depth, form, words, note, folder, name, created_at, changed_at, at, decided_at, track)
                VALUES ('s\(title)', 'bo', 'approved', 'a.flac', 5, zeroblob(32), 'audio/flac', 'flac', 1000, 800, 44100, 2, 16,
                  '{}', '', '', x'', x'61', 1, 1, 1, 1, '\(try await fixture.id(title))')
                """)
        }
        let withdrawn = try await fixture.withdraw(.album(track.album))
        #expect(withdrawn.map(\.title) == ["One", "Two"])
        #expect(withdrawn.allSatisfy { $0.submitter?.id == ID("bo") })
        #expect(try await catalog.titles() == ["Three"])
        #expect(try await catalog.albums().map(\.name) == ["Waves"])
        #expect(try await catalog.artists().map(\.name) == ["Otis"])
        let notices = try await fixture.texts(
            "SELECT title || ': ' || text FROM notification WHERE account = 'bo' AND kind = 'musicWithdrawn'")
        #expect(notices == ["Pastel: It is not ours"])
        #expect(
            try await fixture.texts("SELECT details ->> 'tracks' FROM journal WHERE action = 'album.withdraw'") == ["2"]
        )
        await #expect(throws: DomainError.self) { try await fixture.withdraw(.album(track.album)) }
    }

    @Test("is withdrawn only by moderators, with a reason, and only in libraries that they see")
    func refused() async throws {
        let one = try await fixture.id("One")
        let elsewhere = Principal(user: ID("cy"), role: .moderator, libraries: .only([]))
        for (caller, reason, code) in [
            (TestCatalog.listener, "It is not ours", DomainError.Code.forbidden),
            (TestCatalog.moderator, "  ", .invalid), (elsewhere, "It is not ours", .notFound),
        ] {
            let refused = await #expect(throws: DomainError.self) {
                _ = try await fixture.service.withdraw(.track(one), because: reason, as: caller, from: "192.0.2.1")
            }
            #expect(refused?.code == code)
        }
        #expect(try await catalog.titles() == ["One", "Three", "Two"])
    }
}
