package import Journal
package import Primitives

/// The storage of accounts. Every method is one transaction, with the journal's rows in it.
package protocol UserStore: Sendable {
    func user(_ id: ID<Person>) async throws -> User?

    func user(usernameKey: String) async throws -> User?

    /// By user name. `search` is folded text (`FoldedText.fold`) to find in user name, display name and email address; nil for
    /// all users.
    func users(matching search: String?, _ page: PageRequest) async throws -> Page<User>

    /// The number of accounts.
    func count() async throws -> Int

    /// The number of users who can sign in and administer (`User.isAbleAdmin`).
    func ableAdminCount() async throws -> Int

    /// Adds the account that `decide` makes from the facts; `decide` runs inside the transaction. Throws `conflict` with reason
    /// `username_taken` or `email_taken`.
    func create(
        presenting link: TokenHash?, _ decide: @escaping @Sendable (AccountFacts) throws -> NewAccount
    ) async throws

    /// Loads the account, changes it and stores everything that `change` asks for inside one transaction; nil when there is no
    /// account. The edit contains `link` if it exists. Throws `conflict` like `create`, and `unauthenticated` when the session to
    /// be rotated has ended.
    func edit<Result: Sendable>(
        _ id: ID<Person>, presenting link: TokenHash?,
        _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result?

    /// The undo link for an address that an account has given up, including expired ones.
    func emailUndo(hash: TokenHash) async throws -> EmailUndo?

    /// As `edit`, for the account of an undo link. Afterwards this undo link and later ones are deleted, with the account's open
    /// links and confirmations, and the address counts as confirmed if it did before. Nil when there is none.
    func undoEmail<Result: Sendable>(
        _ hash: TokenHash, _ change: @escaping @Sendable (inout AccountEdit, EmailUndo) throws -> Result
    ) async throws -> Result?

    /// Deletes a disabled account and everything that is the user's; `entry` is appended with the deletion of the account's own
    /// row. It uses many transactions, so that other writes do not wait for a long history. An interruption leaves a disabled
    /// account that can be deleted again. False when there is none. Throws `conflict` when the account is not disabled.
    ///
    /// With `keepingShared` the content that others see stays, under a former member's name: posts, comments, reactions,
    /// playlists that are not private, and wishes that others back.
    func delete(_ id: ID<Person>, keepingShared: Bool, journal entry: JournalEntry) async throws -> Bool

    func twoFactor(of id: ID<Person>) async throws -> TwoFactor?
    func rolesRequiringTwoFactor() async throws -> Set<Role>
    func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws

    /// Appends entries about events that changed nothing else, such as failed sign-ins.
    func record(_ entries: [JournalEntry]) async throws

    /// The ids of the secrets that stored password hashes need, so that a start with the wrong key file is noticed.
    func passwordKeyIDs() async throws -> Set<String>
}

extension UserStore {
    package func edit<Result: Sendable>(
        _ id: ID<Person>, _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result? {
        try await edit(id, presenting: nil, change)
    }
}

/// All storage of accounts, for services that need more than one part of it.
package typealias AccountStore = CredentialStore & DeviceKeyStore & LinkStore & UserStore
