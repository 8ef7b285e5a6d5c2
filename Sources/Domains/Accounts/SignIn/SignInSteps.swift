package import Primitives
import Synchronization

/// The sign-ins that require another step, and the secrets that wait for a first code. They are in memory only,
/// bounded, and expire after minutes.
final class SignInSteps: Sendable {
    struct Pending: Sendable {
        let user: ID<Person>
        let username: String
        /// The account's hash when the step began; nil without a password. When it has changed since, the step is
        /// invalid.
        let password: PHCString?
        /// Whether the password was typed for it.
        let isConfirmed: Bool
        /// The provider's user who signs in.
        let identity: SessionIdentity?
        let kind: SignInStep.Kind
        let expiresAt: Timestamp
        var failures = 0
    }

    private struct State {
        var steps: [TokenHash: Pending] = [:]
        var enrolments: [ID<Person>: (enrollment: TwoFactorEnrollment, expiresAt: Timestamp)] = [:]

        mutating func endOldest(of some: [TokenHash: Pending]) {
            if let oldest = some.min(by: { $0.value.expiresAt < $1.value.expiresAt }) { steps[oldest.key] = nil }
        }
    }

    private static let lifetime = Duration.seconds(600)
    private static let capacity = 10_000
    /// The number of one user's steps at a time: the user may be signing in with another browser too.
    private static let perPerson = 5
    /// The number of wrong codes after which the password must be typed again.
    private static let mostFailures = 5

    private let state = Mutex(State())

    /// - Parameters:
    ///   - isConfirmed: whether the user has typed the password; a trusted proxy may have named them instead.
    ///   - identity: the provider's user who signs in.
    func begin(
        _ kind: SignInStep.Kind, for user: User, isConfirmed: Bool = true, by identity: SessionIdentity? = nil,
        at now: Timestamp
    ) -> SignInStep {
        let token = RandomToken.make()
        let pending = Pending(
            user: user.id, username: user.username.text, password: user.passwordHash, isConfirmed: isConfirmed,
            identity: identity, kind: kind, expiresAt: now.advanced(by: Self.lifetime))
        state.withLock { state in
            state.steps = state.steps.filter { now < $0.value.expiresAt }
            let own = state.steps.filter { $0.value.user == user.id }
            if own.count >= Self.perPerson { state.endOldest(of: own) }
            if state.steps.count >= Self.capacity { state.endOldest(of: state.steps) }
            state.steps[TokenHash(of: token)] = pending
        }
        return SignInStep(kind: kind, token: token, expiresAt: pending.expiresAt)
    }

    /// Nil when the step is unknown or expired, or another way finishes it.
    func find(_ token: String, taking method: SignInStep.Method, at now: Timestamp) -> Pending? {
        state.withLock { state in
            guard let step = state.steps[TokenHash(of: token)], step.kind.methods.contains(method),
                now < step.expiresAt
            else { return nil }
            return step
        }
    }

    func fail(_ token: String) {
        state.withLock { state in
            let hash = TokenHash(of: token)
            state.steps[hash]?.failures += 1
            if state.steps[hash]?.failures ?? 0 >= Self.mostFailures { state.steps[hash] = nil }
        }
    }

    /// Ends the steps of users of the provider.
    func end(where isMeant: (SessionIdentity) -> Bool) {
        state.withLock { state in
            state.steps = state.steps.filter { !($0.value.identity.map(isMeant) ?? false) }
        }
    }

    func end(_ token: String) {
        state.withLock { $0.steps[TokenHash(of: token)] = nil }
    }

    /// The secret to show to the user: the same until it is enabled or expires.
    func enrollment(of user: ID<Person>, named username: String, at now: Timestamp) -> TwoFactorEnrollment {
        state.withLock { state in
            state.enrolments = state.enrolments.filter { now < $0.value.expiresAt }
            if let known = state.enrolments[user]?.enrollment { return known }
            let enrollment = TwoFactorEnrollment.make(for: username)
            state.enrolments[user] = (enrollment, now.advanced(by: Self.lifetime))
            return enrollment
        }
    }

    func pendingEnrollment(of user: ID<Person>, at now: Timestamp) -> TwoFactorEnrollment? {
        state.withLock { state in
            state.enrolments[user].flatMap { now < $0.expiresAt ? $0.enrollment : nil }
        }
    }

    func endEnrollment(of user: ID<Person>) {
        state.withLock { $0.enrolments[user] = nil }
    }
}

/// A sign-in whose password was right and that requires another step. Its token is good only for that step, for a few
/// minutes.
package struct SignInStep: Sendable, Equatable {
    /// The ways to finish a step.
    package enum Method: String, Sendable, CaseIterable {
        /// A code of the second factor.
        case code
        case passkey
        /// To set up a second factor.
        case setup
    }

    package enum Kind: Sendable {
        case code, passkey, codeOrPasskey
        /// The role requires a second factor, and this user has none yet.
        case setup

        package var methods: [Method] {
            switch self {
            case .code: [.code]
            case .passkey: [.passkey]
            case .codeOrPasskey: [.code, .passkey]
            case .setup: [.setup]
            }
        }
    }

    package let kind: Kind
    package let token: String
    package let expiresAt: Timestamp
}
