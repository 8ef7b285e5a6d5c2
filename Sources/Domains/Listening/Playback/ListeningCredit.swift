package import Primitives

/// The part of a track that has been heard in one play, as far as the server's own clock confirms the player's reports.
///
/// A report earns the advance of its position, but no more than the time that has passed while playing, times the speed
/// of playback. The part that a play earns can therefore never exceed the time since its first report times the highest
/// speed, whatever the player says and in whatever order its reports arrive.
package struct ListeningCredit: Sendable, Equatable {
    package enum State: Sendable, Equatable {
        case playing, paused, over
    }

    package private(set) var state: State
    package private(set) var position: Duration
    package private(set) var listened = Duration.zero
    /// The track's length by the catalog; zero if it is unknown.
    private let duration: Duration
    private var reportedAt: Duration
    /// Playing time up to `reportedAt` that no position has claimed.
    private var unclaimed = Duration.zero

    /// - Parameter now: the monotonic clock, as in `report`.
    package init(first event: PlaybackEvent, position: Duration, duration: Duration, at now: Duration) {
        self.duration = max(duration, .zero)
        reportedAt = now
        self.position = .zero
        state =
            switch event {
            case .start, .progress, .resume, .seek: .playing
            case .pause: .paused
            case .end, .stop: .over
            }
        self.position = clamped(position)
    }

    /// - Parameter rate: the speed of playback since the report before.
    package mutating func report(
        _ event: PlaybackEvent, position reported: Duration, rate: Double = 1, at now: Duration, rules: PlaybackRules
    ) {
        let position = clamped(reported)
        let elapsed = max(now - reportedAt, .zero) * rate
        reportedAt = max(reportedAt, now)
        switch (state, event) {
        case (.playing, .seek):
            // The player's position before the jump is unknown, and so is the part in between.
            unclaimed = .zero
            self.position = position
        case (.playing, _):
            claim(position, elapsed: elapsed, rules: rules)
        case (.paused, .start), (.paused, .resume), (.over, .start), (.over, .resume):
            unclaimed = .zero
            self.position = position
        case (.paused, .seek):
            self.position = position
        case (.paused, _), (.over, _):
            // A late report of the time before: the position of the player is known already.
            break
        }
        state = Self.next(state, event)
    }

    private mutating func claim(_ position: Duration, elapsed: Duration, rules: PlaybackRules) {
        let available = unclaimed + elapsed
        let earned = max(min(position - self.position, available), .zero)
        listened += earned
        unclaimed = min(available - earned, rules.jitter)
        self.position = position
    }

    /// The position of the player after it has played for `time` since its last report.
    func reached(after time: Duration) -> Duration { clamped(position + time) }

    private func clamped(_ position: Duration) -> Duration {
        let position = max(position, .zero)
        return duration > .zero ? min(position, duration) : position
    }

    private static func next(_ state: State, _ event: PlaybackEvent) -> State {
        switch event {
        case .start, .resume: .playing
        case .pause: state == .over ? .over : .paused
        case .end, .stop: .over
        case .progress, .seek: state
        }
    }
}
