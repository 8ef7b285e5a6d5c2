import Catalog
import Journal
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Likes, ratings and reviews") struct AnnotationTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo
    private static let t0 = AnnotationSubject.track(ID("t0"))
    /// A track, an album and an artist.
    private static let all = ["t0", "a0", "p0"]

    @Test("liking twice keeps the time, and unliking twice does nothing", arguments: all)
    func idempotent(name: String) async throws {
        let fixture = try await ShelfFixture()
        let subject = fixture.subject(name)
        let at = fixture.clock.now() as Timestamp
        try await fixture.like(subject)
        try await fixture.like(subject)
        #expect(try await fixture.annotation(subject).likedAt == at)
        #expect(try await fixture.annotation(subject, as: bob) == .none)
        #expect(try await fixture.journal("like.add") == 1)
        try await fixture.unlike(subject)
        try await fixture.unlike(subject)
        #expect(try await fixture.annotation(subject) == .none)
        #expect(try await fixture.journal("like.remove") == 1)
    }

    @Test("several items are liked together, or none if one is missing") func together() async throws {
        let fixture = try await ShelfFixture()
        try await fixture.like(
            Self.t0, .track(ID("t1")), fixture.subject("a1"), fixture.subject("p0"), Self.t0)
        #expect(try await fixture.journal("like.add") == 4)
        for unknown in [AnnotationSubject.track(ID("t9")), .album(ID("t2")), .artist(ID("a0"))] {
            let error = await #expect(throws: DomainError.self) { try await fixture.like(.track(ID("t2")), unknown) }
            #expect(error?.code == .notFound)
        }
        #expect(try await fixture.annotation(.track(ID("t2"))) == .none)
        #expect(try await fixture.journal("like.add") == 4)
    }

    @Test(
        "items in a library that a user may not see look missing to them", arguments: ["x0", "b0", "p1"])
    func scope(name: String) async throws {
        let fixture = try await ShelfFixture()
        let subject = fixture.subject(name)
        try await fixture.like(subject)
        try await fixture.rate(subject, 8, review: .write(#require(ReviewText("Loud", field: "review"))))
        let attempts: [() async throws -> Void] = [
            { try await fixture.like(subject, as: cleo) }, { try await fixture.unlike(subject, as: cleo) },
            { try await fixture.rate(subject, 2, as: cleo) },
            { try await fixture.annotations.unrate(subject, as: cleo, from: "") },
            { _ = try await fixture.annotations.annotation(of: subject, as: cleo) },
            { _ = try await fixture.annotations.reviews(of: subject, .first(9), as: cleo) },
        ]
        for attempt in attempts {
            let error = await #expect(throws: DomainError.self) { try await attempt() }
            #expect(error?.code == .notFound)
        }
        for name in Self.all { try await fixture.like(fixture.subject(name), as: cleo) }
    }

    @Test("averages count every user exactly, through changes, removals and account deletion", arguments: all)
    func averages(name: String) async throws {
        let fixture = try await ShelfFixture()
        let subject = fixture.subject(name)
        try await fixture.rate(subject, 9)
        try await fixture.rate(subject, 4, as: bob)
        try await fixture.rate(subject, 7, as: cleo)
        #expect(try await fixture.annotation(subject).everybody == RatingTotal(count: 3, sum: 20))
        #expect(try await fixture.annotation(subject).everybody.average == 3.33)
        #expect(try await fixture.annotation(subject).rating == Rating(halves: 9))
        try await fixture.rate(subject, 10)
        try await fixture.rate(subject, 10)
        #expect(try await fixture.journal("rating.set") == 4)
        #expect(try await fixture.annotation(subject, as: bob).everybody == RatingTotal(count: 3, sum: 21))
        try await fixture.annotations.unrate(subject, as: cleo, from: "")
        try await fixture.annotations.unrate(subject, as: cleo, from: "")
        #expect(try await fixture.journal("rating.remove") == 1)
        #expect(try await fixture.annotation(subject).everybody == RatingTotal(count: 2, sum: 14))
        try await fixture.removeAccount("bob")
        #expect(try await fixture.annotation(subject).everybody == RatingTotal(count: 1, sum: 10))
        #expect(try await fixture.engine.annotations.recount() == 0)
        try await fixture.removeAccount("ada")
        #expect(try await fixture.annotation(subject) == .none)
        #expect(try await fixture.engine.annotations.recount() == 0)
    }

    @Test("totals stay correct after any sequence of changes") func drift() async throws {
        let fixture = try await ShelfFixture()
        var numbers = SeededGenerator(seed: 7)
        let people = [ada, bob, cleo]
        for _ in 0..<300 {
            let person = people[Int.random(in: 0..<3, using: &numbers)]
            let subject = fixture.subject(Self.all[Int.random(in: 0..<3, using: &numbers)])
            if Int.random(in: 0..<4, using: &numbers) == 0 {
                try await fixture.annotations.unrate(subject, as: person, from: "")
            } else {
                try await fixture.rate(subject, Int.random(in: 2...10, using: &numbers), as: person)
            }
        }
        #expect(try await fixture.engine.annotations.recount() == 0)
    }

    @Test("they survive a missing file, and are removed with an account only") func missing() async throws {
        let fixture = try await ShelfFixture()
        try await fixture.like(Self.t0)
        try await fixture.rate(Self.t0, 6)
        try await fixture.music.miss("t0")
        #expect(try await fixture.annotation(Self.t0).rating == Rating(halves: 6))
        let page = try await fixture.annotations.likedTracks(of: ada.user, .first(9), as: ada)
        #expect(page.items == [])
        try await fixture.unlike(Self.t0)
        try await fixture.like(Self.t0)
        try await fixture.music.restore("t0")
        let back = try await fixture.annotations.likedTracks(of: ada.user, .first(9), as: ada)
        #expect(back.items.map(\.id) == [ID("t0")])
    }

    @Test("a review stays until it is rewritten or removed, and does not need a rating")
    func reviews() async throws {
        let fixture = try await ShelfFixture()
        let text = try #require(try ReviewText("  A\r\nfine \u{202E}song\u{7} \n", field: "review"))
        #expect(text.text == "A\nfine song")
        #expect(try ReviewText(" \n", field: "review") == nil)
        #expect(throws: DomainError.self) { try ReviewText(String(repeating: "a", count: 4001), field: "review") }
        try await fixture.rate(Self.t0, 6, review: .write(text))
        try await fixture.rate(Self.t0, 7)
        #expect(try await fixture.annotations.annotation(of: Self.t0, as: ada).review == "A\nfine song")
        try await fixture.rate(Self.t0, 7, review: .remove)
        #expect(try await fixture.annotations.annotation(of: Self.t0, as: ada).review == nil)
        #expect(try await fixture.annotation(Self.t0).rating == Rating(halves: 7))
    }

    @Test("others see a user's likes and reviews only when shared") func sharing() async throws {
        let fixture = try await ShelfFixture()
        let text = try #require(try ReviewText("Fine", field: "review"))
        try await fixture.like(
            Self.t0, .track(ID("x0")), fixture.subject("a0"), fixture.subject("p0"), as: bob)
        try await fixture.rate(Self.t0, 6, review: .write(text), as: bob)
        try await fixture.rate(Self.t0, 8, review: .write(text))
        func authors(_ caller: Principal) async throws -> [String] {
            try await fixture.annotations.reviews(of: Self.t0, .first(9), as: caller).items.map(\.author.id.rawValue)
        }
        #expect(try await authors(ada) == ["ada"])
        #expect(try await authors(bob) == ["bob"])
        #expect(try await authors(cleo) == [])
        for person in ["bob", "nobody"] {
            let error = await #expect(throws: DomainError.self) {
                try await fixture.annotations.likedTracks(of: ID(person), .first(9), as: cleo)
            }
            #expect(error?.code == .notFound)
        }
        #expect(try await fixture.annotations.sharing(as: bob) == .nobody)
        for _ in 0..<2 { try await fixture.annotations.setSharing(.gateway, as: bob, from: "") }
        #expect(try await fixture.journal("user.share") == 1)
        #expect(try await authors(ada) == ["ada", "bob"])
        let first = try await fixture.annotations.reviews(of: Self.t0, .first(1), as: ada)
        let second = try await fixture.annotations.reviews(
            of: Self.t0, PageRequest(limit: 1, cursor: first.next), as: ada)
        #expect(second.items.map(\.author.name) == ["bob"] && second.next == nil)
        // Cleo sees only the items in her libraries.
        let tracks = try await fixture.annotations.likedTracks(of: bob.user, .first(9), as: cleo)
        #expect(tracks.items.map(\.id) == [ID("t0")])
        #expect(try await fixture.annotations.likedTracks(of: bob.user, .first(9), as: ada).items.count == 2)
        #expect(try await fixture.annotations.likedAlbums(of: bob.user, .first(9), as: ada).items.count == 1)
        #expect(try await fixture.annotations.likedArtists(of: bob.user, .first(9), as: ada).items.count == 1)
        try await fixture.disable("bob")
        #expect(try await authors(cleo) == [])
    }

    @Test("a user and their reviews are visible to those they allow, within their libraries")
    func written() async throws {
        let fixture = try await ShelfFixture()
        let text = try #require(try ReviewText("Fine", field: "review"))
        for name in ["t0", "x0", "a0", "p1"] {
            try await fixture.rate(fixture.subject(name), 7, review: .write(text), as: bob)
        }
        try await fixture.rate(.track(ID("t1")), 7, as: bob)
        for caller in [ada, cleo] {
            let error = await #expect(throws: DomainError.self) {
                _ = try await fixture.annotations.reviews(by: bob.user, about: .track, .first(9), as: caller)
            }
            #expect(error?.code == .notFound)
            await #expect(throws: DomainError.self) { _ = try await fixture.annotations.person(bob.user, as: caller) }
        }
        #expect(try await fixture.annotations.person(bob.user, as: bob).name == "bob")
        try await fixture.annotations.setSharing(.gateway, as: bob, from: "")
        func seen(_ kind: AnnotationSubject.Kind, by caller: Principal) async throws -> [String] {
            try await fixture.annotations.reviews(by: bob.user, about: kind, .first(9), as: caller).items.map(
                \.subject.id)
        }
        #expect(try await seen(.track, by: ada) == ["x0", "t0"])
        #expect(try await seen(.track, by: cleo) == ["t0"])
        #expect(try await seen(.album, by: cleo) == [fixture.album("a0").rawValue])
        #expect(try await seen(.artist, by: ada) == [fixture.artist("p1").rawValue])
        #expect(try await seen(.artist, by: cleo) == [])
        let first = try await fixture.annotations.reviews(by: bob.user, about: .track, .first(1), as: ada)
        let rest = try await fixture.annotations.reviews(
            by: bob.user, about: .track, PageRequest(limit: 1, cursor: first.next), as: ada)
        #expect(rest.items.map(\.subject.id) == ["t0"] && rest.next == nil)
    }

    @Test("a change reaches the user's own devices, and an average those who see the item") func events() async throws {
        let fixture = try await ShelfFixture()
        let x0 = AnnotationSubject.track(ID("x0"))
        let log = fixture.engine.events
        try await fixture.like(x0)
        try await fixture.like(x0)
        try await fixture.rate(x0, 9)
        try await fixture.rate(Self.t0, 5)
        try await fixture.unlike(x0)
        let events = try #require(try await log.events(after: 0, limit: 99)).map(\.event)
        func heard(_ person: Principal) -> [String] {
            events.filter { person.hears($0.audience) }.map { event in
                guard case .text(let id)? = event.data["id"] else { return event.name.rawValue }
                return "\(event.name.rawValue) \(id)"
            }
        }
        let own = ["opinions x0", "opinions x0", "rating x0", "opinions t0", "rating t0", "opinions x0"]
        #expect(heard(ada) == own)
        #expect(heard(bob) == ["rating x0", "rating t0"] && heard(cleo) == ["rating t0"])
        #expect(events[0].data["liked"] == .flag(true) && events[5].data["liked"] == .flag(false))
        #expect(events[5].data["rating"] == .number(4.5) && events[2].data["averageRating"] == .number(4.5))
        // Users who see a library with the artist receive the artist's events.
        try await fixture.rate(fixture.subject("p1"), 6)
        let artist = try #require(try await log.events(after: 6, limit: 9)).map(\.event)
        #expect(artist.count == 2 && !cleo.hears(artist[1].audience) && bob.hears(artist[1].audience))
    }

    @Test("many likes at once publish one event, and a refused change none") func bounded() async throws {
        let fixture = try await ShelfFixture(tracks: 200)
        let log = fixture.engine.events
        try await fixture.annotations.like((0..<200).map { .track(ID("t\($0)")) }, as: ada, from: "")
        #expect(try await log.events(after: 0, limit: 9)?.map(\.event) == [Event(.annotations, to: .person(ada.user))])
        _ = try? await fixture.annotations.unlike([.track(ID("t1")), .track(ID("none"))], as: ada, from: "")
        #expect(try await log.newest() == 1)
    }
}
