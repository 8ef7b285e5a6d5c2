import Accounts
import Foundation
import GRDB
import Journal
import Primitives

/// What came of bearer tokens and of device keys: written by the transactions that make it, and ended with the token or key.
///
/// A source is the id of a token or of a device key. What an account makes that came of a source is put down to that source itself, so
/// that ending it ends all generations at once.
enum TokenProducts {
    /// What the act of `maker` is put down to: the token or key that asks, and those that gave its account its standing.
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

    /// The sources that this came of; empty where it came of none.
    static func sources(of kind: TokenProduct.Kind, _ id: String, _ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db, sql: "SELECT token FROM token_product WHERE kind = ? AND product = ?", arguments: [kind.rawValue, id])
    }

    /// - Parameter former: what it was before, in the words of the account's row, for what can be put back.
    static func record(
        _ kind: TokenProduct.Kind, _ id: String, by sources: Set<String>, former: String? = nil, at now: Timestamp,
        _ db: Database
    ) throws {
        for source in sources.sorted() {
            // Of several changes by one source the first knows what was there before.
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

    /// Puts down a raised role, an enabled account and another address. What somebody decides who came of no source counts from then on.
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

    /// What still could be ended, oldest first. What has ended or was used by now is left out.
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

    /// Ends what came of the source, as far as `revocation` says, and forgets that it did.
    ///
    /// Throws `conflict` with reason `last_admin` when nobody could administer afterwards, unless the last admin is to be spared.
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
            try told("user.disable", of: product, entry).append(to: db)
        case .password:
            try db.execute(
                sql: "UPDATE account SET password_hash = NULL, password_key_id = NULL WHERE id = ?",
                arguments: [product.id])
            try endCredentials(of: product.id, db)
            try told("user.password", of: product, entry).append(to: db)
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
            try told("user.role", of: product, entry).adding("from", before ?? "").adding("to", after ?? "")
                .append(to: db)
        case .email:
            try putEmailBack(of: ID(product.id), source, db)
            try told("user.edit", of: product, entry).adding("fields", "email").append(to: db)
        }
    }

    private static func endCredentials(of account: String, _ db: Database) throws {
        for table in ["session", "access_token", "device_key"] {
            try db.execute(sql: "DELETE FROM \(table) WHERE account = ?", arguments: [account])
        }
        try AccountWrites.endInvitations(by: account, db)
    }

    /// Puts the address back that the source has replaced, or takes it away where somebody else has the former one by now. What others
    /// replaced since is undone with it.
    private static func putEmailBack(of account: ID<Person>, _ source: String, _ db: Database) throws {
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

    private static func told(_ action: String, of product: TokenProduct, _ entry: JournalEntry) -> JournalEntry {
        JournalEntry(
            at: entry.at, by: entry.actor, action, JournalEntry.Subject(kind: "user", id: product.id),
            details: ["reason": entry.action].merging(
                entry.details.filter { ["token", "key"].contains($0.key) }
            ) { stated, _ in stated })
    }

    /// A new link to choose a password. Whoever reads letters at an address that a source has set answers for it too.
    static func linkMade(_ link: AccountLink, by maker: Maker, _ db: Database) throws {
        var sources = try sources(of: maker, db)
        if let user = link.user?.rawValue { try sources.formUnion(self.sources(of: .email, user, db)) }
        try record(.link, link.id.rawValue, by: sources, at: link.createdAt, db)
    }

    /// A password was chosen by a link: it answers to the sources of the link, and to none before.
    static func linkUsed(_ link: String, by user: String, session: String?, at now: Timestamp, _ db: Database) throws {
        let sources = try sources(of: .link, link, db)
        try forget(.password, user, db)
        try record(.password, user, by: sources, at: now, db)
        if let session { try record(.session, session, by: sources, at: now, db) }
    }

    /// Tokens of an account that end otherwise: what they opened ends with them, accounts stay. `spared` is a token that goes on.
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

    /// What nothing can be ended of any more.
    static func removeStale(_ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM token_product WHERE token NOT IN (SELECT id FROM access_token)
                AND token NOT IN (SELECT id FROM device_key)
                """)
    }
}
