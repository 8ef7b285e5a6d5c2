package import Accounts
package import Primitives

/// A letter in the outbox. What it says is worked out when it is sent.
package struct Email: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case waiting
        /// Given up: refused for good, or tried for days.
        case failed
    }

    package let id: ID<Email>
    /// Whose it is; nil for an address that is nobody's account.
    package let user: ID<Person>?
    package let recipient: String
    package let kind: EmailKind
    package let locale: AccountLocale
    /// What it tells of; no secrets.
    package let parameters: [String: String]
    /// A link's token as `EmailTokenSealer` has sealed it.
    package let sealed: [UInt8]?
    /// There is never a second waiting letter of one topic.
    package let topic: String
    package let createdAt: Timestamp
    package var nextAt: Timestamp
    package var attempts: Int
    package var state: State
    /// What the server said last.
    package var failure: String?

    package init(
        id: ID<Email>, user: ID<Person>?, recipient: String, kind: EmailKind, locale: AccountLocale,
        parameters: [String: String] = [:], sealed: [UInt8]? = nil, topic: String, createdAt: Timestamp,
        nextAt: Timestamp? = nil, attempts: Int = 0, state: State = .waiting, failure: String? = nil
    ) {
        self.id = id
        self.user = user
        self.recipient = recipient
        self.kind = kind
        self.locale = locale
        self.parameters = parameters
        self.sealed = sealed
        self.topic = topic
        self.createdAt = createdAt
        self.nextAt = nextAt ?? createdAt
        self.attempts = attempts
        self.state = state
        self.failure = failure
    }

    /// Notes that it did not get through: it waits longer each time, and is given up when it was refused for good or days have passed.
    mutating func fail(_ failure: MailFailure, at now: Timestamp) {
        attempts += 1
        self.failure = String(failure.text.prefix(300))
        if failure.isPermanent || now.since(createdAt) >= Self.timeout {
            state = .failed
        } else {
            nextAt = now.advanced(by: Self.pauses[min(attempts - 1, Self.pauses.count - 1)])
        }
    }

    /// After so long it is given up.
    static let timeout = Duration.seconds(4 * 86_400)
    private static let pauses: [Duration] = [
        .seconds(60), .seconds(300), .seconds(900), .seconds(3600), .seconds(3 * 3600), .seconds(6 * 3600),
        .seconds(12 * 3600),
    ]
}
