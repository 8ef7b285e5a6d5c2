import Journal
import Primitives

/// The second step of a sign-in. Its token comes from `SignInService` or `LinkService`.
extension TwoFactorService {
    /// Throws `invalid` with reason `wrong_code`, the same for a wrong code and one that was used, and `conflict` with reason
    /// `step_expired` when the password must be typed again.
    package func finish(token: String, code: String, in browser: Browser) async throws -> SignedIn {
        let now = clock.now()
        guard let step = issuer.steps.find(token, .code, at: now) else { throw Self.expired }
        let (session, record) = issuer.issue(for: step.user, in: browser, at: now)
        let actor = JournalEntry.Actor(user: step.user, origin: browser.address)
        let ticket = try codes.admit(
            try Username(step.username), address: browser.address,
            device: issuer.deviceTokens.device(in: browser.deviceCookie, for: step.user))
        let user = try await codes.settling(ticket) {
            try await issuer.authentication.signIn(step.user) { edit -> User? in
                guard !edit.user.disabled, edit.user.passwordHash == step.password, edit.twoFactor != nil else {
                    throw Self.expired
                }
                guard codes.take(code, in: &edit, at: now, by: actor) != nil else { return nil }
                edit.user.lastSeenAt = now
                edit.newSession = record
                edit.journal.append(.sessionCreated(record, by: actor, at: now))
                return edit.user
            }
        }
        guard let user else {
            issuer.steps.fail(token)
            issuer.authentication.deferred.record(
                JournalEntry(
                    at: now, by: JournalEntry.Actor(user: nil, origin: browser.address), "two-factor.failed",
                    JournalEntry.Subject(kind: "user", id: step.user.rawValue)))
            throw CodeCheck.wrongCode
        }
        issuer.steps.end(token)
        return issuer.signedIn(user, token: session, record: record, in: browser)
    }

    /// The secret for somebody who must have one before getting in.
    package func begin(token: String) throws -> TwoFactorEnrolment {
        let now = clock.now()
        guard let step = issuer.steps.find(token, .setup, at: now) else { throw Self.expired }
        return issuer.steps.enrolment(of: step.user, named: step.username, at: now)
    }

    /// As `enable`, and signs in.
    package func enable(
        token: String, code: String, in browser: Browser
    ) async throws -> (signedIn: SignedIn, recovery: [String]) {
        let now = clock.now()
        guard let step = issuer.steps.find(token, .setup, at: now),
            let enrolment = issuer.steps.pendingEnrolment(of: step.user, at: now),
            let before = try await store.user(step.user), !before.disabled
        else { throw Self.expired }
        let (factor, recovery): (TwoFactor, [String])
        do {
            (factor, recovery) = try await codes.enrol(
                enrolment, code: code, of: before, address: browser.address,
                device: issuer.deviceTokens.device(in: browser.deviceCookie, for: step.user), at: now)
        } catch let error as DomainError where error.reason == CodeCheck.wrongCode.reason {
            issuer.steps.fail(token)
            throw error
        }
        let (session, record) = issuer.issue(for: step.user, in: browser, at: now)
        let actor = JournalEntry.Actor(user: step.user, origin: browser.address)
        let user = try await store.edit(step.user) { edit -> User in
            guard !edit.user.disabled, edit.user.passwordHash == step.password, edit.twoFactor == nil else {
                throw Self.expired
            }
            edit.twoFactor = factor
            edit.user.lastSeenAt = now
            edit.newSession = record
            edit.journal += [
                JournalEntry(
                    at: now, by: actor, "two-factor.enable",
                    JournalEntry.Subject(kind: "user", id: step.user.rawValue)),
                .sessionCreated(record, by: actor, at: now),
            ]
            return edit.user
        }
        guard let user else { throw Self.expired }
        issuer.steps.end(token)
        issuer.steps.endEnrolment(of: step.user)
        issuer.authentication.invalidate(user: user.id)
        return (issuer.signedIn(user, token: session, record: record, in: browser), recovery)
    }
}
