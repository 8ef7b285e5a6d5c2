package import Catalog
package import Primitives
import Synchronization

/// Tracks the current plays of all users, in bounded memory. Forgetting a play costs at most one uncounted play: every
/// counted one is in the store.
package final class PlaybackTracker: Sendable {
    /// The outcome of a report.
    package struct Outcome: Sendable, Equatable {
        package let play: LivePlay
        /// Whether the play has been heard for long enough and its row is not confirmed as stored yet.
        package let isReadyToCount: Bool
        /// Whether the display of current plays changes in more than the position.
        package let changesDisplay: Bool
    }

    private struct Key: Hashable {
        let user: ID<Person>
        let play: PlayID
    }

    private struct State {
        var plays = RecencyMap<Key, LivePlay>()
        var byUser: [ID<Person>: [PlayID]] = [:]
    }

    private let rules: PlaybackRules
    private let state = Mutex(State())

    package init(rules: PlaybackRules = PlaybackRules()) {
        self.rules = rules
    }

    package var livePlays: Int {
        state.withLock { $0.plays.count }
    }

    /// Processes a report of `caller` at `instant`, which is `now` on the monotonic clock.
    ///
    /// - Parameter duration: the track's length by the catalog.
    /// - Throws: `invalid` when the play began with another track.
    package func report(
        _ report: PlaybackReport, duration: Duration, as caller: Principal, at instant: Timestamp, now: Duration
    ) throws(DomainError) -> Outcome {
        try state.withLock { state throws(DomainError) in
            forgetIdle(&state, now: now)
            let key = Key(user: caller.user, play: report.play)
            var play: LivePlay
            let isNew: Bool
            if let known = state.plays[key] {
                guard known.track == report.track else {
                    throw .invalid("This play began with another track", field: "trackId")
                }
                play = known
                isNew = false
                play.credit.report(
                    report.event, position: report.position, rate: report.rate, at: now, rules: rules)
            } else {
                let credit = ListeningCredit(
                    first: report.event, position: report.position, duration: duration, at: now)
                play = LivePlay(
                    id: report.play, track: report.track, session: caller.session, startedAt: instant,
                    client: report.client, updatedAt: instant, credit: credit, heardAt: now)
                isNew = true
                makeRoom(&state, for: caller.user)
                state.byUser[caller.user, default: []].append(report.play)
            }
            play.client = report.client
            play.rate = report.rate
            play.updatedAt = instant
            play.heardAt = now
            state.plays.touch(key, play)
            let isReadyToCount = !play.isCounted && play.credit.listened >= rules.threshold(for: duration)
            return Outcome(
                play: play, isReadyToCount: isReadyToCount, changesDisplay: isNew || report.event != .progress)
        }
    }

    /// Processes the report of a player that names no plays. Nil if the report has no effect, because it stops an
    /// unknown play.
    ///
    /// The report ends a play of the same player with another track, and one of the same track if that starts again.
    package func report(
        _ report: PlayerReport, duration: Duration, as caller: Principal, at instant: Timestamp, now: Duration
    ) -> Outcome? {
        state.withLock { state in
            forgetIdle(&state, now: now)
            var current: LivePlay?
            for id in state.byUser[caller.user] ?? [] {
                let key = Key(user: caller.user, play: id)
                guard var play = state.plays[key], play.client == report.client, play.shownUntil != nil,
                    play.credit.state != .over
                else { continue }
                if play.track == report.track, report.state != .starting {
                    current = play
                } else {
                    play.credit.report(.stop, position: play.credit.position, at: now, rules: rules)
                    state.plays.update(key) { $0 = play }
                }
            }
            var play: LivePlay
            let isNew = current == nil
            if let known = current {
                play = known
                play.credit.report(
                    report.event(after: known.credit.state), position: report.position, at: now, rules: rules)
            } else {
                guard report.state != .stopped else { return nil }
                let credit = ListeningCredit(
                    first: report.state == .paused ? .pause : .start, position: report.position, duration: duration,
                    at: now)
                let id = PlayID(stored: ID<LivePlay>.make(at: instant).rawValue)
                play = LivePlay(
                    id: id, track: report.track, session: caller.session, startedAt: instant, client: report.client,
                    updatedAt: instant, credit: credit, heardAt: now)
                makeRoom(&state, for: caller.user)
                state.byUser[caller.user, default: []].append(id)
            }
            let changesDisplay = isNew || play.credit.state != current?.credit.state
            play.updatedAt = instant
            play.heardAt = now
            play.rate = report.rate
            play.shownUntil = now + max(duration - report.position, .zero) / report.rate + report.timeout
            state.plays.touch(Key(user: caller.user, play: play.id), play)
            let isReadyToCount =
                report.counts && !play.isCounted && play.credit.listened >= rules.threshold(for: duration)
            return Outcome(play: play, isReadyToCount: isReadyToCount, changesDisplay: changesDisplay)
        }
    }

    /// Records that the play's row is stored.
    package func confirmCounted(_ play: PlayID, of user: ID<Person>) {
        state.withLock { $0.plays.update(Key(user: user, play: play)) { $0.isCounted = true } }
    }

    /// The current plays of the user's players, the last one to report first. Finished plays and silent players are
    /// left out.
    package func nowPlaying(of user: ID<Person>, now: Duration) -> [LivePlay] {
        state.withLock { state in
            let plays = (state.byUser[user] ?? []).compactMap { state.plays[Key(user: user, play: $0)] }
            return plays.filter { isShown($0, now: now) }.sorted { $0.heardAt > $1.heardAt }
        }
    }

    private func isShown(_ play: LivePlay, now: Duration) -> Bool {
        switch play.credit.state {
        case .playing: now <= play.shownUntil ?? play.heardAt + rules.playingShown
        case .paused: now - play.heardAt <= rules.pausedShown
        case .over: false
        }
    }

    private func forgetIdle(_ state: inout State, now: Duration) {
        while let (key, play) = state.plays.oldest, now - max(play.heardAt, play.shownUntil ?? .zero) > rules.idle {
            forget(key, in: &state)
        }
    }

    private func makeRoom(_ state: inout State, for user: ID<Person>) {
        let own = state.byUser[user] ?? []
        if own.count >= rules.livePlaysPerUser,
            let silent = own.min(by: { heardAt($0, user, state) < heardAt($1, user, state) })
        {
            forget(Key(user: user, play: silent), in: &state)
        }
        if state.plays.count >= rules.livePlays, let (key, _) = state.plays.oldest {
            forget(key, in: &state)
        }
    }

    private func heardAt(_ play: PlayID, _ user: ID<Person>, _ state: State) -> Duration {
        state.plays[Key(user: user, play: play)]?.heardAt ?? .zero
    }

    private func forget(_ key: Key, in state: inout State) {
        state.plays.remove(key)
        state.byUser[key.user]?.removeAll { $0 == key.play }
        if state.byUser[key.user]?.isEmpty == true { state.byUser[key.user] = nil }
    }
}

/// A play that the server is tracking.
package struct LivePlay: Sendable, Equatable {
    package let id: PlayID
    package let track: ID<Track>
    package let session: ID<Session>?
    /// The time of the first report, by the server's clock.
    package let startedAt: Timestamp
    package internal(set) var client: String
    package internal(set) var updatedAt: Timestamp
    package internal(set) var credit: ListeningCredit
    /// Whether its row is in the history.
    package internal(set) var isCounted = false
    /// The monotonic clock at its last report.
    package internal(set) var heardAt: Duration
    /// The playback speed, normally 1.
    package internal(set) var rate = 1.0
    /// For a player that does not report while it plays: the time on the monotonic clock until which it is considered
    /// to be playing.
    var shownUntil: Duration?

    /// The present position of the player, if it has continued as it last reported.
    package func position(at now: Duration) -> Duration {
        guard credit.state == .playing else { return credit.position }
        return credit.reached(after: max(now - heardAt, .zero) * rate)
    }
}

/// The current play of one of a user's players.
package struct NowPlayingItem: Sendable {
    package let play: LivePlay
    package let track: TrackItem
    /// The present position in the track, as far as it is known.
    package let position: Duration
    /// The time since the player's last report.
    package let silence: Duration
}
