import Accounts
import Primitives
import Foundation
import GRDB

/// The statements that change accounts, each run inside a transaction of `SQLiteAccountStore`.
enum AccountWrites {
    static func insert(_ user: User, _ db: Database) throws {
        try checkNames(of: user, db)
        try checkEmail(of: user, db)
        try namingConflicts {
            try db.execute(
                sql: """
                    INSERT INTO account (username, username_key, display_name, email, email_key, search_text, role,
                        disabled, locale, locale_country, theme, picture, picture_changed_at, password_hash,
                        password_key_id, password_changed_at, last_seen_at, all_libraries, hears_explicit,
                        maximum_bitrate, plan, id, created_at)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: values(of: user) + [user.id.rawValue, user.createdAt.milliseconds])
        }
        try writeLibraries(of: user, db)
    }

    static func update(_ user: User, _ db: Database) throws {
        try checkNames(of: user, db)
        try checkEmail(of: user, db)
        try namingConflicts {
            try db.execute(
                sql: """
                    UPDATE account SET username = ?, username_key = ?, display_name = ?, email = ?, email_key = ?,
                        search_text = ?, role = ?, disabled = ?, locale = ?, locale_country = ?, theme = ?, picture = ?,
                        picture_changed_at = ?, password_hash = ?, password_key_id = ?, password_changed_at = ?, last_seen_at = ?,
                        all_libraries = ?, hears_explicit = ?, maximum_bitrate = ?, plan = ?
                    WHERE id = ?
                    """,
                arguments: values(of: user) + [user.id.rawValue])
        }
    }

    /// Refuses a new name that could be confused with another user's. A user who already has such a name may keep it.
    private static func checkNames(of user: User, _ db: Database) throws {
        let before = try Row.fetchOne(
            db, sql: "SELECT username, display_name FROM account WHERE id = ?", arguments: [user.id.rawValue])
        guard before?["username"] != user.username.text || before?["display_name"] != user.displayName else { return }
        let (username, shown) = (ConfusableNames.of(user.username.text), ConfusableNames.of(user.displayName))
        let others = try Row.fetchCursor(
            db, sql: "SELECT username, display_name FROM account WHERE id <> ? AND former = 0",
            arguments: [user.id.rawValue])
        while let other = try others.next() {
            let taken = [ConfusableNames.of(other["username"]), ConfusableNames.of(other["display_name"])]
            if before?["username"] != user.username.text, taken.contains(username) {
                throw DomainError(
                    .conflict, "Somebody has this user name already", reason: "username_taken", field: "username")
            }
            if before?["display_name"] != user.displayName, taken.contains(shown) {
                throw DomainError(
                    .conflict, "Somebody goes by this name already", reason: "display_name_taken",
                    field: "displayName")
            }
        }
    }

    /// Refuses an address that another account has confirmed and can still restore.
    private static func checkEmail(of user: User, _ db: Database) throws {
        guard let key = user.email?.key,
            try Bool.fetchOne(
                db, sql: "SELECT EXISTS (SELECT 1 FROM email_undo WHERE email_key = ? AND account <> ?)",
                arguments: [key, user.id.rawValue]) == true
        else { return }
        throw emailTaken
    }

    private static var emailTaken: DomainError {
        DomainError(.conflict, "Somebody has this e-mail address already", reason: "email_taken", field: "email")
    }

    /// Throws `invalid` for the field `libraries` if a library is unknown.
    static func writeLibraries(of user: User, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM account_library WHERE account = ?", arguments: [user.id.rawValue])
        guard let libraries = user.libraries.libraries else { return }
        let insert = try db.makeStatement(sql: "INSERT INTO account_library (account, library) VALUES (?, ?)")
        for library in libraries.sorted() {
            do {
                try insert.execute(arguments: [user.id.rawValue, library])
            } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
                throw DomainError.invalid("libraries holds one that is not known", field: "libraries")
            }
        }
    }

    static func insert(_ session: SessionRecord, _ db: Database) throws {
        try db.execute(
            sql: """
                INSERT INTO session (id, account, hash, client, address, created_at, last_used_at, confirmed_at,
                    expires_at)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                session.id.rawValue, session.user.rawValue, Data(session.hash.bytes), session.client, session.address,
                session.createdAt.milliseconds, session.lastUsedAt.milliseconds, session.confirmedAt.milliseconds,
                session.expiresAt.milliseconds,
            ])
    }

    /// Keeps the user's `maximum` most recently used sessions and deletes the others.
    static func trimSessions(of user: ID<Person>, to maximum: Int, _ db: Database) throws {
        try db.execute(
            sql: """
                DELETE FROM session WHERE account = ? AND id NOT IN (
                    SELECT id FROM session WHERE account = ? ORDER BY last_used_at DESC, id DESC LIMIT ?)
                """,
            arguments: [user.rawValue, user.rawValue, maximum])
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

    /// Deletes the account's unused invitations and links, except the link `presented`.
    static func endInvitations(by account: String, except presented: String? = nil, _ db: Database) throws {
        try db.execute(
            sql: "DELETE FROM invitation WHERE created_by = ? AND used_at IS NULL", arguments: [account])
        try db.execute(
            sql: "DELETE FROM account_link WHERE created_by = ? AND used_at IS NULL AND id IS NOT ?",
            arguments: [account, presented])
    }

    static func use(_ link: AccountLink, at now: Timestamp, _ db: Database) throws {
        try db.execute(
            sql: "UPDATE account_link SET used_at = ? WHERE id = ? AND used_at IS NULL",
            arguments: [now.milliseconds, link.id.rawValue])
        guard db.changesCount == 1 else {
            throw DomainError(.conflict, "This link has just been used", reason: "link_expired", field: "token")
        }
    }

    private static func values(of user: User) -> StatementArguments {
        let search = [user.username.text, user.displayName, user.email?.text ?? ""].map(FoldedText.fold)
        return [
            user.username.text, user.username.key, user.displayName, user.email?.text, user.email?.key,
            search.joined(separator: "\n"), user.role.rawValue, user.disabled, user.locale.language.rawValue,
            user.locale.country, user.theme.rawValue, user.picture?.hex, user.pictureChangedAt?.milliseconds,
            user.passwordHash?.text,
            user.passwordHash?.keyID,
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
            if error.message?.contains("account.username_key") == true {
                throw DomainError(
                    .conflict, "Somebody has this user name already", reason: "username_taken", field: "username")
            }
            if error.message?.contains("account.email_key") == true {
                throw emailTaken
            }
            throw error
        } catch let error as DatabaseError where error.extendedResultCode == .SQLITE_CONSTRAINT_FOREIGNKEY {
            throw DomainError.invalid("There is no such plan", field: "plan")
        }
    }
}
