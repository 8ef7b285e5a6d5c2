import Accounts
import Journal
import Moderation
import Primitives
import Shelf
import StoreFixtures
import Support
import Testing

@Suite("Reports by users") struct ReportTests {
    private static let cy = Principal(user: ID("cy"), role: .moderator)
    private let fixture: ShelfFixture
    private let service: ReportService

    init() async throws {
        fixture = try await ShelfFixture(tracks: 30)
        service = ReportService(store: fixture.engine.reports, clock: fixture.clock)
        try await fixture.engine.add(Self.cy, at: fixture.clock.now())
    }

    @discardableResult
    private func report(
        _ kind: Report.Kind, _ subject: String, _ text: String = "It is rude", as caller: Principal = ShelfFixture.bob
    ) async throws -> ID<Report> {
        try await service.report(
            ReportDraft(kind: kind, subject: subject, text: text), as: caller, from: ShelfFixture.origin)
    }

    private func refusal(
        _ kind: Report.Kind, _ subject: String, as caller: Principal = ShelfFixture.bob
    ) async -> DomainError? {
        await #expect(throws: DomainError.self) { try await report(kind, subject, as: caller) }
    }

    private func open() async throws -> [Report] {
        try await service.reports(isOpen: true, .first(50), as: Self.cy).page.items
    }

    /// The number of notifications.
    private func told(_ person: Principal, _ kind: NotificationKind) async throws -> Int {
        try await fixture.notifications(kind, of: person).count
    }

    @Test("reach one queue with the item's name, owner and reason, and moderators are notified")
    func queue() async throws {
        let id = try await fixture.playlist(["t0"], named: "Rude", visibility: .public)
        try await report(.playlist, id.rawValue)
        try await report(.track, "t0", "")
        let reports = try await open()
        #expect(reports.map(\.kind) == [.track, .playlist] || reports.map(\.kind) == [.playlist, .track])
        let found = try #require(reports.first { $0.kind == .playlist })
        #expect(found.title == "Rude" && found.owner?.id == ID("ada") && found.reporter.id == ID("bob"))
        #expect(found.text == "It is rude" && found.count == 1)
        #expect(try await told(Self.cy, .reportArrived) == 2)
        #expect(try await fixture.journal("report.create") == 2)
        await #expect(throws: DomainError.self) {
            _ = try await service.reports(isOpen: true, .first(50), as: ShelfFixture.bob)
        }
    }

    @Test("of items that a user may not see are answered like those of missing items")
    func probing() async throws {
        let list = try await fixture.playlist(["t0"])
        let cases: [(Report.Kind, String, String, Principal)] = [
            (.playlist, list.rawValue, "nothing", ShelfFixture.bob), (.track, "x0", "nothing", ShelfFixture.cleo),
            (.picture, "ada", "nobody", ShelfFixture.bob), (.post, "p", "nothing", ShelfFixture.bob),
            (.comment, "c", "nothing", ShelfFixture.bob),
        ]
        for (kind, hidden, missing, caller) in cases {
            let refusal = await refusal(kind, hidden, as: caller)
            #expect(refusal?.code == .notFound)
            #expect(await self.refusal(kind, missing, as: caller) == refusal)
        }
        #expect(try await open().isEmpty)
    }

    @Test("are limited to one open report per user and item, exclude own items, and to twenty a day")
    func bounds() async throws {
        try await report(.track, "t0")
        #expect(await refusal(.track, "t0")?.reason == "already_reported")
        try await report(.track, "t0", as: ShelfFixture.ada)
        #expect(try await open().map(\.count) == [2, 2])
        let own = try await fixture.playlist(["t0"], visibility: .public, as: ShelfFixture.bob)
        #expect(await refusal(.playlist, own.rawValue)?.reason == "own_report")
        for number in 1..<ReportService.mostPerDay { try await report(.track, "t\(number)") }
        #expect(await refusal(.track, "t25")?.code == .rateLimited)
        fixture.clock.advance(by: .seconds(86_401))
        try await report(.track, "t25")
    }

    @Test("are closed together with all others about the item, and each reporter learns the outcome")
    func closing() async throws {
        let first = try await report(.track, "t0")
        try await report(.track, "t0", as: ShelfFixture.ada)
        let closed = try await service.close(
            first, as: .dismissed, answer: "It is meant so", as: Self.cy, from: ShelfFixture.origin)
        #expect(closed.state == .dismissed && closed.answer == "It is meant so" && closed.moderator?.id == ID("cy"))
        #expect(try await open().isEmpty)
        for person in [ShelfFixture.ada, ShelfFixture.bob] {
            #expect(try await told(person, .reportDismissed) == 1)
        }
        #expect(try await told(Self.cy, .reportArrived) == 0)
        #expect(try await fixture.journal("report.dismiss") == 2)
        let again = await #expect(throws: DomainError.self) {
            _ = try await service.close(first, as: .acted, answer: "", as: Self.cy, from: ShelfFixture.origin)
        }
        #expect(again?.reason == "report_closed")
        // The item may be reported again.
        try await report(.track, "t0")
    }

    @Test("are resolved when the item is taken down")
    func acting() async throws {
        let list = try await fixture.playlist(["t0"], visibility: .public)
        try await report(.playlist, list.rawValue)
        let playlists = PlaylistModerationService(
            store: fixture.engine.playlistModeration, clock: fixture.clock)
        _ = try await playlists.hide(list, because: "It is rude", as: Self.cy, from: ShelfFixture.origin)
        #expect(try await told(ShelfFixture.bob, .reportActed) == 1)

        let picture = try #require(BlobKey(hex: String(repeating: "a", count: 64)))
        _ = try await fixture.engine.accounts.edit(ID("ada")) { $0.user.picture = picture }
        try await report(.picture, "ada")
        try await service.removePicture(
            of: ID("ada"), because: "It is rude", as: Self.cy, from: ShelfFixture.origin)
        #expect(try await fixture.engine.accounts.user(ID("ada"))?.picture == nil)
        #expect(try await told(ShelfFixture.bob, .reportActed) == 2)
        #expect(try await told(ShelfFixture.ada, .pictureRemoved) == 1)
        #expect(try await open().isEmpty)
        #expect(try await fixture.journal("report.act") == 2)
        #expect(try await fixture.journal("picture.takeDown") == 1)
    }
}
