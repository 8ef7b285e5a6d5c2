import Accounts
import Foundation
import GRDB
import Journal
import Primitives
import Support
import Testing

@testable import SQLiteStore

@Suite("A database from before tokens had scopes") struct TokenMigrationTests {
    @Test("keeps its tokens for what they did but for credentials, and they end within 90 days") func migrates()
        async throws
    {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        let before = try SQLiteDatabase.open(path: path, migrations: [Migration].all.filter { $0.name < "0042" })
        let day: Int64 = 86_400_000
        let now = Int64(Date().timeIntervalSince1970 * 1000)
        try await before.pool.write { db in
            for (name, role) in [("root", "admin"), ("ada", "listener")] {
                try db.execute(
                    sql: """
                        INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                          theme, created_at)
                        VALUES (?1, ?1, ?1, ?1, ?1, ?2, 0, 'en', 'system', 1)
                        """, arguments: [name, role])
            }
            for (id, account, end) in [
                ("endless", "root", nil), ("long", "ada", now + 400 * day), ("short", "ada", now + 3 * day),
            ] as [(String, String, Int64?)] {
                try db.execute(
                    sql:
                        "INSERT INTO access_token (id, account, hash, label, created_at, expires_at) VALUES (?, ?, ?, ?, 1, ?)",
                    arguments: [id, account, Data(TokenHash(of: id).bytes), id, end])
            }
        }
        try before.close()

        let store = SQLiteAccountStore(try SQLiteDatabase.open(path: path))
        let migrated = Int64(Date().timeIntervalSince1970 * 1000)
        var tokens: [String: AccessToken] = [:]
        for id in ["endless", "long", "short"] { tokens[id] = try await store.token(hash: TokenHash(of: id))?.token }
        #expect(tokens["endless"]?.scopes == [.read, .write, .administer])
        #expect(tokens["long"]?.scopes == [.read, .write] && tokens["short"]?.scopes == [.read, .write])
        for id in ["endless", "long"] {
            let end = try #require(tokens[id]?.expiresAt?.milliseconds)
            // The migration knows whole seconds.
            #expect((now - 1000...migrated + 1000).contains(end - 90 * day), "\(id)")
        }
        #expect(tokens["short"]?.expiresAt?.milliseconds == now + 3 * day)
    }

    @Test("keeps what came of tokens, and loses invitations whose makers may invite nobody any more")
    func invitations() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/rondo.sqlite"
        let before = try SQLiteDatabase.open(path: path, migrations: [Migration].all.filter { $0.name < "0056" })
        try await before.pool.write { db in
            for (name, role) in [("root", "admin"), ("eve", "listener")] {
                try db.execute(
                    sql: """
                        INSERT INTO account (id, username, username_key, display_name, search_text, role, disabled, locale,
                          theme, created_at)
                        VALUES (?1, ?1, ?1, ?1, ?1, ?2, 0, 'en', 'system', 1)
                        """, arguments: [name, role])
            }
            for (id, maker) in [("admin's", "root"), ("former", "eve"), ("operator's", nil), ("nobody's", nil)]
                as [(String, String?)]
            {
                try db.execute(
                    sql: """
                        INSERT INTO invitation (id, hash, label, role, created_by, created_at, expires_at)
                        VALUES (?, ?, '', 'admin', ?, 1, 2)
                        """, arguments: [id, Data(TokenHash(of: id).bytes), maker])
                let actor = id == "operator's" ? JournalEntry.Actor.commandLine : .init(user: ID("x"), origin: "x")
                try JournalEntry(
                    at: Timestamp(milliseconds: 1), by: actor, "invitation.create",
                    JournalEntry.Subject(kind: "invitation", id: id)
                ).append(to: db)
            }
            try db.execute(
                sql: """
                    INSERT INTO token_product (kind, product, token, at) VALUES ('account', 'eve', 't', 1);
                    INSERT INTO email_undo (hash, account, email, email_key, was_confirmed, created_at, expires_at)
                      VALUES (zeroblob(32), 'eve', 'a@b', 'a@b', 0, 1, 2);
                    """)
        }
        try before.close()

        let after = try SQLiteDatabase.open(path: path)
        let (invitations, products, undos) = try await after.pool.read { db in
            (
                try String.fetchSet(db, sql: "SELECT id FROM invitation"),
                try AccountTable(db: db).products(of: "t").map(\.id),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM email_undo")
            )
        }
        #expect(invitations == ["admin's", "operator's"])
        #expect(products == ["eve"] && undos == 0)
        try after.close()
    }
}
