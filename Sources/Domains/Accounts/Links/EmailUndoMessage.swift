import Journal
package import Primitives

/// An email with a link that undoes a change of address, made before it is known whether the address changes.
package struct EmailUndoMessage: Sendable {
    package let hash: TokenHash
    package let emailID: String
    package let sealed: [UInt8]
    package let at: Timestamp

    /// Nil when the server sends no email.
    static func make(_ sealer: (any EmailUndoSealer)?, at now: Timestamp) throws -> EmailUndoMessage? {
        let token = RandomToken.make()
        guard let made = try sealer?.seal(token, at: now) else { return nil }
        return EmailUndoMessage(hash: TokenHash(of: token), emailID: made.emailID, sealed: made.sealed, at: now)
    }

    /// Stores an undo link and sends it to an address that the account gives up, if the address was confirmed: an
    /// unconfirmed one may belong to another user. Throws `conflict` with reason `email_changed_often`.
    func writes(to email: EmailAddress, of user: User, in accounts: some AccountState) throws -> [AccountWrite] {
        guard try accounts.isConfirmed(email, by: user.id) else { return [] }
        let undos = try accounts.emailUndos(of: user.id)
        guard undos.count < EmailUndo.maximumPerUser else {
            throw DomainError(
                .conflict, "The address was changed too often this week. Try again next week",
                reason: "email_changed_often", field: "email")
        }
        // The order is strict, even within a millisecond or after the clock was set back.
        let earliest = undos.latest.map { $0.advanced(by: .milliseconds(1)) } ?? at
        let undo = EmailUndo(
            hash: hash, user: user.id, email: email, createdAt: max(at, earliest),
            expiresAt: at.advanced(by: EmailUndo.lifetime))
        return [.addEmailUndo(undo), .sendEmailUndo(undo, self, of: user)]
    }
}

extension EmailUndo {
    /// Restores the address on top of `edited`. Changes that came after the undone one are undone with it.
    func changes(with edited: Changes<AccountWrite>) -> Changes<AccountWrite> {
        var changes = Changes<AccountWrite>(
            at: edited.instant, .removeEmailUndos(of: user, since: createdAt), .endLinks(to: user, except: nil),
            .removeEmailConfirmation(of: user))
        changes.append(edited) { $0 }
        changes.writes.append(.confirmEmail(email, of: user, at: createdAt))
        return changes
    }
}
