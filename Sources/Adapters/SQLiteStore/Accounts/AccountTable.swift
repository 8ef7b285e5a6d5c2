import Accounts
import Foundation
import GRDB
import Primitives

/// The stored accounts within one transaction.
struct AccountTable: AccountState, EditedTable {
    let db: Database

    // MARK: Users

    func user(_ id: ID<Person>) throws -> User? { try user("id = ? AND former = 0", id.rawValue) }

    func user(usernameKey: String) throws -> User? { try user("username_key = ? AND former = 0", usernameKey) }

    /// - Parameter condition: with one `?`, for `value`.
    func user(_ condition: String, _ value: String) throws -> User? {
        try db.row("SELECT \(AccountRows.userColumns) FROM account WHERE \(condition)", [value]).map(AccountRows.user)
    }

    func ableAdmins() throws -> Set<ID<Person>> {
        let provider = try identityProvider()
        let isAble =
            provider.refusesPassword(of: .admin)
            ? "id IN (SELECT account FROM identity_link WHERE issuer = ?)"
            : "password_hash IS NOT NULL AND ? IS NOT NULL"
        return try db.valueSet(
            "SELECT id FROM account WHERE role = 'admin' AND disabled = 0 AND \(isAble)", [provider.issuer])
    }

    func admins() throws -> [ID<Person>] {
        try db.values("SELECT id FROM account WHERE role = 'admin' AND disabled = 0 ORDER BY id")
    }

    func forEachName(
        besides user: ID<Person>, _ body: (_ username: String, _ displayName: String) throws -> Void
    ) throws {
        let others = try db.cursor("SELECT username, display_name FROM account WHERE id <> ? AND former = 0", [user])
        while let other = try others.next() { try body(other["username"], other["display_name"]) }
    }

    func hasLibrary(_ id: String) throws -> Bool {
        try db.exists("SELECT 1 FROM library WHERE id = ?", [id])
    }

    // MARK: Email addresses

    func holder(of email: EmailAddress) throws -> ID<Person>? {
        try db.value("SELECT id FROM account WHERE email_key = ?", [email.key])
    }

    func isRestorable(_ email: EmailAddress, besides user: ID<Person>) throws -> Bool {
        try db.exists("SELECT 1 FROM email_undo WHERE email_key = ? AND account <> ?", [email.key, user])
    }

    func isConfirmed(_ email: EmailAddress, by user: ID<Person>) throws -> Bool {
        try db.exists("SELECT 1 FROM confirmed_email WHERE account = ? AND email_key = ?", [user, email.key])
    }

    func emailUndo(_ hash: TokenHash) throws -> EmailUndo? {
        try db.row("SELECT * FROM email_undo WHERE hash = ?", [Data(hash.bytes)]).map { row in
            EmailUndo(
                hash: hash, user: row["account"], email: EmailAddress(stored: row["email"], key: row["email_key"]),
                createdAt: row["created_at"], expiresAt: row["expires_at"])
        }
    }

    func emailUndos(of user: ID<Person>) throws -> (count: Int, latest: Timestamp?) {
        let row = try db.row(
            "SELECT count(*) AS number, max(created_at) AS latest FROM email_undo WHERE account = ?", [user])
        return (row?["number"] ?? 0, row?["latest"])
    }

    // MARK: Links and invitations

    func link(_ hash: TokenHash) throws -> AccountLink? {
        try db.row("SELECT * FROM account_link WHERE hash = ?", [Data(hash.bytes)]).map(AccountRows.link)
    }

    func latestPasswordLink(of user: ID<Person>) throws -> Timestamp? {
        try db.value(
            """
            SELECT max(created_at) FROM account_link WHERE account = ? AND purpose = 'password' AND used_at IS NULL
            """, [user])
    }

    func invitation(_ hash: TokenHash) throws -> Invitation? {
        guard let row = try db.row("SELECT * FROM invitation WHERE hash = ?", [Data(hash.bytes)]) else { return nil }
        var invitation = try AccountRows.invitation(row)
        if let ids = invitation.libraries.libraries {
            let known: Set<String> = try db.valueSet("SELECT id FROM library")
            invitation.libraries = LibraryScope(
                libraries: ids.intersection(known), includesExplicit: invitation.libraries.includesExplicit)
        }
        return invitation
    }

    func hasInvitation(_ id: ID<Invitation>) throws -> Bool {
        try db.exists("SELECT 1 FROM invitation WHERE id = ?", [id])
    }

    // MARK: Credentials

    func sessions(_ selection: SessionSelection, of user: ID<Person>) throws -> [ID<Session>] {
        let (condition, session): (String, String?) =
            switch selection {
            case .one(let id): ("id = ?", id.rawValue)
            case .allBut(let id): ("id IS NOT ?", id.rawValue)
            case .all: ("id IS NOT ?", nil)
            }
        return try db.values("SELECT id FROM session WHERE account = ? AND \(condition)", [user.rawValue, session])
    }

    func hasToken(_ id: ID<AccessToken>, of user: ID<Person>) throws -> Bool {
        try db.exists("SELECT 1 FROM access_token WHERE id = ? AND account = ?", [id, user])
    }

    func tokenCount(of user: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM access_token WHERE account = ?", [user]) ?? 0
    }

    func deviceKeyCount(of user: ID<Person>) throws -> Int {
        try db.value("SELECT count(*) FROM device_key WHERE account = ?", [user]) ?? 0
    }

    /// Newest first.
    func deviceKeys(of user: ID<Person>) throws -> [DeviceKey] {
        try deviceKeys("account = ? ORDER BY created_at DESC, id DESC", user.rawValue)
    }

    /// - Parameter condition: with one `?`, for `value`.
    func deviceKeys(_ condition: String, _ value: String) throws -> [DeviceKey] {
        try db.rows("SELECT \(AccountRows.deviceKeyColumns) FROM device_key WHERE \(condition)", [value])
            .map(AccountRows.deviceKey)
    }
}
