import Catalog
import Journal
import Moderation
import Portability
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

/// Comments that users pin to moments of tracks.
@Suite("Moments of a track") struct MomentTests {
    private static let cy = Principal(user: ID("cy"), role: .moderator)
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo
    private let fixture: ShelfFixture
    private let service: MomentService

    init() async throws {
        fixture = try await ShelfFixture()
        service = MomentService(store: fixture.engine.moments, clock: fixture.clock, limits: fixture.clock)
        try await fixture.engine.add(Self.cy, at: fixture.clock.now())
        try await fixture.annotations.setSharing(.gateway, as: ada, from: ShelfFixture.origin)
    }

    @discardableResult
    private func pin(
        _ text: String = "Here", at position: Int64 = 1000, in track: String = "t0", as caller: Principal? = nil
    ) async throws -> Moment {
        fixture.clock.advance(by: .seconds(4))
        return try await service.add(
            MomentText(text), to: ID(track), at: position, as: caller ?? ada, from: ShelfFixture.origin)
    }

    private func texts(_ track: String = "t0", as caller: Principal) async throws -> [String] {
        try await service.moments(of: ID(track), .first(50), as: caller).items.map(\.text)
    }

    private func edit(
        _ id: ID<Moment>, _ text: String? = nil, at position: Int64? = nil, as caller: Principal
    ) async throws -> Moment {
        try await service.edit(
            id, MomentChange(positionMilliseconds: position, text: text.map { try MomentText($0) }), as: caller,
            from: ShelfFixture.origin)
    }

    private func hide(_ id: ID<Moment>, _ reason: String?, as caller: Principal = cy) async throws {
        _ = try await service.hide(id, because: reason, as: caller, from: ShelfFixture.origin)
    }

    private func refusal(_ body: () async throws -> Void) async -> DomainError? {
        await #expect(throws: DomainError.self) { try await body() }
    }

    /// The events that `body` appends, as `listener` receives them.
    private func heard(by listener: Principal, _ body: () async throws -> Void) async throws -> [String] {
        let before = try await fixture.engine.events.newest()
        try await body()
        let events = try #require(try await fixture.engine.events.events(after: before, limit: 100)).map(\.event)
        return events.filter { $0.name == .moments && listener.hears($0.audience) }.map { event in
            guard case .text(let change)? = event.data["change"] else { return "" }
            return change
        }
    }

    @Test("are ordered by position, then by age, page by page") func order() async throws {
        for (text, position) in [("c", 9000), ("a", 1), ("b", 9000), ("d", 100_000)] as [(String, Int64)] {
            try await pin(text, at: position)
        }
        try await pin("elsewhere", in: "t1")
        var (found, cursor) = ([String](), Primitives.Cursor?.none)
        repeat {
            let page = try await service.moments(of: ID("t0"), PageRequest(limit: 1, cursor: cursor), as: ada)
            (found, cursor) = (found + page.items.map(\.text), page.next)
        } while cursor != nil
        #expect(found == ["a", "c", "b", "d"])
        let moment = try #require(try await service.moments(of: ID("t0"), .first(1), as: ada).items.first)
        #expect(moment.author.id == ada.user && moment.positionMilliseconds == 1 && moment.editedAt == nil)
        #expect(try await fixture.journal("moment.create") == 5)
    }

    @Test("are visible to others while their author shares reviews and is active, and to their author always")
    func sight() async throws {
        try await pin("ada's")
        try await pin("bob's", as: bob)
        #expect(try await texts(as: ada) == ["ada's"])
        #expect(try await texts(as: bob) == ["ada's", "bob's"])
        #expect(try await texts(as: Self.cy) == ["ada's"])
        #expect(
            try await heard(by: bob) {
                try await fixture.annotations.setSharing(.nobody, as: ada, from: ShelfFixture.origin)
            } == ["sharing"])
        #expect(try await texts(as: bob) == ["bob's"])
        #expect(try await texts(as: ada) == ["ada's"])
        try await fixture.annotations.setSharing(.gateway, as: ada, from: ShelfFixture.origin)
        try await fixture.disable("ada")
        #expect(try await texts(as: bob) == ["bob's"])
    }

    @Test("of a hidden track cannot be seen, received or written")
    func libraries() async throws {
        let moment = try await pin(in: "x0")
        #expect(try await texts("x0", as: bob) == ["Here"])
        let (id, track) = (moment.id, "x0")
        for body in [
            { _ = try await texts(track, as: cleo) }, { try await pin(in: track, as: cleo) },
            { _ = try await edit(id, "x", as: cleo) },
            { try await service.remove(id, as: cleo, from: ShelfFixture.origin) },
        ] as [() async throws -> Void] {
            #expect(await refusal(body)?.code == .notFound)
        }
        let moderator = Principal(user: ID("cy"), role: .moderator, libraries: .only([Music.library]))
        #expect(await refusal { try await hide(id, "No", as: moderator) }?.code == .notFound)
        #expect(await refusal { _ = try await texts("nothing", as: ada) }?.code == .notFound)
        // A user who loses the library also loses access to their own moments there, until it returns.
        let own = try await pin(in: "x0", as: bob)
        let without = Principal(user: bob.user, role: .listener, libraries: .only([Music.library]))
        #expect(await refusal { _ = try await edit(own.id, "x", as: without) }?.code == .notFound)
    }

    @Test("are published to users who see them, and to nobody else") func events() async throws {
        let changes = ["added", "changed", "hidden", "shown", "removed"]
        for (author, track, listeners) in [
            (ada, "t0", [(ada, true), (bob, true), (cleo, true)]),
            (ada, "x0", [(bob, true), (cleo, false)]),
            (bob, "t0", [(bob, true), (ada, false), (cleo, false)]),
        ] {
            for (listener, isTold) in listeners {
                let told = try await heard(by: listener) {
                    let moment = try await pin(in: track, as: author)
                    _ = try await edit(moment.id, "Again", as: author)
                    // The same text again is no change.
                    _ = try await edit(moment.id, "Again", as: author)
                    if author.user == ada.user {
                        try await hide(moment.id, "Rude")
                        try await hide(moment.id, nil)
                    }
                    try await service.remove(moment.id, as: author, from: ShelfFixture.origin)
                }
                let whole = author.user == ada.user ? changes : ["added", "changed", "removed"]
                #expect(told == (isTold ? whole : []), "\(author.user) \(track) \(listener.user)")
            }
        }
        let hidden = try await pin()
        try await hide(hidden.id, "Rude")
        #expect(try await heard(by: bob) { _ = try await edit(hidden.id, "Ruder", as: ada) } == [])
    }

    @Test("are changed and removed only by their author") func owner() async throws {
        let moment = try await pin()
        #expect(await refusal { _ = try await edit(moment.id, "x", as: bob) }?.code == .forbidden)
        #expect(
            await refusal { try await service.remove(moment.id, as: Self.cy, from: ShelfFixture.origin) }?.code
                == .forbidden)
        #expect(await refusal { try await hide(moment.id, "No", as: bob) }?.code == .forbidden)
        let changed = try await edit(moment.id, at: 2000, as: ada)
        #expect(changed.positionMilliseconds == 2000 && changed.text == "Here" && changed.editedAt != nil)
        #expect(try await edit(moment.id, "There", as: ada).text == "There")
        try await service.remove(moment.id, as: ada, from: ShelfFixture.origin)
        #expect(try await texts(as: ada) == [])
        #expect(await refusal { _ = try await edit(moment.id, "x", as: ada) }?.code == .notFound)
        #expect(try await fixture.journal("moment.edit") == 2)
        #expect(try await fixture.journal("moment.delete") == 1)
    }

    @Test("hidden by a moderator are visible to their author, with the reason, and to moderators")
    func hiding() async throws {
        let moment = try await pin()
        #expect(await refusal { try await hide(moment.id, " \u{200B} ") }?.reason == "reason_missing")
        #expect(await refusal { try await hide(moment.id, String(repeating: "x", count: 1001)) }?.code == .invalid)
        try await hide(moment.id, "It is rude")
        #expect(try await texts(as: bob) == [])
        for reader in [ada, Self.cy] {
            let found = try await service.moments(of: ID("t0"), .first(9), as: reader).items
            #expect(found.map(\.hiding?.reason) == ["It is rude"])
        }
        let told = try await fixture.notifications(.momentHidden, of: ada)
        #expect(told.map(\.text) == ["It is rude"] && told.first?.subject == NotificationSubject(.track, "t0"))
        #expect(told.first?.actor == nil)
        // It stays hidden, whatever its author changes.
        #expect(try await edit(moment.id, "Nicer", as: ada).hiding != nil)
        #expect(try await texts(as: bob) == [])
        try await hide(moment.id, nil)
        #expect(try await texts(as: bob) == ["Nicer"])
        #expect(try await fixture.notifications(.momentHidden, of: ada).isEmpty)
        #expect(try await fixture.journal("moment.hide") == 1)
        #expect(try await fixture.journal("moment.show") == 1)
    }

    @Test("can be reported by users who see them, and hiding one resolves its reports") func reports() async throws {
        let reports = ReportService(store: fixture.engine.reports, clock: fixture.clock)
        func report(_ id: ID<Moment>, as caller: Principal) async throws {
            _ = try await reports.report(
                ReportDraft(kind: .moment, subject: id.rawValue, text: "Rude"), as: caller, from: ShelfFixture.origin)
        }
        let (moment, other) = (try await pin("Rude words"), try await pin(in: "x0"))
        let silent = try await pin(as: bob)
        #expect(await refusal { try await report(moment.id, as: ada) }?.reason == "own_report")
        #expect(await refusal { try await report(other.id, as: cleo) } == DomainError.noMoment)
        #expect(await refusal { try await report(silent.id, as: ada) } == DomainError.noMoment)
        try await report(moment.id, as: bob)
        let open = try await reports.reports(isOpen: true, .first(9), as: Self.cy).page.items
        #expect(open.map(\.title) == ["Rude words"] && open.first?.owner?.id == ada.user)
        #expect(open.first?.track == ID<Track>("t0").rawValue)
        let elsewhere = Principal(user: ID("cy"), role: .moderator, libraries: .only(["l1"]))
        #expect(try await reports.reports(isOpen: true, .first(9), as: elsewhere).page.items.isEmpty)
        try await hide(moment.id, "It is rude")
        #expect(try await reports.reports(isOpen: true, .first(9), as: Self.cy).open == 0)
        #expect(try await fixture.notifications(.reportActed, of: bob).count == 1)
        #expect(await refusal { try await report(moment.id, as: bob) } == DomainError.noMoment)
    }

    @Test("lie within the track's length, or at its end once it is shorter") func positions() async throws {
        for position in [-1, 100_001, Int64.min, Int64.max] as [Int64] {
            #expect(await refusal { try await pin(at: position) }?.field == "positionMs", "\(position)")
        }
        let moment = try await pin("End", at: 100_000)
        #expect(await refusal { _ = try await edit(moment.id, at: 100_001, as: ada) }?.field == "positionMs")
        try await pin("Start", at: 0)
        try await fixture.music.change("t0") { $0.durationMilliseconds = 60_000 }
        let found = try await service.moments(of: ID("t0"), .first(9), as: bob).items
        #expect(found.map(\.positionMilliseconds) == [0, 60_000])
        // It may be edited there, and moved.
        #expect(try await edit(moment.id, "The end", as: ada).positionMilliseconds == 60_000)
        #expect(try await edit(moment.id, at: 59_000, as: ada).positionMilliseconds == 59_000)
    }

    @Test("are limited for each user and track, and in rate") func bounds() async throws {
        for number in 0..<MomentService.mostPerTrack { try await pin("\(number)", at: Int64(number)) }
        #expect(await refusal { try await pin() }?.reason == "too_many_moments")
        try await pin(in: "t1")
        try await pin(as: bob)
        fixture.clock.advance(by: .seconds(3600))
        for _ in 0..<20 {
            _ = try await service.add(MomentText("Fast"), to: ID("t2"), at: 0, as: bob, from: ShelfFixture.origin)
        }
        let refusal = await refusal {
            _ = try await service.add(MomentText("Fast"), to: ID("t2"), at: 0, as: bob, from: ShelfFixture.origin)
        }
        #expect(refusal?.code == .rateLimited && refusal?.retryAfter != nil)
    }

    @Test(
        "contain one line of text, which cannot affect the text around it",
        arguments: [
            (" a\r\n\t b\u{2028}c ", "a b c"), ("\u{202E}drawkcab\u{2066}", "drawkcab"), ("e\u{301}", "\u{E9}"),
            ("<b>&amp;</b>", "<b>&amp;</b>"), ("👩‍👩‍👧", "👩‍👩‍👧"), ("a\u{0}b\u{7}", "ab"),
            (String(repeating: "音", count: 300), String(repeating: "音", count: 300)), ("", nil), (" \n", nil),
            ("\u{200B}\u{200D}", nil), (String(repeating: "x", count: 301), nil),
            ("Z" + String(repeating: "\u{489}", count: 30), nil),
        ] as [(String, String?)])
    func text(typed: String, stored: String?) throws {
        guard let stored else {
            let refusal = #expect(throws: DomainError.self) { try MomentText(typed) }
            #expect(refusal?.code == .invalid && refusal?.field == "text")
            return
        }
        #expect(try MomentText(typed).text == stored)
    }

    @Test("are removed with their author and with nobody else") func leaving() async throws {
        try await pin()
        try await pin("bob's", as: bob)
        #expect(try await heard(by: bob) { try await fixture.removeAccount("ada") } == ["sharing"])
        #expect(try await texts(as: bob) == ["bob's"])
    }

    @Test("are in their author's export, for visible libraries") func export() async throws {
        try await pin("Ours", at: 1234)
        try await pin("Other", in: "x0")
        try await pin("bob's", as: bob)
        func exported(_ scope: LibraryScope) async throws -> [[String]] {
            let page = try await fixture.engine.personalData.rows(
                of: "moments", for: ada.user, in: scope, after: .beginning, limit: 9)
            let shown = ["positionMs", "text", "title"].compactMap(page.columns.firstIndex)
            return page.rows.map { row in shown.map { "\(row.values[$0])" } }
        }
        #expect(try await exported(.everything).count == 2)
        let own = try await exported(.only([Music.library]))
        #expect(own.count == 1 && own[0][0].contains("1234") && own[0][1].contains("Ours"), "\(own)")
    }
}
