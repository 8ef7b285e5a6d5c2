import Accounts
import GRDB
import Primitives

/// The products of bearer tokens and device keys: accounts, links, sessions, shares and changes that were made with
/// one. The transaction that makes a product records it. Revoking the token or key ends its products
/// (`TokenRevocation`).
///
/// A source is the id of a token or device key.
extension AccountTable {
    func sources(of kinds: [TokenProduct.Kind], _ product: String) throws -> Set<String> {
        try db.valueSet(
            "SELECT token FROM token_product WHERE product = ? AND kind IN (SELECT value FROM json_each(?))",
            [product, JSONList(kinds.map(\.rawValue))])
    }

    /// - Parameter former: the earlier value, as the account's row stores it, for changes that can be reverted.
    func record(
        _ kind: TokenProduct.Kind, _ product: String, by sources: Set<String>, former: String? = nil, at now: Timestamp
    ) throws {
        for source in sources.sorted() {
            // If one source changes a value several times, the first record keeps the original value.
            try db.run(
                """
                INSERT INTO token_product (kind, product, token, former, at) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (kind, product, token) DO NOTHING
                """,
                [kind.rawValue, product, source, former, now])
        }
    }

    /// Leaves out products that have ended or were used.
    func products(of source: String) throws -> [TokenProduct] {
        try db.rows(Self.alive, [source]).map { row in
            TokenProduct(kind: try Self.kind(row), id: row["product"], name: row["name"], at: row["at"])
        }
    }

    private static func kind(_ row: Row) throws -> TokenProduct.Kind {
        guard let kind = TokenProduct.Kind(rawValue: row["kind"]) else { throw AccountRows.damaged("token_product") }
        return kind
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

    func formerValue(of product: TokenProduct, by source: String) throws -> (text: String?, at: Timestamp)? {
        try db.row(
            "SELECT former, at FROM token_product WHERE kind = ? AND product = ? AND token = ?",
            [product.kind.rawValue, product.id, source]
        ).map { ($0["former"], $0["at"]) }
    }

    func products(
        of kinds: [TokenProduct.Kind], ofTokensOf user: ID<Person>, except token: ID<AccessToken>?
    ) throws -> [(kind: TokenProduct.Kind, id: String)] {
        try db.rows(
            """
            SELECT p.kind, p.product FROM token_product p JOIN access_token t ON t.id = p.token
            WHERE t.account = ? AND t.id IS NOT ? AND p.kind IN (SELECT value FROM json_each(?))
            """,
            [user, token, JSONList(kinds.map(\.rawValue))]
        ).map { (try Self.kind($0), $0["product"]) }
    }

    /// Deletes the records whose token or device key no longer exists.
    func removeStaleProducts() throws {
        try db.run(
            """
            DELETE FROM token_product WHERE token NOT IN (SELECT id FROM access_token)
            AND token NOT IN (SELECT id FROM device_key)
            """)
    }
}
