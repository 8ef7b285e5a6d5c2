import Accounts
import Foundation
import GRDB
import Primitives

/// The stored accounts within one transaction.
struct AccountTable: AccountState {
    let db: Database

    // MARK: Users

    func user(_ id: ID<Person>) throws -> User? { try user("id = ? AND former = 0", id.rawValue) }

    func user(usernameKey: String) throws -> User? { try user("username_key = ? AND former = 0", usernameKey) }

    /// - Parameter condition: with one `?`, for `value`.
    func user(_ condition: String, _ value: String) throws -> User? {
        try row("SELECT \(AccountRows.userColumns) FROM account WHERE \(condition)", [value]).map(AccountRows.user)
    }

    func ableAdmins() throws -> Set<ID<Person>> {
        let provider = try identityProvider()
        let isAble =
            provider.refusesPassword(of: .admin)
            ? "id IN (SELECT account FROM identity_link WHERE issuer = ?)"
            : "password_hash IS NOT NULL AND ? IS NOT NULL"
        return Set(
            try ids("SELECT id FROM account WHERE role = 'admin' AND disabled = 0 AND \(isAble)", [provider.issuer]))
    }

    func admins() throws -> [ID<Person>] {
        try ids("SELECT id FROM account WHERE role = 'admin' AND disabled = 0 ORDER BY id")
    }

    func forEachName(
        besides user: ID<Person>, _ body: (_ username: String, _ displayName: String) throws -> Void
    ) throws {
        let others = try Row.fetchCursor(
            db, sql: "SELECT username, display_name FROM account WHERE id <> ? AND former = 0",
            arguments: [user.rawValue])
        while let other = try others.next() { try body(other["username"], other["display_name"]) }
    }

    func hasLibrary(_ id: String) throws -> Bool {
        try exists("SELECT 1 FROM library WHERE id = ?", [id])
    }

    // MARK: Email addresses

    func holder(of email: EmailAddress) throws -> ID<Person>? {
        try String.fetchOne(db, sql: "SELECT id FROM account WHERE email_key = ?", arguments: [email.key])
            .map { ID($0) }
    }

    func isRestorable(_ email: EmailAddress, besides user: ID<Person>) throws -> Bool {
        try exists("SELECT 1 FROM email_undo WHERE email_key = ? AND account <> ?", [email.key, user.rawValue])
    }

    func isConfirmed(_ email: EmailAddress, by user: ID<Person>) throws -> Bool {
        try exists("SELECT 1 FROM confirmed_email WHERE account = ? AND email_key = ?", [user.rawValue, email.key])
    }

    func emailUndo(_ hash: TokenHash) throws -> EmailUndo? {
        try row("SELECT * FROM email_undo WHERE hash = ?", [Data(hash.bytes)]).map { row in
            EmailUndo(
                hash: hash, user: ID(row["account"]), email: EmailAddress(stored: row["email"], key: row["email_key"]),
                createdAt: Timestamp(milliseconds: row["created_at"]),
                expiresAt: Timestamp(milliseconds: row["expires_at"]))
        }
    }

    func emailUndos(of user: ID<Person>) throws -> (count: Int, latest: Timestamp?) {
        let row = try row(
            "SELECT count(*) AS number, max(created_at) AS latest FROM email_undo WHERE account = ?", [user.rawValue])
        return (row?["number"] ?? 0, (row?["latest"] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    // MARK: Links and invitations

    func link(_ hash: TokenHash) throws -> AccountLink? {
        try row("SELECT * FROM account_link WHERE hash = ?", [Data(hash.bytes)]).map(AccountRows.link)
    }

    func latestPasswordLink(of user: ID<Person>) throws -> Timestamp? {
        try Int64.fetchOne(
            db,
            sql: """
                SELECT max(created_at) FROM account_link WHERE account = ? AND purpose = 'password' AND used_at IS NULL
                """,
            arguments: [user.rawValue]
        ).map(Timestamp.init(milliseconds:))
    }

    func invitation(_ hash: TokenHash) throws -> Invitation? {
        guard let row = try row("SELECT * FROM invitation WHERE hash = ?", [Data(hash.bytes)]) else { return nil }
        var invitation = try AccountRows.invitation(row)
        if let ids = invitation.libraries.libraries {
            let known = try String.fetchSet(db, sql: "SELECT id FROM library")
            invitation.libraries = LibraryScope(
                libraries: ids.intersection(known), includesExplicit: invitation.libraries.includesExplicit)
        }
        return invitation
    }

    func hasInvitation(_ id: ID<Invitation>) throws -> Bool {
        try exists("SELECT 1 FROM invitation WHERE id = ?", [id.rawValue])
    }

    // MARK: Credentials

    func sessions(_ selection: SessionSelection, of user: ID<Person>) throws -> [ID<Session>] {
        let (condition, session): (String, String?) =
            switch selection {
            case .one(let id): ("id = ?", id.rawValue)
            case .allBut(let id): ("id IS NOT ?", id.rawValue)
            case .all: ("id IS NOT ?", nil)
            }
        return try ids("SELECT id FROM session WHERE account = ? AND \(condition)", [user.rawValue, session])
    }

    func hasToken(_ id: ID<AccessToken>, of user: ID<Person>) throws -> Bool {
        try exists("SELECT 1 FROM access_token WHERE id = ? AND account = ?", [id.rawValue, user.rawValue])
    }

    func tokenCount(of user: ID<Person>) throws -> Int {
        try count("SELECT count(*) FROM access_token WHERE account = ?", [user.rawValue])
    }

    func deviceKeyCount(of user: ID<Person>) throws -> Int {
        try count("SELECT count(*) FROM device_key WHERE account = ?", [user.rawValue])
    }

    /// Newest first.
    func deviceKeys(of user: ID<Person>) throws -> [DeviceKey] {
        try deviceKeys("account = ? ORDER BY created_at DESC, id DESC", user.rawValue)
    }

    /// - Parameter condition: with one `?`, for `value`.
    func deviceKeys(_ condition: String, _ value: String) throws -> [DeviceKey] {
        try rows("SELECT \(AccountRows.deviceKeyColumns) FROM device_key WHERE \(condition)", [value])
            .map(AccountRows.deviceKey)
    }

    // MARK: Statements

    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try db.execute(sql: sql, arguments: arguments)
    }

    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(db, sql: sql, arguments: arguments)
    }

    /// The first row.
    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(db, sql: sql, arguments: arguments)
    }

    /// The rows of a statement with one `?`, for each of `values`.
    func rows(_ sql: String, forEach values: [String]) throws -> [Row] {
        let statement = try db.makeStatement(sql: sql)
        return try values.compactMap { try Row.fetchOne(statement, arguments: [$0]) }
    }

    func ids<Thing>(_ sql: String, _ arguments: StatementArguments = []) throws -> [ID<Thing>] {
        try String.fetchAll(db, sql: sql, arguments: arguments).map { ID($0) }
    }

    private func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try row(sql, arguments) != nil
    }

    private func count(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
    }
}
