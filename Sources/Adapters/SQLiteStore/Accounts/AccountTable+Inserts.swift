import Accounts
import Primitives
import Foundation
import GRDB

/// The longer statements that `execute` runs.
extension AccountTable {
    func insert(_ user: User) throws {
        try Self.namingConflicts {
            try db.run(
                """
                INSERT INTO account (username, username_key, display_name, email, email_key, search_text, role,
                    disabled, locale, locale_country, theme, shading_mode, picture, picture_changed_at,
                    password_hash, password_key_id, password_changed_at, last_seen_at, all_libraries, hears_explicit,
                    maximum_bitrate, plan, id, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                Self.values(of: user) + [user.id, user.createdAt])
        }
        try setLibraries(user.libraries, of: user.id)
    }

    func update(_ user: User) throws {
        try Self.namingConflicts {
            try db.run(
                """
                UPDATE account SET username = ?, username_key = ?, display_name = ?, email = ?, email_key = ?,
                    search_text = ?, role = ?, disabled = ?, locale = ?, locale_country = ?, theme = ?, shading_mode = ?,
                    picture = ?, picture_changed_at = ?, password_hash = ?, password_key_id = ?, password_changed_at = ?, last_seen_at = ?,
                    all_libraries = ?, hears_explicit = ?, maximum_bitrate = ?, plan = ?
                WHERE id = ?
                """,
                Self.values(of: user) + [user.id])
        }
    }

    /// Throws `invalid` for the field `libraries` if a library is unknown.
    func setLibraries(_ scope: LibraryScope, of user: ID<Person>) throws {
        try db.run("DELETE FROM account_library WHERE account = ?", [user])
        guard let libraries = scope.libraries else { return }
        let insert = try db.makeStatement(sql: "INSERT INTO account_library (account, library) VALUES (?, ?)")
        for library in libraries.sorted() {
            do {
                try insert.execute(arguments: [user, library])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw DomainError.unknownLibrary
            }
        }
    }

    func insert(_ session: SessionRecord) throws {
        try db.run(
            """
            INSERT INTO session (id, account, hash, client, address, created_at, last_used_at, confirmed_at,
                expires_at, identity_issuer, identity_subject, identity_session)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.id, session.user, Data(session.hash.bytes), session.client, session.address, session.createdAt,
                session.lastUsedAt, session.confirmedAt, session.expiresAt, session.identity?.issuer,
                session.identity?.subject, session.identity?.session,
            ])
    }

    func insert(_ token: AccessToken) throws {
        try db.run(
            """
            INSERT INTO access_token (id, account, hash, label, scopes, created_at, last_used_at, last_address,
                expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                token.id, token.user, Data(token.hash.bytes), token.label,
                AccessScope.names(token.scopes).joined(separator: " "), token.createdAt,
                token.lastUsedAt, token.lastAddress, token.expiresAt,
            ])
    }

    func insert(_ key: DeviceKey) throws {
        try db.run(
            """
            INSERT INTO device_key (id, account, label, scopes, hash, sealed, ring_key, created_at, expires_at,
                last_used_at, last_client, last_address)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key.id, key.user, key.label,
                key.scopes.map(\.rawValue).sorted().joined(separator: " "), Data(key.secret.hash.bytes),
                Data(key.secret.sealed), key.secret.keyID, key.createdAt, key.expiresAt,
                key.lastUse?.at, key.lastUse?.client, key.lastUse?.address,
            ])
    }

    /// Replaces the unused links of the same purpose and user.
    func replaceLink(by link: AccountLink) throws {
        try db.run(
            "DELETE FROM account_link WHERE purpose = ? AND account IS ? AND used_at IS NULL",
            [link.purpose.rawValue, link.user])
        try db.run(
            """
            INSERT INTO account_link (id, purpose, hash, account, created_by, created_at, expires_at, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                link.id, link.purpose.rawValue, Data(link.hash.bytes), link.user, link.maker, link.createdAt,
                link.expiresAt, link.usedAt,
            ])
    }

    /// Throws `invalid` for the field `plan` if the plan is unknown.
    func insert(_ invitation: Invitation) throws {
        do {
            try db.run(
                """
                INSERT INTO invitation (id, hash, label, role, plan, libraries, hears_explicit, created_by,
                    created_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    invitation.id, Data(invitation.hash.bytes), invitation.label, invitation.role.rawValue,
                    invitation.plan, invitation.libraries.libraries?.sorted().joined(separator: " "),
                    invitation.libraries.includesExplicit, invitation.maker,
                    invitation.createdAt, invitation.expiresAt,
                ])
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            throw DomainError.unknownPlan
        }
    }

    private static func values(of user: User) -> StatementArguments {
        let search = [user.username.text, user.displayName, user.email?.text ?? ""].map(FoldedText.fold)
        return [
            user.username.text, user.username.key, user.displayName, user.email?.text, user.email?.key,
            search.joined(separator: "\n"), user.role.rawValue, user.disabled, user.locale.language.rawValue,
            user.locale.country, user.theme.rawValue, user.shadingMode.rawValue, user.picture?.hex,
            user.pictureChangedAt, user.passwordHash?.text, user.passwordHash?.keyID,
            user.passwordChangedAt, user.lastSeenAt, user.libraries.libraries == nil,
            user.libraries.includesExplicit, user.maximumBitrate, user.plan,
        ]
    }

    /// Translates violated UNIQUE constraints into the domain's errors. SQLite's message names the column
    /// (sqlite.org/rescode.html).
    private static func namingConflicts(_ write: () throws -> Void) throws {
        do {
            try write()
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_UNIQUE {
            if error.message?.contains("account.username_key") == true { throw DomainError.usernameTaken }
            if error.message?.contains("account.email_key") == true { throw DomainError.emailTaken }
            throw error
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            throw DomainError.unknownPlan
        }
    }
}
