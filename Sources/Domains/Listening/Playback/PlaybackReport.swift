package import Catalog
import Crypto
package import Primitives

/// One message from a player about a play.
package struct PlaybackReport: Sendable {
    package let play: PlayID
    package let track: ID<Track>
    package let event: PlaybackEvent
    package let position: Duration
    /// The player's name for itself, such as `Chrome on Linux`.
    package let client: String
    /// The speed of playback since the report before.
    package let rate: Double

    /// The speeds at which players play.
    package static let rates = 0.5...3.0

    /// - Parameters:
    ///   - client: shortened and stripped of control characters; empty or nil becomes `Unknown player`.
    ///   - rate: one of `rates`.
    /// - Throws: `invalid` for another rate.
    package init(
        play: PlayID, track: ID<Track>, event: PlaybackEvent, position: Duration, client: String?, rate: Double = 1
    ) throws(DomainError) {
        try Self.check(rate)
        self.rate = rate
        self.play = play
        self.track = track
        self.event = event
        self.position = position
        self.client = ClientName.clean(client) ?? "Unknown player"
    }

    /// Refuses a speed that is none of `rates`.
    static func check(_ rate: Double) throws(DomainError) {
        guard rates.contains(rate) else { throw .invalid("The rate is between 0.5 and 3", field: "rate") }
    }
}

/// The event that a player reports.
package enum PlaybackEvent: String, Sendable, CaseIterable {
    case start, progress, pause, resume, seek
    /// The track played to its end.
    case end
    /// The player left the track before its end.
    case stop
}

/// The answer to a player's report.
package struct PlaybackAnswer: Sendable, Equatable {
    /// Whether the play is in the history.
    package let isCounted: Bool
    /// The time of the track that has been heard in this play.
    package let listened: Duration
}

/// A report of a player that names no plays, only tracks: a remote client of another protocol. Each such player has at
/// most one play at a time, and players of the same name are one.
package struct PlayerReport: Sendable {
    package enum State: String, Sendable, CaseIterable {
        case starting, playing, paused, stopped
    }

    package let track: ID<Track>
    package let state: State
    package let position: Duration
    /// As in `PlaybackReport`.
    package let client: String
    package let rate: Double
    /// Whether the play counts once enough of it has been heard; false for a player that submits its plays itself.
    package let counts: Bool
    /// The time after the planned end for which the player is still considered to be playing.
    package let timeout: Duration

    /// - Parameter rate: the playback speed, from 0.1 to 10.
    package init(
        track: ID<Track>, state: State, position: Duration = .zero, client: String?, rate: Double = 1, counts: Bool,
        timeout: Duration
    ) throws(DomainError) {
        guard position >= .zero else { throw .invalid("The position is not negative", field: "positionMs") }
        guard (0.1...10).contains(rate) else {
            throw .invalid("The playback rate is between 0.1 and 10", field: "playbackRate")
        }
        self.track = track
        self.state = state
        self.position = position
        self.client = ClientName.clean(client) ?? "Unknown player"
        self.rate = rate
        self.counts = counts
        self.timeout = timeout
    }

    /// The event that leads from the state `before` to the reported state.
    func event(after before: ListeningCredit.State) -> PlaybackEvent {
        switch state {
        case .starting: .start
        case .playing: before == .playing ? .progress : .resume
        case .paused: .pause
        case .stopped: .stop
        }
    }
}

/// A player's own name for one play of one track: a UUID that it creates when the play begins, the same in every report
/// of it.
package struct PlayID: Hashable, Sendable {
    /// 36 characters in lower case.
    package let text: String

    /// Refuses anything that is not a UUID in its text form (RFC 9562 §4).
    package init(_ text: String) throws(DomainError) {
        guard Self.isUUID(text) else { throw .invalid("playId must be a UUID", field: "playId") }
        self.text = text.lowercased()
    }

    /// The name of a play that its player did not name: the same for the same track and time, in the form of UUID
    /// version 8 (RFC 9562 §5.8).
    package init(of track: ID<Track>, at instant: Timestamp) {
        let digest = SHA256.hash(data: Array("\(instant.milliseconds) \(track.rawValue)".utf8))
        var digits = digest.prefix(16).flatMap { byte in [byte >> 4, byte & 15] }
        digits[12] = 8
        digits[16] = digits[16] & 3 | 8
        let text = digits.map { String($0, radix: 16) }
        self.text = [text[0..<8], text[8..<12], text[12..<16], text[16..<20], text[20..<32]]
            .map { $0.joined() }.joined(separator: "-")
    }

    /// From storage, where it was checked before.
    package init(stored text: String) {
        self.text = text
    }

    /// Whether the text is a UUID in its text form.
    static func isUUID(_ text: String) -> Bool {
        text.utf8.count == 36
            && text.utf8.enumerated().allSatisfy { position, byte in
                switch position {
                case 8, 13, 18, 23: byte == UInt8(ascii: "-")
                default: isHexadecimal(byte)
                }
            }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

/// Cleans the names of players for display.
package enum ClientName {
    private static let longest = 64

    /// At most 64 characters without control characters and outer white space; nil when nothing is left.
    package static func clean(_ text: String?) -> String? {
        guard let text else { return nil }
        let visible = text.unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: false
            default: true
            }
        }
        let words = String(String.UnicodeScalarView(visible)).split(separator: " ").joined(separator: " ")
        let name = String(words.prefix(longest))
        return name.isEmpty ? nil : name
    }
}
