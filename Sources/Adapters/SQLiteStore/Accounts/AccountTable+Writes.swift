import Accounts
import Foundation
import GRDB
import Messaging
import Primitives

extension AccountTable {
    func execute(_ write: AccountWrite) throws {
        switch write {
        case .addUser(let user): try insert(user)
        case .updateUser(let user): try update(user)
        case .setLibraries(let scope, let user): try setLibraries(scope, of: user)
        case .setEmail(let email, let id):
            guard var user = try self.user(id) else { return }
            user.email = email
            try update(user)
        case .setRole(let role, let user):
            try db.run("UPDATE account SET role = ? WHERE id = ?", [role.rawValue, user])
        case .disable(let user): try db.run("UPDATE account SET disabled = 1 WHERE id = ?", [user])
        case .removePassword(let user):
            try db.run("UPDATE account SET password_hash = NULL, password_key_id = NULL WHERE id = ?", [user])
        case .setTwoFactor(let factor, let user): try save(factor, of: user)
        case .savePasskey(let passkey): try save(passkey)
        case .endPasskey(let id): try db.run("DELETE FROM passkey WHERE id = ?", [id])

        case .addSession(let session): try insert(session)
        case .trimSessions(let user, let count):
            try db.run(
                """
                DELETE FROM session WHERE account = ? AND id NOT IN (
                    SELECT id FROM session WHERE account = ? ORDER BY last_used_at DESC, id DESC LIMIT ?)
                """, [user, user, count])
        case .rotateSession(let session, let hash, let user):
            try db.run("UPDATE session SET hash = ? WHERE id = ? AND account = ?", [Data(hash.bytes), session, user])
            guard db.changesCount == 1 else { throw DomainError.signedOut }
        case .confirmSession(let session, let now, let user):
            try db.run("UPDATE session SET confirmed_at = ? WHERE id = ? AND account = ?", [now, session, user])
            guard db.changesCount == 1 else { throw DomainError.signedOut }
        case .endSessions(let ids):
            try db.run(
                "DELETE FROM session WHERE id IN (SELECT value FROM json_each(?))", [JSONList(ids.map(\.rawValue))])
        case .endAllSessions(let user, let session):
            try db.run("DELETE FROM session WHERE account = ? AND id IS NOT ?", [user, session])

        case .addToken(let token): try insert(token)
        case .endToken(let id): try db.run("DELETE FROM access_token WHERE id = ?", [id])
        case .endAllTokens(let user, let token):
            try db.run("DELETE FROM access_token WHERE account = ? AND id IS NOT ?", [user, token])
        case .addDeviceKey(let key): try insert(key)
        case .endDeviceKey(let id): try db.run("DELETE FROM device_key WHERE id = ?", [id])
        case .endAllDeviceKeys(let user): try db.run("DELETE FROM device_key WHERE account = ?", [user])

        case .setIdentityProvider(let provider): try set(provider)
        case .addIdentityLink(let link): try insert(link)
        case .useIdentityLink(let issuer, let subject, let now):
            try db.run(
                "UPDATE identity_link SET last_used_at = ? WHERE issuer = ? AND subject = ?", [now, issuer, subject])
        case .endIdentityLink(let id): try db.run("DELETE FROM identity_link WHERE id = ?", [id])
        case .endIdentityLinks(let user): try db.run("DELETE FROM identity_link WHERE account = ?", [user])

        case .replaceLink(let link): try replaceLink(by: link)
        case .useLink(let id, let now): try db.run("UPDATE account_link SET used_at = ? WHERE id = ?", [now, id])
        case .endLink(let id): try db.run("DELETE FROM account_link WHERE id = ? AND used_at IS NULL", [id])
        case .endLinks(let user, let link):
            try db.run("DELETE FROM account_link WHERE account = ? AND used_at IS NULL AND id IS NOT ?", [user, link])
        case .endLinksMade(let user, let link):
            try db.run(
                "DELETE FROM account_link WHERE created_by = ? AND used_at IS NULL AND id IS NOT ?", [user, link])
        case .removeSetupLinks: try db.run("DELETE FROM account_link WHERE purpose = 'setup'")

        case .addInvitation(let invitation): try insert(invitation)
        case .useInvitation(let id, let user, let now):
            try db.run(
                "UPDATE invitation SET used_at = ?, used_by = ? WHERE id = ? AND used_at IS NULL", [now, user, id])
        case .endInvitation(let id): try db.run("DELETE FROM invitation WHERE id = ? AND used_at IS NULL", [id])
        case .removeInvitation(let id): try db.run("DELETE FROM invitation WHERE id = ?", [id])
        case .endInvitationsMade(let user):
            try db.run("DELETE FROM invitation WHERE created_by = ? AND used_at IS NULL", [user])

        case .addEmailUndo(let undo):
            try db.run(
                """
                INSERT INTO email_undo (hash, account, email, email_key, was_confirmed, created_at, expires_at)
                VALUES (?, ?, ?, ?, 1, ?, ?)
                """,
                [Data(undo.hash.bytes), undo.user, undo.email.text, undo.email.key, undo.createdAt, undo.expiresAt])
        case .removeEmailUndos(let user, let instant):
            try db.run("DELETE FROM email_undo WHERE account = ? AND created_at >= ?", [user, instant])
        case .sendEmailUndo(let undo, let message, let user):
            try SQLiteOutbox.insert(.emailChanged(undo, message, of: user), db)
        case .removeEmailConfirmation(let user): try db.run("DELETE FROM email_confirmation WHERE account = ?", [user])
        case .confirmEmail(let email, let user, let instant):
            try db.run(
                """
                INSERT INTO confirmed_email (account, email_key, confirmed_at) VALUES (?, ?, ?)
                ON CONFLICT (account) DO UPDATE SET email_key = excluded.email_key
                """, [user, email.key, instant])

        case .recordProduct(let made):
            try record(made.kind, made.product, by: made.sources, former: made.former, at: made.at)
        case .forgetProduct(let kind, let product):
            try db.run("DELETE FROM token_product WHERE kind = ? AND product = ?", [kind.rawValue, product])
        case .forgetEmails(let user, let instant):
            try db.run("DELETE FROM token_product WHERE kind = 'email' AND product = ? AND at >= ?", [user, instant])
        case .forgetProducts(let source): try db.run("DELETE FROM token_product WHERE token = ?", [source])
        case .endShare(let id): try ShareTable(db).end(ID(id))
        }
    }
}
