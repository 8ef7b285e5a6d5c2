import Accounts
import GRDB
import Journal
import Primitives
import Testing

@testable import SQLiteStore
@testable import Submissions

/// The moderators' single notification about a batch.
@Suite("The notification about a batch") struct BatchNotificationTests {
    private let submitter = Principal(user: ID("gil"), role: .contributor)

    @Test("stays while any submission of the batch waits, and is removed with the last one") func stays() async throws {
        let fixture = try await fixture()
        let service = try await fixture.service()
        for name in ["a", "b"] { _ = try await service.submit(ID(name), as: submitter, from: "192.0.2.1") }
        #expect(try await announcements(fixture) == 1)
        _ = try await service.reject(ID("a"), because: "Noise", as: ApprovedFileFixture.admin, from: "192.0.2.1")
        #expect(try await announcements(fixture) == 1)
        _ = try await service.withdraw(ID("b"), as: submitter, from: "192.0.2.1")
        #expect(try await announcements(fixture) == 0)
        #expect(try await notifications(.submissionRejected, fixture) == 1)
    }

    @Test("refers to another submission when its own is withdrawn or removed")
    func removed() async throws {
        let fixture = try await fixture()
        let service = try await fixture.service()
        for name in ["a", "b"] { _ = try await service.submit(ID(name), as: submitter, from: "192.0.2.1") }
        _ = try await service.withdraw(ID("a"), as: submitter, from: "192.0.2.1")
        #expect(try await announced(fixture) == ["b"])
        try await service.remove(ID("a"), as: submitter, from: "192.0.2.1")
        #expect(try await announced(fixture) == ["b"])
    }

    @Test(
        "is removed with the last one even if its own submission or the submitter's account is gone",
        arguments: ["DELETE FROM submission WHERE id = 'a'", "UPDATE submission SET account = NULL"])
    func gone(statement: String) async throws {
        let fixture = try await fixture()
        let service = try await fixture.service()
        for name in ["a", "b"] { _ = try await service.submit(ID(name), as: submitter, from: "192.0.2.1") }
        _ = try await service.reject(ID("a"), because: "Noise", as: ApprovedFileFixture.admin, from: "192.0.2.1")
        #expect(try await announced(fixture) == ["a"])
        try await fixture.change(statement)
        _ = try await service.reject(ID("b"), because: "Noise", as: ApprovedFileFixture.admin, from: "192.0.2.1")
        #expect(try await announced(fixture) == [])
    }

    @Test("is sent again when a submission of the batch is submitted again") func again() async throws {
        let fixture = try await fixture()
        let service = try await fixture.service()
        _ = try await service.submit(ID("a"), as: submitter, from: "192.0.2.1")
        _ = try await service.reject(ID("a"), because: "Noise", as: ApprovedFileFixture.admin, from: "192.0.2.1")
        #expect(try await announcements(fixture) == 0)
        _ = try await service.submit(ID("a"), as: submitter, from: "192.0.2.1")
        #expect(try await announcements(fixture) == 1)
        #expect(try await notifications(.submissionRejected, fixture) == 0)
    }

    /// Two drafts of one batch, and an admin who decides about them.
    private func fixture() async throws -> ApprovedFileFixture {
        let fixture = try await ApprovedFileFixture()
        let accounts = SQLiteAccountStore(fixture.database)
        for person in [submitter, ApprovedFileFixture.admin] {
            let user = User(
                id: person.user, username: try Username(person.user.rawValue), role: person.role,
                createdAt: Timestamp(milliseconds: 1))
            try await accounts.create(presenting: nil) { _ in NewAccount(user, journal: []) }
        }
        for name in ["a", "b"] { _ = try await fixture.submit(name, .draft) }
        try await fixture.change("UPDATE submission SET account = 'gil', batch = 'album'")
        return fixture
    }

    /// The submissions to which the notifications refer.
    private func announced(_ fixture: ApprovedFileFixture) async throws -> [String] {
        try await fixture.database.read { db in
            try String.fetchAll(db, sql: "SELECT subject FROM notification WHERE kind = 'submissionArrived'")
        }
    }

    private func announcements(_ fixture: ApprovedFileFixture) async throws -> Int {
        try await notifications(.submissionArrived, fixture)
    }

    private func notifications(_ kind: NotificationKind, _ fixture: ApprovedFileFixture) async throws -> Int {
        try await fixture.database.read { db in
            try Int.fetchOne(
                db, sql: "SELECT count(*) FROM notification WHERE kind = ?", arguments: [kind.rawValue]) ?? 0
        }
    }
}
