import Accounts
import Foundation
import GRDB
import Primitives

/// The provider's settings and the links to its users.
extension AccountTable {
    func identityProvider() throws -> IdentityProvider {
        var provider = IdentityProvider()
        guard let row = try db.row("SELECT * FROM identity_provider") else { return provider }
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
        let libraries = try Dictionary(grouping: db.rows("SELECT group_name, library FROM identity_group_library")) {
            $0["group_name"] as String
        }
        provider.groups = try db.rows("SELECT * FROM identity_group ORDER BY position").map { row in
            let name: String = row["name"]
            return GroupRule(
                group: name, role: (row["role"] as String?).flatMap(Role.init(rawValue:)),
                libraries: row["names_libraries"] ? Set((libraries[name] ?? []).map { $0["library"] }) : nil)
        }
        return provider
    }

    func set(_ provider: IdentityProvider) throws {
        try db.run(
            """
            INSERT OR REPLACE INTO identity_provider (id, is_on, name, issuer, client_id, sealed_secret, scopes,
              groups_claim, makes_accounts, links_by_email, trusts_second_factor, role, roles_without_password)
            VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                provider.isOn, provider.name, provider.issuer, provider.clientID,
                provider.sealedSecret.map { Data($0) }, provider.scopes.joined(separator: " "), provider.groupsClaim,
                provider.makesAccounts, provider.linksByEmail, provider.trustsSecondFactor, provider.role?.rawValue,
                provider.rolesWithoutPassword.map(\.rawValue).sorted().joined(separator: " "),
            ])
        try db.run("DELETE FROM identity_group")
        for (position, rule) in provider.groups.enumerated() {
            try db.run(
                "INSERT INTO identity_group (name, position, role, names_libraries) VALUES (?, ?, ?, ?)",
                [rule.group, position, rule.role?.rawValue, rule.libraries != nil])
            for library in rule.libraries ?? [] {
                try db.run(
                    "INSERT INTO identity_group_library (group_name, library) VALUES (?, ?)", [rule.group, library])
            }
        }
    }

    func insert(_ link: IdentityLink) throws {
        try db.run(
            """
            INSERT INTO identity_link (id, account, issuer, subject, label, created_at, last_used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [link.id, link.user, link.issuer, link.subject, link.label, link.createdAt, link.lastUsedAt])
    }

    func identityLink(issuer: String, subject: String) throws -> IdentityLink? {
        try db.row("SELECT * FROM identity_link WHERE issuer = ? AND subject = ?", [issuer, subject])
            .map(AccountRows.identityLink)
    }

    func identityLinks(of user: ID<Person>) throws -> [IdentityLink] {
        try db.rows("SELECT * FROM identity_link WHERE account = ? ORDER BY created_at, id", [user])
            .map(AccountRows.identityLink)
    }

    func sessions(
        by issuer: String, subject: String?, session: String?
    ) throws -> [(session: ID<Session>, user: ID<Person>)] {
        try db.rows(
            """
            SELECT id, account FROM session WHERE identity_issuer = :issuer
              AND (:subject IS NULL OR identity_subject = :subject)
              AND (:session IS NULL OR identity_session = :session)
            """,
            ["issuer": issuer, "subject": subject, "session": session]
        ).map { ($0["id"], $0["account"]) }
    }
}
