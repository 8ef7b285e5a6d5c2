package import Catalog
package import Journal
package import Primitives

/// A user's account at a server that plays are handed on to. A user has at most one of each kind.
package struct ScrobbleLink: Sendable, Equatable {
    /// The reason why nothing is handed on until the user connects again.
    package enum Pause: String, Sendable, CaseIterable {
        /// The server refuses the token.
        case token
        /// The token can no longer be read, because this server's secret is another.
        case tokenLost = "token_lost"
    }

    package let id: ID<ScrobbleLink>
    package let user: ID<Person>
    package let kind: ScrobbleKind
    /// The address that the token was given for. It is sent to no other.
    package let base: String
    /// The user's name there.
    package let name: String
    /// Sealed for `user` and `base`.
    package let sealedToken: [UInt8]
    package let connectedAt: Timestamp
    package internal(set) var pause: Pause?
    /// The number of plays that were handed on.
    package internal(set) var total = 0
    package internal(set) var lastAt: Timestamp?
    /// The failures since the last success.
    package internal(set) var failures = 0
    package internal(set) var trouble: ScrobbleFailure.Reason?
    /// Nothing is sent before this time.
    package internal(set) var retryAt: Timestamp?
    /// The plays from before the connection; nil where nobody has asked for them.
    package internal(set) var history: ScrobbleHistory?
    /// The import of the listens there; nil where nobody has asked for it.
    package internal(set) var listens: ListenImport?

    package init(
        id: ID<ScrobbleLink>, user: ID<Person>, kind: ScrobbleKind, base: String, name: String,
        sealedToken: [UInt8], connectedAt: Timestamp, pause: Pause? = nil, total: Int = 0, lastAt: Timestamp? = nil,
        failures: Int = 0, trouble: ScrobbleFailure.Reason? = nil, retryAt: Timestamp? = nil,
        history: ScrobbleHistory? = nil, listens: ListenImport? = nil
    ) {
        self.id = id
        self.user = user
        self.kind = kind
        self.base = base
        self.name = name
        self.sealedToken = sealedToken
        self.connectedAt = connectedAt
        self.pause = pause
        self.total = total
        self.lastAt = lastAt
        self.failures = failures
        self.trouble = trouble
        self.retryAt = retryAt
        self.history = history
        self.listens = listens
    }
}

/// The way through a history, which goes on where it was after a restart.
package enum ScrobbleProgress: String, Sendable, CaseIterable {
    case running, stopped, done
}

/// The handing on of the plays from before the connection, the newest first.
package struct ScrobbleHistory: Sendable, Equatable {
    /// The place of a play in a user's history.
    package struct Place: Sendable, Equatable {
        package let playedAt: Timestamp
        package let play: String

        package init(playedAt: Timestamp, play: String) {
            self.playedAt = playedAt
            self.play = play
        }
    }

    package var state: ScrobbleProgress
    /// The last play that was put into the outbox.
    package var place: Place
    /// The number of plays at the start.
    package let total: Int
    /// The plays that were put into the outbox.
    package var done: Int

    package init(state: ScrobbleProgress = .running, place: Place, total: Int, done: Int = 0) {
        self.state = state
        self.place = place
        self.total = total
        self.done = done
    }
}

/// The import of the listens that the other server has, the newest first.
package struct ListenImport: Sendable, Equatable {
    package var state: ScrobbleProgress
    /// Listens before this second are next; nil for the newest.
    package var before: Int64?
    package var read: Int
    package var added: Int
    /// Listens to music that is not here.
    package var unmatched: Int

    package init(
        state: ScrobbleProgress = .running, before: Int64? = nil, read: Int = 0, added: Int = 0, unmatched: Int = 0
    ) {
        self.state = state
        self.before = before
        self.read = read
        self.added = added
        self.unmatched = unmatched
    }
}

extension ScrobbleLink {
    private static let firstPause = Duration.seconds(30)
    private static let longestPause = Duration.seconds(6 * 3600)

    /// - Parameter pause: the time for which the server asks to be left alone.
    mutating func succeed(pause: Duration?, at now: Timestamp) {
        failures = 0
        trouble = nil
        retryAt = pause.map { now.advanced(by: min(max($0, .seconds(1)), Self.longestPause)) }
    }

    /// Waits twice as long after each failure, and as long as the server asks.
    mutating func fail(_ failure: ScrobbleFailure, at now: Timestamp) {
        failures = min(failures + 1, 20)
        trouble = failure.reason
        let own = min(Self.longestPause, Self.firstPause * (1 << (failures - 1)))
        retryAt = now.advanced(by: min(max(failure.retryAfter ?? own, .seconds(1)), Self.longestPause))
    }

    /// Clients that show the link load it again.
    var event: Event { Event(.scrobbling, to: .person(user)) }

    /// The name, with the service where it is not the one that is meant by handing on plays alone.
    private var title: String { kind == .lastfm ? "\(name) (Last.fm)" : name }

    /// - Parameter kind: each is notified once for a connection and `occasion`.
    func notification(_ kind: NotificationKind, occasion: String = "") -> NotificationChange {
        .deliver(
            NotificationDraft(
                to: user, kind, by: nil, about: nil, title: title, topic: "\(kind.rawValue) \(id.rawValue) \(occasion)")
        )
    }
}

/// A token is sealed for its user and its server's address.
extension SecretSealer {
    func seal(_ token: String, of user: ID<Person>, at base: String) throws -> [UInt8] {
        try seal(token.utf8, for: Self.owner(user, base))
    }

    /// Nil where it was sealed by another secret, for another user or another address, or is damaged.
    func open(_ link: ScrobbleLink) -> String? {
        text(link.sealedToken, for: Self.owner(link.user, link.base))
    }

    private static func owner(_ user: ID<Person>, _ base: String) -> String { "\(user.rawValue)|\(base)" }
}
