import Journal
import Primitives

extension AccountState {
    /// Runs `change` on the account and describes everything that it asks for; nil when there is no account.
    ///
    /// - Parameter presented: the link that was presented; the edit contains it if it exists.
    func edit<Result>(
        _ id: ID<Person>, presenting presented: TokenHash?, _ change: (inout AccountEdit) throws -> Result
    ) throws -> (changes: Changes<AccountWrite>, result: Result)? {
        guard let stored = try snapshot(of: id, presenting: presented) else { return nil }
        var edit = AccountEdit(stored)
        let result = try change(&edit)
        return (try edit.changes(in: self), result)
    }
}

extension AccountEdit {
    /// Everything that the edit asks for. Sessions and tokens end before new ones are added, so that a new session is
    /// not ended with the others.
    fileprivate func changes(in accounts: some AccountState) throws -> Changes<AccountWrite> {
        // An edit without a journal entry notifies nobody, so that its time does not matter.
        var changes = Changes<AccountWrite>(at: journal.last?.at ?? user.createdAt)
        changes.writes = try userWrites(in: accounts)
        if twoFactor != stored.twoFactor { changes.writes.append(.setTwoFactor(twoFactor, of: user.id)) }
        changes.writes += passkeyWrites
        if let emailUndo, let email = stored.user.email, user.email?.key != email.key {
            changes.writes += try emailUndo.writes(to: email, of: user, in: accounts)
        }
        // Ending a token also ends the links that it created, unless they were used.
        if let link = stored.link, let linkUsedAt { changes.writes.append(try link.use(at: linkUsedAt)) }
        changes.writes += try endingWrites(in: accounts)
        changes.writes += additions
        if let newSession {
            changes.writes += [.addSession(newSession), .trimSessions(of: user.id, to: SessionPolicy.maximumPerUser)]
        }
        changes.writes += try linkWrites(in: accounts)
        changes.journal = journal
        changes.notifications = notifications
        return changes
    }

    private func userWrites(in accounts: some AccountState) throws -> [AccountWrite] {
        var writes: [AccountWrite] = []
        if user != stored.user {
            try NameRules.check(user, since: stored.user, in: accounts)
            writes.append(.updateUser(user))
        }
        if let entry = journal.last {
            writes += try TokenProductRecords.changed(
                from: stored.user, to: user, by: maker, at: entry.at, in: accounts)
        }
        if user.libraries != stored.user.libraries { writes.append(.setLibraries(user.libraries, of: user.id)) }
        return writes
    }

    private var passkeyWrites: [AccountWrite] {
        let remaining = Set(passkeys.map(\.id))
        return stored.passkeys.filter { !remaining.contains($0.id) }.map { .endPasskey($0.id) }
            + passkeys.filter { !stored.passkeys.contains($0) }.map { .savePasskey($0) }
    }

    private func endingWrites(in accounts: some AccountState) throws -> [AccountWrite] {
        let (user, presented) = (user.id, stored.link?.id)
        var writes: [AccountWrite] = []
        if endings.contains(.sessions) { writes.append(.endAllSessions(of: user, except: kept?.sessionID)) }
        if endings.contains(.tokens) {
            // Accounts that a token made remain when the token ends otherwise than by revocation.
            let openings = try accounts.products(
                of: TokenProduct.Kind.allCases.filter { !$0.isOfAccount }, ofTokensOf: user, except: kept?.tokenID)
            writes += openings.compactMap { TokenProductRecords.ending($0.kind, $0.id) }
            writes.append(.endAllTokens(of: user, except: kept?.tokenID))
        }
        if endings.contains(.deviceKeys) { writes.append(.endAllDeviceKeys(of: user)) }
        if endings.contains(.identityLinks) { writes.append(.endIdentityLinks(of: user)) }
        if endings.contains(.invitations) {
            writes += [.endInvitationsMade(by: user), .endLinksMade(by: user, except: presented)]
        }
        if endings.contains(.passwordLinks) { writes.append(.endLinks(to: user, except: presented)) }
        return writes
    }

    private func linkWrites(in accounts: some AccountState) throws -> [AccountWrite] {
        var writes: [AccountWrite] = []
        if let newLink {
            let records = TokenProductRecords(sources: try accounts.sources(of: maker))
            // A change of the address by a user without a source clears the sources of the former address.
            let isEmailForgotten =
                records.sources.isEmpty && !journal.isEmpty && user.email?.key != stored.user.email?.key
            writes.append(.replaceLink(newLink))
            writes += try records.made(newLink, isEmailForgotten: isEmailForgotten, in: accounts)
        }
        if let link = stored.link, let linkUsedAt {
            writes += try TokenProductRecords.used(
                link, by: user.id, session: newSession?.id, at: linkUsedAt, in: accounts)
        }
        return writes
    }
}
