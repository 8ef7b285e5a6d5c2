package import Primitives
import Synchronization

/// Follows what everybody is playing at the moment, in bounded memory. What it forgets costs at most an uncounted play: everything
/// that has counted is in the store.
package final class PlaybackTracker: Sendable {
    /// What a report led to.
    package struct Outcome: Sendable, Equatable {
        package let play: LivePlay
        /// The play has been heard for long enough and nobody has confirmed yet that its row is stored.
        package let isDue: Bool
        /// People who look at what is playing would see a difference beside the position.
        package let isNews: Bool
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

    /// Takes a report of `caller` at `instant`, which is `now` on the monotonic clock.
    ///
    /// - Parameter duration: the track's length by the catalogue.
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
                play.credit.report(report.event, position: report.position, at: now, rules: rules)
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
            play.updatedAt = instant
            play.heardAt = now
            state.plays.touch(key, play)
            let isDue = !play.isCounted && play.credit.listened >= rules.threshold(for: duration)
            return Outcome(play: play, isDue: isDue, isNews: isNew || report.event != .progress)
        }
    }

    /// Takes the report of a player that names no plays. Nil when there is nothing to say of it: it stopped what nobody knew of.
    ///
    /// A play of the same player with another track is over by this report, and so is the same track's when it starts again.
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
            let isNews = isNew || play.credit.state != current?.credit.state
            play.updatedAt = instant
            play.heardAt = now
            play.rate = report.rate
            play.shownUntil = now + max(duration - report.position, .zero) / report.rate + report.timeout
            state.plays.touch(Key(user: caller.user, play: play.id), play)
            let isDue =
                report.counts && !play.isCounted && play.credit.listened >= rules.threshold(for: duration)
            return Outcome(play: play, isDue: isDue, isNews: isNews)
        }
    }

    /// Notes that the play's row is stored.
    package func confirmCounted(_ play: PlayID, of user: ID<Person>) {
        state.withLock { $0.plays.update(Key(user: user, play: play)) { $0.isCounted = true } }
    }

    /// What the person's players are at, the last one to report first. Finished plays and silent players are left out.
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
