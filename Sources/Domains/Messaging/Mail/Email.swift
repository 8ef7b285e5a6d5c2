package import Accounts
package import Journal
package import Primitives

/// An email in the outbox. Its text is made when it is sent.
package struct Email: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case waiting
        /// Given up: the server refused it for good, or it was tried for days.
        case failed
    }

    package let id: ID<Email>
    /// The recipient's account; nil when the address belongs to no account.
    package let user: ID<Person>?
    package let recipient: String
    package let kind: EmailKind
    package let locale: AccountLocale
    /// The values in its text, without secrets.
    package let parameters: [String: String]
    /// A link's token, sealed by `EmailTokenSealer`.
    package let sealed: [UInt8]?
    /// At most one email of each topic waits.
    package let topic: String
    package let createdAt: Timestamp
    package var nextAt: Timestamp
    package var attempts: Int
    package var state: State
    /// The mail server's latest error.
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

    /// Notes a failed delivery. The email waits longer each time, and is given up when the server refused it for good
    /// or days have passed.
    mutating func fail(_ failure: MailFailure, at now: Timestamp) {
        attempts += 1
        self.failure = String(failure.text.prefix(300))
        if failure.isPermanent || now.since(createdAt) >= Self.timeout {
            state = .failed
        } else {
            nextAt = now.advanced(by: Self.pauses[min(attempts - 1, Self.pauses.count - 1)])
        }
    }

    /// The time after which an email is given up.
    static let timeout = Duration.seconds(4 * 86_400)
    private static let pauses: [Duration] = [
        .seconds(60), .seconds(300), .seconds(900), .seconds(3600), .seconds(3 * 3600), .seconds(6 * 3600),
        .seconds(12 * 3600),
    ]
}

/// The kind of an email. The files in `Locales` have its words as `KIND.subject` and `KIND.body`, or in parts that
/// `OverviewText` puts together.
package enum EmailKind: String, Sendable, CaseIterable {
    /// A link to choose a new password, requested by the user or sent by an admin.
    case passwordReset
    /// A link to choose a first password, sent by an admin.
    case invitation
    /// A link by which a visitor makes an account.
    case joining
    case emailConfirmation
    /// To an address that an account has given up, with a link that restores it.
    case emailChanged
    /// A notification of a kind that the user wants by email.
    case notification
    /// The daily overview for an admin.
    case overview
    /// A test of the mail settings, for an admin.
    case test
}

extension Email {
    /// The email to an address that an account has given up, with the link that restores it.
    package static func emailChanged(_ undo: EmailUndo, _ message: EmailUndoMessage, of user: User) -> Email {
        Email(
            id: ID(message.emailID), user: user.id, recipient: undo.email.text, kind: .emailChanged,
            locale: user.locale.language, parameters: ["name": user.displayName, "username": user.username.text],
            sealed: message.sealed, topic: "\(EmailKind.emailChanged.rawValue):\(message.emailID)",
            createdAt: message.at)
    }

    /// A notification for a user who wants its kind by email.
    package static func notification(
        _ draft: NotificationDraft, _ id: ID<Journal.Notification>, to address: String, named name: String,
        in locale: AccountLocale, at instant: Timestamp
    ) -> Email {
        Email(
            id: .make(at: instant), user: draft.recipient, recipient: address, kind: .notification, locale: locale,
            parameters: ["name": name, "about": draft.kind.rawValue, "title": draft.title],
            topic: "notification:\(id.rawValue)", createdAt: instant)
    }
}
