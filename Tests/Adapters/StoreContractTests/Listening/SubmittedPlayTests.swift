import Catalog
import Listening
import Primitives
import StoreFixtures
import Support
import Testing

@Suite("Plays counted by players")
struct SubmittedPlayTests {
    private let ada = ListeningFixture.ada
    private let bob = ListeningFixture.bob

    @Test("submitted plays less than half a track apart are one, in any order")
    func close() async throws {
        let fixture = try await ListeningFixture()
        let begun: Timestamp = fixture.clock.now()
        let start = begun.advanced(by: .seconds(-3600))
        func hand(_ track: String, _ milliseconds: [Int], as caller: Principal) async throws {
            let plays = milliseconds.map {
                SubmittedPlay(track: ID(track), playedAt: start.advanced(by: .milliseconds($0)))
            }
            try await fixture.listening.record(plays, by: "phone", as: caller, from: "192.0.2.1")
        }
        try await hand("t0", [0, 1, 5000, 49_999], as: ada)
        try await hand("t0", [-49_999, 0], as: ada)
        #expect(try await fixture.history() == ["t0"])
        try await hand("t0", [50_000, -50_000, 101_000, 100_000], as: ada)
        #expect(try await fixture.history() == ["t0", "t0", "t0", "t0"])
        try await hand("t1", [1], as: ada)
        try await hand("t0", [1], as: bob)
        #expect(try await fixture.history().count == 5)
        #expect(try await fixture.history(as: bob) == ["t0"])
        #expect(try await fixture.listening.playCount(of: ID("t0"), as: ada).plays == 4)
    }

    @Test("a play counts once, even if another program submits it before enough of it is heard here")
    func submittedFirst() async throws {
        let fixture = try await ListeningFixture()
        let play = try PlayID("00000000-0000-4000-8000-000000000001")
        try await fixture.report(play, "t0", .start, 0)
        let begun: Timestamp = fixture.clock.now()
        fixture.clock.advance(by: .seconds(49))
        try await fixture.listening.record(
            [SubmittedPlay(track: ID("t0"), playedAt: begun.advanced(by: .seconds(1)))], by: "phone",
            source: .listenbrainz, as: ada, from: "192.0.2.1")
        fixture.clock.advance(by: .seconds(11))
        #expect(try await fixture.report(play, "t0", .progress, 60).isCounted)
        #expect(try await fixture.history() == ["t0"])
    }

    @Test("many plays are written in transactions of a hundred, so that others can write in between")
    func many() async throws {
        let fixture = try await ListeningFixture()
        let now: Timestamp = fixture.clock.now()
        let plays = (0..<201).map {
            SubmittedPlay(track: ID("t0"), playedAt: now.advanced(by: .seconds($0 * -100)))
        }
        try await fixture.listening.record(plays, by: "phone", as: ada, from: "192.0.2.1")
        #expect(try await fixture.history().count == 201)
        // Each transaction publishes the change once.
        let changed = LoggedListeningEvents.history(of: ada.user)
        #expect(try await fixture.loggedEvents() == [changed, changed, changed])
    }

    @Test("a play without a time, or from a clock that is ahead, counts as just now")
    func now() async throws {
        let fixture = try await ListeningFixture()
        for ahead in [nil, 3600, nil] as [Int?] {
            let instant: Timestamp = fixture.clock.now()
            let time = ahead.map { instant.advanced(by: .seconds($0)) }
            try await fixture.listening.record(
                [SubmittedPlay(track: ID("t0"), playedAt: time)], by: nil, as: ada, from: "192.0.2.1")
            fixture.clock.advance(by: .seconds(10))
        }
        #expect(try await fixture.history() == ["t0"])
    }

    @Test("a play from a clock that is ahead is one play, however late it is submitted again")
    func ahead() async throws {
        let fixture = try await ListeningFixture()
        let begun: Timestamp = fixture.clock.now()
        let time = begun.advanced(by: .seconds(3600))
        for _ in 0..<3 {
            try await fixture.listening.record(
                [SubmittedPlay(track: ID("t0"), playedAt: time)], by: nil, as: ada, from: "192.0.2.1")
            fixture.clock.advance(by: .seconds(2400))
        }
        #expect(try await fixture.history() == ["t0"])
    }

    @Test("plays of missing tracks do not prevent others from counting")
    func gone() async throws {
        let fixture = try await ListeningFixture()
        let now: Timestamp = fixture.clock.now()
        func hand(_ tracks: String...) async throws {
            try await fixture.listening.record(
                tracks.map { SubmittedPlay(track: ID($0), playedAt: now) }, by: nil, as: ada, from: "192.0.2.1")
        }
        try await hand("gone", "t0", "gone too")
        #expect(try await fixture.history() == ["t0"])
        let error = await #expect(throws: DomainError.self) { try await hand("gone", "gone too") }
        #expect(error?.code == .notFound)
    }

    @Test("an impossible time is refused, together with everything submitted with it")
    func times() async throws {
        let fixture = try await ListeningFixture()
        let now: Timestamp = fixture.clock.now()
        let day = Duration.seconds(24 * 60 * 60)
        for wrong in [
            Timestamp(milliseconds: 0), Timestamp(milliseconds: 946_684_799_999),
            now.advanced(by: day + .milliseconds(1)), Timestamp(milliseconds: .max),
        ] {
            let error = await #expect(throws: DomainError.self) {
                try await fixture.listening.record(
                    [SubmittedPlay(track: ID("t0"), playedAt: now), SubmittedPlay(track: ID("t1"), playedAt: wrong)],
                    by: nil, as: ada, from: "192.0.2.1")
            }
            #expect(error?.code == .invalid && error?.field == "time")
        }
        #expect(try await fixture.history().isEmpty)
        try await fixture.listening.record(
            [
                SubmittedPlay(track: ID("t0"), playedAt: Timestamp(milliseconds: 946_684_800_000)),
                SubmittedPlay(track: ID("t1"), playedAt: now.advanced(by: day)),
            ], by: nil, as: ada, from: "192.0.2.1")
        #expect(try await fixture.history().count == 2)
    }
}
