package import Accounts
package import Journal
package import Primitives

/// The waiting emails and the users' email settings. Every method is one transaction.
package protocol Outbox: Sendable {
    /// Adds the email, unless one of its topic is waiting.
    func add(_ email: Email) async throws
    /// The waiting emails whose time has come, longest due first.
    func due(at instant: Timestamp, limit: Int) async throws -> [Email]
    /// The time at which the next email is due.
    func nextDue() async throws -> Timestamp?
    /// Removes an email that the mail server has accepted.
    func remove(_ id: ID<Email>) async throws
    func update(_ email: Email) async throws
    /// Gives up waiting emails that were written before `instant`.
    func giveUp(writtenBefore instant: Timestamp, because failure: String) async throws
    /// Newest first.
    func emails(_ page: PageRequest) async throws -> Page<Email>
    /// False when there is none.
    func delete(_ id: ID<Email>, journal entry: JournalEntry) async throws -> Bool
    /// Makes the email due at once. False when there is none.
    func retry(_ id: ID<Email>, at instant: Timestamp, journal entry: JournalEntry) async throws -> Bool
    func counts() async throws -> (waiting: Int, failed: Int)
    func record(_ entry: JournalEntry) async throws

    /// The admins who receive the overview at their confirmed address; none when the overview of `day` has been
    /// written.
    func overviewReaders(on day: String) async throws -> [OverviewReader]
    /// Adds the overviews of a day, unless that was done before.
    func add(overviews emails: [Email], of day: String) async throws

    /// The account with this address, and whether the address is confirmed.
    func account(emailKey: String) async throws -> (user: User, isConfirmed: Bool)?
    func isConfirmed(_ user: User) async throws -> Bool
    /// Replaces the account's pending confirmations by one for its present address, valid until `expiry`.
    func begin(confirmation hash: TokenHash, of user: User, until expiry: Timestamp) async throws
    /// Runs `decide` on the pending confirmation with this hash, nil where there is none. Where it returns an entry,
    /// the address is confirmed, the confirmation removed, and the entry appended.
    func confirm(
        _ hash: TokenHash, _ decide: @escaping @Sendable (PendingConfirmation?) throws -> JournalEntry
    ) async throws

    /// The kinds of notifications that the user wants by email.
    func mailed(to user: ID<Person>) async throws -> Set<String>
    func mail(_ kinds: Set<String>, to user: ID<Person>) async throws
}

/// A link to confirm an address, which was sent there.
package struct PendingConfirmation: Sendable, Equatable {
    package let user: ID<Person>
    package let expiresAt: Timestamp
    /// Whether the account is enabled and still has the address.
    package let isOfPresentAddress: Bool

    package init(user: ID<Person>, expiresAt: Timestamp, isOfPresentAddress: Bool) {
        self.user = user
        self.expiresAt = expiresAt
        self.isOfPresentAddress = isOfPresentAddress
    }
}

/// An admin who receives the overview every day.
package struct OverviewReader: Sendable, Equatable {
    /// The kind of email for this, among those that users choose.
    package static let kind = "dailyOverview"

    package let user: ID<Person>
    package let address: String
    package let locale: AccountLocale
    package let name: String

    package init(user: ID<Person>, address: String, locale: AccountLocale, name: String) {
        self.user = user
        self.address = address
        self.locale = locale
        self.name = name
    }
}
