package import Journal
package import Primitives

/// What accounts need from storage. Every method is one transaction, with the journal's rows in it.
package protocol UserStore: Sendable {
    func user(_ id: ID<Person>) async throws -> User?

    func user(usernameKey: String) async throws -> User?

    /// By user name; `search` is folded text (`FoldedText.fold`) to find in user name, display name and e-mail, nil for
    /// all.
    func users(matching search: String?, _ page: PageRequest) async throws -> Page<User>

    /// How many accounts there are.
    func count() async throws -> Int

    /// How many people can sign in and administer (`User.isAbleAdmin`).
    func ableAdminCount() async throws -> Int

    /// Adds the account that `decide` makes from what is there; `decide` runs inside the transaction.
    /// Throws `conflict` with reason `username_taken` or `email_taken`.
    func create(
        presenting link: TokenHash?, _ decide: @escaping @Sendable (AccountFacts) throws -> NewAccount
    ) async throws

    /// Loads the account, changes it and saves what `change` asks for inside one transaction; nil when there is none.
    /// `link` is loaded into the edit when it is there. Throws `conflict` like `create`, and `unauthenticated` when the
    /// session to be rotated has ended.
    func edit<Result: Sendable>(
        _ id: ID<Person>, presenting link: TokenHash?,
        _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result?

    /// The way back to an address that an account has given up, also after it has expired.
    func emailUndo(hash: TokenHash) async throws -> EmailUndo?

    /// As `edit`, for the account that the way back is of: it is gone afterwards with those that were made after it, the account's open
    /// links and confirmations with it, and the address counts as confirmed if it did before. Nil when there is none.
    func undoEmail<Result: Sendable>(
        _ hash: TokenHash, _ change: @escaping @Sendable (inout AccountEdit, EmailUndo) throws -> Result
    ) async throws -> Result?

    /// Deletes an account that is disabled, and everything that is the person's; `entry` is appended with the account's own row. It takes
    /// as many transactions as the person has things, so that others' writes do not wait for a long history; what a stop leaves is a
    /// disabled account that can be deleted again. Returns false when there is none. Throws `conflict` when the account is not disabled.
    ///
    /// With `keepingShared` what others look at stays, under a former member's name: posts, comments, reactions, playlists that are not
    /// private, and wishes that others back.
    func delete(_ id: ID<Person>, keepingShared: Bool, journal entry: JournalEntry) async throws -> Bool

    func twoFactor(of id: ID<Person>) async throws -> TwoFactor?
    func rolesRequiringTwoFactor() async throws -> Set<Role>
    func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws

    /// Appends rows about what changed nothing else, such as failed sign-ins.
    func record(_ entries: [JournalEntry]) async throws

    /// The key ids that stored password hashes need, so that a start with the wrong key file is noticed.
    func passwordKeyIDs() async throws -> Set<String>
}

extension UserStore {
    package func edit<Result: Sendable>(
        _ id: ID<Person>, _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result? {
        try await edit(id, presenting: nil, change)
    }
}
