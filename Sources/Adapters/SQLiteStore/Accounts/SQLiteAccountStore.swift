package import Accounts
package import Primitives
import Foundation
import GRDB
package import Journal

/// Accounts in SQLite: the records themselves. The extensions in the files beside this one have sessions, tokens and
/// links.
package struct SQLiteAccountStore: AccountStore, BlobUser {
    let database: SQLiteDatabase

    package init(_ database: SQLiteDatabase) {
        self.database = database
    }

    package func user(_ id: ID<Person>) async throws -> User? {
        try await database.read { db in try Self.loadUser(id, db) }
    }

    package func user(usernameKey: String) async throws -> User? {
        try await database.read { db in
            try Row.fetchOne(
                db, sql: "SELECT \(AccountRows.userColumns) FROM account WHERE username_key = ? AND former = 0",
                arguments: [usernameKey]
            ).map(AccountRows.user)
        }
    }

    package func users(matching search: String?, _ page: PageRequest) async throws -> Page<User> {
        var after = ""
        if case .text(let key)? = try page.cursor?.values(of: Self.list, count: 1).first { after = key }
        let start = after
        return try await database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT \(AccountRows.userColumns) FROM account
                    WHERE username_key > ? AND former = 0 AND (? IS NULL OR instr(search_text, ?) > 0)
                    ORDER BY username_key LIMIT ?
                    """,
                arguments: [start, search, search, page.limit + 1])
            let users = try rows.prefix(page.limit).map(AccountRows.user)
            let next = rows.count > page.limit ? users.last?.username.key : nil
            return Page(items: users, next: next.map { Cursor(list: Self.list, values: [.text($0)]) })
        }
    }

    package func count() async throws -> Int {
        try await database.read { db in
            try Int.fetchOne(db, sql: "SELECT count(*) FROM account WHERE former = 0") ?? 0
        }
    }

    package func ableAdminCount() async throws -> Int {
        try await database.read { db in try Self.countAbleAdmins(except: nil, db) }
    }

    package func create(
        presenting link: TokenHash?, _ decide: @escaping @Sendable (AccountFacts) throws -> NewAccount
    ) async throws {
        try await database.write(.accounts) { db in
            let presented = try link.flatMap { try Self.loadLink($0, db) }
            let new = try decide(
                AccountFacts(ableAdminCount: Self.countAbleAdmins(except: nil, db), link: presented))
            try AccountWrites.insert(new.user, db)
            if let session = new.session { try AccountWrites.insert(session, db) }
            if let link = new.link { try AccountWrites.replaceLink(by: link, db) }
            let sources = try TokenProducts.sources(of: new.maker, db)
            try TokenProducts.record(.account, new.user.id.rawValue, by: sources, at: new.user.createdAt, db)
            if let link = new.link { try TokenProducts.linkMade(link, by: new.maker, db) }
            if let presented, let now = new.linkUsedAt { try AccountWrites.use(presented, at: now, db) }
            if new.isSelfMade {
                try AdminNotifications.memberJoined(
                    new.user.id, named: new.user.displayName, db, at: new.user.createdAt)
            }
            for entry in new.journal { try entry.append(to: db) }
        }
    }

    package func edit<Result: Sendable>(
        _ id: ID<Person>, presenting link: TokenHash?,
        _ change: @escaping @Sendable (inout AccountEdit) throws -> Result
    ) async throws -> Result? {
        try await database.write(.accounts) { db in try Self.edit(id, presenting: link, db, change) }
    }

    static func edit<Result>(
        _ id: ID<Person>, presenting link: TokenHash?, _ db: Database,
        _ change: (inout AccountEdit) throws -> Result
    ) throws -> Result? {
        guard let user = try loadUser(id, db) else { return nil }
        let presented = try link.flatMap { try loadLink($0, db) }
        let factor = try TwoFactorRows.load(of: id, db)
        let required = try TwoFactorRows.requiredRoles(db)
        var edit = AccountEdit(
            user: user, twoFactor: factor, requiresTwoFactor: required.contains(user.role),
            otherAbleAdmins: try countAbleAdmins(except: id, db),
            tokenCount: try count("access_token", of: id, db),
            deviceKeyCount: try count("device_key", of: id, db), link: presented,
            linkMaker: try presented?.maker.flatMap { try loadUser($0, db) })
        let result = try change(&edit)
        if edit.user != user { try AccountWrites.update(edit.user, db) }
        if let at = edit.journal.last?.at {
            try TokenProducts.recordChanges(from: user, to: edit.user, by: edit.maker, at: at, db)
        }
        if edit.user.libraries != user.libraries { try AccountWrites.writeLibraries(of: edit.user, db) }
        if edit.twoFactor != factor { try TwoFactorRows.save(edit.twoFactor, of: id, db) }
        if let actor = edit.tellsOfRemovedTwoFactor {
            try AccountNotifications.secondFactorRemoved(of: id, by: actor, db)
        }
        if let former = edit.formerEmail { try tell(former, of: edit.user, db) }
        try apply(edit, db)
        for entry in edit.journal { try entry.append(to: db) }
        return result
    }

    package func record(_ entries: [JournalEntry]) async throws {
        try await database.write(.accounts) { db in for entry in entries { try entry.append(to: db) } }
    }

    package func passwordKeyIDs() async throws -> Set<String> {
        try await database.read { db in
            try String.fetchSet(
                db, sql: "SELECT DISTINCT password_key_id FROM account WHERE password_key_id IS NOT NULL")
        }
    }

    /// Does nothing: an account has one picture and remembers no earlier one.
    package func release(unusedSince instant: Timestamp) async throws {}

    package func blobsInUse() async throws -> Set<BlobKey> {
        try await database.read { db in
            let names = try String.fetchAll(db, sql: "SELECT picture FROM account WHERE picture IS NOT NULL")
            return Set(names.compactMap(BlobKey.init(hex:)))
        }
    }

    private static let list = "users.username.asc"

    static func loadUser(_ id: ID<Person>, _ db: Database) throws -> User? {
        try Row.fetchOne(
            db, sql: "SELECT \(AccountRows.userColumns) FROM account WHERE id = ? AND former = 0",
            arguments: [id.rawValue]
        ).map(AccountRows.user)
    }

    static func countAbleAdmins(except id: ID<Person>?, _ db: Database) throws -> Int {
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM account
                WHERE role = 'admin' AND disabled = 0 AND password_hash IS NOT NULL AND id IS NOT ?
                """,
            arguments: [id?.rawValue]) ?? 0
    }

    private static func count(_ table: StaticString, of id: ID<Person>, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE account = ?", arguments: [id.rawValue]) ?? 0
    }

    /// Ends sessions and tokens before it creates new ones, so that a new session is not ended with the others.
    private static func apply(_ edit: AccountEdit, _ db: Database) throws {
        let user = edit.user.id
        // Ending a token also ends the links that it created, unless they were used.
        if let link = edit.link, let now = edit.linkUsedAt { try AccountWrites.use(link, at: now, db) }
        var keptSession: String?
        var keptToken: String?
        switch edit.keeping {
        case .session(let id): keptSession = id.rawValue
        case .token(let id): keptToken = id.rawValue
        case .deviceKey, nil: break
        }
        if edit.endsSessions {
            try db.execute(
                sql: "DELETE FROM session WHERE account = ? AND id IS NOT ?", arguments: [user.rawValue, keptSession])
        }
        if edit.endsTokens {
            try TokenProducts.endOpenings(ofTokensOf: user.rawValue, except: keptToken, db)
            try db.execute(
                sql: "DELETE FROM access_token WHERE account = ? AND id IS NOT ?",
                arguments: [user.rawValue, keptToken])
        }
        if edit.endsDeviceKeys {
            try db.execute(sql: "DELETE FROM device_key WHERE account = ?", arguments: [user.rawValue])
        }
        let presented = edit.link?.id.rawValue
        if edit.endsInvitations { try AccountWrites.endInvitations(by: user.rawValue, except: presented, db) }
        if edit.endsLinks {
            try db.execute(
                sql: "DELETE FROM account_link WHERE account = ? AND used_at IS NULL AND id IS NOT ?",
                arguments: [user.rawValue, presented])
        }
        if let rotation = edit.rotation {
            try db.execute(
                sql: "UPDATE session SET hash = ? WHERE id = ? AND account = ?",
                arguments: [Data(rotation.hash.bytes), rotation.session.rawValue, user.rawValue])
            guard db.changesCount == 1 else { throw DomainError.signedOut }
        }
        if let confirmation = edit.confirmation {
            try db.execute(
                sql: "UPDATE session SET confirmed_at = ? WHERE id = ? AND account = ?",
                arguments: [confirmation.at.milliseconds, confirmation.session.rawValue, user.rawValue])
            guard db.changesCount == 1 else { throw DomainError.signedOut }
        }
        if let session = edit.newSession {
            try AccountWrites.insert(session, db)
            try AccountWrites.trimSessions(of: user, to: SessionPolicy.maximumPerUser, db)
        }
        if let token = edit.newToken { try AccountWrites.insert(token, db) }
        if let key = edit.newDeviceKey { try DeviceKeyRows.insert(key, db) }
        if let link = edit.newLink {
            try AccountWrites.replaceLink(by: link, db)
            try TokenProducts.linkMade(link, by: edit.maker, db)
        }
        if let link = edit.link, let now = edit.linkUsedAt {
            try TokenProducts.linkUsed(
                link.id.rawValue, by: user.rawValue, session: edit.newSession?.id.rawValue, at: now, db)
        }
    }
}
