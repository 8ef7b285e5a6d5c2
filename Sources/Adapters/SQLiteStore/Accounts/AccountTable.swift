import Accounts
import Foundation
import GRDB
import Primitives

/// The stored accounts within one transaction.
struct AccountTable: AccountState {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func user(_ id: ID<Person>) throws -> User? {
        try Row.fetchOne(
            db, sql: "SELECT \(AccountRows.userColumns) FROM account WHERE id = ? AND former = 0",
            arguments: [id.rawValue]
        ).map(AccountRows.user)
    }

    func ableAdmins() throws -> Set<ID<Person>> {
        let provider = try identityProvider()
        let isAble =
            provider.refusesPassword(of: .admin)
            ? "id IN (SELECT account FROM identity_link WHERE issuer = ?)"
            : "password_hash IS NOT NULL AND ? IS NOT NULL"
        let ids = try String.fetchAll(
            db, sql: "SELECT id FROM account WHERE role = 'admin' AND disabled = 0 AND \(isAble)",
            arguments: [provider.issuer])
        return Set(ids.map { ID($0) })
    }

    func admins() throws -> [ID<Person>] {
        try String.fetchAll(db, sql: "SELECT id FROM account WHERE role = 'admin' AND disabled = 0 ORDER BY id")
            .map { ID($0) }
    }

    func twoFactor(of user: ID<Person>) throws -> TwoFactor? {
        try TwoFactorRows.load(of: user, db)
    }

    func passkeys(of user: ID<Person>) throws -> [Passkey] {
        try PasskeyRows.list(of: user, db)
    }

    func rolesRequiringTwoFactor() throws -> Set<Role> {
        try TwoFactorRows.requiredRoles(db)
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
        try Row.fetchOne(db, sql: "SELECT * FROM email_undo WHERE hash = ?", arguments: [Data(hash.bytes)]).map { row in
            EmailUndo(
                hash: hash, user: ID(row["account"]), email: EmailAddress(stored: row["email"], key: row["email_key"]),
                createdAt: Timestamp(milliseconds: row["created_at"]),
                expiresAt: Timestamp(milliseconds: row["expires_at"]))
        }
    }

    func emailUndos(of user: ID<Person>) throws -> (count: Int, latest: Timestamp?) {
        let row = try Row.fetchOne(
            db, sql: "SELECT count(*) AS number, max(created_at) AS latest FROM email_undo WHERE account = ?",
            arguments: [user.rawValue])
        return (row?["number"] ?? 0, (row?["latest"] as Int64?).map(Timestamp.init(milliseconds:)))
    }

    func link(_ hash: TokenHash) throws -> AccountLink? {
        try Row.fetchOne(
            db,
            sql: """
                SELECT id, purpose, hash, account, created_by, created_at, expires_at, used_at
                FROM account_link WHERE hash = ?
                """,
            arguments: [Data(hash.bytes)]
        ).map(AccountRows.link)
    }

    func invitation(_ hash: TokenHash) throws -> Invitation? {
        guard
            let row = try Row.fetchOne(
                db, sql: "SELECT * FROM invitation WHERE hash = ?", arguments: [Data(hash.bytes)])
        else { return nil }
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

    func sessions(_ selection: SessionSelection, of user: ID<Person>) throws -> [ID<Session>] {
        let (condition, session): (String, String?) =
            switch selection {
            case .one(let id): ("id = ?", id.rawValue)
            case .allBut(let id): ("id IS NOT ?", id.rawValue)
            case .all: ("id IS NOT ?", nil)
            }
        return try String.fetchAll(
            db, sql: "SELECT id FROM session WHERE account = ? AND \(condition)", arguments: [user.rawValue, session]
        ).map { ID($0) }
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

    func sources(of kinds: [TokenProduct.Kind], _ product: String) throws -> Set<String> {
        try TokenProducts.sources(of: kinds, product, db)
    }

    func products(of source: String) throws -> [TokenProduct] {
        try TokenProducts.list(of: source, db)
    }

    func formerValue(of product: TokenProduct, by source: String) throws -> (text: String?, at: Timestamp)? {
        try TokenProducts.formerValue(of: product, by: source, db)
    }

    func products(
        of kinds: [TokenProduct.Kind], ofTokensOf user: ID<Person>, except token: ID<AccessToken>?
    ) throws -> [(kind: TokenProduct.Kind, id: String)] {
        try TokenProducts.list(of: kinds, ofTokensOf: user.rawValue, except: token?.rawValue, db)
    }

    private func exists(_ sql: String, _ arguments: StatementArguments) throws -> Bool {
        try Row.fetchOne(db, sql: sql, arguments: arguments) != nil
    }

    private func count(_ sql: String, _ arguments: StatementArguments) throws -> Int {
        try Int.fetchOne(db, sql: sql, arguments: arguments) ?? 0
    }
}
