import Catalog
import Primitives
import Shelf
import StoreFixtures
import Testing

/// The clock shows 18 November 2026.
@Suite("Rules about release dates") struct SmartReleaseDateTests {
    /// The dates of `t0`, `t1` and so on. The last track has none.
    private static let dates = [
        "2005-12-31", "2006", "2006-02", "2006-02-28", "2006-12-31", "2007", "2008-02", "2026", "2026-11", "2026-10-19",
    ]
    private let fixture: ShelfFixture

    init() async throws {
        fixture = try await ShelfFixture(tracks: Self.dates.count + 1)
        for (number, date) in Self.dates.enumerated() {
            try await fixture.music.change("t\(number)") { $0.date = date }
        }
    }

    private func found(_ comparison: String, _ value: SmartNode) async throws -> [String] {
        let rule: [String: SmartNode] = [
            "field": "releaseDate", "operator": .text(comparison), "value": value,
        ]
        let rules = try SmartRules(SmartPlaylistTests.tree([.object(rule)]))
        let tracks = try await fixture.playlists.preview(rules, first: 50, as: ShelfFixture.ada).first
        return Self.dates.enumerated().filter { number, _ in tracks.contains { $0.id == ID("t\(number)") } }.map(
            \.element)
            + (tracks.contains { $0.id == ID("t\(Self.dates.count)") } ? ["none"] : [])
    }

    @Test("a year or month is before a day if it has ended by then") func before() async throws {
        #expect(try await found("before", "2006-01-01") == ["2005-12-31"])
        #expect(try await found("before", "2006-03-01") == ["2005-12-31", "2006-02", "2006-02-28"])
        #expect(try await found("before", "2006-12-31") == ["2005-12-31", "2006-02", "2006-02-28"])
        #expect(
            try await found("before", "2007-01-01") == ["2005-12-31", "2006", "2006-02", "2006-02-28", "2006-12-31"])
    }

    @Test("a year or month is after a day if it begins later") func after() async throws {
        let later = ["2008-02", "2026", "2026-11", "2026-10-19"]
        #expect(try await found("after", "2007-12-31") == later)
        #expect(try await found("after", "2006-12-31") == ["2007"] + later)
        #expect(try await found("after", "2007-01-01") == later)
        #expect(try await found("after", "2008-01-31") == later)
        #expect(try await found("after", "2008-02-01") == Array(later.dropFirst()))
    }

    @Test("a day of the year 0000, which stored rules may have, is before every song") func yearZero() async throws {
        #expect(try await found("before", "0000-02-29") == [])
        #expect(try await found("after", "0000-02-29") == Self.dates)
        await #expect(throws: DomainError.self) { try await found("after", "0000-02-30") }
    }

    @Test("a year or month is between two days if all of it is") func between() async throws {
        func between(_ first: String, _ last: String) async throws -> [String] {
            try await found("between", .list([.text(first), .text(last)]))
        }
        #expect(try await between("2006-01-01", "2006-12-31") == ["2006", "2006-02", "2006-02-28", "2006-12-31"])
        #expect(try await between("2006-01-01", "2006-12-30") == ["2006-02", "2006-02-28"])
        #expect(try await between("2006-02-01", "2006-02-28") == ["2006-02", "2006-02-28"])
        #expect(try await between("2006-02-01", "2006-02-27") == [])
        #expect(try await between("2008-02-01", "2008-02-29") == ["2008-02"])
        #expect(try await between("2008-02-01", "2008-02-28") == [])
    }

    @Test("not in the last days means every other song with a date") func last() async throws {
        for days in [1, 29, 30, 300, 321, 322, 7000, 30_000] {
            let recent = try await found("inTheLast", .number(Double(days)))
            let others = try await found("notInTheLast", .number(Double(days)))
            #expect((recent + others).sorted() == Self.dates.sorted())
        }
        #expect(try await found("inTheLast", .number(29)) == ["2026-11"])
        #expect(try await found("inTheLast", .number(30)) == ["2026-11", "2026-10-19"])
        #expect(try await found("inTheLast", .number(322)) == ["2026", "2026-11", "2026-10-19"])
    }
}
