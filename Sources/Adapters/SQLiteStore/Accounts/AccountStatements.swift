import Accounts
import Primitives
import Foundation
import GRDB

/// The longer statements that `AccountTable` executes.
enum AccountStatements {
    static func insert(_ user: User, _ db: Database) throws {
        try namingConflicts {
            try db.execute(
                sql: """
                    INSERT INTO account (username, username_key, display_name, email, email_key, search_text, role,
                        disabled, locale, locale_country, theme, shading_mode, picture, picture_changed_at,
                        password_hash, password_key_id, password_changed_at, last_seen_at, all_libraries, hears_explicit,
                        maximum_bitrate, plan, id, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: values(of: user) + [user.id.rawValue, user.createdAt.milliseconds])
        }
        try setLibraries(user.libraries, of: user.id, db)
    }

    static func update(_ user: User, _ db: Database) throws {
        try namingConflicts {
            try db.execute(
                sql: """
                    UPDATE account SET username = ?, username_key = ?, display_name = ?, email = ?, email_key = ?,
                        search_text = ?, role = ?, disabled = ?, locale = ?, locale_country = ?, theme = ?, shading_mode = ?,
                        picture = ?, picture_changed_at = ?, password_hash = ?, password_key_id = ?, password_changed_at = ?, last_seen_at = ?,
                        all_libraries = ?, hears_explicit = ?, maximum_bitrate = ?, plan = ?
                    WHERE id = ?
                    """,
                arguments: values(of: user) + [user.id.rawValue])
        }
    }

    /// Throws `invalid` for the field `libraries` if a library is unknown.
    static func setLibraries(_ scope: LibraryScope, of user: ID<Person>, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM account_library WHERE account = ?", arguments: [user.rawValue])
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

    static func insert(_ session: SessionRecord, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO session (id, account, hash, client, address, created_at, last_used_at, confirmed_at,
                    expires_at, identity_issuer, identity_subject, identity_session)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                session.id.rawValue, session.user.rawValue, Data(session.hash.bytes), session.client, session.address,
                session.createdAt.milliseconds, session.lastUsedAt.milliseconds, session.confirmedAt.milliseconds,
                session.expiresAt.milliseconds, session.identity?.issuer, session.identity?.subject,
                session.identity?.session,
            ])
    }

    static func insert(_ token: AccessToken, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO access_token (id, account, hash, label, scopes, created_at, last_used_at, last_address,
                    expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                token.id.rawValue, token.user.rawValue, Data(token.hash.bytes), token.label,
                AccessScope.names(token.scopes).joined(separator: " "), token.createdAt.milliseconds,
                token.lastUsedAt?.milliseconds, token.lastAddress, token.expiresAt?.milliseconds,
            ])
    }

    /// Replaces the unused links of the same purpose and user.
    static func replaceLink(by link: AccountLink, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM account_link WHERE purpose = ? AND account IS ? AND used_at IS NULL",
            arguments: [link.purpose.rawValue, link.user?.rawValue])
        try db.execute(
            sql: """
                INSERT INTO account_link (id, purpose, hash, account, created_by, created_at, expires_at, used_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                link.id.rawValue, link.purpose.rawValue, Data(link.hash.bytes), link.user?.rawValue,
                link.maker?.rawValue, link.createdAt.milliseconds, link.expiresAt?.milliseconds,
                link.usedAt?.milliseconds,
            ])
    }

    /// Throws `invalid` for the field `plan` if the plan is unknown.
    static func insert(_ invitation: Invitation, _ db: Database) throws {
        do {
            try db.execute(
                sql: """
                    INSERT INTO invitation (id, hash, label, role, plan, libraries, hears_explicit, created_by,
                        created_at, expires_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
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
