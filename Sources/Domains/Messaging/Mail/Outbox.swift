package import Accounts
package import Journal
package import Primitives

/// Letters that wait to be sent, and what people have said about mail. Every method is one transaction.
package protocol Outbox: Sendable {
    /// Adds the letter, unless one of its topic waits.
    func add(_ letter: Email) async throws
    /// Those that wait and whose time has come, the longest due first.
    func due(at instant: Timestamp, limit: Int) async throws -> [Email]
    /// When the next one is due.
    func nextDue() async throws -> Timestamp?
    /// It has been taken by the server.
    func remove(_ id: ID<Email>) async throws
    func update(_ letter: Email) async throws
    /// Gives up what waits and was written before `instant`.
    func giveUp(writtenBefore instant: Timestamp, because failure: String) async throws
    /// Newest first.
    func letters(_ page: PageRequest) async throws -> Page<Email>
    /// False when there is none.
    func delete(_ id: ID<Email>, journal entry: JournalEntry) async throws -> Bool
    /// Has it tried again at once. False when there is none.
    func retry(_ id: ID<Email>, at instant: Timestamp, journal entry: JournalEntry) async throws -> Bool
    func counts() async throws -> (waiting: Int, failed: Int)
    func record(_ entry: JournalEntry) async throws

    /// The admins who have the overview mailed to their confirmed address; none when that of `day` has been written.
    func overviewReaders(on day: String) async throws -> [OverviewReader]
    /// Adds the overviews of a day, unless that was done already.
    func add(overviews letters: [Email], of day: String) async throws

    /// The account with this address, and whether the address is confirmed.
    func account(emailKey: String) async throws -> (user: User, isConfirmed: Bool)?
    func isConfirmed(_ user: User) async throws -> Bool
    /// Puts a confirmation of the account's present address in place of those before, good until `expiry`.
    func begin(confirmation hash: TokenHash, of user: User, until expiry: Timestamp) async throws
    /// Confirms the address that it is of, if that still is the account's; nil otherwise. It works once.
    func confirm(_ hash: TokenHash, at instant: Timestamp, origin: String) async throws -> ID<Person>?

    /// The kinds of notifications that the person wants by mail.
    func mailed(to user: ID<Person>) async throws -> Set<String>
    func mail(_ kinds: Set<String>, to user: ID<Person>) async throws
}
