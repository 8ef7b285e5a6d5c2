import Journal
import Primitives

extension AccountState {
    /// Runs `change` on the account and describes everything that it asks for; nil when there is no account.
    ///
    /// - Parameter presented: the link that was presented; the edit contains it if it exists.
    func edit<Result>(
        _ id: ID<Person>, presenting presented: TokenHash?, _ change: (inout AccountEdit) throws -> Result
    ) throws -> (changes: Changes<AccountWrite>, result: Result)? {
        guard let user = try user(id) else { return nil }
        let link = try presented.flatMap { try self.link($0) }
        let twoFactor = try self.twoFactor(of: id)
        let provider = try identityProvider()
        let passkeys = try self.passkeys(of: id)
        var edit = AccountEdit(
            user: user, twoFactor: twoFactor, passkeys: passkeys,
            rolesRequiringTwoFactor: try rolesRequiringTwoFactor(), provider: provider,
            hasIdentityLink: try identityLinks(of: id).contains { $0.issuer == provider.issuer },
            otherAbleAdmins: try ableAdmins().subtracting([id]).count, tokenCount: try tokenCount(of: id),
            deviceKeyCount: try deviceKeyCount(of: id), link: link,
            linkMaker: try link?.maker.flatMap { try self.user($0) })
        let result = try change(&edit)
        let edited = EditedAccount(
            before: user, twoFactorBefore: twoFactor, passkeysBefore: passkeys, edit: edit)
        return (try edited.changes(in: self), result)
    }
}

/// An account after an edit, with its state before.
struct EditedAccount {
    let before: User
    let twoFactorBefore: TwoFactor?
    let passkeysBefore: [Passkey]
    let edit: AccountEdit

    /// Everything that the edit asks for. Sessions and tokens end before new ones are added, so that a new session is
    /// not ended with the others.
    func changes(in accounts: some AccountState) throws -> Changes<AccountWrite> {
        let entry = edit.journal.last
        // An edit without a journal entry notifies nobody, so that its time does not matter.
        var changes = Changes<AccountWrite>(at: entry?.at ?? before.createdAt)
        if edit.user != before {
            try NameRules.check(edit.user, since: before, in: accounts)
            changes.writes.append(.updateUser(edit.user))
        }
        if let entry {
            changes.writes += try TokenProductRecords.changed(
                from: before, to: edit.user, by: edit.maker, at: entry.at, in: accounts)
        }
        if edit.user.libraries != before.libraries {
            changes.writes.append(.setLibraries(edit.user.libraries, of: before.id))
        }
        if edit.twoFactor != twoFactorBefore { changes.writes.append(.setTwoFactor(edit.twoFactor, of: before.id)) }
        changes.writes += passkeyWrites
        if let former = edit.formerEmail { changes.writes += try former.writes(for: edit.user, in: accounts) }
        // Ending a token also ends the links that it created, unless they were used.
        if let link = edit.link, let now = edit.linkUsedAt { changes.writes.append(try link.use(at: now)) }
        changes.writes += try endings(in: accounts)
        changes.writes += sessionWrites
        changes.writes += try additions(in: accounts)
        changes.journal = edit.journal
        changes.notifications = edit.notifications
        return changes
    }

    private func endings(in accounts: some AccountState) throws -> [AccountWrite] {
        let (user, presented) = (before.id, edit.link?.id)
        var session: ID<Session>?
        var token: ID<AccessToken>?
        switch edit.keeping {
        case .session(let id): session = id
        case .token(let id): token = id
        case .deviceKey, nil: break
        }
        var writes: [AccountWrite] = []
        if edit.endsSessions { writes.append(.endAllSessions(of: user, except: session)) }
        if edit.endsTokens {
            // Accounts that a token made remain when the token ends otherwise than by revocation.
            let openings = try accounts.products(
                of: TokenProduct.Kind.allCases.filter { !$0.isOfAccount }, ofTokensOf: user, except: token)
            writes += openings.compactMap { TokenProductRecords.ending($0.kind, $0.id) }
            writes.append(.endAllTokens(of: user, except: token))
        }
        if edit.endsDeviceKeys { writes.append(.endAllDeviceKeys(of: user)) }
        if edit.endsIdentityLinks { writes.append(.endIdentityLinks(of: user)) }
        if edit.endsInvitations {
            writes += [.endInvitationsMade(by: user), .endLinksMade(by: user, except: presented)]
        }
        if edit.endsLinks { writes.append(.endLinks(to: user, except: presented)) }
        return writes
    }

    private var passkeyWrites: [AccountWrite] {
        let remaining = Set(edit.passkeys.map(\.id))
        return passkeysBefore.filter { !remaining.contains($0.id) }.map { .endPasskey($0.id) }
            + edit.passkeys.filter { !passkeysBefore.contains($0) }.map { .savePasskey($0) }
    }

    private var sessionWrites: [AccountWrite] {
        var writes: [AccountWrite] = []
        if let identity = edit.usedIdentity, let now = edit.user.lastSeenAt {
            writes.append(.useIdentityLink(issuer: identity.issuer, subject: identity.subject, at: now))
        }
        if let rotation = edit.rotation { writes.append(.rotateSession(rotation, of: before.id)) }
        if let confirmation = edit.confirmation { writes.append(.confirmSession(confirmation, of: before.id)) }
        if let session = edit.newSession {
            writes += [.addSession(session), .trimSessions(of: before.id, to: SessionPolicy.maximumPerUser)]
        }
        return writes
    }

    private func additions(in accounts: some AccountState) throws -> [AccountWrite] {
        var writes: [AccountWrite] = []
        if let token = edit.newToken { writes.append(.addToken(token)) }
        if let key = edit.newDeviceKey { writes.append(.addDeviceKey(key)) }
        if let link = edit.newLink {
            let records = TokenProductRecords(sources: try accounts.sources(of: edit.maker))
            // A change of the address by a user without a source clears the sources of the former address.
            let isEmailForgotten =
                records.sources.isEmpty && !edit.journal.isEmpty && edit.user.email?.key != before.email?.key
            writes.append(.replaceLink(link))
            writes += try records.made(link, isEmailForgotten: isEmailForgotten, in: accounts)
        }
        if let link = edit.link, let now = edit.linkUsedAt {
            writes += try TokenProductRecords.used(
                link, by: before.id, session: edit.newSession?.id, at: now, in: accounts)
        }
        return writes
    }
}
