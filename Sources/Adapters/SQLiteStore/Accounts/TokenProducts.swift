import Accounts
import GRDB
import Primitives

/// The products of bearer tokens and device keys: accounts, links, sessions, shares and changes that were made with
/// one. The transaction that makes a product records it. Revoking the token or key ends its products
/// (`TokenRevocation`).
///
/// A source is the id of a token or device key.
enum TokenProducts {
    /// The sources under which a product of one of these kinds is recorded.
    static func sources(of kinds: [TokenProduct.Kind], _ id: String, _ db: Database) throws -> Set<String> {
        try String.fetchSet(
            db,
            sql: "SELECT token FROM token_product WHERE product = ? AND kind IN (SELECT value FROM json_each(?))",
            arguments: [id, JSONList(kinds.map(\.rawValue))])
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

    /// The value that the source has changed, and the time of the change.
    static func formerValue(
        of product: TokenProduct, by source: String, _ db: Database
    ) throws -> (text: String?, at: Timestamp)? {
        try Row.fetchOne(
            db, sql: "SELECT former, at FROM token_product WHERE kind = ? AND product = ? AND token = ?",
            arguments: [product.kind.rawValue, product.id, source]
        ).map { ($0["former"], Timestamp(milliseconds: $0["at"])) }
    }

    /// The products of these kinds that come from an account's tokens. `spared` is a token that stays valid.
    static func list(
        of kinds: [TokenProduct.Kind], ofTokensOf account: String, except spared: String?, _ db: Database
    ) throws -> [(kind: TokenProduct.Kind, id: String)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT p.kind, p.product FROM token_product p JOIN access_token t ON t.id = p.token
                WHERE t.account = ? AND t.id IS NOT ? AND p.kind IN (SELECT value FROM json_each(?))
                """,
            arguments: [account, spared, JSONList(kinds.map(\.rawValue))]
        ).map { row in
            guard let kind = TokenProduct.Kind(rawValue: row["kind"]) else {
                throw AccountRows.damaged("token_product")
            }
            return (kind, row["product"])
        }
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
