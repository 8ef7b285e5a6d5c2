package import Catalog
package import Primitives

/// Speaks to the server that plays are handed on to. It sends a user's token, the names of tracks and the times of
/// plays, and nothing else. An implementation bounds the bytes, the time and the redirects of every answer, and
/// connects to no private address that the administrators have not allowed.
package protocol ScrobbleClient: Sendable {
    var kind: ScrobbleKind { get }

    /// Hands on plays, at most `kind.mostAtOnce`. A play has the same bytes whenever it is sent, alone or with others,
    /// as the server recognizes what it has by time and names. Throws `ScrobbleFailure`: where no answer came, the
    /// server may have taken all.
    func submit(_ plays: [Scrobble], with token: String, at base: String) async throws -> ScrobbleReceipt

    /// Shows that a track plays now. Throws `ScrobbleFailure`.
    func announce(_ track: NamedTrack, by client: String, with token: String, at base: String) async throws

    /// The user's listens, the newest first. Throws `ScrobbleFailure`.
    ///
    /// - Parameter second: they are before this second; nil for the newest.
    func listens(
        of name: String, before second: Int64?, with token: String, at base: String
    ) async throws -> ListenPage
}

/// A server that gives its users tokens to copy.
package protocol TokenScrobbleClient: ScrobbleClient {
    /// The user's name there; nil for a wrong token. Throws `ScrobbleFailure`.
    func name(of token: String, at base: String) async throws -> String?
}

/// A server where users allow a registered program to act for them.
package protocol ConsentScrobbleClient: ScrobbleClient {
    /// A token that stands for a consent to come. Throws `ScrobbleFailure`.
    func requestToken(with keys: ApplicationKeys) async throws -> String

    /// The address of the page where a user gives it.
    func page(for token: String, with keys: ApplicationKeys) -> String

    /// Throws `ScrobbleFailure`.
    func session(of token: String, with keys: ApplicationKeys) async throws -> ConsentAnswer
}

/// The state of a consent that was asked for.
package enum ConsentAnswer: Sendable, Equatable {
    /// - Parameter session: the token of the user from now on. It never expires.
    case granted(name: String, session: String)
    case pending
    /// The token is used up or too old.
    case ended
}

/// The server's word on plays that it was handed. It has taken those that are neither refused nor delayed.
package struct ScrobbleReceipt: Sendable {
    /// The time for which the server asks to be left alone; nil where it does not.
    package let pause: Duration?
    /// Refused for good, with the server's words.
    package let refused: [ID<Play>: String]
    /// It takes no more of these for now.
    package let delayed: Set<ID<Play>>

    package init(pause: Duration? = nil, refused: [ID<Play>: String] = [:], delayed: Set<ID<Play>> = []) {
        self.pause = pause
        self.refused = refused
        self.delayed = delayed
    }
}

/// A play that waits to be handed on, with the names of its track at the time when it began to wait: whatever is edited
/// later, a second try sends the same bytes.
package struct Scrobble: Sendable, Equatable {
    /// The time for which a play waits.
    static let longestWait = Duration.seconds(14 * 86_400)

    package let play: ID<Play>
    package let track: NamedTrack
    package let playedAt: Timestamp
    /// The player's name.
    package let client: String

    package init(play: ID<Play>, track: NamedTrack, playedAt: Timestamp, client: String) {
        self.play = play
        self.track = track
        self.playedAt = playedAt
        self.client = client
    }
}

/// A play that the server has refused for good.
package struct RefusedScrobble: Sendable, Equatable {
    package let title: String
    package let artist: String
    package let playedAt: Timestamp
    /// The server's words.
    package let reason: String

    package init(title: String, artist: String, playedAt: Timestamp, reason: String) {
        self.title = title
        self.artist = artist
        self.playedAt = playedAt
        self.reason = reason
    }
}

/// Some of the listens of a user elsewhere.
package struct ListenPage: Sendable, Equatable {
    /// The limit of one request, as ListenBrainz documents it.
    package static let longest = 1000

    /// Those with names and a time.
    package let plays: [NamedPlay]
    /// The earliest second of all listens of the page; nil for an empty one.
    package let oldest: Int64?
    /// The time for which the server asks to be left alone.
    package let pause: Duration?

    package init(plays: [NamedPlay], oldest: Int64?, pause: Duration?) {
        self.plays = plays
        self.oldest = oldest
        self.pause = pause
    }

    /// The second before which the listens of the next page are; nil where this page is the last. The next page has
    /// this page's last second again, unless this page has no other.
    ///
    /// - Parameter bound: the second before which this page's listens are; nil for the newest.
    func nextBound(after bound: Int64?) -> Int64? {
        guard let oldest, oldest < bound ?? .max else { return nil }
        return oldest + 1 == bound ? oldest : oldest + 1
    }
}

/// The reason why a server did not do what it was asked.
package struct ScrobbleFailure: Error, Sendable, Equatable {
    package enum Reason: String, Sendable, CaseIterable {
        /// It cannot be reached, or its address is not allowed.
        case unreachable
        /// Its address is in a private network that the administrators have not allowed.
        case forbidden
        case slow, large, redirected
        /// Its answer is not of this kind of service.
        case malformed
        /// It refuses the token.
        case token
        /// It refuses this server's own key or signature, whoever asks.
        case application
        /// It refuses what was sent, and would refuse it again.
        case refused
        /// Too much was asked.
        case limit
        /// It answers that it is broken.
        case failing
    }

    package let reason: Reason
    /// The time for which it asks to be left alone.
    package let retryAfter: Duration?
    /// The server's words, for `refused`.
    package let text: String

    package init(_ reason: Reason, retryAfter: Duration? = nil, text: String = "") {
        self.reason = reason
        self.retryAfter = retryAfter
        self.text = text
    }
}

extension ScrobbleFailure {
    /// The error for a user who waits for the answer.
    var unavailable: DomainError {
        DomainError(
            .unavailable,
            reason == .application
                ? "The server refuses this server's key. Tell an administrator"
                : "The server does not answer as it should. Try again later",
            reason: "scrobbling_\(reason.rawValue)")
    }
}
