import Catalog
import Foundation
import Journal
import Listening
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Smart playlists") struct SmartPlaylistTests {
    private let ada = ShelfFixture.ada
    private let bob = ShelfFixture.bob
    private let cleo = ShelfFixture.cleo

    @Test("support every field and operator without failing") func everyField() async throws {
        let fixture = try await ShelfFixture()
        let mix = try await fixture.playlist(["t0"], visibility: .public)
        for field in SmartField.allCases {
            for comparison in field.operators {
                var rule: [String: SmartNode] = [
                    "field": .text(field.rawValue), "operator": .text(comparison.rawValue),
                ]
                rule["value"] = Self.value(field, comparison, playlist: mix.rawValue)
                let rules = try SmartRules(Self.tree([.object(rule)]))
                #expect(try SmartRules(rules.node).node == rules.node)
                _ = try await fixture.playlists.preview(rules, first: 3, as: ada)
                _ = try await fixture.playlists.preview(rules, first: 3, as: cleo)
            }
        }
        for order in SmartOrder.allCases {
            for isDescending in [true, false] {
                let rules = try SmartRules(Self.tree([], order: order, isDescending: isDescending))
                #expect(try await fixture.playlists.preview(rules, first: 10, as: ada).count == 7)
            }
        }
    }

    @Test("are evaluated for each reader, within their libraries") func readers() async throws {
        let fixture = try await ShelfFixture()
        try await fixture.like(.track("t1".track), .track("x0".track))
        try await fixture.like(.track("t2".track), .track("x0".track), as: bob)
        let liked = try await fixture.smart([["field": "liked", "operator": "isTrue"]], visibility: .public)
        #expect(try await fixture.tracks(of: liked).sorted() == ["t1", "x0"])
        #expect(try await fixture.tracks(of: liked, as: bob).sorted() == ["t2", "x0"])
        #expect(try await fixture.tracks(of: liked, as: cleo) == [])
        let all = try await fixture.smart([], visibility: .public)
        #expect(try await fixture.playlists.playlist(all, as: cleo).totals.entries == 6)
        let listed = try await fixture.playlists.playlists(PlaylistQuery(), .first(10), as: bob)
        // Lists about what the user likes show others no owner's likes.
        #expect(listed.items.map(\.totals.entries) == [7])
        #expect(listed.items.allSatisfy { !$0.mayEdit && $0.rules != nil })
        #expect(
            try await fixture.playlists.playlists(PlaylistQuery(ownership: .editable), .first(10), as: ada).items == [])
    }

    @Test("use their owner's likes and plays for others only where the owner allows it")
    func perspectives() async throws {
        let fixture = try await ShelfFixture()
        try await fixture.like(.track("t1".track), .track("x0".track))
        let liked: [String: SmartNode] = ["field": "liked", "operator": "isTrue"]
        let hidden = try await fixture.smart([liked], visibility: .public)
        let byOrder = try await fixture.smart([], with: ["order": "lastPlayed"], visibility: .public)
        let shown = try await fixture.smart([liked], with: ["perspective": "owner"], visibility: .public)
        func listed(_ caller: Principal) async throws -> [ID<Playlist>] {
            try await fixture.playlists.playlists(PlaylistQuery(), .first(10), as: caller).items.map(\.id)
        }
        #expect(Set(try await listed(ada)) == [hidden, byOrder, shown])
        #expect(try await listed(bob) == [shown])
        let others = try await fixture.playlists.playlists(PlaylistQuery(ownership: .others), .first(10), as: bob)
        #expect(others.items.map(\.totals.entries) == [2])
        #expect(try await fixture.tracks(of: shown, as: bob).sorted() == ["t1", "x0"])
        #expect(try await fixture.tracks(of: hidden, as: bob) == [])
        // Only from the libraries that the reader sees.
        #expect(try await fixture.tracks(of: shown, as: cleo).sorted() == ["t1"])
        let rules = try #require(try await fixture.playlists.playlist(shown, as: bob).rules)
        #expect(rules.perspective == .owner)
        #expect(try SmartRules(rules.node).node == rules.node)
    }

    @Test("count other users only as their sharing allows, and never the reader") func others() async throws {
        let fixture = try await ShelfFixture()
        for person in [ada, bob, cleo] { try await fixture.like(.track("t1".track), as: person) }
        try await fixture.like(.track("t2".track), as: bob)
        let two = try await fixture.smart([["field": "likedByOthers", "operator": "atLeast", "value": .number(2)]])
        #expect(try await fixture.tracks(of: two) == [])
        try await fixture.annotations.setSharing(.gateway, as: bob, from: "")
        #expect(try await fixture.tracks(of: two) == [])
        try await fixture.annotations.setSharing(.gateway, as: cleo, from: "")
        #expect(try await fixture.tracks(of: two) == ["t1"])
        let mine = try await fixture.smart([
            ["field": "likedByOthers", "operator": "atLeast", "value": .number(1)],
            ["field": "liked", "operator": "isFalse"],
        ])
        #expect(try await fixture.tracks(of: mine) == ["t2"])
        try await fixture.annotations.setSharing(.nobody, as: bob, from: "")
        #expect(try await fixture.tracks(of: mine) == [])
    }

    @Test("follow likes, plays, ratings, playlists and the catalog, with a new contents number")
    func current() async throws {
        let fixture = try await ShelfFixture()
        let unplayed = try await fixture.smart([["field": "played", "operator": "isFalse"]])
        let before = try await fixture.playlists.playlist(unplayed, as: ada)
        #expect(before.totals.entries == 7)
        #expect(try await fixture.playlists.playlist(unplayed, as: ada).contents == before.contents)
        // Like another process.
        let (other, time) = (try fixture.engine.reopen(), fixture.clock.now() as Timestamp)
        let play = Play(
            id: .make(at: time), user: ada.user, track: ID("t3"), playedAt: time, client: "x",
            playID: PlayID(of: ID("t3"), at: time))
        let entry = JournalEntry(at: time, by: .gateway, "play.record", .init(kind: "track", id: "t3"))
        #expect(try await other.plays.record(play, journal: entry))
        try await fixture.engine.refresh()
        let after = try await fixture.playlists.playlist(unplayed, as: ada)
        #expect(after.totals.entries == 6 && after.contents != before.contents)
        let mix = try await fixture.playlist(["t0", "t5"])
        let outside = try await fixture.smart([
            ["field": "playlist", "operator": "isNot", "value": .text(mix.rawValue)]
        ])
        #expect(try await fixture.tracks(of: outside).count == 5)
        try await fixture.edit(mix, .append(["t1"].ids))
        #expect(try await fixture.tracks(of: outside).count == 4)
    }

    @Test("are sorted and limited by number and by minutes") func limits() async throws {
        let fixture = try await ShelfFixture()
        let titles = ["order": SmartNode.text("title"), "descending": .flag(false)]
        let two = try await fixture.smart([], with: titles.merging(["limit": .object(["tracks": .number(2)])]) { $1 })
        #expect(try await fixture.tracks(of: two) == ["t0", "t1"])
        let minutes = try await fixture.smart(
            [], with: titles.merging(["limit": .object(["minutes": .number(6)])]) { $1 })
        #expect(try await fixture.tracks(of: minutes) == ["t0", "t1", "t2"])
        let random = try await fixture.smart([], with: ["order": .text("random")])
        let today = try await fixture.tracks(of: random)
        #expect(try await fixture.tracks(of: random, as: ada) == today)
        var orders: Set<[String]> = [today]
        for _ in 0..<5 {
            fixture.clock.advance(by: .seconds(86_400))
            orders.insert(try await fixture.tracks(of: random))
        }
        #expect(orders.count > 1 && orders.allSatisfy { Set($0) == Set(today) })
    }

    @Test("treat user input as text only") func hostileText() async throws {
        let fixture = try await ShelfFixture()
        try await fixture.music.change("t4") { $0.title = "A title" }
        for text in ["%", "_", "a%", "' OR 1=1 --", "t_title", "\"; DROP TABLE track; --", "a*", "\\a"] {
            for comparison in ["contains", "startsWith", "endsWith", "is"] {
                let rules = try? SmartRules(
                    Self.tree([
                        .object(["field": .text("title"), "operator": .text(comparison), "value": .text(text)])
                    ]))
                guard let rules else { continue }
                let found = try await fixture.playlists.preview(rules, first: 10, as: ada)
                #expect(found.first.allSatisfy { $0.id == "t4".track }, "\(text) \(comparison)")
            }
        }
        #expect(try await fixture.engine.catalog.tracks(TrackQuery(), .first(9)).items.count == 7)
    }

    @Test("refuse libraries and playlists that their author cannot see, and other smart playlists")
    func references() async throws {
        let fixture = try await ShelfFixture()
        let hidden = try await fixture.playlist(["t0"])
        let smart = try await fixture.smart([], visibility: .public)
        let wrong: [(String, String, Principal)] = [
            ("playlist", hidden.rawValue, bob), ("playlist", smart.rawValue, ada), ("playlist", "none", ada),
            ("library", "l1", cleo), ("library", "none", ada),
        ]
        for (field, value, caller) in wrong {
            let error = await #expect(throws: DomainError.self) {
                _ = try await fixture.smart(
                    [["field": .text(field), "operator": "is", "value": .text(value)]], as: caller)
            }
            #expect(error?.field == "rules.rules[0].value")
        }
        // A playlist that is made private later is empty for users who may not read it.
        let open = try await fixture.playlist(["t0"], visibility: .public)
        let inOpen = try await fixture.smart(
            [["field": "playlist", "operator": "is", "value": .text(open.rawValue)]], as: bob)
        #expect(try await fixture.tracks(of: inOpen, as: bob) == ["t0"])
        try await fixture.share(open, .private)
        #expect(try await fixture.tracks(of: inOpen, as: bob) == [])
    }

    @Test("cannot be filled manually, are changed by their owner, and are copied with their current content")
    func changes() async throws {
        let fixture = try await ShelfFixture()
        let id = try await fixture.smart([["field": "liked", "operator": "isTrue"]], visibility: .public)
        await #expect(throws: DomainError.smartPlaylist) { try await fixture.edit(id, .append(["t0"].ids)) }
        try await fixture.like(.track("t1".track), .track("t2".track))
        var edit = PlaylistEdit()
        edit.rules = try SmartRules(Self.tree([.object(["field": "liked", "operator": "isFalse"])]))
        await #expect(throws: DomainError.notYourPlaylist) {
            _ = try await fixture.playlists.edit(id, edit, as: bob, from: "")
        }
        let copy = try await fixture.playlists.duplicate(id, as: ada, from: "")
        #expect(try await fixture.tracks(of: copy).sorted() == ["t1", "t2"])
        #expect(try await fixture.playlists.playlist(copy, as: ada).rules == nil)
        #expect(try await fixture.playlists.edit(id, edit, as: ada, from: "").revision == 2)
        #expect(try await fixture.tracks(of: id).count == 5)
        let ordinary = try await fixture.playlist([])
        await #expect(throws: DomainError.notSmart) {
            _ = try await fixture.playlists.edit(ordinary, edit, as: ada, from: "")
        }
        #expect(try await fixture.playlists.document(of: id, as: ada).tracks.count == 5)
    }

    @Test("are paged and outlined without gaps") func pages() async throws {
        let fixture = try await ShelfFixture(tracks: 100)
        let id = try await fixture.smart([], with: ["order": .text("random")])
        let whole = try await fixture.tracks(of: id)
        let outline = try await fixture.playlists.outline(of: id, step: 30, as: ada)
        #expect(outline.total == 101 && outline.cursors.count == 3)
        var paged: [String] = []
        for cursor in [nil] + outline.cursors.map(Optional.some) {
            let page = try await fixture.playlists.items(of: id, PageRequest(limit: 30, cursor: cursor), as: ada)
            paged += page.items.items.map(\.track.id.rawValue)
        }
        #expect(paged == whole)
    }

    static func tree(
        _ rules: [SmartNode], order: SmartOrder = .added, isDescending: Bool = true
    ) -> SmartNode {
        .object([
            "match": "all", "rules": .list(rules), "order": .text(order.rawValue), "descending": .flag(isDescending),
        ])
    }

    private static func value(_ field: SmartField, _ comparison: SmartOperator, playlist: String) -> SmartNode? {
        switch (field.kind, comparison) {
        case (.flag, _): nil
        case (_, .inTheLast), (_, .notInTheLast): .number(30)
        case (.date, .between): .list([.text("2020-01-01"), .text("2024-02-29")])
        case (.date, _): .text("2024-02-29")
        case (_, .between): .list([.number(1), .number(4)])
        case (.text, _): .text("Łąka")
        case (.word, _): .text(field == .format ? "flac" : field == .key ? "C# minor" : "Happy")
        case (.library, _): .text(Music.library)
        case (.playlist, _): .text(playlist)
        default: .number(3)
        }
    }
}

extension SmartNode: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .text(value) }
}

extension String {
    fileprivate var track: ID<Track> { ID(self) }
}

extension ShelfFixture {
    fileprivate func smart(
        _ rules: [[String: SmartNode]], with additional: [String: SmartNode] = [:],
        visibility: PlaylistVisibility = .private, as caller: Principal = ada
    ) async throws -> ID<Playlist> {
        let members: [String: SmartNode] = ["match": "all", "rules": .list(rules.map(SmartNode.object))]
        let tree = SmartNode.object(members.merging(additional) { $1 })
        return try await playlists.create(
            PlaylistDraft(name: "Smart", visibility: visibility, rules: SmartRules(tree)), as: caller, from: Self.origin
        )
    }
}
