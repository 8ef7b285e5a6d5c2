import Accounts
import Primitives
import SQLiteStore
import Support
import Testing

@testable import Messaging

/// Emails in the outbox of a server whose configuration no longer names a mail server.
@Suite("Emails without a mail server") struct EmailExpiryTests {
    private struct Still: WallClock {
        let time: Timestamp

        func now() -> Timestamp { time }
    }

    private static let start = Timestamp(milliseconds: 1_795_298_260_435)

    @Test(
        "an email waits four days for a mail server and is then given up with a reason; with one the sender decides"
    )
    func expiry() async throws {
        let folder = try TemporaryFolder()
        let database = try SQLiteDatabase.new(at: folder.path + "/rondo.sqlite")
        let outbox = SQLiteOutbox(database)
        let accounts = SQLiteAccountStore(database)
        let secret = try #require(ServerSecret(bytes: [UInt8](repeating: 7, count: 32)))
        for (id, days) in [("old", 0), ("young", 2)] {
            try await outbox.add(
                Email(
                    id: ID(id), user: nil, recipient: "a@b.c", kind: .test, locale: .english, topic: id,
                    createdAt: Self.start.advanced(by: .seconds(days * 86_400))))
        }
        func giveUp(after seconds: Int, isEnabled: Bool = false) async throws {
            let clock = Still(time: Self.start.advanced(by: .seconds(seconds)))
            try await MailService(
                isEnabled: isEnabled, outbox: outbox, users: accounts, links: LinkMaker(store: accounts, clock: clock),
                sealer: EmailTokenSealer(secret: secret), clock: clock
            ).giveUpOld()
        }
        func states() async throws -> [String: Email] {
            Dictionary(
                try await outbox.emails(.first(10)).items.map { ($0.id.rawValue, $0) }, uniquingKeysWith: { $1 })
        }
        try await giveUp(after: 4 * 86_400 - 1)
        #expect(try await outbox.counts().waiting == 2)
        try await giveUp(after: 4 * 86_400 + 1, isEnabled: true)
        #expect(try await outbox.counts().waiting == 2)
        try await giveUp(after: 4 * 86_400 + 1)
        let found = try await states()
        #expect(found["old"]?.state == .failed && found["young"]?.state == .waiting)
        #expect(found["old"]?.failure?.contains("no mail server") == true)
        let due = try await outbox.due(at: Self.start.advanced(by: .seconds(9 * 86_400)), limit: 9)
        #expect(due.map(\.id.rawValue) == ["young"])
    }
}
