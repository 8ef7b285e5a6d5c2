import Accounts
package import Journal
package import Primitives
package import Support

/// A journal with nine rows. Row n was written on day 10 n.
package struct Ledger: Sendable {
    package static let admin = Principal(user: ID("ada"), role: .admin)
    /// In milliseconds.
    package static let day: Int64 = 86_400_000

    package let engine: Engine
    package let journal: JournalService
    package let clock: TestClock

    package init() async throws {
        clock = TestClock(Timestamp(milliseconds: 100 * Self.day))
        engine = try .sqlite(clock: clock)
        journal = JournalService(store: engine.journal, clock: clock)
        let entries = (1...9).map { number in
            JournalEntry(
                at: Timestamp(milliseconds: Int64(number) * 10 * Self.day),
                by: JournalEntry.Actor(
                    user: number.isMultiple(of: 2) ? ID("ada") : nil, origin: "192.0.2.\(number)"),
                number == 5 ? "thing.edit" : "thing.make", JournalEntry.Subject(kind: "thing", id: "\(number)"),
                details: ["name": "Zażółć \(number)"])
        }
        try await engine.accounts.record(entries)
    }

    package func verify(noted: JournalChain.Point? = nil) async throws -> JournalVerification {
        try await journal.verify(noted: noted, as: Self.admin)
    }
}
