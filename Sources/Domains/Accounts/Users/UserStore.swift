package import Journal
package import Primitives

/// The storage of accounts. Every method is one transaction, with the journal's rows in it. The extensions below
/// decide the changes of an edit, from the state inside the transaction. `edit` calls its decision once.
package protocol UserStore: ChangeStore where State == any AccountState, Write == AccountWrite {
    func read<Value: Sendable>(_ body: @escaping @Sendable (any AccountState) throws -> Value) async throws -> Value

    /// By user name. `search` is folded text (`FoldedText.fold`) to find in user name, display name and email address;
    /// nil for all users.
    func users(matching search: String?, _ page: PageRequest) async throws -> Page<User>

    /// The number of accounts.
    func count() async throws -> Int

    /// Deletes a disabled account and everything that is the user's; `entry` is appended with the deletion of the
    /// account's own row. It uses many transactions, so that other writes do not wait for a long history. An
    /// interruption leaves a disabled account that can be deleted again. False when there is none. Throws `conflict`
    /// when the account is not disabled.
    ///
    /// With `keepingShared` the content that others see stays, under a former member's name: posts, comments,
    /// reactions, playlists that are not private, and wishes that others back.
    func delete(_ id: ID<Person>, keepingShared: Bool, journal entry: JournalEntry) async throws -> Bool

    /// The invitations, newest first.
    func invitations(_ page: PageRequest) async throws -> Page<ListedInvitation>

    func requireTwoFactor(for roles: Set<Role>, journal entry: JournalEntry) async throws

    /// Appends entries about events that changed nothing else, such as failed sign-ins.
    func record(_ entries: [JournalEntry]) async throws

    /// The ids of the secrets that stored password hashes need, so that a start with the wrong key file is noticed.
    func passwordKeyIDs() async throws -> Set<String>
}

extension UserStore {
    /// Adds the account that `decide` makes inside the transaction, and marks `link` as used if it says so. Throws
    /// `conflict` with reason `username_taken`, `display_name_taken` or `email_taken`.
    package func create(
        presenting link: TokenHash?, _ decide: @escaping @Sendable (any AccountState) throws -> NewAccount
    ) async throws {
        try await edit { accounts in
            let presented = try link.flatMap { try accounts.link($0) }
            return try decide(accounts).changes(presenting: presented, in: accounts)
        }
    }

    /// Loads the account, changes it and stores everything that `change` asks for inside one transaction; nil when
    /// there is no account. The edit contains `link` if it exists. Throws `conflict` like `create`, and
    /// `unauthenticated` when the session to be rotated has ended.
    package func edit<Result: Sendable>(
        _ id: ID<Person>, presenting link: TokenHash? = nil,
        _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result? {
        try await edit { accounts -> (Changes<AccountWrite>?, Result?) in
            let edited = try accounts.edit(id, presenting: link, change)
            return (edited?.changes, edited?.result)
        }
    }

    /// As above. Throws `missing` when there is no account.
    func edit<Result: Sendable>(
        _ id: ID<Person>, presenting link: TokenHash? = nil, else missing: DomainError,
        _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result {
        guard let result = try await edit(id, presenting: link, change) else { throw missing }
        return result
    }

    /// As `edit`, for the account of an undo link. Afterwards this undo link and later ones are deleted, with the
    /// account's open links and confirmations, and the address counts as confirmed. Nil when there is none.
    func undoEmail<Result: Sendable>(
        _ hash: TokenHash, _ change: @escaping @Sendable (inout AccountEdit, EmailUndo) throws -> Result
    ) async throws -> Result? {
        try await edit { accounts -> (Changes<AccountWrite>?, Result?) in
            guard let undo = try accounts.emailUndo(hash) else { return (nil, nil) }
            let edited = try accounts.edit(undo.user, presenting: nil) { edit in try change(&edit, undo) }
            return (edited.map { undo.changes(with: $0.changes) }, edited?.result)
        }
    }

    /// Ends the selected sessions, and appends `entry` with their number in its details, unless there was none.
    package func endSessions(
        _ selection: SessionSelection, of user: ID<Person>, journal entry: JournalEntry
    ) async throws -> [ID<Session>] {
        try await edit { accounts -> (Changes<AccountWrite>?, [ID<Session>]) in
            let ended = try accounts.sessions(selection, of: user)
            guard !ended.isEmpty else { return (nil, []) }
            return (
                Changes(at: entry.at, .endSessions(ended), journal: [entry.adding("count", "\(ended.count)")]), ended
            )
        }
    }

    /// Ends the token with its products, as `revocation` says, and adds their numbers to `entry`. Nil when the user has
    /// no such token. Throws `conflict` with reason `last_admin` when no admin would remain.
    package func revokeToken(
        _ id: ID<AccessToken>, of user: ID<Person>, _ revocation: TokenRevocation, journal entry: JournalEntry
    ) async throws -> RevokedToken? {
        try await edit { accounts -> (Changes<AccountWrite>?, RevokedToken?) in
            guard try accounts.hasToken(id, of: user) else { return (nil, nil) }
            let (changes, revoked) = try revocation.revoke(id, journal: entry, in: accounts)
            return (changes, revoked)
        }
    }
}

extension UserStore {
    package func user(_ id: ID<Person>) async throws -> User? {
        try await read { try $0.user(id) }
    }

    package func user(usernameKey: String) async throws -> User? {
        try await read { try $0.user(usernameKey: usernameKey) }
    }

    /// The caller's own account. Throws `unauthenticated` when it is disabled or gone.
    func account(of caller: Principal) async throws -> User {
        guard let user = try await user(caller.user), !user.disabled else { throw DomainError.signedOut }
        return user
    }

    /// Throws `notFound` when there is no such user.
    func existing(_ id: ID<Person>) async throws -> User {
        guard let user = try await user(id) else { throw DomainError.noSuchUser }
        return user
    }

    /// Throws `invalid` for what is no user name, and `notFound` when there is no such user.
    func existing(named name: String) async throws -> User {
        guard let user = try await user(usernameKey: Username(name).key) else { throw DomainError.noSuchUser }
        return user
    }
}

extension DomainError {
    static let noSuchUser = DomainError.notFound("There is no such user")
    static let noSuchSession = DomainError.notFound("There is no such session")
}

/// All storage of accounts, for services that need more than one part of it.
package typealias AccountStore = CredentialStore & DeviceKeyStore & UserStore
