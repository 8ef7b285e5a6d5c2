package import Accounts
import Foundation
import GRDB
package import Primitives

/// The provider's settings and the links to its users, inside a transaction.
struct IdentityTable {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    func provider() throws -> IdentityProvider {
        var provider = IdentityProvider()
        guard let row = try Row.fetchOne(db, sql: "SELECT * FROM identity_provider") else { return provider }
        provider.isOn = row["is_on"]
        provider.name = row["name"]
        provider.issuer = row["issuer"]
        provider.clientID = row["client_id"]
        provider.sealedSecret = (row["sealed_secret"] as Data?).map { [UInt8]($0) }
        provider.scopes = (row["scopes"] as String).split(separator: " ").map(String.init)
        provider.groupsClaim = row["groups_claim"]
        provider.makesAccounts = row["makes_accounts"]
        provider.linksByEmail = row["links_by_email"]
        provider.trustsSecondFactor = row["trusts_second_factor"]
        provider.role = (row["role"] as String?).flatMap(Role.init(rawValue:))
        provider.rolesWithoutPassword = Set(
            (row["roles_without_password"] as String).split(separator: " ").compactMap { Role(rawValue: String($0)) })
        let libraries = try Dictionary(
            grouping: Row.fetchAll(db, sql: "SELECT group_name, library FROM identity_group_library")
        ) { $0["group_name"] as String }
        provider.groups = try Row.fetchAll(db, sql: "SELECT * FROM identity_group ORDER BY position").map { row in
            let name: String = row["name"]
            return GroupRule(
                group: name, role: (row["role"] as String?).flatMap(Role.init(rawValue:)),
                libraries: row["names_libraries"] ? Set((libraries[name] ?? []).map { $0["library"] }) : nil)
        }
        return provider
    }

    func set(_ provider: IdentityProvider) throws {
        try db.execute(
            sql: """
                INSERT OR REPLACE INTO identity_provider (id, is_on, name, issuer, client_id, sealed_secret, scopes,
                  groups_claim, makes_accounts, links_by_email, trusts_second_factor, role, roles_without_password)
                VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                provider.isOn, provider.name, provider.issuer, provider.clientID,
                provider.sealedSecret.map { Data($0) }, provider.scopes.joined(separator: " "), provider.groupsClaim,
                provider.makesAccounts, provider.linksByEmail, provider.trustsSecondFactor, provider.role?.rawValue,
                provider.rolesWithoutPassword.map(\.rawValue).sorted().joined(separator: " "),
            ])
        try db.execute(sql: "DELETE FROM identity_group")
        for (position, rule) in provider.groups.enumerated() {
            try db.execute(
                sql: "INSERT INTO identity_group (name, position, role, names_libraries) VALUES (?, ?, ?, ?)",
                arguments: [rule.group, position, rule.role?.rawValue, rule.libraries != nil])
            for library in rule.libraries ?? [] {
                try db.execute(
                    sql: "INSERT INTO identity_group_library (group_name, library) VALUES (?, ?)",
                    arguments: [rule.group, library])
            }
        }
    }

    func link(issuer: String, subject: String) throws -> IdentityLink? {
        try Row.fetchOne(
            db, sql: "SELECT * FROM identity_link WHERE issuer = ? AND subject = ?", arguments: [issuer, subject]
        ).map(Self.link)
    }

    func links(of user: ID<Person>) throws -> [IdentityLink] {
        try Row.fetchAll(
            db, sql: "SELECT * FROM identity_link WHERE account = ? ORDER BY created_at, id", arguments: [user.rawValue]
        ).map(Self.link)
    }

    private static func link(_ row: Row) -> IdentityLink {
        IdentityLink(
            id: ID(row["id"]), user: ID(row["account"]), issuer: row["issuer"], subject: row["subject"],
            label: row["label"], createdAt: Timestamp(milliseconds: row["created_at"]),
            lastUsedAt: Timestamp(milliseconds: row["last_used_at"]))
    }

    func add(_ link: IdentityLink) throws {
        try db.execute(
            sql: """
                INSERT INTO identity_link (id, account, issuer, subject, label, created_at, last_used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                link.id.rawValue, link.user.rawValue, link.issuer, link.subject, link.label,
                link.createdAt.milliseconds, link.lastUsedAt.milliseconds,
            ])
    }

    func use(issuer: String, subject: String, at now: Timestamp) throws {
        try db.execute(
            sql: "UPDATE identity_link SET last_used_at = ? WHERE issuer = ? AND subject = ?",
            arguments: [now.milliseconds, issuer, subject])
    }

    func end(_ id: ID<IdentityLink>) throws {
        try db.execute(sql: "DELETE FROM identity_link WHERE id = ?", arguments: [id.rawValue])
    }

    /// The sessions of the provider's user, of its session, or of both.
    func sessions(
        by issuer: String, subject: String?, session: String?
    ) throws -> [(session: ID<Session>, user: ID<Person>)] {
        try Row.fetchAll(
            db,
            sql: """
                SELECT id, account FROM session WHERE identity_issuer = :issuer
                  AND (:subject IS NULL OR identity_subject = :subject)
                  AND (:session IS NULL OR identity_session = :session)
                """,
            arguments: ["issuer": issuer, "subject": subject, "session": session]
        ).map { (ID($0["id"]), ID($0["account"])) }
    }
}

extension SQLiteAccountStore {
    package func identityProvider() async throws -> IdentityProvider {
        try await database.read { db in try IdentityTable(db).provider() }
    }

    package func identityLink(issuer: String, subject: String) async throws -> IdentityLink? {
        try await database.read { db in try IdentityTable(db).link(issuer: issuer, subject: subject) }
    }

    package func identityLinks(of user: ID<Person>) async throws -> [IdentityLink] {
        try await database.read { db in try IdentityTable(db).links(of: user) }
    }
}

extension AccountTable {
    func identityProvider() throws -> IdentityProvider { try IdentityTable(db).provider() }

    func identityLink(issuer: String, subject: String) throws -> IdentityLink? {
        try IdentityTable(db).link(issuer: issuer, subject: subject)
    }

    func identityLinks(of user: ID<Person>) throws -> [IdentityLink] { try IdentityTable(db).links(of: user) }

    func sessions(
        by issuer: String, subject: String?, session: String?
    ) throws -> [(session: ID<Session>, user: ID<Person>)] {
        try IdentityTable(db).sessions(by: issuer, subject: subject, session: session)
    }
}
