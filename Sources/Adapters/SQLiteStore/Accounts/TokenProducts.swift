import Accounts
import Foundation
import GRDB
import Journal
import Primitives

/// The products of bearer tokens and device keys: accounts, links, sessions, shares and changes that were made with
/// one. The transaction that makes a product records it. Revoking the token or key ends its products.
///
/// A source is the id of a token or device key. A product of an account that itself came from a source is recorded
/// under that same source, so that revoking the source ends all generations at once.
enum TokenProducts {
    /// The sources of an act of `maker`: the token or key of the request, and those that gave the account its
    /// existence, password, role or enabled state.
    static func sources(of maker: Maker, _ db: Database) throws -> Set<String> {
        var sources: Set<String> = []
        switch maker.credential {
        case .token(let id): sources.insert(id.rawValue)
        case .deviceKey(let id): sources.insert(id.rawValue)
        case .session, nil: break
        }
        guard let user = maker.user?.rawValue else { return sources }
        return try sources.union(
            String.fetchAll(
                db,
                sql: """
                    SELECT token FROM token_product
                    WHERE product = ? AND kind IN ('account', 'password', 'role', 'enabled')
                    """,
                arguments: [user]))
    }

    /// The sources of this product; empty if it has none.
    static func sources(of kind: TokenProduct.Kind, _ id: String, _ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db, sql: "SELECT token FROM token_product WHERE kind = ? AND product = ?", arguments: [kind.rawValue, id])
    }

    /// - Parameter former: the earlier value, as the account's row stores it, for changes that can be reverted.
    static func record(
        _ kind: TokenProduct.Kind, _ id: String, by sources: Set<String>, former: String? = nil, at now: Timestamp,
        _ db: Database
    ) throws {
        for source in sources.sorted() {
            // If one source changes a value several times, the first record keeps the original value.
            try db.execute(
                sql: """
                    INSERT INTO token_product (kind, product, token, former, at) VALUES (?, ?, ?, ?, ?)
                    ON CONFLICT (kind, product, token) DO NOTHING
                    """,
                arguments: [kind.rawValue, id, source, former, now.milliseconds])
        }
    }

    private static func forget(_ kind: TokenProduct.Kind, _ id: String, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM token_product WHERE kind = ? AND product = ?", arguments: [kind.rawValue, id])
    }

    /// Records a raised role, an enabled account and a changed address. A change by a user without a source clears the
    /// earlier records.
    static func recordChanges(
        from before: User, to after: User, by maker: Maker, at now: Timestamp, _ db: Database
    ) throws {
        var changes: [(kind: TokenProduct.Kind, former: String?, isRecorded: Bool)] = []
        if after.role != before.role {
            let isRaised = !after.role.permissions.isSubset(of: before.role.permissions)
            changes.append((.role, before.role.rawValue, isRaised))
        }
        if after.disabled != before.disabled { changes.append((.enabled, nil, !after.disabled)) }
        if after.email?.key != before.email?.key { changes.append((.email, before.email?.text, true)) }
        guard !changes.isEmpty else { return }
        let sources = try sources(of: maker, db)
        for change in changes {
            if sources.isEmpty {
                try forget(change.kind, after.id.rawValue, db)
            } else if change.isRecorded {
                try record(change.kind, after.id.rawValue, by: sources, former: change.former, at: now, db)
            }
        }
    }

    /// The products that can still be ended, oldest first. Products that have ended or were used are left out.
    static func list(of source: String, _ db: Database) throws -> [TokenProduct] {
        try Row.fetchAll(db, sql: alive, arguments: [source]).map { row in
            guard let kind = TokenProduct.Kind(rawValue: row["kind"]) else {
                throw AccountRows.damaged("token_product")
            }
            return TokenProduct(
                kind: kind, id: row["product"], name: row["name"], at: Timestamp(milliseconds: row["at"]))
        }
    }

    private static let roles = "'listener contributor moderator admin'"
    private static let alive = """
        SELECT p.kind, p.product, p.at,
          CASE p.kind
            WHEN 'account' THEN (SELECT username FROM account a WHERE a.id = p.product AND a.disabled = 0)
            WHEN 'password' THEN (SELECT username FROM account a WHERE a.id = p.product AND a.password_hash IS NOT NULL)
            WHEN 'role' THEN (SELECT username FROM account a
              WHERE a.id = p.product AND instr(\(roles), a.role) > instr(\(roles), p.former))
            WHEN 'enabled' THEN (SELECT username FROM account a WHERE a.id = p.product AND a.disabled = 0)
            WHEN 'email' THEN (SELECT username FROM account a WHERE a.id = p.product AND a.email IS NOT p.former)
            WHEN 'link' THEN (SELECT a.username FROM account_link l JOIN account a ON a.id = l.account
              WHERE l.id = p.product AND l.used_at IS NULL)
            WHEN 'invitation' THEN (SELECT label FROM invitation i WHERE i.id = p.product AND i.used_at IS NULL)
            WHEN 'share' THEN (SELECT ifnull(s.description, '') FROM share s WHERE s.id = p.product)
            ELSE (SELECT a.username FROM session s JOIN account a ON a.id = s.account WHERE s.id = p.product)
          END AS name
        FROM token_product p WHERE p.token = ? AND name IS NOT NULL ORDER BY p.at, p.kind, p.product
        """

    /// Ends the products of the source, as far as `revocation` says, and deletes their records.
    ///
    /// Throws `conflict` with reason `last_admin` if no admin would remain, unless `revocation` spares the last admin.
    static func end(
        of source: String, _ revocation: TokenRevocation, journal entry: JournalEntry, _ db: Database
    ) throws -> RevokedToken {
        var (ended, kept): ([TokenProduct], [TokenProduct]) = ([], [])
        let hadAdmin = try SQLiteAccountStore.countAbleAdmins(except: nil, db) > 0
        for product in try list(of: source, db) {
            let isSpared =
                try revocation.sparesLastAdmin && product.kind.isOfAccount && hadAdmin
                && SQLiteAccountStore.countAbleAdmins(except: ID(product.id), db) == 0
            if revocation.keeps(product) || isSpared {
                kept.append(product)
                continue
            }
            try end(product, of: source, journal: entry, db)
            ended.append(product)
        }
        let hasAdmin = try SQLiteAccountStore.countAbleAdmins(except: nil, db) > 0
        guard hasAdmin || !hadAdmin else {
            throw DomainError(
                .conflict, "Nobody could administer any more: keep the accounts that came of this token",
                reason: "last_admin")
        }
        try db.execute(sql: "DELETE FROM token_product WHERE token = ?", arguments: [source])
        return RevokedToken(ended: ended, kept: kept)
    }

    private static func end(
        _ product: TokenProduct, of source: String, journal entry: JournalEntry, _ db: Database
    ) throws {
        switch product.kind {
        case .link:
            try db.execute(sql: "DELETE FROM account_link WHERE id = ?", arguments: [product.id])
        case .invitation:
            try db.execute(sql: "DELETE FROM invitation WHERE id = ?", arguments: [product.id])
        case .session:
            try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [product.id])
        case .share:
            try SQLiteShareStore.end(ID(product.id), db)
        case .account, .enabled:
            try db.execute(sql: "UPDATE account SET disabled = 1 WHERE id = ?", arguments: [product.id])
            try endCredentials(of: product.id, db)
            try journalEntry("user.disable", of: product, entry).append(to: db)
        case .password:
            try db.execute(
                sql: "UPDATE account SET password_hash = NULL, password_key_id = NULL WHERE id = ?",
                arguments: [product.id])
            try endCredentials(of: product.id, db)
            try journalEntry("user.password", of: product, entry).append(to: db)
        case .role:
            let before = try String.fetchOne(
                db, sql: "SELECT role FROM account WHERE id = ?", arguments: [product.id])
            let after = try String.fetchOne(
                db,
                sql: """
                    UPDATE account SET role = (
                      SELECT former FROM token_product WHERE kind = 'role' AND product = ?1 AND token = ?2)
                    WHERE id = ?1 RETURNING role
                    """,
                arguments: [product.id, source])
            try db.execute(sql: "DELETE FROM session WHERE account = ?", arguments: [product.id])
            try AccountWrites.endInvitations(by: product.id, db)
            try journalEntry("user.role", of: product, entry).adding("from", before ?? "").adding("to", after ?? "")
                .append(to: db)
        case .email:
            try restoreEmail(of: ID(product.id), source, db)
            try journalEntry("user.edit", of: product, entry).adding("fields", "email").append(to: db)
        }
    }

    private static func endCredentials(of account: String, _ db: Database) throws {
        for table in ["session", "access_token", "device_key"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account])
        }
        try AccountWrites.endInvitations(by: account, db)
    }

    /// Restores the address that the source replaced, or removes it if another account now uses the former one. Also
    /// undoes later replacements by other sources.
    private static func restoreEmail(of account: ID<Person>, _ source: String, _ db: Database) throws {
        let row = try Row.fetchOne(
            db, sql: "SELECT former, at FROM token_product WHERE kind = 'email' AND product = ? AND token = ?",
            arguments: [account.rawValue, source])
        guard let row, var user = try SQLiteAccountStore.loadUser(account, db) else { return }
        user.email = try (row["former"] as String?).map { try EmailAddress($0) }
        do {
            try AccountWrites.update(user, db)
        } catch let error as DomainError where error.reason == "email_taken" {
            user.email = nil
            try AccountWrites.update(user, db)
        }
        try db.execute(
            sql: "DELETE FROM token_product WHERE kind = 'email' AND product = ? AND at >= ?",
            arguments: [account.rawValue, row["at"] as Int64])
    }

    private static func journalEntry(_ action: String, of product: TokenProduct, _ entry: JournalEntry) -> JournalEntry
    {
        JournalEntry(
            at: entry.at, by: entry.actor, action, JournalEntry.Subject(kind: "user", id: product.id),
            details: ["reason": entry.action].merging(
                entry.details.filter { ["token", "key"].contains($0.key) }
            ) { stated, _ in stated })
    }

    /// Records a new link for choosing a password. A source that set the account's address counts too, because its
    /// owner may read email there.
    static func linkMade(_ link: AccountLink, by maker: Maker, _ db: Database) throws {
        var sources = try sources(of: maker, db)
        if let user = link.user?.rawValue { try sources.formUnion(self.sources(of: .email, user, db)) }
        try record(.link, link.id.rawValue, by: sources, at: link.createdAt, db)
    }

    /// Records that a password was chosen with a link. The password now has the link's sources and no earlier ones.
    static func linkUsed(_ link: String, by user: String, session: String?, at now: Timestamp, _ db: Database) throws {
        let sources = try sources(of: .link, link, db)
        try forget(.password, user, db)
        try record(.password, user, by: sources, at: now, db)
        if let session { try record(.session, session, by: sources, at: now, db) }
    }

    /// Ends the links, invitations, sessions and shares of an account's tokens when the tokens end otherwise. Accounts
    /// remain. `spared` is a token that stays valid.
    static func endOpenings(ofTokensOf account: String, except spared: String?, _ db: Database) throws {
        func products(_ kind: TokenProduct.Kind) throws -> [String] {
            try String.fetchAll(
                db,
                sql: """
                    SELECT p.product FROM token_product p JOIN access_token t ON t.id = p.token
                    WHERE t.account = ? AND t.id IS NOT ? AND p.kind = ?
                    """,
                arguments: [account, spared, kind.rawValue])
        }
        for (kind, table) in [(TokenProduct.Kind.link, "account_link"), (.invitation, "invitation")] {
            for id in try products(kind) {
                try db.execute(sql: "DELETE FROM \(table) WHERE id = ? AND used_at IS NULL", arguments: [id])
            }
        }
        for id in try products(.session) {
            try db.execute(sql: "DELETE FROM session WHERE id = ?", arguments: [id])
        }
        for id in try products(.share) { try SQLiteShareStore.end(ID(id), db) }
    }

    /// Deletes the records whose token or device key no longer exists.
    static func removeStale(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM token_product WHERE token NOT IN (SELECT id FROM access_token)
                AND token NOT IN (SELECT id FROM device_key)
                """)
    }
}
