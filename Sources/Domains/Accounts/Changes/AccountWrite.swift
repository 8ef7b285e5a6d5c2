package import Primitives

/// A write to the stored accounts and their credentials.
package enum AccountWrite: Sendable {
    /// Throws `conflict` for a name or address that another account has, and `invalid` for an unknown plan or library.
    case addUser(User)
    /// Throws as `addUser`. The libraries have a write of their own.
    case updateUser(User)
    case setLibraries(LibraryScope, of: ID<Person>)
    case setEmail(EmailAddress?, of: ID<Person>)
    case setRole(Role, of: ID<Person>)
    case disable(ID<Person>)
    case removePassword(ID<Person>)
    /// Nil removes the second factor.
    case setTwoFactor(TwoFactor?, of: ID<Person>)
    /// Adds the passkey, or changes one that is there. Throws `conflict` for a credential that is another passkey's.
    case savePasskey(Passkey)
    case endPasskey(ID<Passkey>)

    case addSession(SessionRecord)
    /// Retains the `count` most recently used sessions and ends the others.
    case trimSessions(of: ID<Person>, to: Int)
    /// Gives the session another token; the old one stops working. Throws `unauthenticated` when the session has ended.
    case rotateSession(ID<Session>, to: TokenHash, of: ID<Person>)
    /// Throws as `rotateSession`.
    case confirmSession(ID<Session>, at: Timestamp, of: ID<Person>)
    case endSessions([ID<Session>])
    case endAllSessions(of: ID<Person>, except: ID<Session>?)

    case addToken(AccessToken)
    case endToken(ID<AccessToken>)
    case endAllTokens(of: ID<Person>, except: ID<AccessToken>?)
    case addDeviceKey(DeviceKey)
    case endDeviceKey(ID<DeviceKey>)
    case endAllDeviceKeys(of: ID<Person>)

    case setIdentityProvider(IdentityProvider)
    case addIdentityLink(IdentityLink)
    case useIdentityLink(issuer: String, subject: String, at: Timestamp)
    case endIdentityLink(ID<IdentityLink>)
    case endIdentityLinks(of: ID<Person>)

    /// Adds the link in place of the unused ones of the same purpose and user.
    case replaceLink(AccountLink)
    case useLink(ID<AccountLink>, at: Timestamp)
    /// Removes the link unless it was used.
    case endLink(ID<AccountLink>)
    /// Removes the unused links to the account.
    case endLinks(to: ID<Person>, except: ID<AccountLink>?)
    /// Removes the unused links that the user made for others.
    case endLinksMade(by: ID<Person>, except: ID<AccountLink>?)
    case removeSetupLinks

    case addInvitation(Invitation)
    case useInvitation(ID<Invitation>, by: ID<Person>, at: Timestamp)
    /// Removes the invitation unless it was used.
    case endInvitation(ID<Invitation>)
    case removeInvitation(ID<Invitation>)
    case endInvitationsMade(by: ID<Person>)

    case addEmailUndo(EmailUndo)
    /// Removes the undo links since this time.
    case removeEmailUndos(of: ID<Person>, since: Timestamp)
    /// Puts the email about the undo link into the outbox.
    case sendEmailUndo(EmailUndo, EmailUndoMessage, of: User)
    /// Removes the open request to confirm an address.
    case removeEmailConfirmation(of: ID<Person>)
    case confirmEmail(EmailAddress, of: ID<Person>, at: Timestamp)

    case recordProduct(TokenProductRecord)
    /// Removes the product from the records of all sources.
    case forgetProduct(TokenProduct.Kind, String)
    /// Removes the records of changes of the account's address since this time.
    case forgetEmails(of: ID<Person>, since: Timestamp)
    case forgetProducts(of: String)
    /// Ends a share and notifies its owner's clients.
    case endShare(String)
}
