package import Catalog
package import Primitives

/// A tab's own name for itself among its user's devices: a UUID that it creates when it opens.
package struct DeviceID: Hashable, Sendable {
    /// 36 characters in lower case.
    package let text: String

    /// Refuses anything that is not a UUID in its text form (RFC 9562 §4).
    package init(_ text: String) throws(DomainError) {
        guard PlayID.isUUID(text) else { throw .invalid("A device's id must be a UUID", field: "id") }
        self.text = text.lowercased()
    }
}

package enum DeviceKind: String, Sendable, CaseIterable {
    case computer, phone, tablet, television, other
    /// A player of the server's that people share; no tab reports itself so.
    case speaker
}

package enum DeviceRepeat: String, Sendable, CaseIterable {
    case off, all, one
}

/// One place in a device's queue. The key is the device's own, and a track may have several.
package struct DeviceEntry: Sendable, Equatable {
    package let key: Int64
    package let track: ID<Track>

    package init(key: Int64, track: ID<Track>) {
        self.key = key
        self.track = track
    }
}

/// The fate of a command, as the device tells it.
package struct DeviceAnswer: Sendable, Equatable {
    package enum Outcome: String, Sendable, CaseIterable {
        case done
        /// The device plays something else by now, so the command had no object.
        case outdated
        /// The browser lets nothing sound before somebody touches its page.
        case blocked
        case failed
    }

    package let command: String
    package let outcome: Outcome

    package init(command: String, outcome: Outcome) {
        self.command = command
        self.outcome = outcome
    }
}

/// The state of a device as it reports it.
package struct DeviceReport: Sendable, Equatable {
    package let id: DeviceID
    package let name: String
    package let kind: DeviceKind
    package var track: ID<Track>?
    /// The play that is under way, which another device continues when it takes over.
    package let play: PlayID?
    package var position: Duration
    /// The time of the position by the server's clock, as the device reckons it; nil for the time of arrival.
    package let at: Timestamp?
    package var isPlaying: Bool
    package let rate: Double
    /// From 0 to 100, as people hear it.
    package let volume: Int
    package let isMuted: Bool
    package let isShuffled: Bool
    package let repeats: DeviceRepeat
    /// The key of the current entry.
    package let current: Int64?
    /// The queue around the current entry; nil where it is as reported before.
    package var entries: [DeviceEntry]?
    package let answers: [DeviceAnswer]
    /// Whether the page is being closed.
    package let isLeaving: Bool

    /// - Parameters:
    ///   - name: shortened and stripped of control characters; empty becomes `Unknown player`.
    ///   - rate: the playback speed, one of `PlaybackReport.rates`.
    package init(
        id: DeviceID, name: String, kind: DeviceKind, track: ID<Track>? = nil, play: PlayID? = nil,
        position: Duration = .zero, at: Timestamp? = nil, isPlaying: Bool = false, rate: Double = 1,
        volume: Int = 100, isMuted: Bool = false, isShuffled: Bool = false, repeats: DeviceRepeat = .off,
        current: Int64? = nil, entries: [DeviceEntry]? = nil, answers: [DeviceAnswer] = [], isLeaving: Bool = false
    ) throws(DomainError) {
        guard position >= .zero else { throw .invalid("positionMs must not be negative", field: "positionMs") }
        try PlaybackReport.check(rate)
        guard (0...100).contains(volume) else { throw .invalid("The volume is between 0 and 100", field: "volume") }
        if let entries {
            guard entries.count <= DeviceRules.longestQueue else {
                throw .invalid("A device reports at most \(DeviceRules.longestQueue) entries", field: "entries")
            }
            guard Set(entries.map(\.key)).count == entries.count else {
                throw .invalid("The keys of entries must differ", field: "entries")
            }
        }
        self.id = id
        self.name = ClientName.clean(name) ?? "Unknown player"
        self.kind = kind
        self.track = track
        self.play = play
        self.position = position
        self.at = at
        self.isPlaying = isPlaying && track != nil
        self.rate = rate
        self.volume = volume
        self.isMuted = isMuted
        self.isShuffled = isShuffled
        self.repeats = repeats
        self.current = current
        self.entries = entries
        self.answers = answers
        self.isLeaving = isLeaving
    }
}

/// A device as the server knows it.
package struct DeviceState: Sendable, Equatable {
    /// The last report. Its entries are the whole known queue.
    package internal(set) var report: DeviceReport
    /// Increases by one with every change that other devices show.
    package internal(set) var revision: Int64
    /// Increases by one with every change of the queue.
    package internal(set) var queueRevision: Int64
    /// The time of the reported position by the server's clock.
    package internal(set) var at: Timestamp
    package internal(set) var session: ID<Session>?
    /// The latest outcomes of commands, oldest first.
    package internal(set) var answers: [DeviceAnswer] = []
    /// The monotonic clock at the last report.
    var heardAt: Duration
    /// When its last event stream ended, on the monotonic clock.
    var closedAt: Duration?
    /// When it was found to be gone, on the monotonic clock. What it played stays on offer.
    var lostAt: Duration?

    package var id: DeviceID { report.id }
    package var entries: [DeviceEntry] { report.entries ?? [] }
    package var isLost: Bool { lostAt != nil }
    package var isPlaying: Bool { report.isPlaying && !isLost }
    /// Whether another device could go on with what it played.
    var hasSomethingToOffer: Bool { report.track != nil }

    /// The position at `instant`, if the device goes on as it last reported.
    package func position(at instant: Timestamp) -> Duration {
        guard isPlaying else { return report.position }
        let elapsed = Duration.milliseconds(max(instant.milliseconds - at.milliseconds, 0))
        return report.position + elapsed * report.rate
    }
}

/// The limits of devices, in number and time.
package struct DeviceRules: Sendable {
    package static let longestQueue = 2_000
    /// The largest number of tracks that one command adds.
    package static let mostAdded = 500

    package var devicesPerPerson = 12
    package var people = 20_000
    /// A device that plays reports at least every 5 s, and one that rests every minute.
    package var playingSilence = Duration.seconds(12)
    package var idleSilence = Duration.seconds(150)
    /// The time for which a device that neither reports nor has an event stream may come back.
    package var reconnection = Duration.seconds(6)
    /// The time for which the queue and position of a lost device stay on offer.
    package var offered = Duration.seconds(30 * 60)
    /// The largest age of a reported position; an older one counts as this old.
    package var oldestPosition = Duration.seconds(10)
    /// A command that has not been carried out for this long never is.
    package var commandLife = Duration.seconds(5)
    package var rememberedCommands = 32
    package var rememberedAnswers = 8
    /// The difference in position that other devices need not hear of.
    package var drift = Duration.milliseconds(150)
    /// Reports and commands that one person may send at once, and again within each ten seconds.
    package var burst = 120.0
}
