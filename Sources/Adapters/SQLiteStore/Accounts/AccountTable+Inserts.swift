import Accounts
import Primitives
import Foundation
import GRDB

/// The longer statements that `execute` runs.
extension AccountTable {
    func insert(_ user: User) throws {
        try Self.namingConflicts {
            try run(
                """
                INSERT INTO account (username, username_key, display_name, email, email_key, search_text, role,
                    disabled, locale, locale_country, theme, shading_mode, picture, picture_changed_at,
                    password_hash, password_key_id, password_changed_at, last_seen_at, all_libraries, hears_explicit,
                    maximum_bitrate, plan, id, created_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                Self.values(of: user) + [user.id.rawValue, user.createdAt.milliseconds])
        }
        try setLibraries(user.libraries, of: user.id)
    }

    func update(_ user: User) throws {
        try Self.namingConflicts {
            try run(
                """
                UPDATE account SET username = ?, username_key = ?, display_name = ?, email = ?, email_key = ?,
                    search_text = ?, role = ?, disabled = ?, locale = ?, locale_country = ?, theme = ?, shading_mode = ?,
                    picture = ?, picture_changed_at = ?, password_hash = ?, password_key_id = ?, password_changed_at = ?, last_seen_at = ?,
                    all_libraries = ?, hears_explicit = ?, maximum_bitrate = ?, plan = ?
                WHERE id = ?
                """,
                Self.values(of: user) + [user.id.rawValue])
        }
    }

    /// Throws `invalid` for the field `libraries` if a library is unknown.
    func setLibraries(_ scope: LibraryScope, of user: ID<Person>) throws {
        try run("DELETE FROM account_library WHERE account = ?", [user.rawValue])
        guard let libraries = scope.libraries else { return }
        let insert = try db.makeStatement(sql: "INSERT INTO account_library (account, library) VALUES (?, ?)")
        for library in libraries.sorted() {
            do {
                try insert.execute(arguments: [user.rawValue, library])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw DomainError.unknownLibrary
            }
        }
    }

    func insert(_ session: SessionRecord) throws {
        try run(
            """
            INSERT INTO session (id, account, hash, client, address, created_at, last_used_at, confirmed_at,
                expires_at, identity_issuer, identity_subject, identity_session)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                session.id.rawValue, session.user.rawValue, Data(session.hash.bytes), session.client, session.address,
                session.createdAt.milliseconds, session.lastUsedAt.milliseconds, session.confirmedAt.milliseconds,
                session.expiresAt.milliseconds, session.identity?.issuer, session.identity?.subject,
                session.identity?.session,
            ])
    }

    func insert(_ token: AccessToken) throws {
        try run(
            """
            INSERT INTO access_token (id, account, hash, label, scopes, created_at, last_used_at, last_address,
                expires_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                token.id.rawValue, token.user.rawValue, Data(token.hash.bytes), token.label,
                AccessScope.names(token.scopes).joined(separator: " "), token.createdAt.milliseconds,
                token.lastUsedAt?.milliseconds, token.lastAddress, token.expiresAt?.milliseconds,
            ])
    }

    func insert(_ key: DeviceKey) throws {
        try run(
            """
            INSERT INTO device_key (id, account, label, scopes, hash, sealed, ring_key, created_at, expires_at,
                last_used_at, last_client, last_address)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                key.id.rawValue, key.user.rawValue, key.label,
                key.scopes.map(\.rawValue).sorted().joined(separator: " "), Data(key.secret.hash.bytes),
                Data(key.secret.sealed), key.secret.keyID, key.createdAt.milliseconds, key.expiresAt?.milliseconds,
                key.lastUse?.at.milliseconds, key.lastUse?.client, key.lastUse?.address,
            ])
    }

    /// Replaces the unused links of the same purpose and user.
    func replaceLink(by link: AccountLink) throws {
        try run(
            "DELETE FROM account_link WHERE purpose = ? AND account IS ? AND used_at IS NULL",
            [link.purpose.rawValue, link.user?.rawValue])
        try run(
            """
            INSERT INTO account_link (id, purpose, hash, account, created_by, created_at, expires_at, used_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                link.id.rawValue, link.purpose.rawValue, Data(link.hash.bytes), link.user?.rawValue,
                link.maker?.rawValue, link.createdAt.milliseconds, link.expiresAt?.milliseconds,
                link.usedAt?.milliseconds,
            ])
    }

    /// Throws `invalid` for the field `plan` if the plan is unknown.
    func insert(_ invitation: Invitation) throws {
        do {
            try run(
                """
                INSERT INTO invitation (id, hash, label, role, plan, libraries, hears_explicit, created_by,
                    created_at, expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    invitation.id.rawValue, Data(invitation.hash.bytes), invitation.label, invitation.role.rawValue,
                    invitation.plan?.rawValue, invitation.libraries.libraries?.sorted().joined(separator: " "),
                    invitation.libraries.includesExplicit, invitation.maker?.rawValue,
                    invitation.createdAt.milliseconds, invitation.expiresAt.milliseconds,
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
            user.pictureChangedAt?.milliseconds, user.passwordHash?.text, user.passwordHash?.keyID,
            user.passwordChangedAt?.milliseconds, user.lastSeenAt?.milliseconds, user.libraries.libraries == nil,
            user.libraries.includesExplicit, user.maximumBitrate, user.plan?.rawValue,
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
