import Primitives

/// Makes sessions: the one place that decides what a new one holds.
package struct SessionIssuer: Sendable {
    let authentication: Authentication
    let deviceTokens: DeviceTokens
    /// Sign-ins that want a second factor.
    let steps = SignInSteps()

    package init(authentication: Authentication, deviceTokens: DeviceTokens) {
        self.authentication = authentication
        self.deviceTokens = deviceTokens
    }

    func issue(for user: ID<Person>, in browser: Browser, at now: Timestamp) -> (token: String, record: SessionRecord) {
        let token = RandomToken.make()
        let record = SessionRecord(
            id: .make(at: now), user: user, hash: TokenHash(of: token),
            client: VisibleText.clean(browser.client, maximum: 100),
            address: VisibleText.clean(browser.address, maximum: 64), createdAt: now, lastUsedAt: now, confirmedAt: now,
            expiresAt: now.advanced(by: authentication.policy.absolute))
        return (token, record)
    }

    func signedIn(_ user: User, token: String, record: SessionRecord, in browser: Browser) -> SignedIn {
        SignedIn(
            authenticated: Authenticated(UserSession(session: record, user: user)), user: user, sessionToken: token,
            expiresAt: record.expiresAt,
            deviceCookie: deviceTokens.cookie(renewing: browser.deviceCookie, for: user.id))
    }
}
